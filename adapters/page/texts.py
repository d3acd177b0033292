"""The words of the page itself, behind every door, and what marks a computer's seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adapters.page.rail_texts import RAIL_TEXTS
from adapters.page.reel_texts import REEL_TEXTS
from adapters.page.sheet_texts import SHEET_TEXTS
from adapters.page.table_texts import TABLE_TEXTS
from adapters.page.tour_texts import TOUR_TEXTS
from core.kernel.text import N_, Code, Message, Public
from core.table.levels import MannerWord


class Brand(Public, frozen=True, tag="page.brand"):
    """The name of the house."""

    text: ClassVar[str] = N_("Fumibako")


class SeatsHere(Public, frozen=True, tag="page.seats"):
    """The row of people one can act for."""

    text: ClassVar[str] = N_("Seats on this screen")


class TableDrawn(Public, frozen=True, tag="page.table"):
    """The drawn table, for screen readers."""

    text: ClassVar[str] = N_("The table")


class NoTableHere(Public, frozen=True, tag="page.no-table"):
    """The group before the first table."""

    text: ClassVar[str] = N_("No table is open here.")


class SayInGroup(Public, frozen=True, tag="page.say-room"):
    """The line to type on in the group."""

    text: ClassVar[str] = N_("Write to the group")


class Send(Public, frozen=True, tag="page.send"):
    """Sends typed words."""

    text: ClassVar[str] = N_("Send")


class AskedNow(Public, frozen=True, tag="page.asked"):
    """The mark of whoever is asked, on the drawn table."""

    text: ClassVar[str] = N_("thinking")


class CalledNow(Public, frozen=True, tag="page.called"):
    """The mark of a person of this screen who is asked."""

    text: ClassVar[str] = N_("to act")


class MannerSeat(Public, frozen=True, tag="page.manner"):
    """The mark of a seat that a computer plays, and in what manner; small, beside its name."""

    text: ClassVar[str] = N_("computer · {manner}")
    manner: MannerWord


class ComputerSeat(Public, frozen=True, tag="page.computer"):
    """The mark of a seat that a computer plays."""

    text: ClassVar[str] = N_("computer")


class TimeLeft(Public, frozen=True, tag="page.left"):
    """Before the running time, as in “Left 0:45”."""

    text: ClassVar[str] = N_("Left")


class AddSeat(Public, frozen=True, tag="page.add"):
    """One more person on this screen."""

    text: ClassVar[str] = N_("Add a seat")


class AddSeatDone(Public, frozen=True, tag="page.add-done"):
    """Confirms the name of the new person."""

    text: ClassVar[str] = N_("Add")


class NameOfPerson(Public, frozen=True, tag="page.name"):
    """The field for a name."""

    text: ClassVar[str] = N_("Name")


class Rename(Public, frozen=True, tag="page.rename"):
    """Changes the chosen person's name."""

    text: ClassVar[str] = N_("Change the name")


class Save(Public, frozen=True, tag="page.save"):
    """Confirms a changed name."""

    text: ClassVar[str] = N_("Save")


class CopyText(Public, frozen=True, tag="page.copy"):
    """Copies the text of a sheet."""

    text: ClassVar[str] = N_("Copy")


class Copied(Public, frozen=True, tag="page.copied"):
    """After copying."""

    text: ClassVar[str] = N_("Copied")


class Download(Public, frozen=True, tag="page.download"):
    """Saves the record of a game."""

    text: ClassVar[str] = N_("Download: {name}")
    name: Code


class CloseThis(Public, frozen=True, tag="page.close"):
    """Closes a dialog or an answer."""

    text: ClassVar[str] = N_("Close")


class ConnectionLost(Public, frozen=True, tag="page.lost"):
    """While the connection is down."""

    text: ClassVar[str] = N_("Connection lost. Trying again…")


PAGE_TEXTS: Mapping[str, Message] = {
    "brand": Brand(),
    "seats": SeatsHere(),
    "table": TableDrawn(),
    "no-table": NoTableHere(),
    "say-room": SayInGroup(),
    "send": Send(),
    "asked": AskedNow(),
    "called": CalledNow(),
    "left": TimeLeft(),
    "add": AddSeat(),
    "add-done": AddSeatDone(),
    "name": NameOfPerson(),
    "rename": Rename(),
    "save": Save(),
    "copy": CopyText(),
    "copied": Copied(),
    "download": Download(name="{name}"),
    "close": CloseThis(),
    "lost": ConnectionLost(),
    **RAIL_TEXTS,
    **REEL_TEXTS,
    **SHEET_TEXTS,
    **TABLE_TEXTS,
    **TOUR_TEXTS,
}
"""The page's words by the key under which the page asks for them; all go out when it comes."""
