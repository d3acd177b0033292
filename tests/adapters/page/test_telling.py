"""A story is told on where it stood, also one of which only the last things are known."""

from __future__ import annotations

from adapters.page import telling
from adapters.page.draw import Voice
from core.house.story import Event
from core.kernel.text import Announce, Whisper
from core.table.sayings import Joined
from locales.tongue import Context

VOICE = Voice("en", Context())


def heard(*numbers: int, seat: int = 0) -> list[Event]:
    notes = (Joined(f"Person {number}") for number in numbers)
    return [
        Event(number, 1, 0.0, Whisper(seat, note) if seat else Announce(note))
        for number, note in zip(numbers, notes, strict=True)
    ]


def test_what_is_new_follows_the_number_of_the_last_one() -> None:
    """Of a table of an old release the list stays equally long: the first ones fall out of it."""
    first, cursor = telling.tell(heard(501, 502, 503), 0, lambda message: None, VOICE)
    more, cursor = telling.tell(heard(502, 503, 504), 0, lambda message: None, VOICE, cursor)
    assert [line.id for line in (*first, *more)] == [1, 2, 3, 4]
    assert "Person 504" in more[0].text and len(more) == 1
    assert telling.tell(heard(502, 503, 504), 0, lambda message: None, VOICE, cursor)[0] == []


def test_a_window_keeps_the_last_lines_and_counts_all() -> None:
    lines, cursor = telling.tell(heard(*range(1, 9)), 0, lambda message: None, VOICE, most=3)
    assert ([line.id for line in lines], cursor.lines) == ([6, 7, 8], 8)


def test_others_whispers_are_neither_told_nor_counted() -> None:
    events = [*heard(1), *heard(2, seat=2), *heard(3)]
    for seat, ids in ((0, [1, 2]), (1, [1, 2]), (2, [1, 2, 3])):
        assert [line.id for line in telling.lines(events, seat, lambda m: None, VOICE)] == ids
