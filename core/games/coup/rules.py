"""The course of a game of Coup: the deal, a turn, its windows, challenges and blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

import msgspec

from core.games.coup import deeds, embezzle, events, examine, factions, losses
from core.games.coup.choices import ALONE
from core.games.coup.model import (
    Action,
    Answering,
    Cause,
    Denying,
    Ended,
    Losing,
    Move,
    Options,
    Player,
    Proving,
    State,
    Sunk,
    Verb,
    Window,
    copies,
)
from core.games.coup.names import COSTS, Deed, Role, blockers, cast, claimed, doubtful, treasurer
from core.games.coup.seats import Players, claiming, denying, living, proving, put, swapped
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce

replace = msgspec.structs.replace


def setup(seats: int, options: Options, dice: Dice) -> Telling[State]:
    """Shuffle, deal one card to each seat and then a second, and let somebody begin (2)."""
    deck: tuple[Role, ...] = cast(options) * copies(seats)
    deck = dice.shuffle(deck)
    hands: list[tuple[Role, ...]] = [()] * seats
    for _ in range(2):
        for index in range(seats):
            card, deck = dice.draw(deck)
            hands[index] = (*hands[index], card)
    begin = dice.first_or_winner if options.first_player == "last_winner" else dice.first
    first = begin(range(1, seats + 1))
    purses = [2] * seats
    if seats == 2 and options.start_coins_2p != "each2":
        purses = [1, 1]
        if options.start_coins_2p == "starter1":
            purses[2 - first] = 2
    players = tuple(Player(*both) for both in zip(purses, hands, strict=True))
    if len(set(purses)) == 1:
        yield announce(events.Dealt(purses[0], len(deck)))
    else:
        yield announce(events.DealtUnevenly(first, 1, 2, len(deck)))
    if options.factions:
        players = factions.sided(players, first)
        yield announce(events.Sides(*factions.told(players)))
    for seat, hand in enumerate(hands, 1):
        yield losses.tell_hand(seat, hand)
    return State(options, players, first, deck)


def play(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """Carry out a legal move and everything that follows by itself."""
    return PLAYS[move.verb](state, seat, move, dice)


def _allow(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """Final for this window, and public: the board shows who is still awaited (5.5)."""
    step = state.step
    assert isinstance(step, Answering), "only a window is answered"
    left = step.awaited - ALONE[seat]
    if left:
        return replace(state, step=Answering(step.window, left))
    return (yield from allowed(state, dice))


def _declare(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The action and its target are declared and paid in one step (4.3, 4.4)."""
    deed, target = move.deed, move.target
    assert deed is not None, "a declaration names an action"
    players = state.players
    player = players[seat - 1]
    if deed is Deed.INCOME:
        return (yield from deeds.earn(state, deed))
    act = Action(deed, target)
    if deed is Deed.COUP:
        purse = player.coins - COSTS[deed]
        yield announce(events.CoupStruck(seat, deed, target, COSTS[deed], purse))
        players = put(players, seat, replace(player, coins=purse))
        paid = replace(state, players=players, act=act)
        return (yield from owe(paid, target, Cause.COUP, seat, dice))
    if deed is Deed.CONVERT:
        return (yield from deeds.convert(state, move))
    role = claimed(deed, state.options)
    asked = living(players) - ALONE[seat]
    if deed is Deed.EMBEZZLE:
        denied = treasurer(state.options)
        yield announce(events.EmbezzleClaimed(seat, denied, deed, state.reserve))
        players = put(players, seat, denying(player, denied))
    elif role is not None:
        player = claiming(player, role)
        if deed is Deed.ASSASSINATE:
            cost = COSTS[deed]
            player = replace(player, coins=player.coins - cost)
            said = events.ClaimedPaying(seat, role, deed, target, cost, player.coins)
            yield announce(said)
        elif deed in (Deed.STEAL, Deed.EXAMINE):
            aimed = events.ClaimedAt if deed is Deed.STEAL else events.ExamineClaimed
            yield announce(aimed(seat, role, deed, target))
        elif deed is Deed.COOPERATE:
            yield announce(events.ClaimedWith(seat, role, deed, target))
        else:
            yield announce(events.Claimed(seat, role, deed))
        players = put(players, seat, player)
    else:
        yield announce(events.AidAsked(seat, deed))
        asked = factions.foes(players, seat)  # who can only allow is not asked (13.3.3)
    window = Window.RESPOND
    if state.options.response_timing == "sequential":
        window = Window.CHALLENGE if doubtful(deed) else Window.BLOCK
    return replace(state, players=players, act=act, step=Answering(window, asked))


def allowed(state: State, dice: Dice, before: Players | None = None) -> Telling[State]:
    """Nobody is awaited in the open window any more: what it was about goes on (5.6). `before`
    are the seats before the last one awaited has left."""
    step, act = state.step, state.act
    assert isinstance(step, Answering)
    assert act is not None
    match step.window:
        case Window.COUNTER:
            return (yield from held(state))
        case Window.CHALLENGE:
            return (yield from ask_target(state, Window.BLOCK, dice))
        case Window.RESPOND | Window.BLOCK | Window.SECOND:
            return (yield from happen(deeds.unblocked(state, before), dice))
    assert_never(step.window)


def happen(state: State, dice: Dice) -> Telling[State]:
    """The action is carried out. Its actor is alive (9.1); its target need not be."""
    act = state.act
    assert act is not None
    match act.deed:
        case Deed.STEAL:
            return (yield from deeds.steal(state, act.target))
        case Deed.EXCHANGE:
            return (yield from deeds.draw(state, dice))
        case Deed.COOPERATE:
            return (yield from deeds.cooperate(state, act.target))
        case Deed.ASSASSINATE if state.players[act.target - 1].hidden:
            return (yield from owe(state, act.target, Cause.MURDER, state.turn, dice))
        case Deed.ASSASSINATE:
            return (yield from deeds.nobody(state))
        case Deed.EXAMINE:
            return (yield from examine.begin(state))
        case Deed.EMBEZZLE:
            return (yield from embezzle.take(state))
        case _:
            return (yield from deeds.earn(state, act.deed))


def ask_target(state: State, window: Window, dice: Dice) -> Telling[State]:
    """The target alone may block now, if the action knows a block and the target lives."""
    act = state.act
    assert act is not None
    target = act.target
    able = target and state.players[target - 1].hidden
    if able and blockers(act.deed, state.options):
        return replace(state, step=Answering(window, ALONE[target]))
    return (yield from happen(state, dice))


def held(state: State) -> Telling[State]:
    """The block stands: the action is cancelled, what it cost stays spent (8.4)."""
    assert state.act is not None
    yield announce(events.BlockHeld(state.act.deed, state.turn))
    return (yield from losses.end_turn(state))


def _block(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """A block names one character; everybody else may challenge it (8.1, 8.2)."""
    act, players, role = state.act, state.players, move.cards[0]
    assert act is not None
    yield announce(events.Blocked(seat, role, state.turn, act.deed))
    players = put(players, seat, claiming(players[seat - 1], role))
    step = Answering(Window.COUNTER, living(players) - ALONE[seat])
    act = Action(act.deed, act.target, seat, role)
    return replace(state, players=players, act=act, step=step)


def _challenge(state: State, challenger: int, move: Move, dice: Dice) -> Telling[State]:
    """The claimant must show the character, at once where there is no choice (6.2)."""
    act = state.act
    assert act is not None
    if act.deed is Deed.EMBEZZLE:
        return (yield from embezzle.challenged(state, challenger, dice))
    claimant, role = act.blocker, act.role
    if not claimant:
        claimant, role = state.turn, claimed(act.deed, state.options)
    assert role is not None
    hand = state.players[claimant - 1].hidden
    choice = state.options.prove == "choice"
    if choice and len(hand) == 2:
        yield announce(events.Challenged(challenger, claimant, role))
        return replace(state, step=Proving(claimant, role, challenger))
    if role in hand:
        yield announce(events.ChallengedWrongly(challenger, claimant, role))
        return (yield from _proved(state, claimant, role, challenger, dice))
    if choice:
        said = events.ChallengedToAnother(challenger, claimant, role, hand[0])
        yield announce(said)
    else:
        yield announce(events.ChallengedRightly(challenger, claimant, role))
    state = losses.catch(state, claimant, role)
    return (yield from owe(state, claimant, Cause.BLUFF, challenger, dice))


def _show(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The claimant turns up a card of their choice; another one concedes (`prove` = choice)."""
    step, card = state.step, move.cards[0]
    assert isinstance(step, Proving)
    if card is step.role:
        yield announce(events.Proved(seat, card))
        return (yield from _proved(state, seat, card, step.challenger, dice))
    yield announce(events.TurnedUpAnother(seat, card, step.role))
    state = losses.catch(state, seat, step.role)
    return (yield from lose_for(state, seat, card, Cause.BLUFF, dice))


def _proved(state: State, claimant: int, role: Role, challenger: int, dice: Dice) -> Telling[State]:
    """The shown card goes into the deck, the claimant draws, then the challenger loses (6.2)."""
    player = state.players[claimant - 1]
    deck = dice.shuffle((*state.deck, role))
    card, deck = dice.draw(deck)
    hidden = swapped(player.hidden, role, card)
    players = put(state.players, claimant, proving(player, role, hidden))
    yield losses.tell_hand(claimant, hidden)
    sunk = Sunk(claimant, (role,), card, len(player.lost))
    state = replace(state, players=players, deck=deck, sunk=sunk)
    return (yield from mistaken(state, challenger, claimant, dice))


def mistaken(state: State, challenger: int, claimant: int, dice: Dice) -> Telling[State]:
    """The claim was true: the challenger loses an influence."""
    if not state.players[challenger - 1].hidden:  # has left: the loss counts as paid (12.3)
        return (yield from after_loss(state, Cause.MISTAKE, dice))
    return (yield from owe(state, challenger, Cause.MISTAKE, claimant, dice))


def owe(state: State, seat: int, cause: Cause, by: int, dice: Dice) -> Telling[State]:
    """The seat loses an influence: it chooses, or has one left and no choice (7.1)."""
    hand = state.players[seat - 1].hidden
    if len(hand) == 2:
        return replace(state, step=Losing(seat, cause, by))
    return (yield from lose_for(state, seat, hand[0], cause, dice))


def _lose(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The owner has chosen which card to lose (7.1), or concedes by it (13.3.8)."""
    step = state.step
    if isinstance(step, Denying):
        return embezzle.concede(state, move.cards[0], dice)
    assert isinstance(step, Losing)
    return lose_for(state, seat, move.cards[0], step.cause, dice)


def _keep(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The actor of an Exchange has chosen what to keep (4.5)."""
    return deeds.keep(state, move.cards, dice)


def _choose(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The target of an Examine has chosen the card to show (13.2.6)."""
    return examine.reveal(state, move.cards[0])


def _return(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The examined card stays."""
    return examine.give_back(state)


def _force(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The examined card must be exchanged (13.2.7)."""
    return examine.force(state, dice)


def _show_all(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """A doubted embezzler shows all that is hidden (13.3.8)."""
    step = state.step
    assert isinstance(step, Denying)
    return embezzle.show_all(state, step.challenger, dice)


def lose_for(state: State, seat: int, card: Role, cause: Cause, dice: Dice) -> Telling[State]:
    """The seat loses this card, and what hung on it goes on."""
    state = yield from losses.lose(state, seat, card)
    if isinstance(state.step, Ended):
        return state
    return (yield from after_loss(state, cause, dice))


def after_loss(state: State, cause: Cause, dice: Dice) -> Telling[State]:
    """What follows when the loss is paid (6.2, 6.4, 8.4)."""
    act = state.act
    assert act is not None
    match cause:
        case Cause.COUP | Cause.MURDER:
            return (yield from losses.end_turn(state))
        case _ if act.dropped:
            return (yield from losses.end_turn(state))
        case Cause.BLUFF if act.blocker:  # the block is void: the action happens at once
            return (yield from happen(state, dice))
        case Cause.BLUFF:
            return (yield from deeds.refund(state))
        case Cause.MISTAKE if act.blocker:
            return (yield from held(state))
        case Cause.MISTAKE:
            if state.options.block_after_failed_challenge:
                return (yield from ask_target(state, Window.SECOND, dice))
            return (yield from happen(state, dice))
    assert_never(cause)


PLAYS: dict[Verb, Callable[[State, int, Move, Dice], Telling[State]]] = {
    Verb.DEED: _declare,
    Verb.ALLOW: _allow,
    Verb.CHALLENGE: _challenge,
    Verb.BLOCK: _block,
    Verb.LOSE: _lose,
    Verb.SHOW: _show,
    Verb.KEEP: _keep,
    Verb.CHOOSE: _choose,
    Verb.RETURN: _return,
    Verb.FORCE: _force,
    Verb.SHOW_ALL: _show_all,
}
