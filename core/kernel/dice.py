"""Fair choices from one seed, counted; and the seal that proves them.

Anybody can rewrite the stream in another language. With the counter ``c`` starting at 0,
draw number ``c`` is the first eight bytes, big-endian, of SHA-256(seed ‖ c as eight
big-endian bytes), and every draw adds one to ``c``. A number below ``n`` is a draw modulo
``n``; draws of ``(2**64 // n) * n`` and more are thrown away, so no number is favoured.
A shuffle is Fisher-Yates from the end: for ``i`` from the last index down to 1 swap items
``i`` and ``below(i + 1)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


class Dice:
    """A stream of fair choices: the same seed and count always give the same choices."""

    def __init__(self, seed: bytes, drawn: int = 0, last_winner: int | None = None) -> None:
        self.seed = seed
        self.drawn = drawn
        self.last_winner = last_winner  # the seat that won the game before, if it plays again

    def below(self, n: int) -> int:
        """A fair number from 0 to `n` - 1. `n` must be positive."""
        if n < 1:
            raise ValueError("a choice needs something to choose from")
        limit = _RANGE // n * n
        while True:
            block = sha256(self.seed + self.drawn.to_bytes(8, "big")).digest()
            self.drawn += 1
            number = int.from_bytes(block[:8], "big")
            if number < limit:
                return number % n

    def choose(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others."""
        return items[self.below(len(items))]

    def order(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a fair order; for seats and other things that are no deck."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return tuple(mixed)

    def shuffle(self, deck: Sequence[T]) -> tuple[T, ...]:
        """The deck, shuffled. A record may prescribe the result."""
        return self.order(deck)

    def draw(self, deck: tuple[T, ...]) -> tuple[T, tuple[T, ...]]:
        """The top card and the rest of the deck. A record may prescribe the card."""
        return deck[0], deck[1:]

    def first(self, seats: Sequence[int]) -> int:
        """Who begins: one of the given seats; a single one needs no draw.

        A record may prescribe the seat.
        """
        return seats[0] if len(seats) == 1 else self.choose(seats)

    def first_or_winner(self, seats: Sequence[int]) -> int:
        """Who begins where the winner of the game before does: that seat, else as `first`."""
        return self.first([seat for seat in seats if seat == self.last_winner] or seats)


def seal(secret: bytes) -> str:
    """The seal of a secret (SHA-256, hex): published before the deal, checked after it."""
    return sha256(secret).hexdigest()


def mix(secret: bytes, cuts: Sequence[str]) -> bytes:
    """The seed of a game: SHA-256 of the secret and of every cut in order.

    A cut is four big-endian bytes with the length of its UTF-8 text, then the text. There must
    be one: without any the seed would be the seal, which everybody knows before the deal.
    """
    whole = sha256(secret)
    for text in cuts:
        raw = text.encode()
        whole.update(len(raw).to_bytes(4, "big") + raw)
    return whole.digest()


def bot_dice(seed: bytes, question: int, seat: int) -> Dice:
    """The dice of a computer player (or of the default answer) for one question."""
    return Dice(sha256(seed + f"bot{question}.{seat}".encode()).digest())
