"""Small changes to a seat, and who is still in the game."""

from __future__ import annotations

import msgspec

from core.games.coup.model import Player
from core.games.coup.names import Role

replace = msgspec.structs.replace

Players = tuple[Player, ...]


def living(players: Players) -> frozenset[int]:
    """The seats with a hidden card."""
    return frozenset([seat for seat, player in enumerate(players, 1) if player.hidden])


def next_living(players: Players, seat: int) -> int:
    """The next living seat after this one, itself at the very last (9.5)."""
    while True:
        seat = seat % len(players) + 1
        if players[seat - 1].hidden:
            return seat


def put(players: Players, seat: int, player: Player) -> Players:
    """The seats with one of them changed."""
    return (*players[: seat - 1], player, *players[seat:])


def without(roles: tuple[Role, ...], role: Role) -> tuple[Role, ...]:
    """The roles less every one that equals `role`."""
    return tuple([other for other in roles if other is not role]) if role in roles else roles


def claiming(player: Player, role: Role) -> Player:
    """The seat has claimed a character: remembered as its latest claim."""
    if player.claims and player.claims[-1] is role and role not in player.let:
        return player
    claims = (*without(player.claims, role), role)
    return replace(player, claims=claims, let=without(player.let, role))


def proving(player: Player, role: Role, hidden: tuple[Role, ...]) -> Player:
    """The seat has shown the character and drawn another card into the same slot."""
    return Player(
        player.coins,
        hidden,
        player.lost,
        player.version + 1,
        without(player.claims, role),
        (*without(player.shown, role), role),
        without(player.caught, role),
    )


def caught(player: Player, role: Role, honest: bool) -> Player:
    """The seat did not show what it claimed; `honest` tells that it could not."""
    claims = without(player.claims, role)
    lacks = (role,) if honest else ()
    return replace(player, claims=claims, caught=(*without(player.caught, role), role), lacks=lacks)


def exchanged(player: Player, hidden: tuple[Role, ...]) -> Player:
    """The seat may hold other cards now: what it claimed before tells nothing any more."""
    return Player(player.coins, hidden, player.lost, player.version + 1, shown=player.shown)


def letting(player: Player, roles: tuple[Role, ...]) -> Player:
    """The seat could have blocked as any of these characters and did not."""
    let = player.let
    if roles[0] in let and roles[-1] in let:
        return player
    return replace(player, let=(*[role for role in let if role not in roles], *roles))


def losing(player: Player, card: Role) -> Player:
    """One hidden card goes face up for the rest of the game."""
    slot = player.hidden.index(card)
    return Player(
        player.coins,
        player.hidden[:slot] + player.hidden[slot + 1 :],
        (*player.lost, card),
        player.version + 1,
        without(player.claims, card),
        player.shown,
        player.caught,
        player.let,
        player.lacks,
    )
