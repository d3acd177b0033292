"""When somebody wishes to be called."""

from __future__ import annotations

import pytest

from core.desk.calls import Calls, calls_for
from core.table.places import Wishes


@pytest.mark.parametrize("wish", list(Calls))
def test_a_wish_is_read_as_it_was_kept(wish: Calls) -> None:
    assert calls_for(Wishes(calls=wish.value)) is wish


def test_a_wish_that_no_release_knows_is_the_usual_one() -> None:
    assert calls_for(Wishes(calls="loudly")) is Calls.USUAL


def test_every_choice_has_words_of_its_own() -> None:
    assert len({choice.named("").text for choice in Calls}) == len(Calls)
