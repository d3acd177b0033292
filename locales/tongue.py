"""A message becomes text, late: in the reader's language, in the way of the platform."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Annotated, Any, Union, assert_never, get_args, get_origin

import msgspec
from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, get_timezone
from babel.lists import format_list

from core.kernel.text import (
    BOTH_LANGUAGES,
    N2_,
    N_,
    P_,
    GameWord,
    Mark,
    Message,
    Named,
    Noun,
    Word,
    blanks,
)
from locales import catalogue
from locales.catalogue import (
    autonym,
    fallbacks,
    following,
    gettext,
    known_language,
    languages,
    ngettext,
)
from locales.files import BLANK, SOURCE
from locales.names import clean, clean_name, cut, distinct
from locales.style import HTML, PLAIN, Style

__all__ = [
    "HTML",
    "PLAIN",
    "Context",
    "Style",
    "autonym",
    "fallbacks",
    "following",
    "gettext",
    "known_language",
    "language_name",
    "languages",
    "ngettext",
    "say",
    "span",
    "word",
]

SAID_WIDTH = 100
"""The columns that a person's own words may take; longer ones are cut."""

_PLAYER = N_("Player {n}")
_NOBODY = N_("Somebody")
_PERSON = P_("name.person", "{name}")
# Endings of a name after which no form of address follows, separated by commas.
_HONORIFICS = P_("name.honorifics", "Jr., Sr.")
_SAID = P_("said", "“{words}”")
_BOTH = P_("name.both", "{name}（{other}）")
_TWO_UNITS = P_("span", "{big} {small}")
_UNITS = (
    (86400, N2_("{n} day", "{n} days")),
    (3600, N2_("{n} hour", "{n} hours")),
    (60, N2_("{n} minute", "{n} minutes")),
    (1, N2_("{n} second", "{n} seconds")),
)
_OPENING_MARKS = ("“", "„", "«", "「", "『", '"', "‘")


class Context(msgspec.Struct, frozen=True):
    """What a text is read in: the names of the seats (the first is seat 1), and the table's ways.

    Names may be raw: they are cleaned and told apart when they are written. `zone` is the time
    zone of the room; `dated` writes moments with their date. `also` is the room's language
    where the reader's is another: cards then bear both names.
    """

    names: tuple[str, ...] = ()
    edition: str = ""
    zone: str = "Asia/Tokyo"
    dated: bool = False
    also: str = ""

    @classmethod
    def from_names(cls, raw: Iterable[str], edition: str = "") -> Context:
        """The context of a table whose people call themselves so."""
        return cls(names=distinct(tuple(raw)), edition=edition)


class _Voice(msgspec.Struct, frozen=True):
    """For whom, and in which way, a text is written."""

    language: str
    context: Context
    style: Style

    def text(self, template: str, written: Mapping[str, str]) -> str:
        """A text with its blanks filled in; what stands between them is escaped."""
        parts = list(_pieces(template))
        parts[::2] = (self.style.escape(part) for part in parts[::2])
        parts[1::2] = (written[name] for name in parts[1::2])
        return "".join(parts)

    def named(self, source: Named, /, **written: str) -> str:
        return self.text(catalogue.named(self.language, source), written)


Writer = Callable[[Any, _Voice], str]


@cache
def _pieces(template: str) -> tuple[str, ...]:
    """The text split at its blanks: text and names of blanks by turns, beginning with text."""
    return tuple(BLANK.split(template))


def say(message: Message, language: str, context: Context, style: Style = PLAIN) -> str:
    """The message as text, in a language, in the way of a platform."""
    return _say(message, _Voice(language, context, style))


def word(thing: Word, language: str, edition: str = "") -> str:
    """The name of a thing, unmarked."""
    return catalogue.named(language, thing.named(edition))


def span(seconds: int, language: str) -> str:
    """A length of time in words, unmarked: "2 minutes", 「1分30秒」. Below zero it is zero."""
    return _span(seconds, _Voice(language, Context(), PLAIN))


def language_name(code: str, language: str) -> str:
    """What a language is called in another ("Japanese", 「日本語」); where that is unknown, what it
    calls itself."""
    try:
        found = Locale.parse(code).get_display_name(_locale(language))
    except (UnknownLocaleError, ValueError):
        found = None
    return found or autonym(code)


def _say(message: Message, voice: _Voice) -> str:
    template = gettext(voice.language, type(message).text)
    writers = _writers(type(message))
    written: dict[str, str] = {}
    pieces = _pieces(template)
    for before, name in zip(pieces[::2], pieces[1::2], strict=False):
        write = writers[name]
        if write is _said and before.endswith(_OPENING_MARKS):
            write = _unquoted  # the sentence has quotation marks of its own
        written[name] = write(getattr(message, name), voice)
    return voice.text(template, written)


@cache
def _writers(kind: type[Message]) -> dict[str, Writer]:
    """How each blank of a message class is written.

    Raises TypeError for a blank that there is no way to write.
    """
    return {
        name: _writer(declared, f"{kind.__name__}.{name}")
        for name, declared in blanks(kind).items()
    }


def _writer(declared: Any, place: str) -> Writer:
    origin, inner = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return _annotated(inner[1:]) or _writer(inner[0], place)
    if origin in (Union, types.UnionType):
        return _one_of(inner, place)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return _listed(_writer(inner[0], place))
    if origin is tuple:
        return _row([_writer(item, place) for item in inner])
    if origin is frozenset:
        each = _listed(_writer(inner[0], place))
        return lambda value, voice: each(sorted(value, key=_rank), voice)
    found = _of_type(declared) if isinstance(declared, type) else None
    if found is None:
        raise TypeError(f"{place}: there is no way to write {declared!r}")
    return found


def _annotated(notes: Iterable[Any]) -> Writer | None:
    """How a blank is written that tells more than its type; None if it tells nothing of that."""
    for note in notes:
        if isinstance(note, Mark):
            return _marked(note)
        if isinstance(note, Noun):
            return _counted(note)
    return None


def _of_type(declared: type) -> Writer | None:
    if issubclass(declared, Message):
        return _say
    if issubclass(declared, Word):
        return _word
    if declared is int:
        return lambda value, voice: str(value)
    if declared is str:
        return lambda value, voice: voice.style.escape(cut(clean(value), SAID_WIDTH))
    return None


def _one_of(kinds: Sequence[Any], place: str) -> Writer:
    """A blank of several types: words and messages know how they are written, None is empty."""
    plain = [
        _writer(kind, place)
        for kind in kinds
        if not (isinstance(kind, type) and issubclass(kind, Message | Word | types.NoneType))
    ]
    if len(plain) > 1:
        raise TypeError(f"{place}: a blank cannot tell {kinds!r} apart")

    def write(value: Any, voice: _Voice) -> str:
        if value is None:
            return ""
        if isinstance(value, Word):
            return _word(value, voice)
        if isinstance(value, Message):
            return _say(value, voice)
        return plain[0](value, voice)

    return write


def _listed(each: Writer) -> Writer:
    return lambda values, voice: _list([each(value, voice) for value in values], voice)


def _row(writers: Sequence[Writer]) -> Writer:
    return lambda values, voice: _list(
        [write(value, voice) for write, value in zip(writers, values, strict=True)], voice
    )


def _list(items: list[str], voice: _Voice) -> str:
    return format_list(items, style="standard", locale=_locale(voice.language))


def _rank(value: Any) -> tuple[int, str]:
    """Numbers by size, words in the order of their declaration."""
    if isinstance(value, Word):
        return list(type(value)).index(value), value
    if isinstance(value, int):
        return value, ""
    return 0, repr(value)


def _marked(mark: Mark) -> Writer:
    match mark:
        case Mark.SEAT:
            return _seat
        case Mark.PERSON:
            return _person
        case Mark.SAID:
            return _said
        case Mark.CODE:
            return lambda value, voice: voice.style.code(clean(value))
        case Mark.DATE:
            return _date
        case Mark.MOMENT:
            return _moment
        case Mark.SPAN:
            return _span
        case Mark.SOURCE:
            return lambda value, voice: voice.text(gettext(voice.language, value), {})
        case Mark.TALE:
            return _tale
    assert_never(mark)


def _tale(value: str, voice: _Voice) -> str:
    template = gettext(voice.language, value)
    seats = _pieces(template)[1::2]
    named = {blank: _seat(int(blank.removeprefix("seat")), voice) for blank in seats}
    return voice.text(template, named)


def _counted(noun: Noun) -> Writer:
    return lambda value, voice: voice.text(ngettext(voice.language, noun, value), {"n": str(value)})


def _seat(value: int, voice: _Voice) -> str:
    names = _seat_names(voice.context.names, voice.language, voice.style.width)
    if 1 <= value <= len(names):
        return voice.style.seat(value, names[value - 1])
    return voice.style.seat(value, _player(value, voice.language))


def _player(number: int, language: str) -> str:
    return gettext(language, _PLAYER).replace("{n}", str(number))


@lru_cache(1024)
def _seat_names(raw: tuple[str, ...], language: str, limit: int) -> tuple[str, ...]:
    """The names at a table as they are shown; who has none is numbered by seat."""
    shown = (clean_name(name, limit) or _player(seat, language) for seat, name in enumerate(raw, 1))
    return distinct(tuple(shown), limit)


def _person(value: str, voice: _Voice) -> str:
    name = clean_name(value, voice.style.width)
    written = voice.style.name(name or gettext(voice.language, _NOBODY))
    endings = catalogue.named(voice.language, _HONORIFICS).split(",")
    if not name or name.endswith(tuple(ending.strip() for ending in endings)):
        return written
    return voice.named(_PERSON, name=written)


def _said(value: str, voice: _Voice) -> str:
    return voice.named(_SAID, words=_unquoted(value, voice))


def _unquoted(value: str, voice: _Voice) -> str:
    return voice.style.said(cut(clean(value), SAID_WIDTH))


def _word(value: Word, voice: _Voice) -> str:
    context = voice.context
    name = word(value, voice.language, context.edition)
    if context.also and value.named(context.edition) == BOTH_LANGUAGES:
        name = autonym(voice.language)
    if not context.also or not isinstance(value, GameWord):
        return voice.style.escape(name)
    other = word(value, context.also, context.edition)
    if other == name:
        return voice.style.escape(name)
    return voice.named(_BOTH, name=voice.style.escape(name), other=voice.style.escape(other))


def _date(value: int, voice: _Voice) -> str:
    """A moment of another day, as it is in the zone of the room wherever it is read."""
    return voice.style.escape(_clock(value, voice, dated=True))


def _moment(value: int, voice: _Voice) -> str:
    return voice.style.moment(value, _clock(value, voice, dated=voice.context.dated))


def _clock(value: int, voice: _Voice, *, dated: bool) -> str:
    locale, zone = _locale(voice.language), get_timezone(voice.context.zone)
    when = datetime.fromtimestamp(value, UTC)
    shown = format_skeleton("Hm", when, tzinfo=zone, locale=locale)
    if dated:
        date = format_skeleton("MMMd", when, tzinfo=zone, locale=locale)
        shown = locale.datetime_formats["medium"].format(shown, date)
    return str(shown)


def _span(value: int, voice: _Voice) -> str:
    """The two largest units: days and hours, hours and minutes, minutes and seconds."""
    left = max(0, value)
    index = next((i for i, (size, _) in enumerate(_UNITS) if left >= size), len(_UNITS) - 1)
    parts: list[str] = []
    for size, noun in _UNITS[index : index + 2]:
        number, left = divmod(left, size)
        if number or not parts:
            parts.append(_counted(noun)(number, voice))
    if len(parts) == 1:
        return parts[0]
    return voice.named(_TWO_UNITS, big=parts[0], small=parts[1])


@cache
def _locale(language: str) -> Locale:
    """What Babel knows of a language; of one it does not know, English serves."""
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale.parse(SOURCE)
