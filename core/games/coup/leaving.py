"""A seat leaves for good: its cards go face up and the pending state is repaired (12.3)."""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, rules, seats
from core.games.coup.factions import told_change
from core.games.coup.model import (
    CHOOSING,
    Action,
    Answering,
    Cause,
    Denying,
    Examining,
    Losing,
    Player,
    Proving,
    Revealing,
    State,
    Swapping,
    Window,
)
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce

replace = msgspec.structs.replace


def leave(state: State, seat: int, dice: Dice) -> Telling[State]:
    """Possible at any time for a living seat."""
    players, step = list(state.players), state.step
    player = players[seat - 1]
    yield announce(events.LeftFaceUp(seat, player.hidden))
    players[seat - 1] = _face_up(player)
    winner = seats.survivor(players)
    if not winner:
        yield from told_change(state.players, players)
    if isinstance(step, Swapping) and (winner or seat == state.turn):
        # The Exchange is over before its actor has chosen: the drawn cards return to the deck.
        state = replace(state, deck=dice.shuffle(state.deck + step.drawn), step=CHOOSING)
        _letter(players, state.turn)
    elif isinstance(step, Denying) and winner and seat != state.turn:
        _letter(players, state.turn)  # the third letter goes
    if winner:
        return (yield from losses.end(state, players, winner))
    if seat == state.turn:
        return (yield from _actor_left(state, players))
    return (yield from _other_left(state, players, seat, dice))


def _letter(players: list[Player], seat: int) -> None:
    """The hand of the seat gets other letters."""
    player = players[seat - 1]
    players[seat - 1] = replace(player, version=player.version + 1)


def _face_up(player: Player) -> Player:
    return Player(
        player.coins,
        (),
        player.lost + player.hidden,
        player.version + 1,
        shown=player.shown,
        caught=player.caught,
        faction=player.faction,
    )


def _actor_left(state: State, players: list[Player]) -> Telling[State]:
    """The action is cancelled, its cost stays spent; a loss that others owe is still taken."""
    seat, act, step = state.turn, state.act, state.step
    if act is None:
        return (yield from losses.end_turn(state, players))
    if not (isinstance(step, Losing) and step.cause in (Cause.COUP, Cause.MURDER)):
        yield announce(events.Cancelled(seat, act.deed))
    owed = (isinstance(step, Losing) and step.seat != seat) or (
        isinstance(step, Proving) and step.claimant != seat
    )
    if owed:
        return replace(state, players=tuple(players), act=replace(act, dropped=True))
    return (yield from losses.end_turn(state, players))


def _other_left(state: State, players: list[Player], seat: int, dice: Dice) -> Telling[State]:
    """Whoever is not on turn: a block is withdrawn, an answer or a loss no longer awaited."""
    act = state.act
    match state.step:
        case Answering(window, awaited):
            assert act is not None
            if window is Window.COUNTER and seat == act.blocker:
                return (yield from _withdrawn(state, players, act, dice))
            if awaited == {seat}:
                return (yield from rules.allowed(state, players, dice))
            step = Answering(window, awaited - {seat}) if seat in awaited else state.step
            return replace(state, players=tuple(players), step=step)
        case Proving(claimant) if seat == claimant:
            assert act is not None
            return (yield from _withdrawn(state, players, act, dice))
        case Losing(owing, cause) if seat == owing:
            return (yield from rules.after_loss(state, players, cause, dice))
        case Revealing() if act is not None and seat == act.target:
            said = events.NobodyToExamine(seat)
            return (yield from losses.end_turn(state, players, said))
        case Examining() if act is not None and seat == act.target:
            return (yield from losses.end_turn(state, players))
        case _:
            return replace(state, players=tuple(players))


def _withdrawn(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """A block that was not settled is withdrawn, and the action happens."""
    yield announce(events.BlockWithdrawn(act.blocker))
    if act.dropped:
        return (yield from losses.end_turn(state, players))
    return (yield from rules.happen(state, players, act, dice))
