"""Coup by the page docs/fairness.md, as far as its draws go: whose card lies where.

Like `third` it imports nothing of the house. It follows the lines of a record and needs no rules
beyond theirs: an Exchange is over when its `keep` stands there, a claim is the last one made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.recorded.third import Stream, deck, first_deal

CLAIMS = {
    "tax": "duke",
    "steal": "captain",
    "exchange": "ambassador",
    "assassinate": "assassin",
    "cooperate": "diplomat",
}


class Coup:
    """A game while its lines are read. Hands are in the order of their places."""

    def __init__(self, record: Mapping[str, Any], stream: Stream, won: tuple[int, ...]) -> None:
        self.stream = stream
        began = Stream(stream.seed)
        began.c = stream.c
        deal = first_deal(record, stream, won)
        self.hands: dict[int, list[str]] = deal["hands"]
        count = len(record["seats"])
        self.deck = began.shuffle(deck("coup", record["options"], count))[2 * count :]
        preset = record["options"]["preset"]
        by_choice = "auto" if preset == "bga_seed" else "choice"
        self.by_choice = record["options"].get("prove", by_choice) == "choice"
        self.claim = (0, "")

    def play(self, line: str) -> None:
        number, said = line.split(":")
        seat, (word, *cards) = int(number), said.split(".")
        hand = self.hands[seat]
        if word in CLAIMS:
            self.claim = (seat, CLAIMS[word])
        elif word == "block":
            self.claim = (seat, cards[0])
        elif word == "challenge":
            self.challenged()
        elif word == "show" and cards[0] == self.claim[1]:
            self.prove()
        elif word in ("lose", "show"):
            hand.remove(cards[0])
        elif word == "keep":
            self.keep(seat, cards)
        elif word == "leave":
            hand.clear()

    def challenged(self) -> None:
        claimant, role = self.claim
        hand = self.hands[claimant]
        if role in hand and not (self.by_choice and len(hand) == 2):
            self.prove()

    def prove(self) -> None:
        claimant, role = self.claim
        hand = self.hands[claimant]
        self.deck = self.stream.shuffle([*self.deck, role])
        hand[hand.index(role)] = self.deck.pop(0)

    def keep(self, seat: int, cards: list[str]) -> None:
        drawn, self.deck = self.deck[:2], self.deck[2:]
        kept: list[str] = []
        back: list[str] = []
        for card in [*self.hands[seat], *drawn]:
            (kept if kept.count(card) < cards.count(card) else back).append(card)
        self.hands[seat] = kept
        self.deck = self.stream.shuffle(self.deck + back)
