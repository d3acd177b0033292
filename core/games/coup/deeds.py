"""What the actions do when they happen (4), and what is left of them when they do not."""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, seats
from core.games.coup.factions import foes, other_side, told_change
from core.games.coup.model import Answering, Move, State, Sunk, Swapping
from core.games.coup.names import CONVERT_OTHER, CONVERT_SELF, COSTS, Deed, Role, blockers
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce, whisper

replace = msgspec.structs.replace

GAINS = {Deed.INCOME: 1, Deed.AID: 2, Deed.TAX: 3}


def nobody(state: State) -> Telling[State]:
    """The victim of an assassination is out already; what it cost stays spent (9.3)."""
    assert state.act is not None
    yield announce(events.FoundNobody(state.act.deed, state.act.target))
    return (yield from losses.end_turn(state))


def earn(state: State, deed: Deed) -> Telling[State]:
    """Coins from the treasury for the seat on turn."""
    seat, gain = state.turn, GAINS[deed]
    player = state.players[seat - 1]
    total = player.coins + gain
    yield announce(events.Earned(deed, seat, gain, total))
    players = seats.put(state.players, seat, replace(player, coins=total))
    return (yield from losses.end_turn(state, players))


def steal(state: State, target: int) -> Telling[State]:
    """Up to two coins, also from somebody who went out in this turn (9.2)."""
    seat, players = state.turn, state.players
    thief, victim = players[seat - 1], players[target - 1]
    gain = min(2, victim.coins)
    total, rest = thief.coins + gain, victim.coins - gain
    yield announce(events.Stolen(Deed.STEAL, seat, target, gain, total, rest))
    players = seats.put(players, seat, replace(thief, coins=total))
    players = seats.put(players, target, replace(victim, coins=rest))
    return (yield from losses.end_turn(state, players))


def cooperate(state: State, target: int) -> Telling[State]:
    """The treasury pays two to the actor and one to the named player (13.1)."""
    seat, players = state.turn, state.players
    actor, friend = players[seat - 1], players[target - 1]
    total = actor.coins + 2
    players = seats.put(players, seat, replace(actor, coins=total))
    if not friend.hidden:  # went out in this turn: nobody is there to take the third coin
        yield announce(events.Earned(Deed.COOPERATE, seat, 2, total))
    else:
        rest = friend.coins + 1
        said = events.Cooperated(Deed.COOPERATE, seat, 2, total, target, 1, rest)
        yield announce(said)
        players = seats.put(players, target, replace(friend, coins=rest))
    return (yield from losses.end_turn(state, players))


def draw(state: State, dice: Dice) -> Telling[State]:
    """Exchange, first part: two cards from the court deck (4.5), as Inquisitor one (13.2.3)."""
    seat = state.turn
    card, deck = dice.draw(state.deck)
    drawn: tuple[Role, ...] = (card,)
    if not state.options.inquisitor:
        card, deck = dice.draw(deck)
        drawn = (*drawn, card)
    yield announce(events.Drew(Deed.EXCHANGE, seat, len(drawn)))
    yield whisper(seat, events.DrewThese(drawn))
    player = state.players[seat - 1]
    players = seats.put(state.players, seat, replace(player, version=player.version + 1))
    return replace(state, players=players, deck=deck, step=Swapping(drawn), sunk=None)


def keep(state: State, kept: tuple[Role, ...], dice: Dice) -> Telling[State]:
    """Exchange, second part: as many cards go back as were drawn. Own ones come first in hand."""
    step, seat = state.step, state.turn
    assert isinstance(step, Swapping)
    player = state.players[seat - 1]
    wanted = list(kept)
    hidden: list[Role] = []
    back: list[Role] = []
    for card in player.hidden + step.drawn:
        if card in wanted:
            wanted.remove(card)
            hidden.append(card)
        else:
            back.append(card)
    yield announce(events.Returned(seat, len(back)))
    yield losses.tell_hand(seat, tuple(hidden))
    players = seats.put(state.players, seat, seats.exchanged(player, tuple(hidden)))
    deck = dice.shuffle((*state.deck, *back))
    state = replace(state, players=players, deck=deck, sunk=Sunk(seat, tuple(sorted(back))))
    return (yield from losses.end_turn(state))


def convert(state: State, move: Move) -> Telling[State]:
    """Pay the almshouse and change a faction, one's own or another's; the turn ends (13.3.6)."""
    seat, target = state.turn, move.target or state.turn
    cost = CONVERT_SELF if target == seat else CONVERT_OTHER
    payer = state.players[seat - 1]
    side = other_side(state.players[target - 1])
    purse = payer.coins - cost
    if target == seat:
        yield announce(events.ConvertedSelf(seat, cost, side, purse))
    else:
        yield announce(events.Converted(seat, cost, target, side, purse))
    players = seats.put(state.players, seat, replace(payer, coins=purse))
    players = seats.put(players, target, replace(players[target - 1], faction=side))
    yield from told_change(state.players, players)
    return (yield from losses.end_turn(replace(state, reserve=state.reserve + cost), players))


def refund(state: State) -> Telling[State]:
    """The claim of the action was a caught bluff: cancelled, and its cost comes back (4.4)."""
    act, seat = state.act, state.turn
    assert act is not None
    player = state.players[seat - 1]
    cost = COSTS.get(act.deed, 0)
    if cost and player.hidden:
        total = player.coins + cost
        yield announce(events.FeeReturned(seat, act.deed, cost, total))
        players = seats.put(state.players, seat, replace(player, coins=total))
        state = replace(state, players=players)
    else:
        yield announce(events.Cancelled(seat, act.deed))
    return (yield from losses.end_turn(state))


def unblocked(state: State, before: seats.Players | None) -> State:
    """Those who could have blocked the action and did not; everybody remembers. `before` are the
    seats while those of the other faction were asked (13.3.4)."""
    act, step, players = state.act, state.step, state.players
    assert act is not None
    assert isinstance(step, Answering)
    roles = blockers(act.deed, state.options)
    if not roles:
        return state
    if act.target:
        asked = players[act.target - 1]
        after = seats.letting(asked, roles)
        if after is asked:
            return state
        return replace(state, players=seats.put(players, act.target, after))
    asked_too = foes(before or players, state.turn) & seats.living(players)
    return replace(
        state,
        players=tuple(
            [
                seats.letting(player, roles) if seat in asked_too else player
                for seat, player in enumerate(players, 1)
            ]
        ),
    )
