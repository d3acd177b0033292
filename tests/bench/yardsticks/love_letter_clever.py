"""The `clever` player of Love Letter of 0.1.0, frozen: normal players are measured against it.

A computer player that counts cards, remembers what it has seen, and weighs chances.

It sees a view only. Every move gets a worth in chances to win the round: what the card may do
now, and what the card that stays in the hand is good for. The weights below were found by
playing many matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from core.games.love_letter.model import Keep, Kit, Move, Play, View, kit
from core.games.love_letter.names import Card
from core.kernel.dice import Dice

Odds = Mapping[Card, float]


class Weights(msgspec.Struct, frozen=True):
    """How much the clever player makes of things."""

    height: float = 0.10  # a high card in hand, early in the round
    late: float = 0.40  # more of it as the deck runs out
    low: float = 0.45  # how likely somebody keeps a lower card than the one last played
    blush: float = 3.0  # how much a played Countess points to what she must not stand beside
    shelter: float = 0.10  # to be protected
    peek: float = 0.06  # to see a hand
    guard: float = 0.04  # to keep a Guard for the next turn
    fear: float = 0.04  # to hold the Princess while Princes are about
    given_away: float = 0.05  # to play the Countess and be read
    trade: float = 0.35  # to swap a low card for a high one
    exposed: float = 0.06  # the other knows what it gave
    fresh: float = 0.10  # to discard the own low card
    spy: float = 0.03  # to have discarded a Spy
    choice: float = 0.035  # to choose one of three cards


class Table(msgspec.Struct, frozen=True):
    """What the clever player reads off a view."""

    pack: Kit
    me: int
    rivals: int  # how many others are still in
    odds: Mapping[int, Odds]  # of every other seat still in: what it may hold
    below: Odds  # how many of the unseen cards are lower than each card, from 0 to 1
    height: float  # what a high card is worth now


def clever(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """The move of the greatest worth; equal ones are decided by the dice."""
    return decide(view, moves, dice, WEIGHTS)


def decide(view: View, moves: Sequence[Move], dice: Dice, weights: Weights) -> Move:
    """As `clever`, with other weights."""
    if len(moves) == 1:
        return moves[0]
    table = _read(view, weights)
    worths = [_worth(view, table, move, weights) for move in moves]
    most = max(worths) - 1e-9
    return dice.choose([move for move, worth in zip(moves, worths, strict=True) if worth >= most])


# ---------------------------------------------------------------------- what is known


def _read(view: View, weights: Weights) -> Table:
    pack = kit(view.options)
    me = view.me
    unseen = dict.fromkeys(pack.ranks, 0)
    for card in pack.cards:
        unseen[card] += 1
    for pile in (view.faceup, view.hand, *view.discards):
        for card in pile:
            unseen[card] -= 1
    for laid in view.under:
        unseen[laid.card] -= 1
    seen = {fact.seat: fact.card for fact in view.seen}
    for card in seen.values():
        unseen[card] -= 1
    others = [seat for seat in view.alive if seat != me]
    odds = {
        seat: {seen[seat]: 1.0} if seat in seen else _odds(view, pack, unseen, seat, weights)
        for seat in others
    }
    spread = view.deck / len(view.alive)
    return Table(
        pack=pack,
        me=me,
        rivals=len(others),
        odds=odds,
        below=_below(pack, unseen),
        height=weights.height + weights.late / (1.0 + spread),
    )


def _odds(view: View, pack: Kit, unseen: Mapping[Card, int], seat: int, weights: Weights) -> Odds:
    """How likely each card is in a hand that was not seen."""
    out = view.ruled_out[seat - 1]
    laid = view.discards[seat - 1]
    last = laid[-1] if laid else None
    chances: dict[Card, float] = {}
    for card, count in unseen.items():
        if count <= 0 or card in out:
            continue
        chance = float(count)
        if last is not None:
            if pack.ranks[card] < pack.ranks[last]:
                chance *= weights.low
            if last is Card.COUNTESS and (card in pack.clash or card is Card.PRINCESS):
                chance *= weights.blush
        chances[card] = chance
    whole = sum(chances.values())
    return {card: chance / whole for card, chance in chances.items()}


def _below(pack: Kit, unseen: Mapping[Card, int]) -> Odds:
    """The share of the unseen cards that each card beats (half for equal ones)."""
    whole = max(1, sum(count for count in unseen.values() if count > 0))
    share: dict[Card, float] = {}
    lower = 0.0
    for card in pack.ranks:
        count = max(0, unseen[card])
        share[card] = (lower + count / 2) / whole
        lower += count
    return share


# ---------------------------------------------------------------------- what a move is worth


def _worth(view: View, table: Table, move: Move, weights: Weights) -> float:
    if isinstance(move, Keep):
        # What is put to the very bottom comes last: let it be the higher one.
        return _kept(table, move.cards[0], weights) + 0.001 * table.below[move.cards[-1]]
    first, second = view.hand
    kept = second if first is move.card else first
    if move.card is Card.PRINCESS:
        return -1.0
    return _effect(table, move, kept, weights)


def _kept(table: Table, card: Card, weights: Weights) -> float:
    """What a card in the hand is good for."""
    worth = table.height * table.below[card]
    if card is Card.GUARD:
        worth += weights.guard
    elif card is Card.PRINCESS:
        worth -= weights.fear
    return worth


def _effect(table: Table, move: Play, kept: Card, weights: Weights) -> float:
    """What a card may do now, and the worth of the hand after it."""
    card, target = move.card, move.target
    stays = _kept(table, kept, weights)
    odds = table.odds.get(target)
    gain = 1 / table.rivals - 1 / (table.rivals + 1)  # somebody else goes out
    loss = 1 / (table.rivals + 1)  # the player goes out
    if card is Card.HANDMAID:
        return stays + weights.shelter
    if card is Card.COUNTESS:
        return stays - weights.given_away
    if card is Card.SPY:
        return stays + weights.spy
    if card is Card.CHANCELLOR:
        return stays + weights.choice
    if card is Card.PRINCE and target == table.me:
        if kept is Card.PRINCESS:
            return -loss
        return weights.fresh * (0.5 - table.below[kept]) + table.height / 2
    if odds is None:
        return stays
    if card is Card.GUARD:
        return stays + gain * (odds.get(move.name, 0.0) if move.name else 0.0)
    if card is Card.PRIEST:
        return stays + weights.peek * (1 - max(odds.values()))
    if card is Card.BARON:
        ranks = table.pack.ranks
        mine = ranks[kept]
        wins = sum(chance for other, chance in odds.items() if ranks[other] < mine)
        loses = sum(chance for other, chance in odds.items() if ranks[other] > mine)
        return stays * (1 - loses) + gain * wins - loss * loses
    if card is Card.PRINCE:
        return stays + gain * odds.get(Card.PRINCESS, 0.0)
    theirs = sum(chance * table.below[other] for other, chance in odds.items())
    swapped = table.height * theirs
    return swapped + weights.trade * (theirs - table.below[kept]) - weights.exposed


WEIGHTS = Weights()
