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
    claiming,
    denying,
    losing,
    others,
    proving,
    survivor,
    swapped,
)
from core.kernel.dice import Dice
from core.kernel.game import Telling, silent
from core.kernel.text import Public, announce

replace = msgspec.structs.replace

# A name of the module is found much faster than a member by the name of its enum.
RESPOND, CHALLENGE, BLOCK, SECOND, COUNTER = Window
MISTAKE, BLUFF, STRUCK, MURDER = Cause
AID, COUP, EMBEZZLE = Deed.AID, Deed.COUP, Deed.EMBEZZLE
INCOME = Action(Deed.INCOME)


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
    return allowed(state, list(state.players), dice)


def _income(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """It happens at once: nobody can object."""
    return deeds.earn(state, list(state.players), INCOME, dice)


def _convert(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """So does this (13.3.6)."""
    return deeds.convert(state, list(state.players), move)


def _strike(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """A coup costs its target an influence, whatever anybody holds."""
    deed, target, players = COUP, move.target, list(state.players)
    player, cost = players[seat - 1], COSTS[deed]
    purse = player.coins - cost
    yield announce(events.CoupStruck(seat, deed, target, cost, purse))
    players[seat - 1] = replace(player, coins=purse)
    state = replace(state, act=Action(deed, target))
    return (yield from owe(state, players, target, STRUCK, seat, dice))


def _aid(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """It claims nothing; who can only allow is not asked (13.3.3)."""
    yield announce(events.AidAsked(seat, AID))
    return _asking(state, state.players, AID, 0, factions.foes(state.players, seat))


def _embezzle(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """It claims that its actor does not hold a character (13.3.7)."""
    denied, players = treasurer(state.options), list(state.players)
    yield announce(events.EmbezzleClaimed(seat, denied, EMBEZZLE, state.reserve))
    players[seat - 1] = denying(players[seat - 1], denied)
    return _asking(state, tuple(players), EMBEZZLE, 0, others(players, seat))


def _claim(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """All other actions claim a character, and anybody may doubt it."""
    deed, target, players = move.deed, move.target, list(state.players)
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
    players[seat - 1] = player
    return _asking(state, tuple(players), deed, target, others(players, seat))


def _asking(
    state: State, players: tuple[Player, ...], deed: Deed, target: int, asked: frozenset[int]
) -> State:
    """The action is declared, and those asked may object."""
    window = RESPOND
    if state.options.response_timing == "sequential":
        window = CHALLENGE if doubtful(deed) else BLOCK
    act = Action(deed, target)
    return replace(state, players=players, act=act, step=Answering(window, asked))


def allowed(state: State, players: list[Player], dice: Dice) -> Telling[State]:
    """Nobody is awaited in the open window any more: what it was about goes on (5.6)."""
    step, act = state.step, state.act
    assert isinstance(step, Answering)
    assert act is not None
    window = step.window
    if window is COUNTER:
        return held(state, players, act)
    if window is CHALLENGE:
        return ask_target(state, players, act, BLOCK, dice)
    deeds.unblocked(state, players, act, state.players)
    return happen(state, players, act, dice)


def happen(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """The action is carried out. Its actor is alive (9.1); its target need not be."""
    return HAPPENS[act.deed](state, players, act, dice)


def _murder(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    if players[act.target - 1].hidden:
        return owe(state, players, act.target, MURDER, state.turn, dice)
    # The victim is out already; what it cost stays spent (9.3).
    return losses.end_turn(state, players, events.FoundNobody(act.deed, act.target))


HAPPENS: dict[Deed, Callable[[State, list[Player], Action, Dice], Telling[State]]] = {
    Deed.AID: deeds.earn,
    Deed.TAX: deeds.earn,
    Deed.STEAL: deeds.steal,
    Deed.EXCHANGE: deeds.draw,
    Deed.ASSASSINATE: _murder,
    Deed.COOPERATE: deeds.cooperate,
    Deed.EXAMINE: examine.begin,
    Deed.EMBEZZLE: embezzle.take,
}
"""What the actions do that somebody may object to."""


def ask_target(
    state: State, players: list[Player], act: Action, window: Window, dice: Dice
) -> Telling[State]:
    """The target alone may block now, if the action knows a block and the target lives."""
    target = act.target
    able = target and players[target - 1].hidden
    if able and blockers(act.deed, state.options):
        step = Answering(window, ALONE[target])
        return silent(replace(state, players=tuple(players), step=step))
    return happen(state, players, act, dice)


def held(state: State, players: list[Player], act: Action) -> Telling[State]:
    """The block stands: the action is cancelled, what it cost stays spent (8.4)."""
    return losses.end_turn(state, players, events.BlockHeld(act.deed, state.turn))


def _block(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """A block names one character; everybody else may challenge it (8.1, 8.2)."""
    act, players, role = state.act, list(state.players), move.cards[0]
    assert act is not None
    yield announce(events.Blocked(seat, role, state.turn, act.deed))
    players[seat - 1] = claiming(players[seat - 1], role)
    step = Answering(COUNTER, others(players, seat))
    act = Action(act.deed, act.target, seat, role)
    return replace(state, players=tuple(players), act=act, step=step)


def _challenge(state: State, challenger: int, move: Move, dice: Dice) -> Telling[State]:
    """The claimant must show the character, at once where there is no choice (6.2)."""
    act = state.act
    assert act is not None
    if act.deed is EMBEZZLE:
        return embezzle.challenged(state, challenger, dice)
    claimant, role = act.blocker, act.role
    if not claimant:
        claimant, role = state.turn, claimed(act.deed, state.options)
    assert role is not None
    hand = state.players[claimant - 1].hidden
    choice = state.options.prove == "choice"
    if choice and len(hand) == 2:
        return _asked(state, claimant, role, challenger)
    if role in hand:
        right = events.ChallengedWrongly(challenger, claimant, role)
        return _proved(state, claimant, role, challenger, right, dice)
    if choice:
        other = events.ChallengedToAnother(challenger, claimant, role, hand[0])
        return _bluffed(state, claimant, role, challenger, other, dice)
    wrong = events.ChallengedRightly(challenger, claimant, role)
    return _bluffed(state, claimant, role, challenger, wrong, dice)


def _asked(state: State, claimant: int, role: Role, challenger: int) -> Telling[State]:
    """The claimant chooses which of two cards to turn up."""
    yield announce(events.Challenged(challenger, claimant, role))
    return replace(state, step=Proving(claimant, role, challenger))


def _show(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The claimant turns up a card of their choice; another one concedes (`prove` = choice)."""
    step, card = state.step, move.cards[0]
    assert isinstance(step, Proving)
    if card is step.role:
        return _proved(state, seat, card, step.challenger, events.Proved(seat, card), dice)
    players = list(state.players)
    losses.catch(state, players, seat, step.role)
    said = events.TurnedUpAnother(seat, card, step.role)
    return lose_for(state, players, seat, card, BLUFF, dice, said)


def _proved(
    state: State, claimant: int, role: Role, challenger: int, said: Public, dice: Dice
) -> Telling[State]:
    """The shown card goes into the deck, the claimant draws, then the challenger loses (6.2)."""
    yield announce(said)
    players = list(state.players)
    player = players[claimant - 1]
    deck = dice.shuffle((*state.deck, role))
    card, deck = dice.draw(deck)
    hidden = swapped(player.hidden, role, card)
    players[claimant - 1] = proving(player, role, hidden)
    yield losses.tell_hand(claimant, hidden)
    sunk = Sunk(claimant, (role,), card, len(player.lost))
    if len(players[challenger - 1].hidden) == 2:
        step = Losing(challenger, MISTAKE, claimant)
        return replace(state, players=tuple(players), deck=deck, sunk=sunk, step=step)
    state = replace(state, deck=deck, sunk=sunk)
    return (yield from mistaken(state, players, challenger, claimant, dice))


def _bluffed(
    state: State, claimant: int, role: Role, challenger: int, said: Public, dice: Dice
) -> Telling[State]:
    """The claimant does not have the character: it loses an influence (6.2)."""
    yield announce(said)
    players = list(state.players)
    losses.catch(state, players, claimant, role)
    hand = players[claimant - 1].hidden
    if len(hand) == 2:
        step = Losing(claimant, BLUFF, challenger)
        return replace(state, players=tuple(players), step=step)
    return (yield from lose_for(state, players, claimant, hand[0], BLUFF, dice))


def mistaken(
    state: State, players: list[Player], challenger: int, claimant: int, dice: Dice
) -> Telling[State]:
    """The claim was true: the challenger loses an influence."""
    if not players[challenger - 1].hidden:  # has left: the loss counts as paid (12.3)
        return after_loss(state, players, MISTAKE, dice)
    return owe(state, players, challenger, MISTAKE, claimant, dice)


def owe(
    state: State, players: list[Player], seat: int, cause: Cause, by: int, dice: Dice
) -> Telling[State]:
    """The seat loses an influence: it chooses, or has one left and no choice (7.1)."""
    hand = players[seat - 1].hidden
    if len(hand) == 2:
        return silent(replace(state, players=tuple(players), step=Losing(seat, cause, by)))
    return lose_for(state, players, seat, hand[0], cause, dice)


def _lose(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The owner has chosen which card to lose (7.1), or concedes by it (13.3.8)."""
    step = state.step
    if isinstance(step, Losing):
        return lose_for(state, list(state.players), seat, move.cards[0], step.cause, dice)
    return embezzle.concede(state, move.cards[0], dice)


def _keep(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The actor of an Exchange has chosen what to keep (4.5)."""
    return deeds.keep(state, move.cards, dice)


def _choose(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The target of an Examine has chosen the card to show (13.2.6)."""
    return examine.reveal(state, list(state.players), seat, move.cards[0])


def _return(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The examined card stays."""
    assert state.act is not None
    return examine.give_back(state, state.act)


def _force(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """The examined card must be exchanged (13.2.7)."""
    assert state.act is not None
    return examine.force(state, state.act, dice)


def _show_all(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """A doubted embezzler shows all that is hidden (13.3.8)."""
    step = state.step
    assert isinstance(step, Denying)
    return embezzle.show_all(state, step.challenger, dice)


def lose_for(
    state: State,
    players: list[Player],
    seat: int,
    card: Role,
    cause: Cause,
    dice: Dice,
    said: Public | None = None,
) -> Telling[State]:
    """The card goes face up, and what hung on its loss goes on. With its last card the seat is
    out, and perhaps all is over."""
    if said is not None:
        yield announce(said)
    owner = players[seat - 1]
    player = players[seat - 1] = losing(owner, card)
    if player.hidden:
        yield announce(events.InfluenceLost(seat, card, 1))
        yield losses.tell_hand(seat, player.hidden)
    else:
        yield announce(events.Eliminated(seat, card))
        winner = survivor(players)
        if winner:
            return (yield from losses.end(state, players, winner))
        if owner.faction is not None:
            before = list(players)
            before[seat - 1] = owner
            yield from factions.told_change(before, players)
    return (yield from after_loss(state, players, cause, dice))


def after_loss(state: State, players: list[Player], cause: Cause, dice: Dice) -> Telling[State]:
    """What follows when the loss is paid (6.2, 6.4, 8.4)."""
    act = state.act
    assert act is not None
    if act.dropped or cause is STRUCK or cause is MURDER:
        return losses.end_turn(state, players)
    if cause is BLUFF:  # a block that is void lets the action happen at once
        if act.blocker:
            return happen(state, players, act, dice)
        return deeds.refund(state, players, act)
    if act.blocker:
        return held(state, players, act)
    if state.options.block_after_failed_challenge:
        return ask_target(state, players, act, SECOND, dice)
    return happen(state, players, act, dice)


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
