"""Coup by the page docs/fairness.md, as far as its draws go: whose card lies where.

Like `third` it imports nothing of the house. It follows the lines of a record and trusts them to
be legal: of the rules it knows who loses a card without a line, and when an Exchange has begun.
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
    "examine": "inquisitor",
}
ACTIONS = [*CLAIMS, "income", "aid", "coup", "convert", "embezzle"]


class Coup:
    """A game while its lines are read. Hands are in the order of their places."""

    def __init__(self, record: Mapping[str, Any], stream: Stream, won: tuple[int, ...]) -> None:
        self.stream = stream
        began = Stream(stream.seed)
        began.c = stream.c
        deal = first_deal(record, stream, won)
        self.hands: dict[int, list[str]] = deal["hands"]
        count, options = len(record["seats"]), record["options"]
        self.deck = began.shuffle(deck("coup", options, count))[2 * count :]
        official = options["preset"] == "official"
        by_choice = "auto" if options["preset"] == "bga_seed" else "choice"
        self.by_choice = options.get("prove", by_choice) == "choice"
        bluff = options.get("embezzle_bluff", "concede" if official else "open_hand")
        self.open_hand = bluff == "open_hand"
        redraw = options.get("examine_redraw", "draw_first" if official else "shuffle_first")
        self.draw_first = redraw == "draw_first"
        self.treasurer = "diplomat" if options.get("diplomat") is True else "duke"
        self.drawing = 1 if options.get("inquisitor") is True else 2
        self.turn("", 0, 0)

    # ---------------------------------------------------------------- the lines

    def turn(self, action: str, actor: int, target: int) -> None:
        """A new turn: who claims what, who must speak before an Exchange begins, and what it drew;
        whom an assassin is after, who owes a loss to a challenge, which card was examined."""
        self.action, self.actor, self.target = action, actor, target
        self.claimant, self.role, self.challenger = actor, CLAIMS.get(action, ""), 0
        self.exchanging = action == "exchange"
        self.before = {seat for seat, hand in self.hands.items() if hand and seat != actor}
        self.drawn: list[str] = []
        self.hunted = action == "assassinate"
        self.owing, self.examined = 0, ""

    def play(self, line: str) -> None:
        number, said = line.split(":")
        seat, (word, *rest) = int(number), said.split(".")
        hand = self.hands[seat]
        if word in ACTIONS:
            if self.hunted and len(self.hands[self.target]) == 1:
                self.hands[self.target].clear()
            self.turn(word, seat, int(rest[0]) if rest else 0)
            if word == "exchange" and self.drawing == 1:
                self.role = "inquisitor"
            if word == "coup" and len(self.hands[self.target]) == 1:
                self.hands[self.target].clear()
        elif word == "block":
            self.claimant, self.role = seat, rest[0]
            self.hunted = False
        elif word == "allow":
            self.before.discard(seat)
        elif word == "challenge":
            self.challenger = seat
            self.challenged()
        elif said == "show.all":
            self.show_all()
        elif word == "show" and rest[0] == self.role:
            self.prove()
        elif word in ("lose", "show"):
            hand.remove(rest[0])
            self.lost(seat, shown=word == "show")
        elif word == "keep":
            self.keep(seat, rest)
        elif word == "choose":
            self.examined = rest[0]
        elif word == "force":
            self.force()
        elif word == "leave":
            self.leave(seat)
        if self.exchanging and not self.before and not self.drawn and not self.alone():
            self.drawn = [self.deck.pop(0) for _ in range(self.drawing)]

    def alone(self) -> bool:
        return sum(1 for hand in self.hands.values() if hand) == 1

    # ---------------------------------------------------------------- challenges

    def challenged(self) -> None:
        hand = self.hands[self.claimant]
        self.before = {self.claimant}
        if self.action != "embezzle":
            if self.by_choice and len(hand) == 2:
                return
            if self.role in hand:
                self.prove()
            else:
                self.caught()
        elif self.open_hand or not self.by_choice or len(hand) == 1:
            if self.treasurer not in hand:
                self.show_all()
            elif self.open_hand:
                self.open()
            else:
                self.caught()

    def prove(self) -> None:
        hand = self.hands[self.claimant]
        self.deck = self.stream.shuffle([*self.deck, self.role])
        hand[hand.index(self.role)] = self.deck.pop(0)
        self.mistaken()

    def show_all(self) -> None:
        hand = self.hands[self.claimant]
        self.deck = self.stream.shuffle([*self.deck, *hand])
        hand[:] = [self.deck.pop(0) for _ in hand]
        self.mistaken()

    def open(self) -> None:
        """A hand with a duke, of which nothing stays hidden."""
        hand = self.hands[self.claimant]
        duke = hand.index(self.treasurer)
        if len(hand) == 2:
            self.deck = self.stream.shuffle([*self.deck, hand[1 - duke]])
            hand[1 - duke] = self.deck.pop(0)
        hand.pop(duke)

    def mistaken(self) -> None:
        self.owes(self.challenger)
        self.before = {self.owing} - {0}

    def caught(self) -> None:
        self.void()
        self.owes(self.claimant)

    def void(self) -> None:
        """A claim was a bluff: an action ends, a block stops nothing."""
        self.exchanging = False
        self.hunted = self.action == "assassinate" and self.claimant != self.actor

    def owes(self, seat: int) -> None:
        """Two cards: a line will tell which one is lost. One: it is lost at once."""
        if len(self.hands[seat]) == 2:
            self.owing = seat
        self.hands[seat] = self.hands[seat] if self.owing == seat else []

    def lost(self, seat: int, *, shown: bool) -> None:
        if shown:
            self.void()
        elif seat == self.owing:
            self.before.discard(seat)
            self.owing = 0
        else:
            self.hunted = False

    # ---------------------------------------------------------------- cards

    def keep(self, seat: int, cards: list[str]) -> None:
        kept: list[str] = []
        back: list[str] = []
        for card in [*self.hands[seat], *self.drawn]:
            (kept if kept.count(card) < cards.count(card) else back).append(card)
        self.hands[seat] = kept
        self.deck = self.stream.shuffle(self.deck + back)
        self.exchanging = False

    def force(self) -> None:
        hand = self.hands[self.target]
        card = self.examined or hand[0]
        place = hand.index(card)
        if self.draw_first:
            hand[place] = self.deck.pop(0)
            self.deck = self.stream.shuffle([*self.deck, card])
        else:
            self.deck = self.stream.shuffle([*self.deck, card])
            hand[place] = self.deck.pop(0)

    def leave(self, seat: int) -> None:
        self.hands[seat].clear()
        self.before.discard(seat)
        if seat == self.actor or self.alone():
            if self.exchanging and self.drawn:
                self.deck = self.stream.shuffle(self.deck + self.drawn)
            self.action, self.exchanging, self.hunted = "", False, False
        if seat == self.owing:
            self.owing = 0
