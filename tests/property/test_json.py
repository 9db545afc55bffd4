"""Any JSON at all: refused with a reason, or a position that works."""

import json

from hypothesis import given
from hypothesis import strategies as st

from armillary import ArmillaryError, Position
from helpers import Case, exercise, positions

SCALARS = (st.none() | st.booleans() | st.integers(-2, 260) | st.integers()
           | st.floats(allow_nan=True) | st.text(max_size=12))
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=5)
                      | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=12)


def take(data) -> None:
    try:
        position = Position.from_json(data)
    except ArmillaryError:
        return
    assert Position.from_json(position.to_json()).to_bytes() == position.to_bytes()
    exercise(position, 1, plies=5)


@given(text=st.text(max_size=200) | VALUES.map(json.dumps))
def test_any_text(text: str):
    take(text)


@given(data=st.data())
def test_any_state(case: Case, data: st.DataObject):
    """Values of any kind under the keys that the game knows."""
    state = positions(case)[len(positions(case)) // 2].to_dict()["state"]
    for key in data.draw(st.sets(st.sampled_from(sorted(state)), min_size=1)):
        inner = state[key]
        if isinstance(inner, list) and inner and data.draw(st.booleans()):
            at = data.draw(st.integers(0, len(inner) - 1))
            state[key] = [*inner[:at], data.draw(VALUES), *inner[at + 1:]]
        else:
            state[key] = data.draw(VALUES)
    take({"game": case.name, "players": case.seats, "options": dict(case.options),
          "state": state})


@given(terms=st.fixed_dictionaries({}, optional={
    "players": VALUES, "options": VALUES, "seed": VALUES, "streams": VALUES, "view": VALUES}))
def test_any_terms(case: Case, terms: dict):
    take({"game": case.name, **terms})
    take({**positions(case)[1].to_dict(), **terms})
