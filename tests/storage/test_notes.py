"""Notes as text and back."""

from __future__ import annotations

import pytest

from core.kernel.text import Secret, announce, leaves, whisper
from core.table.sayings import HalfTime, NoTable, StillWaiting
from storage import notes


def test_notes_come_back() -> None:
    for note in (announce(StillWaiting((1, 2))), whisper(3, HalfTime())):
        assert notes.read(notes.write(note)) == note


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"type":"announce"}',
        '{"type":"announce","message":{}}',
        '{"type":"announce","message":{"type":"chess.mated"}}',
        '{"type":"shout","message":{"type":"house.still-waiting","seats":[1]}}',
        '{"type":"announce","message":{"type":"house.still-waiting"}}',
    ],
)
def test_what_cannot_be_read_is_named_in_the_log(
    text: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert notes.read(text) is None
    [line] = caplog.messages
    assert line.endswith("cannot be read.")


def test_a_game_may_be_loaded_later(monkeypatch: pytest.MonkeyPatch) -> None:
    note = announce(StillWaiting((1,)))
    monkeypatch.setattr(notes, "_reader", notes._Reader())
    monkeypatch.setattr(notes, "leaves", lambda: [HalfTime])
    assert notes.read(notes.write(note)) is None
    monkeypatch.setattr(notes, "leaves", leaves)
    assert notes.read(notes.write(note)) == note


def test_a_secret_is_never_announced(caplog: pytest.LogCaptureFixture) -> None:
    assert issubclass(NoTable, Secret)
    stored = notes.write(whisper(1, NoTable()))
    assert notes.read(stored) == whisper(1, NoTable())
    assert notes.read(stored.replace("whisper", "announce")) is None
    tag = NoTable.__struct_config__.tag
    assert caplog.messages == [f"A note of the kind {tag} cannot be read."]
