"""What hard players answer in the base game: records ask them again, by this `mind`."""

from __future__ import annotations

from itertools import count

import pytest

from core.games.coup import COUP, hard
from core.games.coup.model import Options
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.minds import Manner
from tests.games.coup.play import run

MANNERS = tuple(Manner)

TABLES = {
    2: Options(table_size=10),
    3: Options(table_size=10, diplomat=True, response_timing="sequential"),
    4: Options(table_size=10, prove="choice", block_after_failed_challenge=False),
}

ANSWERS: dict[int, str] = {
    2: (
        "2:tax 1:challenge 1:lose.ambassador 1:steal.2 2:block.ambassador 1:challenge 2:tax "
        "1:challenge 1:lose.ambassador 1:steal.2 2:allow 2:tax 1:challenge 1:exchange "
        "2:challenge 2:steal.1 1:block.captain 2:challenge 2:lose.assassin 1:tax 2:challenge "
        "1:tax 2:challenge 2:lose.duke 2:tax 1:challenge 2:income 1:tax 2:allow 2:assassinate.1 "
        "1:block.contessa 2:challenge 2:lose.contessa 1:tax 2:challenge 2:tax "
    ),
    3: (
        "3:aid 1:block.diplomat 2:allow 3:challenge 3:lose.ambassador 1:cooperate.3 2:allow "
        "3:allow 2:steal.3 1:allow 3:allow 3:allow 3:income 1:cooperate.3 2:allow 3:allow "
        "2:assassinate.1 1:allow 3:allow 1:block.contessa 2:challenge 1:lose.diplomat 3:aid "
        "2:allow 2:steal.3 3:allow 3:allow 3:assassinate.2 2:allow 2:block.contessa 3:challenge "
        "2:cooperate.1 1:allow 3:allow 3:steal.2 1:allow "
    ),
    4: (
        "3:tax 1:allow 2:allow 4:allow 4:income 1:tax 2:allow 3:allow 4:allow 2:tax 1:allow "
        "3:allow 4:allow 3:tax 1:allow 2:allow 4:allow 4:income 1:tax 2:challenge 1:show.duke "
        "2:lose.ambassador 2:income 3:coup.1 1:lose.ambassador 4:tax 1:allow 2:allow 3:challenge "
        "4:show.contessa 1:coup.2 3:tax 1:allow 4:allow 4:assassinate.3 1:allow "
    ),
}
"""What they answer by the game's present `mind`. Never mend it alone: whoever changes what the
computers answer gives them another `mind`, so that records of before are not judged by it."""


def said(seats: int, most: int) -> list[str]:
    """The first answers of hard players in games among themselves, of those with a choice."""
    found = list[str]()
    for number in count():
        dice = Dice(b"base" + bytes([seats, number]))
        state = run(COUP.setup(seats, TABLES[seats], dice))
        question = 0
        while not isinstance(asked := COUP.ask(state), Over):
            question += 1
            seat = min(asked.seats)
            moves, own = COUP.moves(state, seat), bot_dice(b"base", question, seat)
            bot = COUP.bots[f"hard.{MANNERS[(seat + question) % len(MANNERS)]}"]
            move = bot(COUP.view(state, seat), moves, own)
            if len(moves) > 1:
                found.append(f"{seat}:{move.code}")
            if len(found) == most:
                return found
            state = run(COUP.play(state, seat, move, dice))
    raise AssertionError("there is always another game")


@pytest.mark.parametrize("seats", TABLES)
def test_the_base_game_is_answered_as_ever(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "PLAYOUTS", (300,) * 11)
    answers = ANSWERS[seats].split()
    assert COUP.mind == 2
    assert said(seats, len(answers)) == answers


def test_a_preset_as_it_stands_plays_no_variant() -> None:
    """It says what the variants' switches would be, and is answered like a table without them."""
    for name, preset in COUP.presets.items():
        dealt = COUP.with_switches(preset, {})
        assert preset.variants
        assert not dealt.variants
        assert not preset.varied
        answers = []
        for options in (preset, dealt):
            state = run(COUP.setup(4, options, Dice(b"preset")))
            seat = state.turn
            moves, own = COUP.moves(state, seat), bot_dice(b"preset", 1, seat)
            move = COUP.bots["hard.bold"](COUP.view(state, seat), moves, own)
            answers.append((moves, move, own.drawn))
        assert answers[0] == answers[1], name
