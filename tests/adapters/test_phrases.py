"""Moves that are typed where they are not legal: the game says why, by the variants of Coup."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adapters.heard import SILENCE
from core.games.coup import refusals
from core.games.coup.names import Deed, Faction, Role, either
from core.house.ports import Work
from core.kernel.plain import NotYourTurn
from core.table import sayings
from core.table.snapshot import freeze, thaw
from core.table.table import Playing
from tests.adapters.table import GAMES_BY_NAME, Parlour
from tests.games.coup.play import seat, table

HANDS = (
    seat(3, "assassin captain"),
    seat(2, "assassin contessa"),
    seat(2, "captain duke"),
    seat(2, "duke contessa"),
)
CONCEDE = {"embezzle_bluff": "concede", "prove": "choice"}


def standing(*moves: str, hands: Any = HANDS, **switches: Any) -> tuple[Parlour, list[str]]:
    """Four at a table after some moves, and their names by their seats."""
    parlour = Parlour()
    parlour.start("Aki", "Ben", "Cho", "Dai", game="coup")
    played = {"inquisitor": True, "factions": True, **switches}
    game = table(*hands, **played)
    game.do(*moves)

    def put(work: Work) -> None:
        row = work.row(parlour.table)
        assert row is not None
        running = thaw(row.snapshot, GAMES_BY_NAME)
        assert isinstance(running, Playing)
        running = msgspec.structs.replace(running, state=game.state)
        work.update(msgspec.structs.replace(row, snapshot=freeze(running)))

    parlour.house.store.run(put)
    return parlour, [chair.name for chair in parlour.playing().chairs]


STEAL_BLOCK = refusals.BlockAs(Deed.STEAL, either((Role.CAPTAIN, Role.INQUISITOR)))
MATE = refusals.NotAskedAid(1, Faction.MONARCHIST, Deed.AID)

CASES = [
    ((), 1, "横領", refusals.EmptyAlmshouse()),
    ((), 1, "embezzle", refusals.EmptyAlmshouse()),
    ((), 2, "転向", NotYourTurn(1)),
    ((), 1, "返す", refusals.ActNow()),
    (("1:aid",), 3, "許可", MATE),
    (("1:aid",), 3, "ブロック 公爵", MATE),
    (("1:aid",), 3, "ダウト", MATE),
    (("1:steal.2",), 2, "block ambassador", STEAL_BLOCK),
    (("1:steal.2",), 2, "ブロック 大使", STEAL_BLOCK),
    (("1:convert", "2:embezzle"), 3, "ブロック", refusals.CannotBeBlocked(Deed.EMBEZZLE)),
]


@pytest.mark.parametrize(("moves", "number", "said", "reason"), CASES)
def test_in_private_everybody_hears_why(
    moves: tuple[str, ...], number: int, said: str, reason: object
) -> None:
    parlour, names = standing(*moves)
    before = parlour.playing()
    assert parlour.type(names[number - 1], said, private=True).message == reason
    assert parlour.playing() == before


def test_examine_that_nobody_can_block() -> None:
    parlour, names = standing("1:examine.2", contessa_blocks_examine=False)
    reply = parlour.type(names[1], "ブロック", private=True)
    assert reply.message == refusals.CannotBeBlocked(Deed.EXAMINE)


def test_in_a_group_only_whoever_is_asked_or_speaks_to_us_is_answered() -> None:
    parlour, names = standing()
    assert parlour.type(names[1], "embezzle") is SILENCE
    assert parlour.type(names[0], "embezzle").message == refusals.EmptyAlmshouse()
    reply = parlour.type(names[1], "embezzle", addressed=True)
    assert reply.message == NotYourTurn(1)


def test_a_liar_hears_in_private_alone_that_not_all_can_be_shown() -> None:
    hands = (seat(3, "duke captain"), *HANDS[1:])
    moves = ("1:convert.2", "2:income", "3:income", "4:income", "1:embezzle", "2:challenge")
    parlour, names = standing(*moves, hands=hands, **CONCEDE)
    hand = (Role.DUKE, Role.CAPTAIN)
    told = parlour.type(names[0], "すべて見せる", private=True).message
    assert told == refusals.CannotShowAll(Role.DUKE, hand)
    for addressed in (False, True):
        reply = parlour.type(names[0], "show all", addressed=addressed)
        aloud = sayings.NotNow() if addressed else None
        assert (reply.message, reply.aside) == (aloud, told)


@pytest.mark.parametrize("said", ["転向させる {}", "転向 {}", "convert another {}", "convert {}"])
def test_whoever_cannot_pay_for_another_hears_the_price(said: str) -> None:
    parlour, names = standing(hands=(seat(1, "assassin captain"), *HANDS[1:]))
    reply = parlour.type(names[0], said.format(names[1]), private=True)
    assert reply.message == refusals.TooPoor(Deed.CONVERT, 2, 1)


@pytest.mark.parametrize("variants", [True, False])
def test_what_is_no_move_at_all_is_not_understood(variants: bool) -> None:
    parlour, names = standing(inquisitor=variants, factions=variants)
    for said in ("abracadabra", "convert abracadabra", "転向させる あ", "5"):
        reply = parlour.type(names[0], said, private=True)
        assert isinstance(reply.message, sayings.NotUnderstood), said


@pytest.mark.parametrize("said", ["convert {}", "転向させる {}", "examine {}", "横領", "show all"])
def test_moves_of_a_variant_that_is_not_played_are_answered(said: str) -> None:
    parlour, names = standing(inquisitor=False, factions=False)
    before = parlour.playing()
    reply = parlour.type(names[0], said.format(names[1]), private=True)
    assert reply.message is not None and parlour.playing() == before
