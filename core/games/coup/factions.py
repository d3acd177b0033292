"""The two factions: who is on which side, and who may attack whom (13.3)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.games.coup import events
from core.games.coup.model import Player
from core.games.coup.names import Faction
from core.games.coup.seats import Players, others
from core.kernel.game import Telling
from core.kernel.text import announce

replace = msgspec.structs.replace

SIDES = (Faction.MONARCHIST, Faction.POPULIST)


def alternating(seats: int, first: int) -> tuple[Faction, ...]:
    """The faction of each seat: who acts first is a Monarchist, the others take turns (13.3.1)."""
    return tuple([SIDES[(seat - first) % seats % 2] for seat in range(1, seats + 1)])


def sided(players: Players, first: int) -> tuple[Player, ...]:
    """The seats with their factions at the start."""
    sides = alternating(len(players), first)
    return tuple(
        [replace(player, faction=side) for player, side in zip(players, sides, strict=True)]
    )


def two(players: Sequence[Player], cards: Sequence[int] | None = None) -> bool:
    """Whether both factions have somebody in the game; else nobody is restricted (13.3.2).

    `cards` are the numbers of hidden cards, where the hands themselves are not known.
    """
    sides = {
        player.faction for player, left in zip(players, _left(players, cards), strict=True) if left
    }
    return len(sides) == 2


def _left(players: Sequence[Player], cards: Sequence[int] | None) -> Sequence[int]:
    """How many hidden cards each seat has."""
    return cards if cards is not None else [len(player.hidden) for player in players]


def foes(players: Players, seat: int, cards: Sequence[int] | None = None) -> frozenset[int]:
    """The other living seats that this one may attack, and that may block its Foreign Aid: those
    of the other faction while there are two, else everybody (13.3.3). `cards` as for `two`."""
    mine = players[seat - 1].faction
    if mine is None and cards is None:
        return others(players, seat)
    free = mine is None or not two(players, cards)
    return frozenset(
        [
            other
            for other, (player, left) in enumerate(
                zip(players, _left(players, cards), strict=True), 1
            )
            if left and other != seat and (free or player.faction is not mine)
        ]
    )


def told(
    players: Players, cards: Sequence[int] | None = None
) -> tuple[Faction, tuple[int, ...], Faction, tuple[int, ...]]:
    """Both factions, each with its seats that are in the game. `cards` as for `two`."""
    alive = [seat for seat, left in enumerate(_left(players, cards), 1) if left]
    monarchists, populists = (
        tuple([seat for seat in alive if players[seat - 1].faction is side]) for side in SIDES
    )
    return SIDES[0], monarchists, SIDES[1], populists


def told_change(before: Players, after: Players) -> Telling[None]:
    """Tell it where one faction is left, or there are two again."""
    if before[0].faction is None:
        return
    were, are = two(before), two(after)
    if were and not are:
        yield announce(events.OneFactionLeft())
    elif are and not were:
        yield announce(events.TwoFactionsAgain())


def other_side(player: Player) -> Faction:
    """The faction that a seat would join."""
    assert player.faction is not None, "there are factions"
    return player.faction.other
