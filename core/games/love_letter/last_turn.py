"""The last turn of a round: whoever plays it can count what it leads to.

When the deck is empty, hands are shown after this play (LL-8.1). What a rival may hold is as
the reader believes; the hands of several rivals are taken as independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.games.love_letter.model import Play
from core.games.love_letter.names import Card
from core.games.love_letter.reading import Odds, Table


def chance(table: Table, move: Play, kept: Card, shielded: Iterable[int]) -> float:
    """How likely the player wins the round with this play; an equal hand counts half."""
    card, target = move.card, move.target
    if card is Card.PRINCESS or (card is Card.PRINCE and target == table.me):
        return _drawn_anew(table) if kept is not Card.PRINCESS and card is Card.PRINCE else 0.0
    odds = table.odds.get(target)
    rest = _above(table, kept, [seat for seat in table.rivals if seat != target])
    if odds is None:
        return rest
    stands = _beats(table.pack.ranks, kept, odds)
    if target in shielded:
        return rest * stands
    if card is Card.GUARD:
        hit = odds.get(move.name, 0.0) if move.name else 0.0
        already = hit if move.name and table.pack.ranks[move.name] < table.pack.ranks[kept] else 0.0
        half = hit / 2 if move.name is kept else 0.0
        return rest * (stands + hit - already - half)
    if card is Card.PRINCE:
        out = odds.get(Card.PRINCESS, 0.0)
        return rest * (out + (1 - out) * table.below[kept])
    if card is Card.KING:
        others = [seat for seat in table.rivals if seat != target]
        ranks = table.pack.ranks
        return sum(
            share * _above(table, card, others) * (ranks[card] > ranks[kept])
            for card, share in odds.items()
        )
    return rest * stands  # a Baron settles now what the hands would settle anyway


def _drawn_anew(table: Table) -> float:
    """With the set-aside card in hand, which is any of the unseen ones."""
    whole = max(1, sum(table.unseen.values()))
    return sum(
        count / whole * _above(table, card, table.rivals) for card, count in table.unseen.items()
    )


def _above(table: Table, card: Card, rivals: Iterable[int]) -> float:
    """How likely a card is higher than those of all these rivals."""
    found = 1.0
    for seat in rivals:
        found *= _beats(table.pack.ranks, card, table.odds[seat])
    return found


def _beats(ranks: Mapping[Card, int], card: Card, odds: Odds) -> float:
    mine = ranks[card]
    lower = sum(share for other, share in odds.items() if ranks[other] < mine)
    return lower + odds.get(card, 0.0) / 2
