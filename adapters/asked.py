"""Questions that a yes or a no answers: what was asked of whom, and where."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from adapters.crew import Crew
from adapters.heard import Heard, Reply
from adapters.recent import Recent
from core.desk.acts import Act
from core.desk.presses import Play, Press, datum, pressed, read_datum
from core.desk.sheets import Sheet
from core.desk.slips import PressAgain
from core.house.ports import Directory
from core.kernel.text import N_
from core.table.sayings import OpenAnswer

KEY = "asked:"  # how the names begin under which is kept what was asked
ASKED, OVER = "asked", "asked.over"
LASTS = 120.0  # seconds in which a yes is understood
MOST = 5000  # people whose last question is remembered


class NothingAsked(OpenAnswer, frozen=True, tag="speech.nothing-asked"):
    """To whoever writes yes or no, where nothing was asked."""

    text: ClassVar[str] = N_("There is nothing to answer yes or no to right now.")


class _Asked(msgspec.Struct, frozen=True):
    press: Press | None  # None: another worker has asked
    at: float


class Asked:
    """What was asked last of people. Losing it in a restart, they are asked again. Workers tell
    each other where something was asked; what it was, which may be secret, stands in the database
    meanwhile. In the writer's thread."""

    def __init__(self, directory: Directory | None = None, crew: Crew | None = None) -> None:
        self._asked: Recent[tuple[int, str], _Asked] = Recent(MOST)
        self._directory = directory
        self.crew = crew = crew or Crew()
        crew.on(ASKED, self._asked_elsewhere)
        crew.on(OVER, self._over_elsewhere)

    def ask(self, heard: Heard, press: Press) -> None:
        """Somebody was asked whether they mean what this press does."""
        place = _place(heard)
        self._asked[place] = _Asked(press, heard.at)
        if not self.crew.alone and self._directory is not None:
            text = datum(press.table, press.question, press.code)
            self._directory.keep(_key(place), f"{heard.at} {text}", heard.at)
            self.crew.say(ASKED, f"{heard.at} {place[0]} {place[1]}")

    def _asked_elsewhere(self, told: str) -> None:
        at, place = told.split(" ", 1)
        self._asked[_read(place)] = _Asked(None, float(at))

    def _over_elsewhere(self, place: str) -> None:
        self._asked.pop(_read(place), None)

    def _over(self, place: tuple[int, str]) -> Press | None:
        """What was asked there is asked no more; it, if that is known."""
        found = self._asked.pop(place, None)
        if found is None or self.crew.alone or self._directory is None:
            return found.press if found is not None else None
        press = found.press
        if press is None:
            at, _, text = self._directory.kept(_key(place)).partition(" ")
            press = read_datum(text) if at == str(found.at) else None
        self._directory.keep(_key(place), "", found.at)
        self.crew.say(OVER, f"{place[0]} {place[1]}")
        return press

    def note(self, heard: Heard, reply: Reply) -> None:
        """Remember the question that an answer asks. Whoever does something else lets it drop."""
        press = _question(heard, reply)
        if press is not None:
            self.ask(heard, press)
        elif reply.result is not None and reply.message is None:
            self._over(_place(heard))

    def take(self, heard: Heard) -> Press | None:
        """What a yes means here; None if nothing was asked. It is asked only once."""
        found = self._asked.get(_place(heard))
        press = self._over(_place(heard))
        return press if found is not None and heard.at - found.at <= LASTS else None


def _place(heard: Heard) -> tuple[int, str]:
    return (heard.room.id if heard.room is not None else 0, heard.user)


def _read(place: str) -> tuple[int, str]:
    room, user = place.split(" ", 1)
    return int(room), user


def _key(place: tuple[int, str]) -> str:
    """The name under which it is kept what was asked there."""
    return f"{KEY}{place[0]}:{place[1]}"


def _question(heard: Heard, reply: Reply) -> Press | None:
    """What is done if the question of an answer is answered by yes."""
    if isinstance(reply.message, PressAgain):
        return heard.press
    hand = reply.level
    if hand is not None and hand.sure:
        return pressed(hand.table, Play(".".join(hand.said)), hand.question)
    if not isinstance(reply.sheet, Sheet):
        return None
    buttons = [button for row in reply.sheet.buttons for button in row]
    others = [button for button in buttons if button.verb is not Act.NO]
    if len(others) != 1 or len(buttons) != 2:
        return None
    return pressed(others[0].table, others[0].verb, others[0].question)
