"""Every refusal of the two variants has a reason of its own."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import refusals
from core.games.coup.names import Deed, Either, Faction, Role
from tests.games.coup.play import Told, seat, table

A = seat(3, "assassin captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain duke")
D = seat(1, "duke contessa")
HAND = (Role.ASSASSIN, Role.CAPTAIN)
MONARCHIST = Faction.MONARCHIST

FACTIONS = [
    # whom one may not attack
    ({}, "", "1:steal.3", refusals.SameFaction(3, MONARCHIST, Deed.STEAL)),
    ({}, "", "1:assassinate.3", refusals.SameFaction(3, MONARCHIST, Deed.ASSASSINATE)),
    (
        {"inquisitor": True},
        "", "1:examine.3", refusals.SameFaction(3, MONARCHIST, Deed.EXAMINE),
    ),
    (
        {"diplomat": True},
        "", "1:cooperate.3", refusals.SameFaction(3, MONARCHIST, Deed.COOPERATE),
    ),
    ({}, "", "1:coup.3", refusals.TooPoor(Deed.COUP, 7, 3)),
    ({}, "", "1:steal.4", refusals.TargetTooPoor(4, 2)),
    # conversion and the almshouse
    ({}, "", "1:convert.1", refusals.ConvertAlone()),
    ({}, "", "1:convert.9", refusals.NoSuchTarget(Deed.CONVERT)),
    ({}, "", "1:convert.nobody", refusals.NoSuchTarget(Deed.CONVERT)),
    ({}, "", "1:embezzle", refusals.EmptyAlmshouse()),
    ({}, "1:convert", "2:embezzle.1", refusals.ActNow()),
    ({}, "", "1:examine.2", refusals.NotPlayed(Deed.EXAMINE)),
    # a mate has no word in Foreign Aid
    ({}, "1:aid", "3:allow", refusals.NotAskedAid(1, MONARCHIST, Deed.AID)),
    ({}, "1:aid", "3:block.duke", refusals.NotAskedAid(1, MONARCHIST, Deed.AID)),
    ({}, "1:aid", "3:challenge", refusals.NotAskedAid(1, MONARCHIST, Deed.AID)),
    (
        {"response_timing": "sequential"},
        "1:aid", "3:block.duke", refusals.NotAskedAid(1, MONARCHIST, Deed.AID),
    ),
    ({}, "1:aid 2:allow", "2:allow", refusals.AlreadyAllowed((4,))),
    ({}, "1:aid 2:block.duke 3:allow", "3:allow", refusals.AlreadyAllowed((1, 4))),
    # Embezzle
    ({}, "1:convert 2:embezzle", "3:block.duke", refusals.CannotBeBlocked(Deed.EMBEZZLE)),
    ({}, "1:convert 2:embezzle", "2:allow", refusals.OwnClaim()),
    ({}, "1:convert 2:embezzle", "3:lose.duke", refusals.AnswerNow()),
    ({}, "1:convert 2:embezzle 3:allow", "3:challenge", refusals.AlreadyAllowed((1, 4))),
]  # fmt: skip

INQUISITOR = [
    ({}, "", "1:convert", refusals.NotPlayed(Deed.CONVERT)),
    ({}, "", "1:embezzle", refusals.NotPlayed(Deed.EMBEZZLE)),
    ({}, "", "1:examine.1", refusals.NoSuchTarget(Deed.EXAMINE)),
    ({}, "", "1:examine", refusals.NoSuchTarget(Deed.EXAMINE)),
    ({}, "", "1:return", refusals.ActNow()),
    (
        {}, "1:steal.2", "2:block.ambassador",
        refusals.BlockAs(Deed.STEAL, Either(Role.CAPTAIN, Role.INQUISITOR)),
    ),
    ({}, "1:examine.2", "2:block.duke", refusals.BlockAs(Deed.EXAMINE, Role.CONTESSA)),
    ({}, "1:examine.2", "3:block.contessa", refusals.OnlyTargetBlocks(2)),
    (
        {"contessa_blocks_examine": False},
        "1:examine.2", "2:block.contessa", refusals.CannotBeBlocked(Deed.EXAMINE),
    ),
    (
        {"contessa_blocks_examine": False, "response_timing": "sequential"},
        "1:examine.2", "2:block.contessa", refusals.CannotBeBlocked(Deed.EXAMINE),
    ),
    (
        {"response_timing": "sequential"},
        "1:examine.2", "2:block.contessa", refusals.BlocksNotYet(),
    ),
    (
        {"response_timing": "sequential"},
        "1:examine.2 2:allow 3:allow 4:allow", "2:challenge", refusals.ChallengesClosed(),
    ),
    ({}, "1:examine.2 2:block.contessa", "3:block.contessa", refusals.CannotBlockBlock()),
    (
        {}, "1:examine.2 2:allow 3:allow 4:allow", "2:choose.duke",
        refusals.ChooseShown((Role.ASSASSIN, Role.CONTESSA)),
    ),
    ({}, "1:examine.2 2:allow 3:allow 4:allow", "1:return", refusals.NotYours((2,))),
    (
        {}, "1:examine.2 2:allow 3:allow 4:allow 2:choose.contessa", "1:keep.duke",
        refusals.VerdictNow(),
    ),
    (
        {}, "1:examine.2 2:allow 3:allow 4:allow 2:choose.contessa", "2:return",
        refusals.NotYours((1,)),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("switches", "before", "line", "reason"), FACTIONS)
def test_reason_with_factions(
    switches: dict[str, Any], before: str, line: str, reason: object
) -> None:
    third = "captain diplomat" if switches.get("diplomat") else "captain duke"
    fourth = "assassin contessa" if switches.get("diplomat") else "duke contessa"
    game = table(A, B, seat(2, third), seat(1, fourth), factions=True, **switches)
    game.do(*before.split())
    assert game.refused(line) == reason


@pytest.mark.parametrize(("switches", "before", "line", "reason"), INQUISITOR)
def test_reason_with_the_inquisitor(
    switches: dict[str, Any], before: str, line: str, reason: object
) -> None:
    game = table(A, B, C, D, inquisitor=True, **switches)
    game.do(*before.split())
    assert game.refused(line) == reason


def test_with_many_coins_only_a_coup_of_the_other_faction() -> None:
    game = table(seat(10, "assassin captain"), B, C, factions=True)
    assert game.refused("1:convert") == refusals.MustCoup()
    assert game.refused("1:coup.3") == refusals.SameFaction(3, MONARCHIST, Deed.COUP)


@pytest.mark.parametrize(("coins", "line", "cost"), [(0, "convert", 1), (1, "convert.2", 2)])
def test_too_poor_to_convert(coins: int, line: str, cost: int) -> None:
    game = table(seat(coins, "assassin captain"), B, C, factions=True)
    assert game.refused(f"1:{line}") == refusals.TooPoor(Deed.CONVERT, cost, coins)


def test_one_coin_never_suffices_for_oneself_by_number() -> None:
    game = table(seat(1, "assassin captain"), B, C, factions=True)
    assert game.refused("1:convert.1") == refusals.ConvertAlone()


def doubted(hand: str) -> Told:
    game = table(seat(3, hand), B, C, factions=True, embezzle_bluff="concede", prove="choice")
    game.do("1:convert.2", "2:income", "3:convert.2", "1:embezzle", "2:challenge")
    return game


def test_a_liar_cannot_show_all() -> None:
    liar = (Role.DUKE, Role.CAPTAIN)
    assert doubted("duke captain").refused("1:show.all") == refusals.CannotShowAll(Role.DUKE, liar)
    assert doubted("duke captain").refused("1:lose.assassin") == refusals.CannotShowAll(
        Role.DUKE, liar
    )


def test_a_truthful_embezzler_shows_all_or_loses_one() -> None:
    assert doubted("assassin captain").refused("1:show.captain") == refusals.ChooseDenial(HAND)
    assert doubted("assassin captain").refused("3:show.all") == refusals.NotYours((1,))


def test_a_mate_where_one_faction_is_left_is_told_no_more_than_is_known() -> None:
    """Whether the seat has answered, or was not asked since there were two, nobody remembers."""
    game = table(A, B, C, D, factions=True)
    game.do("1:aid", "4:leave")
    assert game.refused("3:allow") == refusals.NotAskedAid(1, MONARCHIST, Deed.AID)
    game = table(A, B, C, seat(0, "", "duke contessa"), factions=True)
    game.do("1:convert.2", "2:aid", "3:allow")
    assert game.refused("3:allow") == refusals.NotAwaited((1,))
