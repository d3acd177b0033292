"""Chance as a record prescribes it: shuffled decks, drawn cards, who begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

from core.kernel.dice import Dice
from core.kernel.text import words_in
from core.records.faults import NotInDeck, RecordError, SeatHasLeft, UnknownCard, WrongDeck
from core.records.record import Record
from core.table.oracle import Oracle
from core.table.table import Playing

T = TypeVar("T")

SEED = bytes(32)
"""The seed of everything that a record by decks or by a position does not prescribe."""


class ScriptedDice(Dice):
    """Dice that give what a record says as long as it says something.

    The drawn cards are prescribed once `started` is set. `gone` are the seats that have left.
    """

    def __init__(self, record: Record) -> None:
        super().__init__(SEED)
        self.started = False
        self.gone: set[int] = set()
        self._decks = record.start.decks or ()
        self._first = record.start.first
        self._first_listed = record.start.first_listed
        self._draws = record.draws
        self._shuffles = 0
        self._rounds = 0
        self._drawn_cards = 0

    def shuffle(self, deck: Sequence[T]) -> tuple[T, ...]:
        """The next prescribed deck. All of them must hold the cards that are shuffled first."""
        number = self._shuffles
        self._shuffles += 1
        if number >= len(self._decks):
            return super().shuffle(deck)
        if number == 0:
            for index in range(1, len(self._decks)):
                self._arranged(deck, index)
        return self._arranged(deck, number)

    def draw(self, deck: tuple[T, ...]) -> tuple[T, tuple[T, ...]]:
        """The next prescribed card, wherever it lies in the deck."""
        number = self._drawn_cards
        if not self.started or number >= len(self._draws):
            return super().draw(deck)
        self._drawn_cards += 1
        wanted = self._draws[number]
        for index, card in enumerate(deck):
            if str(card) == wanted:
                return card, deck[:index] + deck[index + 1 :]
        raise RecordError(f"draws[{number}]", NotInDeck(wanted))

    def first(self, seats: Sequence[int]) -> int:
        """The prescribed seat of the round, or whom the rules give."""
        number = self._rounds
        self._rounds += 1
        seat = self._first[number] if number < len(self._first) else None
        if seat is None:
            return super().first(seats)
        if seat in self.gone:
            place = f"start.first[{number}]" if self._first_listed else "start.first"
            raise RecordError(place, SeatHasLeft(seat))
        return seat

    def _arranged(self, deck: Sequence[T], number: int) -> tuple[T, ...]:
        """The cards of the deck in the order of a prescribed one."""
        pool: defaultdict[str, list[T]] = defaultdict(list)
        for card in deck:
            pool[str(card)].append(card)
        known = vocabulary(tuple(deck))
        codes = self._decks[number]
        for index, code in enumerate(codes):
            if code not in known:
                raise RecordError(f"start.decks[{number}][{index}]", UnknownCard(code))
        if sorted(codes) != sorted(map(str, deck)):
            raise RecordError(f"start.decks[{number}]", WrongDeck())
        return tuple(pool[code].pop() for code in codes)


class Prescribed(Oracle):
    """Draws as a record prescribes them; computers are asked."""

    def __init__(self, script: ScriptedDice) -> None:
        self.script = script

    def dice(self, table: Playing) -> Dice:
        """The same dice for every move."""
        self.script.gone = {seat for seat, chair in enumerate(table.chairs, 1) if chair.left}
        return self.script


def vocabulary(value: object) -> frozenset[str]:
    """The codes of all things of the kinds that a state or a deck holds."""
    kinds = {type(word) for word in words_in(value)}
    return frozenset(str(word) for kind in kinds for word in kind)
