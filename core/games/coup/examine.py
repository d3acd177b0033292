"""The Inquisitor's Examine: a card is shown to one seat, and stays or must be exchanged (13.2)."""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, seats
from core.games.coup.model import Action, Examining, Player, Revealing, State, Sunk
from core.games.coup.names import Role
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce, whisper

replace = msgspec.structs.replace


def begin(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """The Examine happens: its target chooses a card to show, or has one or none (13.2.6)."""
    target = act.target
    hand = players[target - 1].hidden
    if not hand:
        return losses.end_turn(state, players, events.NobodyToExamine(target))
    if len(hand) == 2:
        return _ask(state, players, target)
    return reveal(state, players, target, hand[0])


def _ask(state: State, players: list[Player], target: int) -> Telling[State]:
    """Which of two cards will be seen?"""
    yield announce(events.MustReveal(target, state.turn))
    return replace(state, players=tuple(players), step=Revealing())


def reveal(state: State, players: list[Player], target: int, card: Role) -> Telling[State]:
    """The card is seen by the seat on turn alone, and its owner knows which one was (13.2.10)."""
    seat = state.turn
    owner = players[target - 1]
    yield announce(events.Revealed(target, seat))
    yield whisper(seat, events.SeesCard(target, card))
    yield whisper(target, events.ShowedCard(seat, card))
    # The letters of the hand are others from now on: those that were pressed tell nothing later.
    players[target - 1] = replace(seats.seeing(owner, seat, card), version=owner.version + 1)
    return replace(state, players=tuple(players), step=Examining(card))


def give_back(state: State, act: Action) -> Telling[State]:
    """The card stays where it is."""
    said = events.GaveBack(state.turn, act.target)
    return losses.end_turn(state, list(state.players), said)


def force(state: State, act: Action, dice: Dice) -> Telling[State]:
    """The card goes into the court deck, its owner draws another one, before or after (13.2.7)."""
    step, players = state.step, list(state.players)
    assert isinstance(step, Examining)
    card, target, knower = step.card, act.target, state.turn
    assert card is not None, "a state knows every card"
    owner = players[target - 1]
    if state.options.examine_redraw == "draw_first":
        new, deck = dice.draw(state.deck)
        deck = dice.shuffle((*deck, card))
    else:
        new, deck = dice.draw(dice.shuffle((*state.deck, card)))
    hand = seats.swapped(owner.hidden, card, new)
    yield announce(events.Forced(knower, target))
    yield losses.tell_hand(target, hand)
    players[target - 1] = seats.forced(owner, hand, knower, card)
    sunk = Sunk(target, (card,), new, len(owner.lost), knower=knower)
    return (yield from losses.end_turn(replace(state, deck=deck, sunk=sunk), players))
