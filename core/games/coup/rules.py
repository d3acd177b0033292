"""The course of a game of Coup: the deal, a turn, its windows, challenges and blocks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.games.coup import deeds, embezzle, events, examine, factions, losses
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
from core.games.coup.seats import (
    ALONE,
    Players,
    claiming,
    denying,
    losing,
    others,
    proving,
    put,
    swapped,
)
from core.kernel.dice import Dice
from core.kernel.game import Telling, silent
from core.kernel.text import announce

replace = msgspec.structs.replace

# A name of the module is found much faster than a member by the name of its enum.
RESPOND, CHALLENGE, BLOCK, SECOND, COUNTER = Window
MISTAKE, BLUFF, STRUCK, MURDER = Cause
INCOME, AID, COUP, EMBEZZLE = Deed.INCOME, Deed.AID, Deed.COUP, Deed.EMBEZZLE


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
    return PLAYS[move.deed or move.verb](state, seat, move, dice)


def _allow(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """Final for this window, and public: the board shows who is still awaited (5.5)."""
    step = state.step
    assert isinstance(step, Answering), "only a window is answered"
    left = step.awaited - ALONE[seat]
    if left:
        return silent(replace(state, step=Answering(step.window, left)))
    return allowed(state, dice)


def _income(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """It happens at once: nobody can object."""
    return deeds.earn(state, INCOME)


def _convert(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """So does this (13.3.6)."""
    return deeds.convert(state, move)


def _strike(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """A coup costs its target an influence, whatever anybody holds."""
    deed, target, players = COUP, move.target, state.players
    player, cost = players[seat - 1], COSTS[deed]
    purse = player.coins - cost
    yield announce(events.CoupStruck(seat, deed, target, cost, purse))
    players = put(players, seat, replace(player, coins=purse))
    paid = replace(state, players=players, act=Action(deed, target))
    return (yield from owe(paid, target, STRUCK, seat, dice))


def _aid(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """It claims nothing; who can only allow is not asked (13.3.3)."""
    yield announce(events.AidAsked(seat, AID))
    return _asking(state, move, state.players, factions.foes(state.players, seat))


def _embezzle(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """It claims that its actor does not hold a character (13.3.7)."""
    denied, players = treasurer(state.options), state.players
    yield announce(events.EmbezzleClaimed(seat, denied, EMBEZZLE, state.reserve))
    players = put(players, seat, denying(players[seat - 1], denied))
    return _asking(state, move, players, others(players, seat))


def _claim(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """All other actions claim a character, and anybody may doubt it."""
    deed, target, players = move.deed, move.target, state.players
    assert deed is not None
    role = claimed(deed, state.options)
    assert role is not None
    player = claiming(players[seat - 1], role)
    if deed in COSTS:
        cost = COSTS[deed]
        player = replace(player, coins=player.coins - cost)
        yield announce(events.ClaimedPaying(seat, role, deed, target, cost, player.coins))
    elif target:
        yield announce(AIMED_CLAIMS[deed](seat, role, deed, target))
    else:
        yield announce(events.Claimed(seat, role, deed))
    return _asking(state, move, put(players, seat, player), others(players, seat))


def _asking(state: State, move: Move, players: Players, asked: frozenset[int]) -> State:
    """The action is declared, and those asked may object."""
    deed = move.deed
    assert deed is not None
    window = RESPOND
    if state.options.response_timing == "sequential":
        window = CHALLENGE if doubtful(deed) else BLOCK
    act = Action(deed, move.target)
    return replace(state, players=players, act=act, step=Answering(window, asked))


def allowed(state: State, dice: Dice, before: Players | None = None) -> Telling[State]:
    """Nobody is awaited in the open window any more: what it was about goes on (5.6). `before`
    are the seats before the last one awaited has left."""
    step = state.step
    assert isinstance(step, Answering)
    window = step.window
    if window is COUNTER:
        return held(state)
    if window is CHALLENGE:
        return ask_target(state, BLOCK, dice)
    return happen(deeds.unblocked(state, before), dice)


def happen(state: State, dice: Dice) -> Telling[State]:
    """The action is carried out. Its actor is alive (9.1); its target need not be."""
    act = state.act
    assert act is not None
    return HAPPENS[act.deed](state, act, dice)


def _earn(state: State, act: Action, dice: Dice) -> Telling[State]:
    return deeds.earn(state, act.deed)


def _murder(state: State, act: Action, dice: Dice) -> Telling[State]:
    if state.players[act.target - 1].hidden:
        return owe(state, act.target, MURDER, state.turn, dice)
    return deeds.nobody(state)


HAPPENS: dict[Deed, Callable[[State, Action, Dice], Telling[State]]] = {
    Deed.AID: _earn,
    Deed.TAX: _earn,
    Deed.STEAL: lambda state, act, dice: deeds.steal(state, act.target),
    Deed.EXCHANGE: lambda state, act, dice: deeds.draw(state, dice),
    Deed.ASSASSINATE: _murder,
    Deed.COOPERATE: lambda state, act, dice: deeds.cooperate(state, act.target),
    Deed.EXAMINE: lambda state, act, dice: examine.begin(state),
    Deed.EMBEZZLE: lambda state, act, dice: embezzle.take(state),
}
"""What the actions do that somebody may object to."""


def ask_target(state: State, window: Window, dice: Dice) -> Telling[State]:
    """The target alone may block now, if the action knows a block and the target lives."""
    act = state.act
    assert act is not None
    target = act.target
    able = target and state.players[target - 1].hidden
    if able and blockers(act.deed, state.options):
        return silent(replace(state, step=Answering(window, ALONE[target])))
    return happen(state, dice)


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
    step = Answering(COUNTER, others(players, seat))
    act = Action(act.deed, act.target, seat, role)
    return replace(state, players=players, act=act, step=step)


def _challenge(state: State, challenger: int, move: Move, dice: Dice) -> Telling[State]:
    """The claimant must show the character, at once where there is no choice (6.2)."""
    act = state.act
    assert act is not None
    if act.deed is EMBEZZLE:
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
    return (yield from owe(state, claimant, BLUFF, challenger, dice))


def _show(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The claimant turns up a card of their choice; another one concedes (`prove` = choice)."""
    step, card = state.step, move.cards[0]
    assert isinstance(step, Proving)
    if card is step.role:
        yield announce(events.Proved(seat, card))
        return (yield from _proved(state, seat, card, step.challenger, dice))
    yield announce(events.TurnedUpAnother(seat, card, step.role))
    state = losses.catch(state, seat, step.role)
    return (yield from lose_for(state, seat, card, BLUFF, dice))


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
        return after_loss(state, MISTAKE, dice)
    return owe(state, challenger, MISTAKE, claimant, dice)


def owe(state: State, seat: int, cause: Cause, by: int, dice: Dice) -> Telling[State]:
    """The seat loses an influence: it chooses, or has one left and no choice (7.1)."""
    hand = state.players[seat - 1].hidden
    if len(hand) == 2:
        return silent(replace(state, step=Losing(seat, cause, by)))
    return lose_for(state, seat, hand[0], cause, dice)


def _lose(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The owner has chosen which card to lose (7.1), or concedes by it (13.3.8)."""
    step = state.step
    if isinstance(step, Losing):
        return lose_for(state, seat, move.cards[0], step.cause, dice)
    return embezzle.concede(state, move.cards[0], dice)


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
    """The card goes face up, and what hung on its loss goes on."""
    before = state.players
    player = losing(before[seat - 1], card)
    state = replace(state, players=put(before, seat, player))
    if player.hidden:
        yield announce(events.InfluenceLost(seat, card, 1))
        yield losses.tell_hand(seat, player.hidden)
    else:
        state = yield from losses.eliminate(state, seat, card, before)
        if type(state.step) is Ended:
            return state
    return (yield from after_loss(state, cause, dice))


def after_loss(state: State, cause: Cause, dice: Dice) -> Telling[State]:
    """What follows when the loss is paid (6.2, 6.4, 8.4)."""
    act = state.act
    assert act is not None
    if act.dropped or cause is STRUCK or cause is MURDER:
        return losses.end_turn(state)
    if cause is BLUFF:  # a block that is void lets the action happen at once
        return happen(state, dice) if act.blocker else deeds.refund(state)
    if act.blocker:
        return held(state)
    if state.options.block_after_failed_challenge:
        return ask_target(state, SECOND, dice)
    return happen(state, dice)


AIMED_CLAIMS = {
    Deed.STEAL: events.ClaimedAt,
    Deed.EXAMINE: events.ExamineClaimed,
    Deed.COOPERATE: events.ClaimedWith,
}

PLAYS: dict[Deed | Verb, Callable[[State, int, Move, Dice], Telling[State]]] = {
    Deed.INCOME: _income,
    Deed.AID: _aid,
    Deed.COUP: _strike,
    Deed.TAX: _claim,
    Deed.STEAL: _claim,
    Deed.EXCHANGE: _claim,
    Deed.ASSASSINATE: _claim,
    Deed.COOPERATE: _claim,
    Deed.EXAMINE: _claim,
    Deed.CONVERT: _convert,
    Deed.EMBEZZLE: _embezzle,
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
"""What a move does: an action that is declared, with its target, and paid in one step (4.3, 4.4),
or an answer of another kind."""
