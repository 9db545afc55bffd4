"""Trees of 50 simulations as text: what a change of the search changes is seen at once.

Written anew by:  python tests/search/test_golden.py
"""

from pathlib import Path

import pytest

from armillary import Engine, Limits, new_game

FOLDER = Path(__file__).parent / "golden"
TREES = {
    "tic_tac_toe": ("tic_tac_toe", 2, {}),
    "connect_four": ("connect_four", 2, {}),
    "connect_four_rich": ("connect_four", 2, {"selection": "ucb1_tuned", "grave": 5,
                                              "history": 1.0, "policy": "mast"}),
    "pig": ("pig", 3, {}),
    "kuhn_poker_so": ("kuhn_poker", 2, {"algorithm": "so_ismcts"}),
    "leduc_poker_mo": ("leduc_poker", 2, {"algorithm": "mo_ismcts"}),
    "template_so": ("template", 4, {"algorithm": "so_ismcts"}),
    "phantom_tic_tac_toe_mo": ("phantom_tic_tac_toe", 2, {"algorithm": "mo_ismcts"}),
    "hearts_so": ("hearts", 4, {"algorithm": "so_ismcts"}),
}


def tree(name: str) -> str:
    game, seats, options = TREES[name]
    engine = Engine(seed=1, early_stop=False, **options)
    engine.search(new_game(game, seats, seed=1), Limits(nodes=50))
    return engine.tree(9) + "\n"


@pytest.mark.parametrize("name", TREES)
def test_tree(name: str):
    assert tree(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in TREES:
        (FOLDER / f"{each}.txt").write_text(tree(each), "utf-8")
