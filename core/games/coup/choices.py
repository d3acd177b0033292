"""Whose decision is open in a game of Coup, and what may be chosen (4, 5.2, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from core.games.coup.model import (
    AIMED,
    ANSWERS,
    DEEDS,
    INCOME,
    KEEPS,
    LOSSES,
    MOST_SEATS,
    SHOWS,
    Answering,
    Choosing,
    Ended,
    Losing,
    Move,
    Proving,
    State,
    Swapping,
    Verb,
)
from core.games.coup.names import COSTS, FORCED, Deed, Role
from core.games.coup.prompts import PATIENCE, prompt
from core.games.coup.seats import living
from core.games.coup.sight import View
from core.kernel.asks import Ask, Over

ALONE = (frozenset[int](), *[frozenset((seat,)) for seat in range(1, MOST_SEATS + 1)])
"""The set of one seat, by its number; nobody for 0."""


SECRET = (Losing, Proving, Swapping)
"""Steps whose legal moves betray hidden cards."""


def awaited(at: State | View) -> frozenset[int]:
    """The seats that may act now, from a state or from anybody's view of it."""
    step = at.step
    match step:
        case Answering():
            return step.awaited
        case Choosing() | Swapping():
            return ALONE[at.turn]
        case Losing():
            return ALONE[step.seat]
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
    aimed = ALONE[state.act.target] & seats if window and state.act is not None else ALONE[0]
    return Ask(seats, prompt(state), patience, secret, window, aimed)


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
    match step:
        case Answering():
            if seat not in step.awaited:
                return ()
            act = state.act
            assert act is not None, "a window is about an action"
            asked = act.target in (0, seat)
            return ANSWERS[step.window, act.deed, state.options.diplomat, asked]
        case Choosing():
            return _choices(state) if seat == state.turn else ()
        case Losing():
            hand = state.players[seat - 1].hidden
            return _one_of(Verb.LOSE, hand) if seat == step.seat else ()
        case Proving():
            hand = state.players[seat - 1].hidden
            return _one_of(Verb.SHOW, hand) if seat == step.claimant else ()
        case Swapping():
            hand = state.players[seat - 1].hidden
            return _keeps(hand, step.drawn) if seat == state.turn else ()
        case Ended():
            return ()
    assert_never(step)


def _choices(state: State) -> Sequence[Move]:
    """What the seat on turn can afford, with a legal target each (4.1, 4.2)."""
    turn, players, options = state.turn, state.players, state.options
    coins = players[turn - 1].coins
    others = tuple([s for s, player in enumerate(players, 1) if player.hidden and s != turn])
    least = options.steal_min_target
    rich = tuple([seat for seat in others if players[seat - 1].coins >= least])
    return _affordable(min(coins, FORCED), others, rich, options.diplomat)


@lru_cache(maxsize=4096)
def _affordable(
    coins: int, others: tuple[int, ...], rich: tuple[int, ...], diplomat: bool
) -> Sequence[Move]:
    """The actions for so many coins, aimed at `others`, or to steal from the `rich` of them."""
    coups = [AIMED[Deed.COUP][seat] for seat in others] if coins >= COSTS[Deed.COUP] else []
    if coins >= FORCED:
        return tuple(coups)
    found = [INCOME, DEEDS[Deed.AID], *coups]
    if not diplomat:
        found.append(DEEDS[Deed.TAX])
    found += [AIMED[Deed.STEAL][seat] for seat in rich]
    found.append(DEEDS[Deed.EXCHANGE])
    if coins >= COSTS[Deed.ASSASSINATE]:
        found += [AIMED[Deed.ASSASSINATE][seat] for seat in others]
    if diplomat:
        found += [AIMED[Deed.COOPERATE][seat] for seat in others]
    return tuple(found)


@lru_cache(maxsize=1024)
def _one_of(verb: Verb, hand: tuple[Role, ...]) -> Sequence[Move]:
    """One of the hidden cards; equal ones make one choice, and are still asked for."""
    table = LOSSES if verb is Verb.LOSE else SHOWS
    return tuple([table[card] for card in dict.fromkeys(hand)])


@lru_cache(maxsize=4096)
def _keeps(own: tuple[Role, ...], drawn: tuple[Role, ...]) -> Sequence[Move]:
    """As many cards as the actor had, out of those and the two drawn ones (4.5)."""
    cards = sorted(own + drawn)
    if len(own) == 1:
        return tuple([KEEPS[card,] for card in dict.fromkeys(cards)])
    pairs = {(a, b): None for i, a in enumerate(cards) for b in cards[i + 1 :]}
    return tuple([KEEPS[pair] for pair in pairs])
