"""The Inquisitor's Examine: a card is shown to one seat, and stays or must be exchanged (13.2)."""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, seats
from core.games.coup.model import Examining, Revealing, State, Sunk
from core.games.coup.names import Role
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce, whisper

replace = msgspec.structs.replace


def begin(state: State) -> Telling[State]:
    """The Examine happens: its target chooses a card to show, or has one or none (13.2.6)."""
    assert state.act is not None
    target = state.act.target
    hand = state.players[target - 1].hidden
    if not hand:
        yield announce(events.NobodyToExamine(target))
        return (yield from losses.end_turn(state))
    if len(hand) == 2:
        yield announce(events.MustReveal(target, state.turn))
        return replace(state, step=Revealing())
    return (yield from reveal(state, hand[0]))


def reveal(state: State, card: Role) -> Telling[State]:
    """The card is seen by the seat on turn alone, and its owner knows which one was (13.2.10)."""
    assert state.act is not None
    seat, target = state.turn, state.act.target
    owner = state.players[target - 1]
    yield announce(events.Revealed(target, seat))
    yield whisper(seat, events.SeesCard(target, card))
    yield whisper(target, events.ShowedCard(seat, card))
    # The letters of the hand are others from now on: those that were pressed tell nothing later.
    owner = replace(seats.seeing(owner, seat, card), version=owner.version + 1)
    players = seats.put(state.players, target, owner)
    return replace(state, players=players, step=Examining(card))


def give_back(state: State) -> Telling[State]:
    """The card stays where it is."""
    assert state.act is not None
    yield announce(events.GaveBack(state.turn, state.act.target))
    return (yield from losses.end_turn(state))


def force(state: State, dice: Dice) -> Telling[State]:
    """The card goes into the court deck, its owner draws another one, before or after (13.2.7)."""
    step, act = state.step, state.act
    assert isinstance(step, Examining)
    assert act is not None
    card, target, knower = step.card, act.target, state.turn
    assert card is not None, "a state knows every card"
    owner = state.players[target - 1]
    if state.options.examine_redraw == "draw_first":
        new, deck = dice.draw(state.deck)
        deck = dice.shuffle((*deck, card))
    else:
        new, deck = dice.draw(dice.shuffle((*state.deck, card)))
    hand = seats.swapped(owner.hidden, card, new)
    yield announce(events.Forced(knower, target))
    yield losses.tell_hand(target, hand)
    players = seats.put(state.players, target, seats.forced(owner, hand, knower, card))
    sunk = Sunk(target, (card,), new, len(owner.lost), knower=knower)
    return (yield from losses.end_turn(replace(state, deck=deck, sunk=sunk), players))
