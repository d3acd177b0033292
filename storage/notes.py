"""A note as JSON text and back."""

from __future__ import annotations

import logging
import threading
from typing import Any, Union

import msgspec

import core.table.sayings  # noqa: F401  the house's own messages can always be read
from core.kernel.text import Announce, Message, Note, Public, Whisper, announce, leaves, whisper

logger = logging.getLogger(__name__)


class _Envelope(msgspec.Struct, frozen=True):
    """A stored note with its message still closed."""

    type: str
    message: msgspec.Raw
    seat: int = 0


class _Tagged(msgspec.Struct, frozen=True):
    type: str = "?"


class _Tags(msgspec.Struct, frozen=True):
    """As much of a note as the log may show."""

    message: _Tagged = _Tagged()


class _Reader:
    """Opens messages of every class that can be told.

    A message read as its base class would lose its fields, so all classes are named. Games may
    be loaded later than this file: the classes are looked up when the first message is read, and
    again when one is not known.
    """

    def __init__(self) -> None:
        self._kinds: list[type[Message]] = []
        self._decoder: msgspec.json.Decoder[Any] | None = None
        self._turn = threading.Lock()

    def read(self, raw: msgspec.Raw) -> Message:
        """The message. Raises `msgspec.ValidationError` if it is not known or has changed."""
        before = self._decoder
        try:
            return self._message(before or self._learn(), raw)
        except msgspec.ValidationError:
            after = self._learn()
            if after is before:
                raise
            return self._message(after, raw)

    def _message(self, decoder: msgspec.json.Decoder[Any], raw: msgspec.Raw) -> Message:
        message: Message = decoder.decode(raw)
        return message

    def _learn(self) -> msgspec.json.Decoder[Any]:
        """A decoder of all message classes there are now; the old one if there are no others."""
        with self._turn:
            kinds = leaves()
            if self._decoder is None or kinds != self._kinds:
                self._kinds = kinds
                self._decoder = msgspec.json.Decoder(Union[tuple(kinds)])  # noqa: UP007
            return self._decoder


_reader = _Reader()
_envelope = msgspec.json.Decoder(_Envelope)
_tags = msgspec.json.Decoder(_Tags)


def write(note: Note) -> str:
    """A note as text."""
    return msgspec.json.encode(note).decode()


def read(text: str) -> Note | None:
    """The note of a text. None (and a line in the log) if this program cannot read it: another
    release wrote it, perhaps a newer one."""
    try:
        envelope = _envelope.decode(text)
        message = _reader.read(envelope.message)
        if envelope.type == Whisper.__struct_config__.tag:
            return whisper(envelope.seat, message)
        if envelope.type == Announce.__struct_config__.tag and isinstance(message, Public):
            return announce(message)
    except msgspec.MsgspecError:
        pass
    logger.error("A note of the kind %s cannot be read.", _kind(text))
    return None


def _kind(text: str) -> str:
    """The tag of a note's message. The rest may be secret and has no place in a log."""
    try:
        return _tags.decode(text).message.type
    except msgspec.MsgspecError:
        return "?"
