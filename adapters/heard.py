"""What reached us from a person, and what they get in return; the same for every platform."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from core.desk.presses import Press
from core.desk.reading import Reading
from core.desk.sheets import AnySheet, Guided, Hand
from core.house.house import Result
from core.kernel.text import N_, Message, Public, Secret
from core.records.panels import Strip
from core.table.places import Room


class RecordAfterTheGame(Secret, frozen=True, tag="speech.record-later"):
    text: ClassVar[str] = N_("The record is given out when the game is over.")


class RecordForThose(Public, frozen=True, tag="speech.record-for-those"):
    """Who did not sit at the table asked for its record, or somebody did where others read on."""

    text: ClassVar[str] = N_(
        "The record holds every hand: those who sat at this table get it in private."
    )


class PanelsLater(Public, frozen=True, tag="speech.panels-later"):
    text: ClassVar[str] = N_("The match in four panels comes when the game is over.")


class PanelsAbove(Public, frozen=True, tag="speech.panels-above"):
    """They were asked for once more."""

    text: ClassVar[str] = N_("The match in four panels is already above.")


class NoPanels(Public, frozen=True, tag="speech.no-panels"):
    """The game was given up, or ended after a move or two."""

    text: ClassVar[str] = N_("There is too little to tell of this game.")


class NothingDone(Secret, frozen=True, tag="speech.nothing-done"):
    """The answer to a No."""

    text: ClassVar[str] = N_("All right, nothing is changed.")


class UnknownButton(Secret, frozen=True, tag="speech.unknown-button"):
    text: ClassVar[str] = N_("This button no longer works.")


class LearnInPrivate(Public, frozen=True, tag="speech.learn-private"):
    """Somebody asked for a guided first round where others read on."""

    text: ClassVar[str] = N_("The guided first round is played in a private chat with me.")


class Heard(msgspec.Struct, frozen=True):
    """Something that reached us from a person.

    `room` is None in a private chat. Either `text` or `press` is set. `bare`
    words count only in private or after an address; `addressed` says that the text began with
    a slash or named the host. `alone` tells that nobody else sees how a press in a room is
    answered, `apart` that they look at a page of their own. `age` (seconds) is how long ago typed
    words were written, by the platform's own clock.
    """

    user: str
    name: str
    at: float
    room: Room | None = None
    text: str = ""
    press: Press | None = None
    receipt: str = ""
    said_at: float | None = None
    addressed: bool = False
    letters: bool = False  # whoever sits down there plays by letters in the group
    alone: bool = False
    age: float = 0.0
    apart: bool = False


class Panels(msgspec.Struct, frozen=True):
    """A match in four panels, its table, and the room for which it is (None: for one person)."""

    strip: Strip
    read: Reading
    room: Room | None = None


class Reply(msgspec.Struct, frozen=True):
    """What the sender alone gets.

    `aside` is why something is refused where others read `message`: for the sender's eyes only.
    `level` is a sheet that replaces the one pressed (the next level of a choice), `file` a
    record by its name, `guided` a step of a guided first round, `panels` a match in four
    panels: for everybody in the room, else for the sender. `again` makes the page that plays the
    game of the record again; that takes a while, so nobody else may have to wait for it.
    """

    message: Message | None = None
    aside: Message | None = None
    sheet: AnySheet | None = None
    level: Hand | None = None
    table: str | None = None
    file: tuple[str, bytes] | None = None
    again: Callable[[], bytes] | None = None
    guided: Guided | None = None
    panels: Panels | None = None
    result: Result | None = None


SILENCE = Reply()
"""Nothing is said."""
