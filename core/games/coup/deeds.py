"""What the actions do when they happen (4), and what is left of them when they do not.

`players` are the seats by now: a list of this move alone, which is changed in place and becomes
the seats of the next state.
"""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, seats
from core.games.coup.factions import foes, other_side, told_change
from core.games.coup.model import Action, Move, Player, State, Sunk, Swapping
from core.games.coup.names import CONVERT_OTHER, CONVERT_SELF, COSTS, Deed, Role, blockers
from core.games.coup.seats import Players
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce, whisper

replace = msgspec.structs.replace

GAINS = {Deed.INCOME: 1, Deed.AID: 2, Deed.TAX: 3}


def earn(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """Coins from the treasury for the seat on turn."""
    seat, deed = state.turn, act.deed
    gain = GAINS[deed]
    player = players[seat - 1]
    total = player.coins + gain
    players[seat - 1] = replace(player, coins=total)
    return losses.end_turn(state, players, events.Earned(deed, seat, gain, total))


def steal(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """Up to two coins, also from somebody who went out in this turn (9.2)."""
    seat, target = state.turn, act.target
    thief, victim = players[seat - 1], players[target - 1]
    gain = min(2, victim.coins)
    total, rest = thief.coins + gain, victim.coins - gain
    players[seat - 1] = replace(thief, coins=total)
    players[target - 1] = replace(victim, coins=rest)
    said = events.Stolen(Deed.STEAL, seat, target, gain, total, rest)
    return losses.end_turn(state, players, said)


def cooperate(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """The treasury pays two to the actor and one to the named player (13.1)."""
    seat, target = state.turn, act.target
    actor, friend = players[seat - 1], players[target - 1]
    total = actor.coins + 2
    players[seat - 1] = replace(actor, coins=total)
    if not friend.hidden:  # went out in this turn: nobody is there to take the third coin
        alone = events.Earned(Deed.COOPERATE, seat, 2, total)
        return losses.end_turn(state, players, alone)
    rest = friend.coins + 1
    players[target - 1] = replace(friend, coins=rest)
    said = events.Cooperated(Deed.COOPERATE, seat, 2, total, target, 1, rest)
    return losses.end_turn(state, players, said)


def draw(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """Exchange, first part: two cards from the court deck (4.5), as Inquisitor one (13.2.3)."""
    seat = state.turn
    card, deck = dice.draw(state.deck)
    drawn: tuple[Role, ...] = (card,)
    if not state.options.inquisitor:
        card, deck = dice.draw(deck)
        drawn = (*drawn, card)
    yield announce(events.Drew(Deed.EXCHANGE, seat, len(drawn)))
    yield whisper(seat, events.DrewThese(drawn))
    player = players[seat - 1]
    players[seat - 1] = replace(player, version=player.version + 1)
    return replace(state, players=tuple(players), deck=deck, step=Swapping(drawn), sunk=None)


def keep(state: State, kept: tuple[Role, ...], dice: Dice) -> Telling[State]:
    """Exchange, second part: as many cards go back as were drawn. Own ones come first in hand."""
    step, seat, players = state.step, state.turn, list(state.players)
    assert isinstance(step, Swapping)
    player = players[seat - 1]
    wanted = list(kept)
    hidden: list[Role] = []
    back: list[Role] = []
    for card in player.hidden + step.drawn:
        if card in wanted:
            wanted.remove(card)
            hidden.append(card)
        else:
            back.append(card)
    hand = tuple(hidden)
    yield announce(events.Returned(seat, len(back)))
    yield losses.tell_hand(seat, hand)
    players[seat - 1] = seats.exchanged(player, hand)
    deck = dice.shuffle((*state.deck, *back))
    state = replace(state, deck=deck, sunk=Sunk(seat, tuple(sorted(back))))
    return (yield from losses.end_turn(state, players))


def convert(state: State, players: list[Player], move: Move) -> Telling[State]:
    """Pay the almshouse and change a faction, one's own or another's; the turn ends (13.3.6)."""
    seat, target = state.turn, move.target or state.turn
    cost = CONVERT_SELF if target == seat else CONVERT_OTHER
    payer = players[seat - 1]
    side = other_side(players[target - 1])
    purse = payer.coins - cost
    if target == seat:
        yield announce(events.ConvertedSelf(seat, cost, side, purse))
    else:
        yield announce(events.Converted(seat, cost, target, side, purse))
    players[seat - 1] = replace(payer, coins=purse)
    players[target - 1] = replace(players[target - 1], faction=side)
    yield from told_change(state.players, players)
    state = replace(state, reserve=state.reserve + cost)
    return (yield from losses.end_turn(state, players))


def refund(state: State, players: list[Player], act: Action) -> Telling[State]:
    """The claim of the action was a caught bluff: cancelled, and its cost comes back (4.4)."""
    seat = state.turn
    player = players[seat - 1]
    cost = COSTS.get(act.deed, 0)
    if not cost or not player.hidden:
        return losses.end_turn(state, players, events.Cancelled(seat, act.deed))
    total = player.coins + cost
    players[seat - 1] = replace(player, coins=total)
    return losses.end_turn(state, players, events.FeeReturned(seat, act.deed, cost, total))


def unblocked(state: State, players: list[Player], act: Action, before: Players) -> None:
    """Those who could have blocked the action and did not; everybody remembers. `before` are the
    seats while those of the other faction were asked (13.3.4)."""
    roles = blockers(act.deed, state.options)
    if not roles:
        return
    if act.target:
        players[act.target - 1] = seats.letting(players[act.target - 1], roles)
        return
    for seat in foes(before, state.turn):
        if players[seat - 1].hidden:
            players[seat - 1] = seats.letting(players[seat - 1], roles)
