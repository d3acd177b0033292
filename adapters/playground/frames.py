"""What a page may send: each kind of frame with its fields, and nothing else."""

from __future__ import annotations

from typing import Annotated

import msgspec

from adapters.foreign import Unreadable, read_json

LONGEST_WORDS = 4000  # characters
LONGEST_DATUM = 64


class Frame(msgspec.Struct, frozen=True, tag_field="type", rename="kebab"):
    """Something that is done on a page, by a person of its screen."""

    person: str = ""


class Press(Frame, frozen=True, tag="press"):
    """A button of the letter with this number was pressed in a chat."""

    lane: str = ""
    data: str = ""
    letter: int | None = None


class Cut(Frame, frozen=True, tag="cut", kw_only=True):
    """Somebody cuts the deck: with a picture, and 16 random bytes of this browser (hex)."""

    lane: str
    table: str
    picture: Annotated[int, msgspec.Meta(ge=0, le=7)]
    bits: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Say(Frame, frozen=True, tag="say"):
    """Words were sent to a chat."""

    lane: str = ""
    text: str = ""


class NewPerson(Frame, frozen=True, tag="new-person"):
    """One more person sits at this screen."""

    name: str = ""


class Rename(Frame, frozen=True, tag="rename"):
    """A person takes another name."""

    name: str = ""


class SecondRoom(Frame, frozen=True, tag="second-room"):
    """The second group is opened, or folded away."""


AnyFrame = Press | Cut | Say | NewPerson | Rename | SecondRoom


def read_frame(text: str) -> AnyFrame:
    """The frame that a page sent. Raises `Unreadable` if it is none that we know."""
    try:
        frame: AnyFrame = msgspec.convert(read_json(text), AnyFrame)
    except msgspec.ValidationError as wrong:
        raise Unreadable(type(wrong).__name__) from None
    return frame
