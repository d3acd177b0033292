"""The four panels of a match as they read in a room: everything that stands in the picture, and
the same in words."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from babel.dates import format_date, get_timezone
from wcwidth import width as columns_of

from adapters.names import context_of
from core.desk.reading import Reading
from core.desk.sheets import sitters
from core.kernel.text import Message, Public
from core.records.panel_words import HostedBy, PanelLine, PanelRound, PanelSigns, SeatName
from core.records.panels import Panel, Strip
from core.table.places import Room
from locales.style import Plain
from locales.tongue import Context, say, word

NAME = 10
"""The columns that a name may take in a picture."""
CAPTION = 60
"""The columns that a caption should not be longer than."""


class _Short(Plain):
    """Plain text with short names. A picture needs no marks against the direction of a text."""

    width = NAME

    def name(self, text: str) -> str:
        return text

    def said(self, text: str) -> str:
        return text


SHORT = _Short()


class Person(msgspec.Struct, frozen=True):
    """Who sat there: what they are called, and by what their colour follows."""

    name: str
    key: str


class ToldPanel(msgspec.Struct, frozen=True):
    """A panel, and its words: sign (起, or 1), heading, round and caption."""

    panel: Panel
    sign: str
    heading: str
    round: str
    caption: str


class Told(msgspec.Struct, frozen=True):
    """A strip in a language."""

    language: str
    context: Context
    title: str
    date: str
    people: tuple[Person, ...]
    winners: tuple[int, ...]
    panels: tuple[ToldPanel, ...]
    lines: tuple[str, ...]

    def text(self, message: Message | None) -> str:
        """Something else in these words; empty for none."""
        return say(message, self.language, self.context, SHORT) if message is not None else ""

    @property
    def words(self) -> str:
        """The whole match without a picture."""
        return "\n".join((self.title, *self.lines))


def told(strip: Strip, read: Reading, language: str, room: Room | None) -> Told:
    """The panels of a table as they read in a room (None: with one person alone)."""
    context = msgspec.structs.replace(context_of(read, language, room), also="")

    def text(message: Message) -> str:
        return say(message, language, context, SHORT)

    signs = text(PanelSigns())
    people = tuple(
        Person(text(SeatName(seat)), sitter.user or f"computer {seat}")
        for seat, sitter in enumerate(sitters(read.table.chairs), 1)
    )
    panels = []
    for number, panel in enumerate(strip.panels):
        shown = captioned(panel, language, context)
        panels.append(
            ToldPanel(
                panel,
                signs[number],
                word(panel.part, language),
                text(PanelRound(panel.round)) if panel.round else "",
                text(shown),
            )
        )
    lines = tuple(
        text(PanelLine(signs[number], panel.part, captioned(panel, language, context)))
        for number, panel in enumerate(strip.panels)
    )
    return Told(
        language,
        context,
        text(strip.title),
        _date(read.row.asked_at, language, context.zone),
        people,
        strip.winners,
        tuple(panels),
        lines,
    )


def foot(bot: str, language: str, *, strangers: bool) -> str:
    """What stands small at the foot of a picture: what the bot is called, if `strangers` may play
    with it and may as well find it; else nothing."""
    return say(HostedBy(bot), language, Context(), SHORT) if bot and strangers else ""


def captioned(panel: Panel, language: str, context: Context) -> Public:
    """The fullest of its texts that is short enough; if none is, the shortest."""

    def columns(text: Public) -> int:
        return columns_of(say(text, language, context, SHORT))

    fitting = (text for text in panel.texts if columns(text) <= CAPTION)
    return next(fitting, None) or min(panel.texts, key=columns)


def _date(at: float, language: str, zone: str) -> str:
    """The day on which a match was played, where its group is."""
    day = datetime.fromtimestamp(at, UTC).astimezone(get_timezone(zone))
    return format_date(day, "long", locale=language)
