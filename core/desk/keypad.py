"""A group's buttons for a choice that is no secret: one press each, or rows that fill a draft.

A half-made choice must not stand on a board that everybody sees. So a move is either one
button, or its words stand in rows and are pressed silently, like letters (`core.house.drafts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from core.desk.sheets import public
from core.kernel.asks import Row
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.kernel.text import N_, Public, words_in

MOST_FLAT = 8  # moves that get a button each
LOWEST = 3  # of a range of numbers the lowest few get buttons, and the highest


class TwoWords(Public, frozen=True, tag="label.two-words"):
    text: ClassVar[str] = N_("{first}: {second}")
    first: Public
    second: Public


class Keypad(msgspec.Struct, frozen=True):
    """`moves` have a button each; the other moves are made up in `rows`."""

    moves: tuple[str, ...]
    rows: tuple[Row, ...] = ()


def keypad(codes: Sequence[str], amounts: frozenset[str] = frozenset()) -> Keypad:
    """The buttons for these legal moves, which are no secret.

    `amounts` are the first words of moves whose last word is an amount: of these the lowest
    few and the highest are offered, any other can be typed.
    """
    offered = _few_amounts(tuple(dict.fromkeys(codes)), amounts)
    if len(offered) <= MOST_FLAT and all(len(words(code)) <= 2 for code in offered):
        return Keypad(offered)
    single = tuple(
        code
        for code in offered
        if "." not in code or begins(code, offered) or _stands_apart(code, offered)
    )
    spelled = [words(code) for code in offered if code not in single]
    if len(spelled) == 1:  # none of its words is a choice: no row would have it
        return Keypad(offered)
    rows = []
    for place in range(max(map(len, spelled), default=0)):
        said = tuple(dict.fromkeys(parts[place] for parts in spelled if len(parts) > place))
        if len(said) > 1:
            rows.append(Row("words", place, said, said))
    if [row.place for row in rows] == [0]:  # verbs with one target: their buttons name it
        return Keypad(offered)
    return Keypad(single, tuple(rows))


def begins(code: str, codes: Sequence[str]) -> bool:
    """Other moves go on where this one ends: in a row it could not be told from them."""
    return any(other.startswith(code + ".") for other in codes)


def _stands_apart(code: str, codes: Sequence[str]) -> bool:
    """A verb that is a whole move too may be aimed at somebody at whom no other verb may be aimed:
    in a row each of the others would seem to have this target."""
    first, *rest = words(code)
    if len(rest) != 1 or not rest[0].isdigit() or first not in codes:
        return False
    return not any(words(other)[1:] == tuple(rest) for other in codes if words(other)[0] != first)


def label_of(game: AnyGame, view: object, code: str, codes: Sequence[str] = ()) -> Public:
    """The label of a whole move for everybody, by the group's view. What a word names already is
    not named twice. A word that is a whole move and begins others of `codes` has labels of its own,
    alone and with what follows; later words that do so are told with what the end there means."""
    parts = words(code)
    if parts[0] in codes and begins(parts[0], codes):
        return public(game.label(view, parts, ""))
    whole = (*parts, "") if begins(code, codes) else parts
    if len(whole) > 2 and ".".join(whole[:-1]) in codes:
        first = public(game.label(view, whole[:-2], whole[-2]))
        return TwoWords(first, public(game.label(view, whole[:-1], whole[-1])))
    label = public(game.label(view, (), parts[0]))
    for depth in range(1, len(parts)):
        more = public(game.label(view, parts[:depth], parts[depth]))
        named = set(words_in(more))
        if not named or not named <= set(words_in(label)):
            label = TwoWords(label, more)
    return label


def word_label(game: AnyGame, view: object, codes: Sequence[str], row: Row, word: str) -> Public:
    """The label of a word in a row. A bare seat does not tell what it is for: where all its moves
    begin alike, and others do not, the label tells it ("Steal: Mina" beside a "Tax")."""
    spelled = [words(code) for code in codes]
    begun = {parts[0] for parts in spelled if len(parts) > row.place}
    alike = len(begun) == 1 < len({parts[0] for parts in spelled})
    for parts in spelled:
        if len(parts) > row.place and parts[row.place] == word:
            if alike and row.place == 1 and word.isdigit():
                return label_of(game, view, f"{parts[0]}.{word}")
            return public(game.label(view, parts[: row.place], word))
    raise ValueError(f"no move says {word}")


def _few_amounts(codes: tuple[str, ...], amounts: frozenset[str]) -> tuple[str, ...]:
    """Of moves that differ in their amount only, those with the lowest few and the highest."""
    ranges: dict[tuple[str, ...], list[int]] = {}
    for parts in map(words, codes):
        if parts[0] in amounts:
            ranges.setdefault(parts[:-1], []).append(int(parts[-1]))
    kept: dict[tuple[str, ...], set[int]] = {}
    for start, numbers in ranges.items():
        ordered = sorted(numbers)
        kept[start] = {*ordered[:LOWEST], ordered[-1]}
    return tuple(
        code
        for code in codes
        if words(code)[:-1] not in kept or int(words(code)[-1]) in kept[words(code)[:-1]]
    )
