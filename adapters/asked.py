"""Questions that a yes or a no answers: what was asked of whom, and where."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from adapters.heard import Heard, Reply
from core.desk.acts import Act
from core.desk.presses import Play, Press, pressed
from core.desk.sheets import Sheet
from core.desk.slips import PressAgain
from core.kernel.text import N_
from core.table.sayings import OpenAnswer

LASTS = 120.0  # seconds in which a yes is understood
MOST = 5000  # people whose last question is remembered


class NothingAsked(OpenAnswer, frozen=True, tag="speech.nothing-asked"):
    """To whoever writes yes or no, where nothing was asked."""

    text: ClassVar[str] = N_("There is nothing to answer yes or no to right now.")


class _Asked(msgspec.Struct, frozen=True):
    press: Press
    at: float


class Asked:
    """What was asked last of people. Losing it in a restart, they are asked again."""

    def __init__(self) -> None:
        self._asked: dict[tuple[int, str], _Asked] = {}

    def ask(self, heard: Heard, press: Press) -> None:
        """Somebody was asked whether they mean what this press does."""
        self._asked.pop(_place(heard), None)
        self._asked[_place(heard)] = _Asked(press, heard.at)
        while len(self._asked) > MOST:
            del self._asked[next(iter(self._asked))]

    def note(self, heard: Heard, reply: Reply) -> None:
        """Remember the question that an answer asks. Whoever does something else lets it drop."""
        press = _question(heard, reply)
        if press is not None:
            self.ask(heard, press)
        elif reply.result is not None and reply.message is None:
            self._asked.pop(_place(heard), None)

    def take(self, heard: Heard) -> Press | None:
        """What a yes means here; None if nothing was asked. It is asked only once."""
        found = self._asked.pop(_place(heard), None)
        return found.press if found is not None and heard.at - found.at <= LASTS else None


def _place(heard: Heard) -> tuple[int, str]:
    return (heard.room.id if heard.room is not None else 0, heard.user)


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
