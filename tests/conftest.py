"""Hands the cases out: every game found, or those named by --games."""

from __future__ import annotations

import hypothesis
import pytest

import armillary
import helpers

# The same examples in every run; --hypothesis-profile=explore looks for new ones.
hypothesis.settings.register_profile("repeat", deadline=None, max_examples=helpers.effort(25),
                                     derandomize=True,
                                     suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.register_profile("explore", deadline=None, max_examples=500,
                                     suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.load_profile("repeat")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", help="run the suites over these games only: a,b,c")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """With -n, neighbours stay in one process, where they share cached positions. (As a default
    in pyproject.toml, `--dist` would switch the benchmarks off.)"""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    helpers.register_bounds()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "slow" not in config.getoption("-m"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="needs -m slow"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case` is every case; `hidden_case` and `open_case` those with and without secrets;
    `chance_case` those with dice or decks; `game_name` every game."""
    kinds = {
        "case": lambda case: True,
        "hidden_case": lambda case: case.game.has_hidden,
        "open_case": lambda case: not case.game.has_hidden,
        "chance_case": helpers.meets_chance,
    }
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    wanted = set(metafunc.fixturenames) - {name for names in own for name in _split(names)}
    names = _names(metafunc.config)
    for fixture, fits in kinds.items():
        if fixture in wanted:
            found = [c for c in helpers.cases(names) if fits(c)]
            metafunc.parametrize(fixture, found, ids=str)
    if "game_name" in wanted:
        metafunc.parametrize("game_name", names)


def _split(names: str | list[str] | tuple[str, ...]) -> list[str]:
    if isinstance(names, str):
        names = names.split(",")
    return [name.strip() for name in names]


def _names(config: pytest.Config) -> list[str]:
    only = config.getoption("--games")
    if only:
        return only.split(",")
    return [*armillary.game_names(), helpers.BOUNDS]
