"""Losing influence, the end of a turn and of the game (7, 10.1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.games.coup import events, seats
from core.games.coup.model import CHOOSING, Ended, Player, State
from core.games.coup.names import Role
from core.games.coup.seats import next_living
from core.kernel.game import Telling
from core.kernel.text import Note, Public, Whisper, announce, whisper

replace = msgspec.structs.replace


def tell_hand(seat: int, hand: tuple[Role, ...]) -> Whisper:
    """The hidden cards of a seat, for that seat alone, in slot order."""
    if len(hand) == 2:
        return whisper(seat, events.TwoCards(hand[0], hand[1]))
    return whisper(seat, events.OneCard(hand[0]))


def catch(state: State, players: list[Player], seat: int, role: Role) -> None:
    """The claim turned out to be a bluff; everybody remembers."""
    honest = state.options.prove == "auto"  # a card that is held would have been shown
    players[seat - 1] = seats.caught(players[seat - 1], role, honest)


def end(state: State, players: list[Player], winner: int) -> Telling[State]:
    """The seat that is left has won, and nothing pending is carried out (7.4)."""
    yield from _clean_up(players)
    if state.options.reveal_winner_hand:
        yield announce(events.WonWith(winner, players[winner - 1].hidden))
    else:
        yield announce(events.Won(winner))
    return replace(state, players=tuple(players), step=Ended(winner), act=None)


def _clean_up(players: list[Player]) -> Sequence[Note]:
    """Coins of the eliminated go to the treasury (7.3)."""
    notes: list[Note] = []
    for seat, player in enumerate(players, 1):
        if not player.hidden and player.coins:
            notes.append(announce(events.CoinsReturned(player.coins, seat)))
            players[seat - 1] = replace(player, coins=0)
    return notes


def end_turn(state: State, players: list[Player], said: Public | None = None) -> Telling[State]:
    """After the last word of this turn the next living seat chooses an action (9.5, 10.1)."""
    if said is not None:
        yield announce(said)
    for player in players:
        if not player.hidden and player.coins:
            yield from _clean_up(players)
            break
    return State(
        state.options,
        tuple(players),
        next_living(players, state.turn),
        state.deck,
        CHOOSING,
        None,
        state.number + 1,
        state.sunk,
        state.reserve,
    )
