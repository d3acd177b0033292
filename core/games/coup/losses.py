"""Losing influence, the end of a turn and of the game (7, 10.1)."""

from __future__ import annotations

import msgspec

from core.games.coup import events, seats
from core.games.coup.factions import told_change
from core.games.coup.model import CHOOSING, Ended, State
from core.games.coup.names import Role
from core.games.coup.seats import Players, next_living
from core.kernel.game import Telling
from core.kernel.text import Whisper, announce, whisper

replace = msgspec.structs.replace


def tell_hand(seat: int, hand: tuple[Role, ...]) -> Whisper:
    """The hidden cards of a seat, for that seat alone, in slot order."""
    if len(hand) == 2:
        return whisper(seat, events.TwoCards(hand[0], hand[1]))
    return whisper(seat, events.OneCard(hand[0]))


def catch(state: State, seat: int, role: Role) -> State:
    """The claim turned out to be a bluff; everybody remembers."""
    honest = state.options.prove == "auto"  # a card that is held would have been shown
    player = seats.caught(state.players[seat - 1], role, honest)
    return replace(state, players=seats.put(state.players, seat, player))


def eliminate(state: State, seat: int, card: Role, before: Players) -> Telling[State]:
    """With its last card the seat is out, and perhaps all is over; `before` were the seats while
    it had the card."""
    yield announce(events.Eliminated(seat, card))
    if not seats.survivor(state.players):
        yield from told_change(before, state.players)
        return state
    return (yield from check_end(state))


def check_end(state: State) -> Telling[State]:
    """If one seat is left it has won, and nothing pending is carried out (7.4)."""
    winner = seats.survivor(state.players)
    if not winner:
        return state
    state = yield from _clean_up(state)
    hand = state.players[winner - 1].hidden
    if state.options.reveal_winner_hand:
        yield announce(events.WonWith(winner, hand))
    else:
        yield announce(events.Won(winner))
    return replace(state, step=Ended(winner), act=None)


def _clean_up(state: State) -> Telling[State]:
    """Coins of the eliminated go to the treasury (7.3)."""
    for seat, player in enumerate(state.players, 1):
        if player.coins and not player.hidden:
            yield announce(events.CoinsReturned(player.coins, seat))
            players = seats.put(state.players, seat, replace(player, coins=0))
            state = replace(state, players=players)
    return state


def end_turn(state: State, players: Players | None = None) -> Telling[State]:
    """The next living seat chooses an action (9.5, 10.1). `players` are the seats by now."""
    if players is None:
        players = state.players
    for player in players:
        if player.coins and not player.hidden:
            state = yield from _clean_up(replace(state, players=players))
            players = state.players
            break
    return State(
        state.options,
        players,
        next_living(players, state.turn),
        state.deck,
        CHOOSING,
        None,
        state.number + 1,
        state.sunk,
        state.reserve,
    )
