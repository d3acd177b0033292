"""The keys of a question, in the order in which they are pressed: what a board shows at once, and
what only whoever has begun is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from adapters.line.texts import LetterRow, SeatKey, WhatRow, WhomRow
from core.desk.keypad import TwoWords
from core.desk.letters import ALPHABET
from core.desk.presses import Key, Play, spelled
from core.desk.sheets import Board, Button
from core.kernel.notation import words
from core.kernel.text import Public

MOST_KEYS = 12
"""Keys for moves on one board. What needs more is asked in two steps."""


class Group(msgspec.Struct, frozen=True):
    """Keys that answer one question, or begin alike: that is their `caption`. `place` is the word
    of the move that they fill; empty if each of them is a whole move, or an order. `letters` stand
    for hidden cards."""

    place: str
    keys: tuple[Button[Public], ...]
    caption: Public | None = None
    letters: bool = False


class Steps(msgspec.Struct, frozen=True):
    """What is shown at once, and what has no room beside that. Where letters stand for hidden
    cards nobody may see how far somebody has come: then whoever wants the second step asks for
    it. Else it follows when all of the first is pressed."""

    first: tuple[Group, ...]
    second: tuple[Group, ...] = ()

    @property
    def secret(self) -> bool:
        """The choice is made out of a hidden hand."""
        return any(group.letters for group in (*self.first, *self.second))


def steps_of(board: Board) -> Steps:
    """The keys of a board. Those of a keypad for everybody have one step: what has no key there is
    written."""
    found = _groups(board)
    if board.keypad:
        return Steps(tuple(_cut(each) for each in found))
    if sum(len(each.keys) for each in found) <= MOST_KEYS:
        return Steps(tuple(found))
    if any(each.letters for each in found):
        return _as_many_as_fit(found)
    return _first_words(found)


def _as_many_as_fit(groups: Sequence[Group]) -> Steps:
    """Whole rows, as long as there is room."""
    first: list[Group] = []
    for group in groups:
        if first and sum(len(each.keys) for each in (*first, group)) > MOST_KEYS:
            break
        first.append(group)
    return Steps(tuple(first), tuple(groups[len(first) :]))


def _first_words(groups: Sequence[Group]) -> Steps:
    """Of moves that are made up in rows what is done, or by which card; then how: also as those
    whole moves that begin like this."""
    rows = [group for group in groups if group.place]
    if not rows:
        return Steps(tuple(groups))
    row, *others = rows
    at, begun = int(row.place), {_word(key) for key in row.keys}
    later = [
        key
        for group in groups
        for key in group.keys
        if len(parts := _words(key)) > at and parts[at] in begun
    ]
    gone = {key.data for key in later}
    first = [
        msgspec.structs.replace(group, keys=keys)
        for group in groups
        if not group.place and (keys := tuple(key for key in group.keys if key.data not in gone))
    ]
    ends = (Group("", tuple(later)),) if later else ()
    return Steps((*first, row), (*ends, *others))


def fitting(groups: Sequence[Group], fits: Mapping[str, frozenset[str]]) -> tuple[Group, ...]:
    """The groups with those keys alone that go with what is pressed; `fits` tells the words that
    do, by their places."""
    found = []
    for group in groups:
        keys = tuple(key for key in group.keys if _fits(key, group.place, fits))
        if keys:
            found.append(msgspec.structs.replace(group, keys=keys))
    return tuple(found)


def parted(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups in parts of as many keys as have room on one bubble; a group that has more is
    divided."""
    parts: list[list[Group]] = []
    left = 0
    for group in groups:
        keys = group.keys
        while keys:
            if not left:
                parts.append([])
                left = MOST_KEYS
            parts[-1].append(msgspec.structs.replace(group, keys=keys[:left]))
            keys, left = keys[left:], left - len(keys[:left])
    return parts


def _fits(key: Button[Public], place: str, fits: Mapping[str, frozenset[str]]) -> bool:
    said = (
        {place: _word(key)} if place else dict(zip(map(str, range(9)), _words(key), strict=False))
    )
    return all(word in fits.get(where, ()) for where, word in said.items())


def _word(key: Button[Public]) -> str:
    return key.verb.label if isinstance(key.verb, Key) else ""


def _words(key: Button[Public]) -> tuple[str, ...]:
    """The words of a whole move; none for everything else."""
    return words(key.verb.code) if isinstance(key.verb, Play) else ()


def _cut(group: Group) -> Group:
    """Of many limits the lowest have keys."""
    return msgspec.structs.replace(group, keys=group.keys[:MOST_KEYS])


def _groups(board: Board) -> list[Group]:
    """Whole moves first, those that begin alike together; then the rows, however broken."""
    rows: dict[str, tuple[Button[Public], ...]] = {}
    alike: dict[Public | None, tuple[Button[Public], ...]] = {None: ()}
    for button in (button for row in board.choice for button in row):
        if isinstance(button.verb, Key):
            place = button.verb.place
            rows[place] = (*rows.get(place, ()), button)
        else:
            first = button.label.first if isinstance(button.label, TwoWords) else None
            alike[first] = (*alike.get(first, ()), button)
    for first, buttons in list(alike.items()):
        if first is not None and len(buttons) == 1:  # it is not worth a row of its own
            alike[None] += alike.pop(first)
    whole = [_whole(first, buttons) for first, buttons in alike.items() if buttons]
    return [*whole, *(_row(board, place, rows[place]) for place in sorted(rows))]


def _whole(first: Public | None, buttons: tuple[Button[Public], ...]) -> Group:
    """Whole moves that have their `first` word in common: that is said once."""
    if first is None:
        return Group("", buttons)
    keys = [msgspec.structs.replace(each, label=_second(each.label)) for each in buttons]
    return Group("", tuple(keys), first)


def _second(label: Public) -> Public:
    """What follows the common word; a seat by its name alone, for how it stands is shown."""
    more = label.second if isinstance(label, TwoWords) else label
    seat = getattr(more, "seat", 0)
    return SeatKey(seat) if seat else more


def _row(board: Board, place: str, keys: tuple[Button[Public], ...]) -> Group:
    names, captions = dict(board.named), dict(board.captions)
    letters = all(_is_letter(key) for key in keys)
    named = tuple(
        msgspec.structs.replace(key, label=names.get(spelled(key.verb), key.label)) for key in keys
    )
    usual: Public = LetterRow() if letters else WhatRow() if place == "0" else WhomRow()
    return Group(place, named, captions.get(place, usual), letters)


def _is_letter(key: Button[Public]) -> bool:
    return len(_word(key)) == 1 and _word(key) in ALPHABET
