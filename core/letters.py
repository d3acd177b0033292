"""Secret choices in a group: letters that mean something to their owner alone."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from itertools import permutations

from core.game import Hidden, Row
from core.notation import words

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
    not yet a choice.
    """
    chosen: dict[int, str] = {}
    spoken = [said[str(row.place)] for row in rows if row.kind == "letters" and _has(said, row)]
    if len(set(spoken)) != len(spoken):
        return None
    for row in rows:
        if not _has(said, row):
            continue
        label = said[str(row.place)]
        if row.kind == "letters":
            known = playable(meant, codes, row.place)
            if label in known:
                chosen[row.place] = known[label]
        elif label in row.labels:
            chosen[row.place] = row.words[row.labels.index(label)]
    places = [row.place for row in rows if row.kind == "letters"]
    if any(place not in chosen for place in places):
        return None
    in_turn = tuple(chosen[place] for place in places)
    for order in dict.fromkeys([in_turn, *permutations(in_turn)]):
        wanted = {**chosen, **dict(zip(places, order, strict=True))}
        fitting = [code for code in codes if _fits(words(code), wanted, rows)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _has(said: Mapping[str, str], row: Row) -> bool:
    return str(row.place) in said


def _fits(parts: Sequence[str], wanted: Mapping[int, str], rows: Sequence[Row]) -> bool:
    """Every word that some row could fill is filled, and as wanted."""
    for row in rows:
        if row.place < len(parts) and wanted.get(row.place) != parts[row.place]:
            return False
    return True
