"""The cards: 52 by rank and suit, and the joker."""

from __future__ import annotations

from collections.abc import Iterable

from core.kernel.text import P_, GameWord, Named

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}  # a pair is made of the lower ones


class Card(GameWord):
    """A card. Its code is rank and suit, as poker players write it ("10h")."""

    AC, C2, C3, C4, C5, C6, C7 = "ac", "2c", "3c", "4c", "5c", "6c", "7c"
    C8, C9, C10, JC, QC, KC = "8c", "9c", "10c", "jc", "qc", "kc"
    AD, D2, D3, D4, D5, D6, D7 = "ad", "2d", "3d", "4d", "5d", "6d", "7d"
    D8, D9, D10, JD, QD, KD = "8d", "9d", "10d", "jd", "qd", "kd"
    AH, H2, H3, H4, H5, H6, H7 = "ah", "2h", "3h", "4h", "5h", "6h", "7h"
    H8, H9, H10, JH, QH, KH = "8h", "9h", "10h", "jh", "qh", "kh"
    AS, S2, S3, S4, S5, S6, S7 = "as", "2s", "3s", "4s", "5s", "6s", "7s"
    S8, S9, S10, JS, QS, KS = "8s", "9s", "10s", "js", "qs", "ks"
    JOKER = "joker"

    def __init__(self, code: str) -> None:
        """The joker has a rank of its own, so that nothing pairs with it."""
        self.rank = "★" if code == "joker" else code[:-1].upper()  # A, 2, … K

    def named(self, edition: str) -> Named:
        """Rank and suit are written alike in every language."""
        if self is Card.JOKER:
            return P_("old-maid", "Joker")
        return Named("", self.rank + SUITS[self.value[-1]])


RANKS = tuple(dict.fromkeys(card.rank for card in Card))  # in order; the joker's comes last


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as one holds them: by rank, then by suit, the joker last."""
    return tuple(sorted(cards, key=lambda card: (RANKS.index(card.rank), card.value[-1])))
