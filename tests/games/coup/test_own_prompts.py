"""Whoever is asked reads the question in the second person; everybody else reads the group's."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP, board_words, own_prompts
from core.games.coup.model import Ended
from core.games.coup.names import Deed, Role
from core.kernel.asks import Ask
from core.kernel.text import Message, words_in
from tests.games.coup.play import Told, seat, table
from tests.games.coup.worlds import states

DUKE = seat(2, "duke captain")
KILLER = seat(3, "assassin duke")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
LONE = seat(2, "ambassador", "duke")
INQUISITOR = seat(2, "inquisitor captain")
SPY: dict[str, Any] = {"inquisitor": True}
STRICT: dict[str, Any] = {"response_timing": "sequential"}
CHOICE: dict[str, Any] = {"prove": "choice"}
LETS = "2:allow", "3:allow"


def group(game: Told) -> Message:
    asked = COUP.ask(game.state)
    assert isinstance(asked, Ask)
    return asked.prompt


@pytest.mark.parametrize(
    ("first", "switches", "moves", "whom", "asked"),
    [
        (DUKE, {}, (), 1, board_words.AskAction()),
        (seat(10, "duke captain"), {}, (), 1, own_prompts.YouMustCoup(10)),
        (
            KILLER,
            {},
            ("1:assassinate.2",),
            2,
            own_prompts.AimedAtYouOrBlock(1, Deed.ASSASSINATE, Role.ASSASSIN, Role.CONTESSA),
        ),
        (
            KILLER,
            STRICT,
            ("1:assassinate.2",),
            2,
            own_prompts.AimedAtYou(1, Deed.ASSASSINATE, Role.ASSASSIN),
        ),
        (
            KILLER,
            STRICT,
            ("1:assassinate.2", *LETS),
            2,
            own_prompts.YouCanBlock(1, Deed.ASSASSINATE, Role.CONTESSA),
        ),
        (
            KILLER,
            {},
            ("1:assassinate.2", "3:challenge", "3:lose.captain"),
            2,
            own_prompts.YourSecondChance(1, Deed.ASSASSINATE, Role.CONTESSA),
        ),
        (
            KILLER,
            {},
            ("1:assassinate.2", "2:block.contessa"),
            1,
            own_prompts.YoursIsBlocked(2, Deed.ASSASSINATE, Role.CONTESSA),
        ),
        (
            DUKE,
            CHOICE,
            ("1:tax", "2:challenge"),
            1,
            own_prompts.YourProofWanted(2, Role.DUKE),
        ),
        (DUKE, {}, ("1:tax", "2:challenge"), 2, own_prompts.YouLostByMistake(1)),
        (C, {}, ("1:tax", "2:challenge"), 1, own_prompts.YouWereCaught(2)),
        (
            seat(7, "duke captain"),
            {},
            ("1:coup.2",),
            2,
            own_prompts.YouLoseByDeed(Deed.COUP, 1),
        ),
        (C, {}, ("1:exchange", *LETS), 1, own_prompts.YouKeep(2)),
        (LONE, {}, ("1:exchange", *LETS), 1, own_prompts.YouKeep(1)),
        (INQUISITOR, SPY, ("1:exchange", *LETS), 1, own_prompts.YouKeepAsInquisitor(2)),
        (INQUISITOR, SPY, ("1:examine.2", *LETS), 2, own_prompts.YouShow(1)),
        (
            INQUISITOR,
            SPY,
            ("1:examine.2", *LETS, "2:choose.assassin"),
            1,
            own_prompts.YourVerdict(2),
        ),
    ],
)
def test_whoever_is_asked_is_spoken_to_and_nobody_else(
    first: dict[str, Any],
    switches: dict[str, Any],
    moves: tuple[str, ...],
    whom: int,
    asked: Message,
) -> None:
    others = (B, seat(2, "captain duke")) if "inquisitor" in switches else (B, C)
    game = table(first, *others, **switches)
    game.do(*moves)
    for reader in (None, 1, 2, 3):
        expected = asked if reader == whom else group(game)
        assert COUP.hint(COUP.view(game.state, reader), ()) == expected
    assert group(game) != asked


@pytest.mark.parametrize("seed", range(20))
def test_nobody_reads_in_their_own_question_what_the_group_does_not_know(seed: int) -> None:
    """A prompt, also in the second person, bears no card that the group's does not name."""
    for state in states(seed):
        if isinstance(state.step, Ended):
            continue
        asked = COUP.ask(state)
        assert isinstance(asked, Ask)
        named = set(words_in(asked.prompt))
        for reader in range(1, len(state.players) + 1):
            assert set(words_in(COUP.hint(COUP.view(state, reader), ()))) <= named
