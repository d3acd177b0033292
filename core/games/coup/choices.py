"""Whose decision is open in a game of Coup, and what may be chosen (4, 5.2, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from core.games.coup.factions import foes
from core.games.coup.model import (
    AIMED,
    CHOICES,
    DEEDS,
    FORCE,
    INCOME,
    KEEPS,
    LOSSES,
    RETURN,
    SHOW_ALL,
    SHOWS,
    Answering,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Move,
    Options,
    Proving,
    Revealing,
    State,
    Step,
    Swapping,
    Window,
    answers,
)
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    COSTS,
    FORCED,
    Deed,
    Role,
    blockers,
    doubtful,
    treasurer,
)
from core.games.coup.prompts import PATIENCE, prompt
from core.games.coup.seats import ALONE, living
from core.games.coup.sight import View
from core.kernel.asks import Ask, Over

SECRET = (Losing, Proving, Swapping, Revealing, Denying)
"""Steps whose legal moves betray hidden cards."""


def awaited(at: State | View) -> frozenset[int]:
    """The seats that may act now, from a state or from anybody's view of it."""
    step = at.step
    if type(step) is Answering:  # the most frequent first, told faster so than by patterns
        return step.awaited
    if type(step) is Choosing:
        return ALONE[at.turn]
    match step:
        case Losing():
            return ALONE[step.seat]
        case Swapping() | Examining() | Denying():
            return ALONE[at.turn]
        case Revealing():
            assert at.act is not None, "somebody is examined"
            return ALONE[at.act.target]
        case Proving():
            return ALONE[step.claimant]
        case Ended():
            return ALONE[0]
    assert_never(step)


def ask(state: State) -> Ask | Over:
    """Who is awaited, for what, for how long (10)."""
    step = state.step
    if isinstance(step, Ended):
        return Over(ALONE[step.winner])
    secret, window = isinstance(step, SECRET), isinstance(step, Answering)
    patience = state.options.answer_seconds if window else PATIENCE[type(step)]
    seats = awaited(state)
    aimed = ALONE[_concerned(state)] & seats if window else ALONE[0]
    return Ask(seats, prompt(state), patience, secret, window, aimed)


def _concerned(state: State) -> int:
    """Whom an open window concerns most: the target of an action, whoever is blocked."""
    assert state.act is not None, "a window is about an action"
    return state.turn if state.act.blocker else state.act.target


def active(state: State) -> frozenset[int]:
    """The seats still in the game; none when it is over."""
    return ALONE[0] if isinstance(state.step, Ended) else living(state.players)


def round_winners(state: State) -> tuple[int, ...] | None:
    """Coup has no rounds."""
    return None


def moves(state: State, seat: int) -> Sequence[Move]:
    """The legal moves of a seat; none unless it is awaited.

    In windows they depend on public facts only, never on what the seat holds (5.3).
    """
    step = state.step
    if type(step) is Answering:
        if seat not in step.awaited:
            return ()
        act = state.act
        assert act is not None, "a window is about an action"
        target = act.target
        may_block = not target or target == seat
        return _answers(step.window, act.deed, may_block, state.options)
    if type(step) is Choosing:
        return _choices(state) if seat == state.turn else ()
    match step:
        case Losing():
            hand = state.players[seat - 1].hidden
            return _one_of(Losing, hand) if seat == step.seat else ()
        case Proving():
            hand = state.players[seat - 1].hidden
            return _one_of(Proving, hand) if seat == step.claimant else ()
        case Swapping():
            hand = state.players[seat - 1].hidden
            return _keeps(hand, step.drawn) if seat == state.turn else ()
        case Revealing():
            hand = state.players[seat - 1].hidden
            return _one_of(Revealing, hand) if seat in awaited(state) else ()
        case Examining():
            return (RETURN, FORCE) if seat == state.turn else ()
        case Denying():
            return _denials(state) if seat == state.turn else ()
        case Ended():
            return ()
    assert_never(step)


@lru_cache(maxsize=1024)
def _answers(window: Window, deed: Deed, may_block: bool, options: Options) -> Sequence[Move]:
    """What may be answered in a window, by a seat that may block this action or may not."""
    return answers(window, doubtful(deed), blockers(deed, options) if may_block else ())


def _denials(state: State) -> Sequence[Move]:
    """A doubted embezzler shows all, if that is possible, or concedes and loses a card (13.3.8)."""
    hand = state.players[state.turn - 1].hidden
    losses = _one_of(Denying, hand)
    return losses if treasurer(state.options) in hand else (SHOW_ALL, *losses)


def _choices(state: State) -> Sequence[Move]:
    """What the seat on turn can afford, with a legal target each (4.1, 4.2, 13.3.3)."""
    turn, players, options = state.turn, state.players, state.options
    least = options.steal_min_target
    purses = tuple([player.coins >= least if player.hidden else None for player in players])
    player = players[turn - 1]
    targets = None if player.faction is None else foes(players, turn)
    return _affordable(player.coins, turn, purses, targets, state.reserve, options)


@lru_cache(maxsize=4096)
def _affordable(
    coins: int,
    turn: int,
    purses: tuple[bool | None, ...],
    foes: frozenset[int] | None,
    reserve: int,
    options: Options,
) -> Sequence[Move]:
    """The actions for so many coins. `purses` tell of each seat whether it can be stolen from,
    None for who is out; `foes` whom the seat on turn may attack, where there are factions."""
    others = [seat for seat, purse in enumerate(purses, 1) if purse is not None and seat != turn]
    targets = others if foes is None else [seat for seat in others if seat in foes]
    diplomat = options.diplomat
    coups = [AIMED[Deed.COUP][seat] for seat in targets] if coins >= COSTS[Deed.COUP] else []
    if coins >= FORCED:
        return tuple(coups)
    found = [INCOME, DEEDS[Deed.AID], *coups]
    if not diplomat:
        found.append(DEEDS[Deed.TAX])
    found += [AIMED[Deed.STEAL][seat] for seat in targets if purses[seat - 1]]
    found.append(DEEDS[Deed.EXCHANGE])
    if coins >= COSTS[Deed.ASSASSINATE]:
        found += [AIMED[Deed.ASSASSINATE][seat] for seat in targets]
    if diplomat:
        found += [AIMED[Deed.COOPERATE][seat] for seat in targets]
    if options.inquisitor:
        found += [AIMED[Deed.EXAMINE][seat] for seat in targets]
    if options.factions:
        found += _sidelong(coins, others, reserve)
    return tuple(found)


def _sidelong(coins: int, others: Sequence[int], reserve: int) -> Sequence[Move]:
    """What there is with an almshouse: Convert and Embezzle (13.3.6, 13.3.7)."""
    found = [DEEDS[Deed.CONVERT]] if coins >= CONVERT_SELF else []
    if coins >= CONVERT_OTHER:
        found += [AIMED[Deed.CONVERT][seat] for seat in others]
    if reserve:
        found.append(DEEDS[Deed.EMBEZZLE])
    return found


_CARD_MOVES = {Losing: LOSSES, Denying: LOSSES, Proving: SHOWS, Revealing: CHOICES}


@lru_cache(maxsize=1024)
def _one_of(step: type[Step], hand: tuple[Role, ...]) -> Sequence[Move]:
    """One of the hidden cards; equal ones make one choice, and are still asked for."""
    table = _CARD_MOVES[step]
    return tuple([table[card] for card in dict.fromkeys(hand)])


@lru_cache(maxsize=4096)
def _keeps(own: tuple[Role, ...], drawn: tuple[Role, ...]) -> Sequence[Move]:
    """As many cards as the actor had, out of those and the drawn ones (4.5, 13.2.3)."""
    cards = sorted(own + drawn)
    if len(own) == 1:
        return tuple([KEEPS[card,] for card in dict.fromkeys(cards)])
    pairs = {(a, b): None for i, a in enumerate(cards) for b in cards[i + 1 :]}
    return tuple([KEEPS[pair] for pair in pairs])
