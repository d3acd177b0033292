"""What is shown of a note says nothing beyond its words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.kernel.drawn import Face, Moment
from core.kernel.text import Announce, Message, Note, Public, Word, words_in


def numbers_in(value: object) -> Iterator[int]:
    """Every number that a message names, at any depth: seats, counts, coins."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from numbers_in(getattr(value, name))


def faces_in(moment: Moment) -> tuple[Face, ...]:
    """Every card of a moment."""
    card = () if moment.card is None else (moment.card,)
    return (*card, *moment.shown, *(face for held in moment.hands for face in held.cards))


def check_moment(note: Note, moment: Moment, cards: type[Word]) -> None:
    """No card, seat, or number of coins that the note does not name; of what everybody is told
    everything is public."""
    said: Message = note.message
    named = {word for word in words_in(said) if isinstance(word, cards)}
    shown = [face.name for face in faces_in(moment)]
    texts = [text for text in (moment.named, moment.result) if text is not None]
    if isinstance(note, Announce):
        assert all(isinstance(text, Public) for text in (*shown, *texts)), moment
    found = {word for text in (*shown, *texts) for word in words_in(text)}
    assert {word for word in found if isinstance(word, cards)} <= named, (said, moment)
    told = {0, *numbers_in(said)}
    seats = (moment.actor, moment.target, *moment.out, *moment.winners)
    assert {*seats, *(held.seat for held in moment.hands), abs(moment.coins)} <= told, moment
    for text in texts:
        assert set(numbers_in(text)) <= told, (said, moment)
    assert moment.pile or moment.coins == 0 or moment.kind == "bid" or moment.target, moment
