"""Every refusal of Coup has a reason that its sender may know."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import refusals
from core.games.coup.names import Deed, Role
from core.kernel.plain import NotYourTurn
from tests.games.coup.play import Told, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(1, "captain ambassador")
OUT = seat(0, "", "contessa ambassador")
KILLER = seat(3, "assassin duke")
HAND = (Role.ASSASSIN, Role.CONTESSA)

CASES = [
    ({}, "", "1:coup.2", refusals.TooPoor(Deed.COUP, 7, 2)),
    ({}, "", "1:assassinate.2", refusals.TooPoor(Deed.ASSASSINATE, 3, 2)),
    ({}, "", "1:steal.3", refusals.TargetTooPoor(3, 2)),
    ({}, "", "1:steal.1", refusals.NoSuchTarget(Deed.STEAL)),
    ({}, "", "1:steal.4", refusals.NoSuchTarget(Deed.STEAL)),
    ({}, "", "1:steal.9", refusals.NoSuchTarget(Deed.STEAL)),
    ({}, "", "1:steal", refusals.NoSuchTarget(Deed.STEAL)),
    ({}, "", "1:cooperate.2", refusals.NotPlayed(Deed.COOPERATE)),
    ({}, "", "1:allow", refusals.ActNow()),
    ({}, "", "1:tax.2", refusals.ActNow()),
    ({}, "", "1:nonsense", refusals.ActNow()),
    ({}, "", "2:income", NotYourTurn(1)),
    ({}, "", "4:income", refusals.IsOut()),
    ({}, "1:aid", "2:challenge", refusals.NothingClaimed(Deed.AID)),
    ({}, "1:aid", "1:allow", refusals.OwnClaim()),
    ({}, "1:aid", "2:block.contessa", refusals.BlockAs(Deed.AID, Role.DUKE)),
    ({}, "1:aid 2:allow", "2:block.duke", refusals.AlreadyAllowed((3,))),
    ({}, "1:aid 2:block.duke", "3:block.duke", refusals.CannotBlockBlock()),
    ({}, "1:aid 2:block.duke", "2:allow", refusals.OwnClaim()),
    ({}, "1:tax", "2:block.duke", refusals.CannotBeBlocked(Deed.TAX)),
    ({}, "1:tax", "2:lose.duke", refusals.AnswerNow()),
    ({}, "1:steal.2", "3:block.captain", refusals.OnlyTargetBlocks(2)),
    ({}, "1:tax 2:challenge", "3:allow", refusals.NotYours((2,))),
    ({}, "1:tax 2:challenge", "2:lose.duke", refusals.ChooseLoss(HAND)),
    (
        {"response_timing": "sequential"},
        "1:steal.2", "2:block.captain", refusals.BlocksNotYet(),
    ),
    (
        {"response_timing": "sequential"},
        "1:steal.2 2:allow 3:allow", "2:challenge", refusals.ChallengesClosed(),
    ),
    (
        {"response_timing": "sequential"},
        "1:steal.2 2:allow 3:allow", "3:challenge", refusals.NotYours((2,)),
    ),
    (
        {"response_timing": "sequential"},
        "1:steal.2 2:allow 3:allow", "3:block.captain", refusals.OnlyTargetBlocks(2),
    ),
    (
        {"prove": "choice"}, "1:tax 2:challenge", "1:show.contessa",
        refusals.ChooseProof((Role.DUKE, Role.CAPTAIN)),
    ),
    ({"prove": "choice"}, "1:tax 2:challenge", "2:lose.assassin", refusals.NotYours((1,))),
]  # fmt: skip


@pytest.mark.parametrize(("switches", "before", "line", "reason"), CASES)
def test_reason(switches: dict[str, Any], before: str, line: str, reason: object) -> None:
    game = table(A, B, C, OUT, **switches)
    game.do(*before.split())
    assert game.refused(line) == reason


def test_forced_coup() -> None:
    game = table(seat(10, "duke captain"), B, C)
    assert game.refused("1:tax") == refusals.MustCoup()
    assert game.refused("1:coup.1") == refusals.NoSuchTarget(Deed.COUP)


def exchange() -> Told:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow")
    return game


def test_what_to_keep() -> None:
    cards = (Role.AMBASSADOR, Role.CONTESSA, Role.DUKE, Role.CAPTAIN)
    assert exchange().refused("1:keep.duke") == refusals.ChooseKept(2, cards)
    assert exchange().refused("2:keep.duke") == refusals.NotYours((1,))


def test_after_the_end() -> None:
    game = table(seat(7, "duke captain"), seat(3, "assassin", "duke"))
    game.do("1:coup.2")
    assert game.refused("1:income") == refusals.IsOver()


def test_t55_a_late_block_is_refused() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2", "2:block.contessa")
    assert game.refused("3:block.contessa") == refusals.CannotBlockBlock()
