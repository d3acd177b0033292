"""Claims of Coup's variants that several doubt at the same moment, and people who leave then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games.coup import COUP
from core.games.coup.model import Answering
from core.house.house import Result
from core.table.commands import Answer, Rise
from core.table.sayings import TooLate
from core.table.table import Finished, Playing
from tests import postgres
from tests.kernel.hall import Hall
from tests.test_races import refusals, together

TIMES = 3  # how often a race is run
CONCEDE = {
    "inquisitor": "true",
    "factions": "true",
    "prove": "choice",
    "embezzle_bluff": "concede",
}


@pytest.fixture(params=["sqlite", "postgresql"])
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    with postgres.new(request.param, tmp_path) as address:
        hall = Hall(address, games={"coup": COUP})
        yield hall
        hall.store.close()


def claimed(hall: Hall, number: int, claim: str) -> int:
    """A new table of four, at which somebody has claimed something. Tells who."""
    hall.id = ""
    hall.room = hall.store.enter("test", f"chat {number}", "en")
    hall.at += 1
    hall.start("b", "c", "d", game="coup", setting=CONCEDE)
    hall.answer(hall.asked[0], "convert")  # a coin into the almshouse
    seat = hall.asked[0]
    hall.answer(seat, claim.format(seat % 4 + 1))
    assert isinstance(hall.playing.state.step, Answering)
    return seat


def coins(hall: Hall) -> int:
    """Those of all seats and of the almshouse."""
    state = hall.playing.state
    return int(sum(player.coins for player in state.players) + state.reserve)


def challenges(hall: Hall) -> int:
    return [line.partition(":")[2] for line in hall.playing.moves].count("challenge")


@pytest.mark.parametrize("claim", ["embezzle", "examine.{}"])
def test_of_two_challenges_one_counts(hall: Hall, claim: str) -> None:
    for number in range(TIMES):
        claimed(hall, number, claim)
        before = coins(hall)
        question = hall.playing.question
        doubts = [Answer(hall.user(s), question, "challenge") for s in hall.asked]
        assert len(doubts) == 3
        assert refusals(together(hall, *doubts)) == [TooLate, TooLate]
        assert challenges(hall) == 1
        assert coins(hall) == before
        assert hall.playing.question > question


def test_an_embezzler_leaves_while_somebody_doubts(hall: Hall) -> None:
    """In either order: the almshouse keeps its coin, and the game goes on."""
    for number in range(TIMES):
        seat = claimed(hall, number, "embezzle")
        doubter = hall.asked[0]
        doubt = Answer(hall.user(doubter), hall.playing.question, "challenge")
        results: list[Result] = together(hall, doubt, Rise(hall.user(seat)))
        assert results[1].refused is None
        assert refusals(results) in ([], [TooLate])
        assert hall.playing.state.reserve == 1
        assert seat not in COUP.active(hall.playing.state)
        assert challenges(hall) == (results[0].refused is None)
        goes_on(hall)


def test_a_doubter_leaves_while_doubting(hall: Hall) -> None:
    for number in range(TIMES):
        claimed(hall, number, "embezzle")
        user = hall.user(hall.asked[0])
        doubt = Answer(user, hall.playing.question, "challenge")
        results = together(hall, doubt, Rise(user))
        assert results[1].refused is None
        assert challenges(hall) == (results[0].refused is None)
        goes_on(hall)


def goes_on(hall: Hall) -> None:
    """Somebody is asked, and the game can be played to its end."""
    for _ in range(400):
        if isinstance(hall.table, Finished):
            return
        assert isinstance(hall.table, Playing)
        seat = hall.asked[0]
        codes = [move.code for move in COUP.moves(hall.playing.state, seat)]
        best = [code for code in codes if code.startswith("coup")] or codes
        hall.answer(seat, best[0])
    raise AssertionError("the game has no end")
