"""What stands under the buttons of Coup: what an answer or an action may cost."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP
from core.games.coup import risk_words as words
from core.games.coup.model import Answering, Choosing
from core.games.coup.names import Deed, Role
from core.kernel.dice import Dice
from core.kernel.text import Message, Public, Secret
from tests.games.coup.play import Told, seat, table
from tests.games.coup.worlds import states

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")
LAST = seat(2, "captain", "duke")
LOSE, OUT = words.YouLose(), words.YouAreOut()


def risk(game: Told, line: str) -> Message | None:
    number, code = line.split(":")
    legal = game.codes(int(number))
    assert any(each == code or each.startswith(f"{code}.") for each in legal), f"{code}: {legal}"
    return COUP.risk(COUP.view(game.state, int(number)), code)


# Actions


def test_what_an_action_claims() -> None:
    game = table(seat(7, "duke assassin"), B, LAST)
    assert risk(game, "1:tax") == words.YouHoldIt()
    assert risk(game, "1:assassinate.2") == words.YouHoldIt()
    assert risk(game, "1:steal.2") == words.BluffCosts(LOSE)
    assert risk(game, "1:steal") == words.BluffCosts(LOSE)
    assert risk(game, "1:income") == words.NobodyStops()
    assert risk(game, "1:coup.2") == words.NobodyStops()
    assert risk(game, "1:aid") == words.CanBeBlocked(Role.DUKE)
    game.do("1:income", "2:income")
    assert risk(game, "3:exchange") == words.BluffCosts(OUT)


def test_an_embezzle_claims_to_lack_a_character() -> None:
    liar = table(seat(3, "duke captain"), B, C, factions=True, reserve=2)
    assert risk(liar, "1:embezzle") == words.LackBluff(Role.DUKE, LOSE)
    assert risk(liar, "1:convert") == words.NobodyStops()
    honest = table(seat(3, "assassin", "captain"), B, C, factions=True, reserve=2)
    assert risk(honest, "1:embezzle") == words.LackTrue(Role.DUKE)


# Answers


def test_a_challenge_names_both_ends() -> None:
    game = table(KILLER, B, LAST)
    game.do("1:tax")
    assert risk(game, "2:challenge") == words.DoubtDeed(Deed.TAX, words.TheyLose(1), LOSE)
    assert risk(game, "3:challenge") == words.DoubtDeed(Deed.TAX, words.TheyLose(1), OUT)
    game.do("2:allow", "3:allow", "2:income", "3:steal.1")
    assert risk(game, "1:challenge") == words.DoubtDeed(Deed.STEAL, words.TheyAreOut(3), LOSE)
    game.do("1:block.captain")
    assert risk(game, "3:challenge") == words.DoubtBlock(Deed.STEAL, words.TheyLose(1), OUT)


def test_who_doubts_their_own_assassin_may_lose_both() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2")
    both = words.YouMayLoseBoth()
    assert risk(game, "2:challenge") == words.DoubtDeed(Deed.ASSASSINATE, words.TheyLose(1), both)
    assert risk(game, "3:challenge") == words.DoubtDeed(Deed.ASSASSINATE, words.TheyLose(1), LOSE)
    last = table(KILLER, LAST, C)
    last.do("1:assassinate.2")
    assert risk(last, "2:challenge") == words.DoubtDeed(Deed.ASSASSINATE, words.TheyLose(1), OUT)


def test_a_block_claims_too() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2")
    assert risk(game, "2:block.contessa") == words.YouHoldIt()
    assert risk(game, "2:block") == words.YouHoldIt()
    bluff = table(KILLER, C, B)
    bluff.do("1:assassinate.2")
    assert risk(bluff, "2:block.contessa") == words.BluffCosts(OUT)
    steal = table(A, B, C)
    steal.do("1:steal.2")
    assert risk(steal, "2:block.captain") == words.BluffCosts(LOSE)
    assert risk(steal, "2:block") is None


ALLOWED: list[tuple[dict[str, Any], str, dict[str, Public]]] = [
    ({}, "1:tax", {"2": words.TheyGain(1, 3)}),
    ({}, "1:aid", {"2": words.TheyGain(1, 2)}),
    ({}, "1:exchange", {"2": words.TheyExchange(1)}),
    ({}, "1:steal.2", {"2": words.TheyTakeFromYou(1, 2), "3": words.TheyTakeFrom(1, 2, 2)}),
    ({}, "1:assassinate.2", {"2": LOSE, "3": words.TheyLose(2)}),
    ({}, "1:assassinate.3", {"2": words.TheyAreOut(3), "3": OUT}),
    ({"diplomat": True}, "1:cooperate.2", {"2": words.TheyShare(1, 2, 2, 1)}),
    (
        {"inquisitor": True},
        "1:examine.2",
        {"2": words.TheySeeYours(1), "3": words.TheySee(1, 2)},
    ),
    ({"factions": True, "reserve": 4}, "1:embezzle", {"2": words.TheyGain(1, 4)}),
    (
        {"response_timing": "sequential"},
        "1:steal.2",
        {"2": words.YouMayBlock(), "3": words.TargetMayBlock(2)},
    ),
    ({"response_timing": "sequential"}, "1:tax", {"2": words.TheyGain(1, 3)}),
]


@pytest.mark.parametrize(("switches", "line", "wanted"), ALLOWED, ids=lambda each: str(each)[:40])
def test_what_follows_if_it_is_allowed(
    switches: dict[str, Any], line: str, wanted: dict[str, Public]
) -> None:
    game = table(
        seat(3, "assassin contessa"),
        seat(2, "assassin contessa"),
        seat(2, "captain", "contessa"),
        **switches,
    )
    game.do(line)
    for number, what in wanted.items():
        assert risk(game, f"{number}:allow") == words.IfAllAllow(what)


def test_the_last_one_to_allow_knows_what_follows() -> None:
    game = table(A, B, C)
    game.do("1:tax", "3:allow")
    assert risk(game, "2:allow") == words.Happens(words.TheyGain(1, 3))
    game = table(A, B, C)
    game.do("1:aid", "2:block.duke", "3:allow")
    assert risk(game, "1:allow") == words.Happens(words.BlockHolds(Deed.AID))


def test_a_target_that_has_left() -> None:
    examine = table(seat(2, "inquisitor duke"), B, A, inquisitor=True)
    examine.do("1:examine.2", "2:leave")
    assert risk(examine, "3:allow") == words.Happens(words.TheyAreOut(2))
    together = table(seat(2, "diplomat captain"), B, seat(2, "captain contessa"), diplomat=True)
    together.do("1:cooperate.2", "2:leave")
    assert risk(together, "3:allow") == words.Happens(words.TheyGain(1, 2))


# After a challenge, and an Examine


def test_a_proof() -> None:
    game = table(A, B, LAST, prove="choice")
    game.do("1:tax", "3:challenge")
    assert risk(game, "1:show.duke") == words.ProofWins(words.TheyAreOut(3))
    assert risk(game, "1:show.captain") == words.ShowingLoses()
    assert risk(game, "1:show") is None


def test_a_denial() -> None:
    game = table(
        *(seat(3, "assassin captain"), B, C),
        factions=True,
        embezzle_bluff="concede",
        prove="choice",
        reserve=2,
    )
    game.do("1:embezzle", "2:challenge")
    assert risk(game, "1:show.all") == words.AllShownWins(words.TheyLose(2))
    assert risk(game, "1:lose.captain") == words.ConcedingLoses(Deed.EMBEZZLE)


def test_an_examine() -> None:
    game = table(seat(2, "inquisitor duke"), B, A, inquisitor=True)
    game.do("1:examine.2", "2:allow", "3:allow")
    assert risk(game, "2:choose.assassin") == words.SeesItAlone(1)
    game.do("2:choose.assassin")
    assert risk(game, "1:return") == words.ItStays(2)
    assert risk(game, "1:force") == words.ItGoes(2)


def test_what_goes_without_saying() -> None:
    game = table(seat(7, "duke captain"), B, C)
    game.do("1:coup.2")
    assert risk(game, "2:lose.contessa") is None
    assert COUP.risk(COUP.view(game.state, None), "lose.contessa") is None
    swap = table(seat(2, "ambassador duke"), B, C, draws="captain assassin")
    swap.do("1:exchange", "2:allow", "3:allow")
    assert risk(swap, "1:keep.captain.duke") is None
    over = table(seat(7, "duke captain"), LAST)
    over.do("1:coup.2")
    assert COUP.risk(COUP.view(over.state, 1), "income") is None


@pytest.mark.parametrize("seed", range(40))
def test_risks_follow_from_the_view_and_public_ones_from_the_table(seed: int) -> None:
    dice = Dice(b"risks%d" % seed)
    for state in states(seed):
        for number in range(1, len(state.players) + 1):
            moves = COUP.moves(state, number)
            if not moves:
                continue
            mine = COUP.view(COUP.imagine(state, number, dice), number)
            other = COUP.view(COUP.imagine(state, None, dice), number)
            for move in moves:
                told = COUP.risk(COUP.view(state, number), move.code)
                assert told == COUP.risk(mine, move.code)
                open_ = isinstance(state.step, Answering | Choosing)
                if open_ and not isinstance(told, Secret):
                    assert told == COUP.risk(other, move.code)
