"""The course of a game of Coup: the deal, a turn, its windows, challenges and blocks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.dice import Dice
from core.game import Ask, Over, Telling
from core.games.coup import deeds, losses, notes
from core.games.coup.model import (
    AIMED,
    ANSWERS,
    DEEDS,
    KEEPS,
    LOSSES,
    SHOWS,
    Act,
    Answering,
    Cause,
    Choosing,
    Ended,
    Losing,
    Move,
    Options,
    Player,
    Proving,
    State,
    Sunk,
    Swapping,
    Verb,
    Window,
    copies,
)
from core.games.coup.prompts import PATIENCE, prompt
from core.games.coup.seats import claiming, living, proving, put
from core.games.coup.words import CLAIMS, COSTS, FORCED, Deed, Role, blockers, cast
from core.text import announce

replace = msgspec.structs.replace

NOBODY: tuple[Move, ...] = ()


def setup(seats: int, options: Options, dice: Dice) -> Telling[State]:
    """Shuffle, deal one card to each seat and then a second, and let somebody begin (2)."""
    deck: tuple[Role, ...] = cast(options.diplomat) * copies(seats)
    deck = dice.shuffle(deck)
    hands: list[tuple[Role, ...]] = [()] * seats
    for _ in range(2):
        for index in range(seats):
            card, deck = dice.draw(deck)
            hands[index] = (*hands[index], card)
    first = dice.first(range(1, seats + 1))
    purses = [2] * seats
    if seats == 2 and options.start_coins_2p != "each2":
        purses = [1, 1]
        if options.start_coins_2p == "starter1":
            purses[2 - first] = 2
    players = tuple(Player(*both) for both in zip(purses, hands, strict=True))
    if len(set(purses)) == 1:
        yield announce(notes.Dealt(purses[0], len(deck)))
    else:
        yield announce(notes.DealtUnevenly(first, 1, 2, len(deck)))
    for seat, hand in enumerate(hands, 1):
        yield losses.tell_hand(seat, hand)
    return State(options, players, first, deck)


def ask(state: State) -> Ask | Over:
    """Who is awaited, for what, for how long (10)."""
    step = state.step
    match step:
        case Answering():
            return Ask(step.awaited, prompt(state), PATIENCE[Answering])
        case Choosing():
            return Ask(frozenset((state.turn,)), prompt(state), PATIENCE[Choosing])
        case Losing():
            return Ask(frozenset((step.seat,)), prompt(state), PATIENCE[Losing], True)
        case Proving():
            return Ask(frozenset((step.claimant,)), prompt(state), PATIENCE[Proving], True)
        case Swapping():
            return Ask(frozenset((state.turn,)), prompt(state), PATIENCE[Swapping], True)
        case Ended():
            return Over(frozenset((step.winner,)))


def moves(state: State, seat: int) -> Sequence[Move]:
    """The legal moves of a seat; none unless it is awaited.

    In windows they depend on public facts only, never on what the seat holds (5.3).
    """
    step = state.step
    match step:
        case Answering():
            if seat not in step.awaited:
                return NOBODY
            act = state.act
            assert act is not None, "a window is about an action"
            asked = act.target in (0, seat)
            return ANSWERS[step.window, act.deed, state.options.diplomat, asked]
        case Choosing():
            return _choices(state) if seat == state.turn else NOBODY
        case Losing():
            return _one_of(LOSSES, state, seat) if seat == step.seat else NOBODY
        case Proving():
            return _one_of(SHOWS, state, seat) if seat == step.claimant else NOBODY
        case Swapping():
            return _keeps(state, step) if seat == state.turn else NOBODY
        case Ended():
            return NOBODY


def _choices(state: State) -> Sequence[Move]:
    """What the seat on turn can afford, with a legal target each (4.1, 4.2)."""
    turn, options = state.turn, state.options
    others = [s for s, player in enumerate(state.players, 1) if player.hidden and s != turn]
    coins = state.players[turn - 1].coins
    if coins >= FORCED:
        return [AIMED[Deed.COUP][seat] for seat in others]
    found = [DEEDS[Deed.INCOME], DEEDS[Deed.AID]]
    if coins >= COSTS[Deed.COUP]:
        found += [AIMED[Deed.COUP][seat] for seat in others]
    if not options.diplomat:
        found.append(DEEDS[Deed.TAX])
    least, players = options.steal_min_target, state.players
    found += [AIMED[Deed.STEAL][seat] for seat in others if players[seat - 1].coins >= least]
    found.append(DEEDS[Deed.EXCHANGE])
    if coins >= COSTS[Deed.ASSASSINATE]:
        found += [AIMED[Deed.ASSASSINATE][seat] for seat in others]
    if options.diplomat:
        found += [AIMED[Deed.COOPERATE][seat] for seat in others]
    return found


def _one_of(table: dict[Role, Move], state: State, seat: int) -> Sequence[Move]:
    return [table[card] for card in dict.fromkeys(state.players[seat - 1].hidden)]


def _keeps(state: State, step: Swapping) -> Sequence[Move]:
    """As many cards as the actor had, out of those and the two drawn ones (4.5)."""
    own = state.players[state.turn - 1].hidden
    cards = sorted(own + step.drawn)
    if len(own) == 1:
        return [KEEPS[card,] for card in dict.fromkeys(cards)]
    pairs = {(a, b): None for i, a in enumerate(cards) for b in cards[i + 1 :]}
    return [KEEPS[pair] for pair in pairs]


def play(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """Carry out a legal move and everything that follows by itself."""
    match move.verb:
        case Verb.ALLOW:
            step = state.step
            assert isinstance(step, Answering), "only a window is answered"
            awaited = step.awaited - {seat}
            if awaited:
                return replace(state, step=Answering(step.window, awaited))
            return (yield from allowed(state, dice))
        case Verb.DEED:
            return (yield from _declare(state, seat, move, dice))
        case Verb.CHALLENGE:
            return (yield from _challenge(state, seat, dice))
        case Verb.BLOCK:
            return (yield from _block(state, seat, move.cards[0]))
        case Verb.LOSE:
            return (yield from _lose(state, seat, move.cards[0], dice))
        case Verb.SHOW:
            return (yield from _show(state, seat, move.cards[0], dice))
        case Verb.KEEP:
            return (yield from deeds.keep(state, move.cards, dice))


def _declare(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The action and its target are declared and paid in one step (4.3, 4.4)."""
    deed, target = move.deed, move.target
    assert deed is not None, "a declaration names an action"
    players = state.players
    player = players[seat - 1]
    if deed is Deed.INCOME:
        return (yield from deeds.earn(state, Deed.INCOME))
    act = Act(deed, target)
    if deed is Deed.COUP:
        purse = player.coins - COSTS[deed]
        yield announce(notes.CoupStruck(seat, deed, target, COSTS[deed], purse))
        players = put(players, seat, replace(player, coins=purse))
        paid = replace(state, players=players, act=act)
        return (yield from owe(paid, target, Cause.COUP, seat, dice))
    role = CLAIMS.get(deed)
    if role is not None:
        player = claiming(player, role)
        if deed is Deed.ASSASSINATE:
            cost = COSTS[deed]
            player = replace(player, coins=player.coins - cost)
            said = notes.ClaimedPaying(seat, role, deed, target, cost, player.coins)
            yield announce(said)
        elif deed is Deed.STEAL:
            yield announce(notes.ClaimedAt(seat, role, deed, target))
        elif deed is Deed.COOPERATE:
            yield announce(notes.ClaimedWith(seat, role, deed, target))
        else:
            yield announce(notes.Claimed(seat, role, deed))
        players = put(players, seat, player)
    else:
        yield announce(notes.AidAsked(seat, deed))
    window = Window.RESPOND
    if state.options.response_timing == "sequential":
        window = Window.BLOCK if role is None else Window.CHALLENGE
    step = Answering(window, living(players) - {seat})
    return replace(state, players=players, act=act, step=step)


def allowed(state: State, dice: Dice) -> Telling[State]:
    """Nobody is awaited in the open window any more: what it was about goes on (5.6)."""
    step, act = state.step, state.act
    assert isinstance(step, Answering)
    assert act is not None
    match step.window:
        case Window.COUNTER:
            return (yield from held(state))
        case Window.CHALLENGE:
            return (yield from ask_target(state, Window.BLOCK, dice))
        case Window.RESPOND | Window.BLOCK | Window.SECOND:
            return (yield from happen(deeds.unblocked(state), dice))


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
        case _:
            return (yield from deeds.earn(state, act.deed))


def ask_target(state: State, window: Window, dice: Dice) -> Telling[State]:
    """The target alone may block now, if the action knows a block and the target lives."""
    act = state.act
    assert act is not None
    target = act.target
    able = target and state.players[target - 1].hidden
    if able and blockers(act.deed, state.options.diplomat):
        return replace(state, step=Answering(window, frozenset((target,))))
    return (yield from happen(state, dice))


def held(state: State) -> Telling[State]:
    """The block stands: the action is cancelled, what it cost stays spent (8.4)."""
    assert state.act is not None
    if not state.act.dropped:
        yield announce(notes.BlockHeld(state.act.deed, state.turn))
    return (yield from losses.end_turn(state))


def _block(state: State, seat: int, role: Role) -> Telling[State]:
    """A block names one character; everybody else may challenge it (8.1, 8.2)."""
    act, players = state.act, state.players
    assert act is not None
    yield announce(notes.Blocked(seat, role, state.turn, act.deed))
    players = put(players, seat, claiming(players[seat - 1], role))
    step = Answering(Window.COUNTER, living(players) - {seat})
    act = Act(act.deed, act.target, seat, role)
    return replace(state, players=players, act=act, step=step)


def _challenge(state: State, challenger: int, dice: Dice) -> Telling[State]:
    """The claimant must show the character, at once where there is no choice (6.2)."""
    act = state.act
    assert act is not None
    claimant, role = (act.blocker, act.role) if act.blocker else (state.turn, CLAIMS[act.deed])
    assert role is not None
    hand = state.players[claimant - 1].hidden
    choice = state.options.prove == "choice"
    if choice and len(hand) == 2:
        yield announce(notes.Challenged(challenger, claimant, role))
        return replace(state, step=Proving(claimant, role, challenger))
    if role in hand:
        yield announce(notes.ChallengedWrongly(challenger, claimant, role))
        return (yield from _proved(state, claimant, role, challenger, dice))
    if choice:
        said = notes.ChallengedToAnother(challenger, claimant, role, hand[0])
        yield announce(said)
    else:
        yield announce(notes.ChallengedRightly(challenger, claimant, role))
    state = losses.catch(state, claimant, role)
    return (yield from owe(state, claimant, Cause.BLUFF, challenger, dice))


def _show(state: State, seat: int, card: Role, dice: Dice) -> Telling[State]:
    """The claimant turns up a card of their choice; another one concedes (`prove` = choice)."""
    step = state.step
    assert isinstance(step, Proving)
    if card is step.role:
        yield announce(notes.Proved(seat, card))
        return (yield from _proved(state, seat, card, step.challenger, dice))
    yield announce(notes.TurnedUpAnother(seat, card, step.role))
    state = losses.catch(state, seat, step.role)
    return (yield from _lose_for(state, seat, card, Cause.BLUFF, dice))


def _proved(
    state: State, claimant: int, role: Role, challenger: int, dice: Dice
) -> Telling[State]:
    """The shown card goes into the deck, the claimant draws, then the challenger loses (6.2)."""
    player = state.players[claimant - 1]
    slot = player.hidden.index(role)
    deck = dice.shuffle((*state.deck, role))
    card, deck = dice.draw(deck)
    hidden = (*player.hidden[:slot], card, *player.hidden[slot + 1 :])
    players = put(state.players, claimant, proving(player, role, hidden))
    yield losses.tell_hand(claimant, hidden)
    sunk = Sunk(claimant, (role,), card, len(player.lost))
    state = replace(state, players=players, deck=deck, sunk=sunk)
    if not players[challenger - 1].hidden:  # has left: the loss counts as paid (12.3)
        return (yield from after_loss(state, Cause.MISTAKE, dice))
    return (yield from owe(state, challenger, Cause.MISTAKE, claimant, dice))


def owe(state: State, seat: int, cause: Cause, by: int, dice: Dice) -> Telling[State]:
    """The seat loses an influence: it chooses, or has one left and no choice (7.1)."""
    hand = state.players[seat - 1].hidden
    if len(hand) == 2:
        return replace(state, step=Losing(seat, cause, by))
    return (yield from _lose_for(state, seat, hand[0], cause, dice))


def _lose(state: State, seat: int, card: Role, dice: Dice) -> Telling[State]:
    step = state.step
    assert isinstance(step, Losing)
    return (yield from _lose_for(state, seat, card, step.cause, dice))


def _lose_for(state: State, seat: int, card: Role, cause: Cause, dice: Dice) -> Telling[State]:
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
