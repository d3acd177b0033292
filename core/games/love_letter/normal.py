"""A computer player that counts cards, remembers what it has seen, and weighs chances.

Every move gets a worth in chances to win the round: what the card may do now, and what the card
that stays in the hand is good for. A rival who is about to win the match weighs more, a card
that a rival knows less. The weights were found by playing many matches.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from math import exp

import msgspec

from core.games.love_letter import last_turn
from core.games.love_letter.model import Keep, Move, Play, View
from core.games.love_letter.names import Card
from core.games.love_letter.reading import Odds, Table, guessed, read
from core.kernel.dice import Dice
from core.kernel.minds import Manner


class Weights(msgspec.Struct, frozen=True):
    """How much a player makes of things, most of them in chances to win the round."""

    height: float = 0.10  # a high card in hand, early in the round
    late: float = 0.40  # more of it as the deck runs out
    shelter: float = 0.10  # to be protected
    peek: float = 0.06  # to see a hand
    guard: float = 0.17  # to keep a Guard for the next turn
    fear: float = 0.04  # to hold the Princess while Princes are about
    bluff: float = 0.0  # to play the Countess, who points to high cards
    trade: float = 0.35  # to swap a low card for a high one
    shown: float = 0.05  # the other knows what it gave
    fresh: float = 0.06  # to discard the own low card
    shake: float = 0.30  # to make a rival discard a high one
    spy: float = 0.03  # to have discarded a Spy
    choice: float = 0.035  # to choose one of three cards
    dump: float = 0.50  # to be rid of a card that a rival knows
    exposed: float = 0.15  # more of it if that rival has a Guard
    guess: float = 0.25  # to hold something else than what others would guess
    leader: float = 0.04  # to aim at whoever is about to win the match
    nerve: float = 1.0  # how much the own elimination counts
    blur: float = 0.012  # a move that is worse by so much is taken less than half as often


NAMING = 0.25  # how closely a Guard's name follows what is likely


def normal(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """One of the moves of the greatest worth; nearly equal ones are decided by the dice."""
    return decide(view, moves, dice, WEIGHTS[manner])


def decide(view: View, moves: Sequence[Move], dice: Dice, weights: Weights) -> Move:
    """As `normal`, with weights of one's own."""
    if len(moves) == 1:
        return moves[0]
    return pick(moves, values(view, moves, weights), dice, weights.blur)


def pick(moves: Sequence[Move], worths: Sequence[float], dice: Dice, blur: float) -> Move:
    """One of the best moves: a worse one the more seldom the more it is worse, and none that is
    worse by three times the blur, so that nobody can tell by habit."""
    most = max(worths)
    gaps = [(most - worth) / blur for worth in worths]
    upto = list(accumulate(int(1000 * exp(-gap)) if gap <= 3.0 else 0 for gap in gaps))
    return moves[bisect(upto, dice.below(upto[-1]))]


def values(view: View, moves: Sequence[Move], weights: Weights) -> list[float]:
    """The worth of each move."""
    table = read(view)
    return [_worth(view, table, move, weights) for move in moves]


def _worth(view: View, table: Table, move: Move, weights: Weights) -> float:
    if isinstance(move, Keep):
        # What is put to the very bottom comes last: let it be the higher one.
        stays = _kept(view, table, move.cards[0], weights)
        return stays + 0.001 * table.below[move.cards[-1]]
    first, second = view.hand
    kept = second if first is move.card else first
    if move.card is Card.PRINCESS:
        return -1.0
    if not view.deck and move.card is not Card.CHANCELLOR:
        hunt = weights.leader if move.target in table.leaders else 0.0
        return last_turn.chance(table, move, kept, view.shielded) + hunt
    return _effect(view, table, move, kept, weights)


def _kept(view: View, table: Table, card: Card, weights: Weights) -> float:
    """What a card in the hand is good for."""
    height = weights.height + weights.late / (1.0 + view.deck / len(view.alive))
    worth = height * table.below[card]
    if card is Card.GUARD:
        # Less if it is wanted now, or if a better card can be chosen unseen.
        worth += weights.guard * (0.2 if table.sure or view.phase == "keep" else 1.0)
    elif card is Card.PRINCESS:
        worth -= weights.fear
    return worth


def _danger(view: View, table: Table, move: Play, kept: Card, weights: Weights) -> float:
    """What it costs that the others know or guess the card that stays."""
    if kept is Card.GUARD:
        return weights.dump if kept in table.known else 0.0
    if kept in table.known:
        return weights.exposed * _threat(table, table.known[kept]) + weights.dump
    image = guessed(table.pack, table.unseen, (), move.card)
    return weights.guess * image.get(kept, 0.0)


def _threat(table: Table, knowing: Sequence[int]) -> float:
    """How likely one of the rivals who know a card has a Guard by its next turn."""
    left = max(1, sum(table.unseen.values()))
    without = 1.0 - table.unseen[Card.GUARD] / left
    for seat in knowing:
        without *= 1.0 - table.odds[seat].get(Card.GUARD, 0.0)
    return 1.0 - without


def _effect(view: View, table: Table, move: Play, kept: Card, weights: Weights) -> float:
    """What a card may do now, and the worth of the hand after it."""
    card, target = move.card, move.target
    stays = _kept(view, table, kept, weights)
    if card is Card.HANDMAID:
        return stays + weights.shelter
    safe = stays - _danger(view, table, move, kept, weights)
    if card is Card.COUNTESS:
        return safe + weights.bluff
    if card is Card.SPY:
        return safe + weights.spy
    if card is Card.CHANCELLOR:
        return stays + weights.choice
    height = weights.height + weights.late / (1.0 + view.deck / len(view.alive))
    loss = weights.nerve * _loss(table)
    if card is Card.PRINCE and target == table.me:
        if kept is Card.PRINCESS:
            return -loss
        return weights.fresh * (0.5 - table.below[kept]) + height / 2
    odds = table.odds.get(target)
    if odds is None or target in view.shielded:
        return safe
    gain = _gain(table, target)
    theirs = sum(chance * table.below[other] for other, chance in odds.items())
    hunt = weights.leader if target in table.leaders else 0.0
    safe += hunt
    if card is Card.GUARD:
        return safe + _hit(odds, move.name, gain)
    if card is Card.PRIEST:
        return safe + weights.peek * (1 - max(odds.values()))
    if card is Card.BARON:
        ranks = table.pack.ranks
        mine = ranks[kept]
        wins = sum(chance for other, chance in odds.items() if ranks[other] < mine)
        loses = sum(chance for other, chance in odds.items() if ranks[other] > mine)
        return safe * (1 - loses) + gain * wins - loss * loses
    if card is Card.PRINCE:
        fall = weights.shake * (theirs - 0.5)
        return safe + gain * odds.get(Card.PRINCESS, 0.0) + fall
    return hunt + height * theirs + weights.trade * (theirs - table.below[kept]) - weights.shown


def _hit(odds: Odds, name: Card | None, gain: float) -> float:
    """What a name is worth. A worse one than the best counts less than the round would have it,
    so that only names that are about as likely are mixed, and impossible ones are not."""
    chance = odds.get(name, 0.0) if name else 0.0
    best = max((share for card, share in odds.items() if card is not Card.GUARD), default=0.0)
    return gain * chance - NAMING * (best - chance) - (0.0 if chance or not best else 3 * NAMING)


def _gain(table: Table, seat: int) -> float:
    """What it is worth that a rival goes out, everybody being as likely to win."""
    whole, count = sum(table.stakes.values()), len(table.stakes)
    return (whole - table.stakes[seat]) / (count - 1) - whole / count


def _loss(table: Table) -> float:
    """What it costs to go out oneself."""
    return -_gain(table, table.me)


WEIGHTS: dict[Manner, Weights] = {
    # Risks a Baron sooner, shoots sooner, hides less, bluffs with the Countess, hunts the leader.
    Manner.BOLD: Weights(
        nerve=0.9, guard=0.16, shelter=0.07, fear=0.02, bluff=0.03, leader=0.06, dump=0.6
    ),
    # Hides behind the Handmaid, and behind cards that nobody would guess.
    Manner.CAREFUL: Weights(nerve=1.1, shelter=0.13, guess=0.28, fear=0.05, dump=0.9),
    # Looks first, and keeps the Guard for a name that it knows.
    Manner.PATIENT: Weights(guard=0.20, peek=0.08, fresh=0.03, dump=0.8),
}
