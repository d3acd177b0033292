"""Small changes to a seat, and who is still in the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from core.games.coup.model import MOST_SEATS, Player, Seen
from core.games.coup.names import TREASURERS, Role

replace = msgspec.structs.replace

Players = Sequence[Player]

ALONE = (frozenset[int](), *[frozenset((seat,)) for seat in range(1, MOST_SEATS + 1)])
"""The set of one seat, by its number; nobody for 0."""


@lru_cache(maxsize=4096)
def _but(out: int, seats: int) -> frozenset[int]:
    """The seats whose bits are not set; cheaper to look up than to make again."""
    return frozenset([seat for seat in range(1, seats + 1) if not out >> seat & 1])


def living(players: Players) -> frozenset[int]:
    """The seats with a hidden card."""
    return others(players, 0)


def survivor(players: Players) -> int:
    """The only seat with a hidden card; 0 while there are several."""
    found = 0
    for seat, player in enumerate(players, 1):
        if player.hidden:
            if found:
                return 0
            found = seat
    return found


def others(players: Players, seat: int) -> frozenset[int]:
    """The seats with a hidden card, but for this one."""
    out, each = 1 << seat, 0
    for player in players:
        each += 1
        if not player.hidden:
            out |= 1 << each
    return _but(out, each)


def next_living(players: Players, seat: int) -> int:
    """The next living seat after this one, itself at the very last (9.5)."""
    while True:
        seat = seat % len(players) + 1
        if players[seat - 1].hidden:
            return seat


def without(roles: tuple[Role, ...], role: Role) -> tuple[Role, ...]:
    """The roles less every one that equals `role`."""
    return tuple([other for other in roles if other is not role]) if role in roles else roles


@lru_cache(maxsize=4096)  # there are few: what one seat has claimed, shown or not shown
def latest(roles: tuple[Role, ...], role: Role) -> tuple[Role, ...]:
    """The roles with this one as the last, and nowhere else."""
    return (*without(roles, role), role)


def swapped(hand: tuple[Role, ...], old: Role, new: Role) -> tuple[Role, ...]:
    """The hand with another card in the slot of one."""
    slot = hand.index(old)
    return (*hand[:slot], new, *hand[slot + 1 :])


def claiming(player: Player, role: Role) -> Player:
    """The seat has claimed a character: remembered as its latest claim."""
    claims, let = latest(player.claims, role), player.let
    if player.denies or role in let:
        denies = player.denies and role not in TREASURERS
        return replace(player, claims=claims, let=without(let, role), denies=denies)
    return player if claims == player.claims else replace(player, claims=claims)


def denying(player: Player, role: Role) -> Player:
    """The seat has claimed not to hold this character."""
    return replace(player, claims=without(player.claims, role), denies=True)


def proving(player: Player, role: Role, hidden: tuple[Role, ...]) -> Player:
    """The seat has shown the character and drawn another card into the same slot."""
    return Player(
        player.coins,
        hidden,
        player.lost,
        player.version + 1,
        without(player.claims, role),
        latest(player.shown, role),
        player.caught and without(player.caught, role),
        faction=player.faction,
        has=player.has and without(player.has, role),
        seen=player.seen and unseen(player.seen, role),
    )


def unseen(seen: tuple[Seen, ...], role: Role) -> tuple[Seen, ...]:
    """What others have seen of a hand, less a character: such a card may have moved."""
    return tuple([each for each in seen if each.role is not role])


def redrawn(player: Player, hidden: tuple[Role, ...], shown: tuple[Role, ...]) -> Player:
    """The seat has shown all that it held, and holds other cards now (13.3.8)."""
    old = tuple([role for role in player.shown if role not in shown])
    return Player(
        player.coins,
        hidden,
        player.lost,
        player.version + 1,
        shown=(*old, *dict.fromkeys(shown)),
        faction=player.faction,
    )


def forced(player: Player, hidden: tuple[Role, ...], knower: int, card: Role) -> Player:
    """The seat had to exchange the card that `knower` has seen (13.2.7). What others know of the
    hand is that it may be another one now; `knower` still knows what else it has seen."""
    kept = tuple([each for each in player.seen if each.by == knower and each.role is not card])
    return Player(
        player.coins,
        hidden,
        player.lost,
        player.version + 1,
        player.claims,
        player.shown,
        player.caught,
        faction=player.faction,
        seen=kept,
    )


def seeing(player: Player, knower: int, card: Role) -> Player:
    """Another seat has seen that the hand has this card."""
    seen = Seen(knower, card)
    others = tuple([each for each in player.seen if each != seen])
    return replace(player, seen=(*others, seen))


def caught(player: Player, role: Role, honest: bool) -> Player:
    """The seat did not show what it claimed; `honest` tells that it could not."""
    claims = without(player.claims, role)
    lacks = (role,) if honest else ()
    return replace(player, claims=claims, caught=latest(player.caught, role), lacks=lacks)


def exchanged(player: Player, hidden: tuple[Role, ...]) -> Player:
    """The seat may hold other cards now: what it claimed before tells nothing any more."""
    return Player(
        player.coins,
        hidden,
        player.lost,
        player.version + 1,
        shown=player.shown,
        faction=player.faction,
    )


def letting(player: Player, roles: tuple[Role, ...]) -> Player:
    """The seat could have blocked as any of these characters and did not."""
    let = player.let
    if roles[0] in let and roles[-1] in let:
        return player
    return replace(player, let=(*[role for role in let if role not in roles], *roles))


def losing(player: Player, card: Role) -> Player:
    """One hidden card goes face up for the rest of the game."""
    hidden, lost, claims = player.hidden, (*player.lost, card), player.claims
    slot = hidden.index(card)
    hidden = hidden[:slot] + hidden[slot + 1 :]
    if card in claims:
        claims = without(claims, card)
    player = replace(player, hidden=hidden, lost=lost, version=player.version + 1, claims=claims)
    if player.has or player.denies or player.seen:
        denies = player.denies and card not in TREASURERS
        has, seen = without(player.has, card), unseen(player.seen, card)
        return replace(player, has=has, denies=denies, seen=seen)
    return player
