"""Secret choices in a group: letters that mean something to their owner alone."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from core.kernel.asks import Hidden, Row
from core.kernel.notation import words

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters(hidden: Hidden) -> tuple[str, ...]:
    """The letters of a hand: as many as it has cards, and others than the hand before had.

    They follow from public facts alone (number of cards and version of the hand).
    """
    start = hidden.version * hidden.span
    return tuple(ALPHABET[(start + i) % len(ALPHABET)] for i in range(len(hidden.words)))


def meaning(secret: str, seat: int, hidden: Hidden) -> dict[str, str]:
    """What each letter of a hand means, in an order that only the table's secret tells."""

    def rank(index: int) -> bytes:
        text = f"letter.{seat}.{hidden.version}.{index}".encode()
        return hmac.digest(bytes.fromhex(secret), text, "sha256")

    order = sorted(range(len(hidden.words)), key=rank)
    return {
        letter: hidden.words[index] for letter, index in zip(letters(hidden), order, strict=True)
    }


def playable(meant: Mapping[str, str], codes: Sequence[str], place: int) -> dict[str, str]:
    """The word that each letter says at a place of a move.

    Every letter is a legal press: where a card cannot be played its letter stands for one
    that can, so that nothing can be learnt from a press that does nothing.
    """
    legal = {parts[place] for parts in map(words, codes) if len(parts) > place}
    others = sorted(legal)
    result: dict[str, str] = {}
    for index, (letter, word) in enumerate(meant.items()):
        if word in legal:
            result[letter] = word
        elif others:
            result[letter] = others[index % len(others)]
    return result


def complete(
    rows: Sequence[Row],
    meant: Mapping[str, str],
    said: Mapping[str, str],
    codes: Sequence[str],
) -> str | None:
    """The legal move that the presses so far make up, or None.

    `said` maps a row's place to the label pressed. A letter that is pressed in two rows is
    not yet a choice. Letters say what they mean, in the order of the rows if that is legal and
    else in another; only where no legal move has these cards do they stand for others.
    """
    chosen: dict[int, str] = {}
    pressed: dict[int, str] = {}
    for row in rows:
        label = said.get(str(row.place))
        if row.kind == "letters":
            if label is None or label not in meant:
                return None
            pressed[row.place] = label
        elif label in row.labels:
            chosen[row.place] = row.words[row.labels.index(label)]
    if len(set(pressed.values())) != len(pressed):
        return None
    for order in _orders(pressed, meant, codes):
        wanted = {**chosen, **dict(zip(pressed, order, strict=True))}
        fitting = [code for code in codes if _fits(words(code), wanted, rows)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _orders(
    pressed: Mapping[int, str], meant: Mapping[str, str], codes: Sequence[str]
) -> Iterable[tuple[str, ...]]:
    """What the letters pressed may say at their places, in the order in which it is tried."""
    own = dict.fromkeys(permutations(meant[letter] for letter in pressed.values()))
    spelled = [words(code) for code in codes]
    legal = [order for order in own if any(_says(parts, pressed, order) for parts in spelled)]
    if legal:
        return legal
    shared = [playable(meant, codes, place) for place in pressed]
    if any(letter not in known for letter, known in zip(pressed.values(), shared, strict=True)):
        return ()
    said = (known[letter] for letter, known in zip(pressed.values(), shared, strict=True))
    return dict.fromkeys(permutations(said))


def _says(parts: Sequence[str], places: Iterable[int], order: Sequence[str]) -> bool:
    """A move has these words at these places."""
    return all(
        place < len(parts) and parts[place] == word
        for place, word in zip(places, order, strict=True)
    )


def _fits(parts: Sequence[str], wanted: Mapping[int, str], rows: Sequence[Row]) -> bool:
    """Every word that some row could fill is filled, and as wanted."""
    for row in rows:
        if row.place < len(parts) and wanted.get(row.place) != parts[row.place]:
            return False
    return True
