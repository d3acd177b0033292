"""[Ping me]: who wants to be told in private when a table needs one more, and when it starts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from adapters.telegram.doing import AnswerPress, Do, TryPrivate
from adapters.telegram.people import People
from adapters.telegram.posted import Kind
from adapters.telegram.pressed import Pressed
from adapters.telegram.texts import WillNotPing, WillPing
from adapters.telegram.voice import Voice
from core.desk.sheets import Board
from core.house.ports import Directory
from core.kernel.text import Message
from core.table.sayings import AlreadyOver
from core.table.table import Lobby

Why = Literal["more", "start", "over"]


class Pings:
    """Kept in the database. Runs in the writer's thread."""

    def __init__(self, directory: Directory, now: Callable[[], float]) -> None:
        self.directory = directory
        self.now = now

    def turn(self, table: str, user: str) -> bool:
        """A press on the button. Tells whether the person will be written to."""
        before = self.directory.change_kept(
            _key(table), lambda users: _turned(users, user), self.now()
        )
        return user not in before.split()

    def due(self, table: str, seated: Collection[str], why: Why) -> list[str]:
        """Whom to write to now; each for each reason once. Whoever is `seated` there sees it
        anyway."""
        if not self.directory.kept(_key(table)):
            return []
        before = self.directory.change_kept(
            _key(table), lambda users: _told(users, why), self.now()
        )
        users = before.split()
        if why == "more" and TOLD in users:
            return []
        if why == "over":
            return []
        return [user for user in users if user != TOLD and user not in seated]


TOLD = "+"  # stands among the users once they know that one more is needed


def _turned(kept: str, user: str) -> str:
    """The users after a press."""
    users = kept.split()
    after = [other for other in users if other != user] if user in users else [*users, user]
    return " ".join(after)


def _told(kept: str, why: Why) -> str:
    """The users once they are told. After the start, or the end, nobody waits any more."""
    users = kept.split()
    if why != "more":
        return ""
    return kept if not users or TOLD in users else " ".join([*users, TOLD])


def _key(table: str) -> str:
    return f"telegram:ping:{table}"


def pinged(board: Board, before: Kind) -> Why | None:
    """Why somebody may have to be written to, now that a board was shown which showed a table
    of another kind `before`; None if nobody has."""
    if board.phase == "lobby":
        return "more" if board.one_more else None
    if board.phase in (before, "drawing"):
        return None
    return "start" if board.phase == "playing" else "over"


def press_ping(pings: Pings, people: People, voice: Voice, pressed: Pressed) -> Sequence[Do]:
    """A press on the button of a lobby. Whom we cannot write to gets the way to Start."""
    table_id, user, language = pressed.press.table, pressed.heard.user, pressed.language
    read = voice.read(table_id)
    if read is None or not isinstance(read.table, Lobby):
        return [AnswerPress(pressed.query, voice.plain(AlreadyOver(), language))]
    known, url = people.known(user), voice.start_url(table_id)
    if known is False:
        return [AnswerPress(pressed.query, url=url)]
    on = pings.turn(table_id, user)
    if known is None:
        page = voice.page(WillPing(), pressed.app or language)
        return [TryPrivate(pressed.query, user, pressed.heard.name, pressed.app, page, url)]
    told: Message = WillPing() if on else WillNotPing()
    return [AnswerPress(pressed.query, voice.plain(told, language), alert=True)]
