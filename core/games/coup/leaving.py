"""A seat leaves for good: its cards go face up and the pending state is repaired (12.3)."""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, rules, seats
from core.games.coup.factions import told_change
from core.games.coup.model import (
    CHOOSING,
    Answering,
    Cause,
    Denying,
    Ended,
    Examining,
    Losing,
    Player,
    Proving,
    Revealing,
    State,
    Swapping,
    Window,
)
from core.games.coup.seats import Players
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce

replace = msgspec.structs.replace


def leave(state: State, seat: int, dice: Dice) -> Telling[State]:
    """Possible at any time for a living seat."""
    before = state.players
    player = before[seat - 1]
    yield announce(events.LeftFaceUp(seat, player.hidden))
    state = replace(state, players=seats.put(before, seat, _face_up(player)))
    alone = bool(seats.survivor(state.players))
    if not alone:
        yield from told_change(before, state.players)
    if isinstance(state.step, Swapping) and (alone or seat == state.turn):
        state = _put_back(state, state.step, dice)
    elif isinstance(state.step, Denying) and alone and seat != state.turn:
        state = _lettered(state)  # the third letter goes
    state = yield from losses.check_end(state)
    if isinstance(state.step, Ended):
        return state
    if seat == state.turn:
        return (yield from _actor_left(state))
    return (yield from _other_left(state, seat, before, dice))


def _put_back(state: State, step: Swapping, dice: Dice) -> State:
    """The Exchange is over before its actor has chosen: the drawn cards return to the deck."""
    deck = dice.shuffle(state.deck + step.drawn)
    return replace(_lettered(state), deck=deck, step=CHOOSING)


def _lettered(state: State) -> State:
    """The hand of the seat on turn gets other letters."""
    actor = state.players[state.turn - 1]
    players = seats.put(state.players, state.turn, replace(actor, version=actor.version + 1))
    return replace(state, players=players)


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


def _actor_left(state: State) -> Telling[State]:
    """The action is cancelled, its cost stays spent; a loss that others owe is still taken."""
    seat, act, step = state.turn, state.act, state.step
    if act is None:
        return (yield from losses.end_turn(state))
    if not (isinstance(step, Losing) and step.cause in (Cause.COUP, Cause.MURDER)):
        yield announce(events.Cancelled(seat, act.deed))
    owed = (isinstance(step, Losing) and step.seat != seat) or (
        isinstance(step, Proving) and step.claimant != seat
    )
    if owed:
        return replace(state, act=replace(act, dropped=True))
    return (yield from losses.end_turn(state))


def _other_left(state: State, seat: int, before: Players, dice: Dice) -> Telling[State]:
    """Whoever is not on turn: a block is withdrawn, an answer or a loss no longer awaited."""
    act = state.act
    match state.step:
        case Answering(window, awaited):
            assert act is not None
            if window is Window.COUNTER and seat == act.blocker:
                return (yield from _withdrawn(state, dice))
            if seat not in awaited:
                return state
            left = awaited - {seat}
            state = replace(state, step=Answering(window, left))
            return state if left else (yield from rules.allowed(state, dice, before))
        case Proving(claimant) if seat == claimant:
            return (yield from _withdrawn(state, dice))
        case Losing(owing, cause) if seat == owing:
            return (yield from rules.after_loss(state, cause, dice))
        case Revealing() if act is not None and seat == act.target:
            yield announce(events.NobodyToExamine(seat))
            return (yield from losses.end_turn(state))
        case Examining() if act is not None and seat == act.target:
            return (yield from losses.end_turn(state))
        case _:
            return state


def _withdrawn(state: State, dice: Dice) -> Telling[State]:
    """A block that was not settled is withdrawn, and the action happens."""
    act = state.act
    assert act is not None
    yield announce(events.BlockWithdrawn(act.blocker))
    if act.dropped:
        return (yield from losses.end_turn(state))
    return (yield from rules.happen(state, dice))
