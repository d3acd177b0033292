"""What the host says: typed messages, fit for every eye or for one seat alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec


def N_(text: str) -> str:
    """Mark an English source text for the catalogues; returns it unchanged."""
    return text


class Named(msgspec.Struct, frozen=True):
    """The English name of a thing, and the context under which translators find it. A name
    without a context is a mark that is the same in every language ("7♣")."""

    context: str
    text: str


def P_(context: str, text: str) -> Named:
    """Mark a name for the catalogues. The context tells equal names of two games apart."""
    return Named(context, text)


NEXT_LANGUAGE = Named("language", "the next one")
"""The name of the language that comes after the reader's, in its own words. No catalogue holds
it: it follows from the list of languages."""

BOTH_LANGUAGES = Named("language", "both")
"""The names of the reader's language and of the one that comes after it; where a group reads two
already, of the first one alone. No catalogue holds it either."""


class Noun(msgspec.Struct, frozen=True):
    """A counted noun: how one and how many of it are written, with the blank ``{n}``."""

    one: str
    many: str


def N2_(one: str, many: str) -> Noun:
    """Mark a counted noun for the catalogues."""
    return Noun(one, many)


class Mark(Enum):
    """How a blank is written when its type alone does not tell."""

    SEAT = "seat"  # the name of whoever sits there
    PERSON = "person"  # a person's name in a social line (with さん in Japanese)
    SAID = "said"  # a person's own words, quoted as they are
    CODE = "code"  # something to copy: a seal, a table's id, a command
    MOMENT = "moment"  # a point in time, in whole seconds since 1970 (UTC)
    DATE = "date"  # the same, with its date
    SPAN = "span"  # a length of time, in whole seconds
    SOURCE = "source"  # an English source text without blanks, marked with N_
    TALE = "tale"  # the same, but with {seat1}, {seat2}, … for who sits there


Seat = Annotated[int, Mark.SEAT]
Person = Annotated[str, Mark.PERSON]
Said = Annotated[str, Mark.SAID]
Code = Annotated[str, Mark.CODE]
Moment = Annotated[int, Mark.MOMENT]
Date = Annotated[int, Mark.DATE]
Span = Annotated[int, Mark.SPAN]
Source = Annotated[str, Mark.SOURCE]
Tale = Annotated[str, Mark.TALE]

Cards = Annotated[int, N2_("{n} card", "{n} cards")]
Coins = Annotated[int, N2_("{n} coin", "{n} coins")]
Points = Annotated[int, N2_("{n} point", "{n} points")]
Players = Annotated[int, N2_("{n} player", "{n} players")]
Sitting = Annotated[int, N2_("{n} player sits here", "{n} players sit here")]
Times = Annotated[int, N2_("{n} time", "{n} times")]


class Word(StrEnum):
    """A thing with a name in every language: a card, an action, a state of a seat.

    The value is its code (lower case); `named` gives the name in an edition of its game.
    """

    def named(self, edition: str) -> Named:
        """The name of this word in the given edition."""
        raise NotImplementedError


class GameWord(Word):
    """A thing of a game (a card, an action), not of the house: a group of two languages reads it
    in both, and a record lists it."""


class Message(msgspec.Struct, frozen=True, gc=False):
    """Something to tell. `text` is the English source; its blanks are the fields.

    A blank is written by its declared type: a `Seat` becomes a name, a `Word` its translated
    name, a count its noun, a tuple a list, another message its own text. None refers to itself:
    the garbage collector need not look (`gc`).
    """

    text: ClassVar[str] = ""


M = TypeVar("M", bound=Message)


class Public(Message, frozen=True):
    """Fit for every eye."""


class Standing(Public, frozen=True):
    """Told in a message of its own that is never changed afterwards: something that people must
    be able to hold against the house. After an empty line comes what may be folded."""


class Secret(Message, frozen=True):
    """For one seat alone. It cannot be announced."""


class Announce(msgspec.Struct, frozen=True, tag="announce", gc=False):
    """Tell everybody at the table."""

    message: Public


class Whisper(msgspec.Struct, frozen=True, tag="whisper", gc=False):
    """Tell one seat."""

    seat: Seat
    message: Message


Note = Announce | Whisper


announce = Announce
"""A note for everybody. (Not a function of its own: it would take longer than the note.)"""

whisper = Whisper
"""A note for one seat."""


def leaves(base: type[Message] = Message) -> list[type[Message]]:
    """All message classes that can be told, in a fixed order (those with a tag)."""
    found: list[type[Message]] = []
    for child in base.__subclasses__():
        if child.__struct_config__.tag is not None:
            found.append(child)
        found.extend(leaves(child))
    return sorted(set(found), key=lambda kind: str(kind.__struct_config__.tag))


def blanks(kind: type[Message]) -> dict[str, Any]:
    """The declared type of every blank of a message class, annotations kept."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


_hints = cache(blanks)


def nameless(message: M, names: Collection[str]) -> M:
    """The message without the names of these people, at any depth: somebody, whoever it was."""
    kind = type(message)
    changed = {
        field: _nameless(getattr(message, field), declared, names)
        for field, declared in _hints(kind).items()
    }
    return msgspec.structs.replace(message, **changed)


def _nameless(value: Any, declared: Any, names: Collection[str]) -> Any:
    if isinstance(value, Message):
        return nameless(value, names)
    inner = get_args(declared)
    if isinstance(value, tuple) and inner:
        kinds = inner if Ellipsis not in inner else inner[:1] * len(value)
        return tuple(_nameless(*each, names) for each in zip(value, kinds, strict=True))
    person = any(Mark.PERSON in getattr(each, "__metadata__", ()) for each in (declared, *inner))
    return "" if person and value in names else value


def words_in(value: object) -> Iterator[Word]:
    """Every word (card, role, …) that a message names, at any depth."""
    if isinstance(value, Word):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from words_in(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from words_in(getattr(value, name))
