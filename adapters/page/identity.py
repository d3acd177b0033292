"""Who looks at a page: the first frame of its socket, and the cookie of its browser, become a
person at a table, or a refusal in words.

What proves it is a link, the cookie of a browser that opened a link once, what Telegram signed, a
token of LINE; and from then on a bearer: it lives for minutes, in the memory of the page, and is
renewed while the page is open. It is bound to its person and table. Cookies and bearers die with
the keys, and when their person revokes a link.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from adapters.belonging import Asker, Belongs
from adapters.page import line_door, telegram_door, wire
from adapters.page.door_texts import (
    BrowserNotKnown,
    CannotAsk,
    NoSuchDoor,
    NoTableYet,
    NotOfThisRoom,
    TableIsClosed,
    TooOld,
)
from adapters.page.keys import Keys
from adapters.page.line_door import LineDoor
from adapters.page.links import SEAT_TOKEN, Links
from adapters.page.refusal import Person, Refusal
from adapters.page.telegram_door import TelegramDoor
from adapters.writer import Writer
from core.desk.reading import Reading
from core.house.house import House
from core.house.ports import Directory
from core.table.table import Closed

log = logging.getLogger("fumibako.page")

BEARER_LASTS = 900.0  # seconds
RENEWED = 600.0  # seconds after which a page that is open gets another one
COOKIE_LASTS = 90 * 86400  # seconds
BELONGED = 300.0  # seconds for which it is believed that somebody belongs to a table's rooms
MOST_BELONGED = 5_000
TITLES = {telegram_door.PLATFORM: telegram_door.TITLE, line_door.PLATFORM: line_door.TITLE}


class Who(msgspec.Struct, frozen=True):
    """Who looks, and at what. `user` is empty for whoever came by a link for watching. `seat` is 0
    for whoever watches; before the deal it is the place in the order of joining. `bearer` proves
    it at the next connection, for some minutes. `name` and `language` are what their platform
    tells (empty: nothing)."""

    user: str
    table: str
    seat: int
    door: wire.Door
    bearer: str
    name: str = ""
    language: str = ""


class _Pass(msgspec.Struct, frozen=True, array_like=True):
    """What stands in a bearer."""

    user: str
    table: str
    door: wire.Door
    until: float
    name: str = ""
    language: str = ""


class _Mark(msgspec.Struct, frozen=True, array_like=True):
    """What stands in a cookie."""

    user: str
    at: float


_pass = msgspec.json.Decoder(_Pass)
_mark = msgspec.json.Decoder(_Mark)


class Identity:
    """Knows people by what their pages bring. `belongs` asks the platform of a room whether
    somebody is a member there."""

    def __init__(
        self,
        house: House,
        directory: Directory,
        writer: Writer,
        now: Callable[[], float],
        keys: Keys,
        links: Links,
        belongs: Asker,
        telegram: TelegramDoor | None = None,
        line: LineDoor | None = None,
    ) -> None:
        self.telegram = telegram
        self.line = line
        self._house = house
        self._directory = directory
        self._writer = writer
        self._now = now
        self._keys = keys
        self._links = links
        self._belongs = belongs
        self._belonged: dict[tuple[str, str], float] = {}

    async def come(self, come: wire.Come, cookie: str = "") -> Who | Refusal:
        """Who a page is for. `cookie` came with the handshake of its socket."""
        who = await self._come(come, cookie)
        if isinstance(who, Refusal):
            log.info("a page was refused (%s, %s)", come.kind, type(who.message).__name__)
        return who

    async def renew(self, who: Who) -> Who | Refusal:
        """The same with a fresh bearer, if they may still look."""
        return await self._by_bearer(who.bearer, who.table)

    async def move(self, who: Who, table: str) -> Who | Refusal:
        """The same person at another table: the next one of their group."""
        if not who.user:
            return Refusal(NotOfThisRoom())
        return await self._at_table(Person(who.user, who.name, who.language), table, who.door)

    async def _come(self, come: wire.Come, cookie: str) -> Who | Refusal:
        match come.kind:
            case "link":
                return await self._writer.call(self._by_link, come.proof)
            case "bearer":
                return await self._by_bearer(come.proof, come.table)
            case "cookie":
                user = await self._writer.call(self.known, cookie)
                if not user:
                    return Refusal(BrowserNotKnown())
                return await self._at_table(Person(user), come.table, "link")
            case "telegram":
                if self.telegram is None:
                    return Refusal(NoSuchDoor(telegram_door.TITLE))
                return await self._confirmed(self.telegram.who(come.proof), come, "telegram")
            case "line":
                if self.line is None:
                    return Refusal(NoSuchDoor(line_door.TITLE))
                told = await self.line.who(come.proof, come.access)
                return await self._confirmed(told, come, "line")
            case "playground":
                return Refusal(NoSuchDoor("Fumibako"))

    async def _confirmed(
        self, told: Person | Refusal, come: wire.Come, door: wire.Door
    ) -> Who | Refusal:
        if isinstance(told, Refusal):
            return told
        return await self._at_table(told, come.table or told.table, door)

    # Cookies. In the writer's thread.

    def cookie(self, user: str) -> str:
        """What a browser keeps that opened a link of this person."""
        mark = msgspec.json.encode(_Mark(user, self._now()))
        return self._keys.seal("cookie", mark, self._links.bound(user))

    def known(self, cookie: str) -> str:
        """Whom a browser belongs to; empty if it is not known, or not any more."""
        try:
            mark = _mark.decode(self._keys.content(cookie))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return ""
        bound = self._links.bound(mark.user)
        if not mark.user or not self._keys.is_ours("cookie", cookie, bound):
            return ""
        return mark.user if self._now() - mark.at < COOKIE_LASTS else ""

    # Links and bearers

    def _by_link(self, token: str) -> Who | Refusal:
        """In the writer's thread."""
        if SEAT_TOKEN.fullmatch(token):
            opened = self._links.open_seat(token)
            if isinstance(opened, Refusal):
                return opened
            return self._let_in(Person(opened.user), opened.read, "link")
        read = self._links.open_board(token)
        return read if isinstance(read, Refusal) else self._let_in(Person(""), read, "link")

    async def _by_bearer(self, bearer: str, table: str) -> Who | Refusal:
        found = await self._writer.call(self._pass_of, bearer)
        if found is None:
            return Refusal(TooOld(), again=True)
        if table not in ("", found.table):
            # Another table is another question: what its door proves answers it.
            return Refusal(TooOld(), again=True)
        if found.user:
            person = Person(found.user, found.name, found.language)
            return await self._at_table(person, found.table, found.door)
        read = await self._writer.call(self._links.watched, found.table)
        if isinstance(read, Refusal):
            return read
        return await self._writer.call(self._let_in, Person(""), read, found.door)

    def _pass_of(self, bearer: str) -> _Pass | None:
        """In the writer's thread: what a bearer of ours says; None if it is none, or too old."""
        try:
            found = _pass.decode(self._keys.content(bearer))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        if not self._keys.is_ours("bearer", bearer, self._links.bound(found.user)):
            return None
        return found if found.until > self._now() else None

    # Tables

    async def _at_table(self, person: Person, table: str, door: wire.Door) -> Who | Refusal:
        """A person at the table that they have asked for, or at their newest one."""
        read = await self._writer.call(self._read, person.user, table)
        if read is None:
            return Refusal(TableIsClosed() if table else NoTableYet())
        if isinstance(read.table, Closed):
            return Refusal(TableIsClosed())
        if read.seat_of(person.user) is None:
            refused = await self._member(person, read)
            if refused is not None:
                return refused
        return await self._writer.call(self._let_in, person, read, door)

    def _read(self, user: str, table: str) -> Reading | None:
        """In the writer's thread."""
        if not table:
            table = next(iter(self._house.tables_of(user)), "") or self._house.ended_for(user)
        return self._house.read_mended(table, self._now()) if table else None

    async def _member(self, person: Person, read: Reading) -> Refusal | None:
        """Why somebody who does not sit at a table may not watch it; None if they may."""
        key, at = (person.user, read.id), self._now()
        if 0.0 <= at - self._belonged.get(key, -BELONGED) < BELONGED:
            return None
        platform = person.user.partition(":")[0]
        answer = Belongs.NO
        for room in read.rooms:
            if room.platform != platform:
                continue
            answer = await self._belongs(room, person.user)
            if answer is not Belongs.NO:
                break
        if answer is Belongs.UNKNOWN:
            return Refusal(CannotAsk(TITLES.get(platform, platform)), later=True)
        if answer is Belongs.NO:
            return Refusal(NotOfThisRoom())
        self._belonged.pop(key, None)
        self._belonged[key] = at
        while len(self._belonged) > MOST_BELONGED:
            del self._belonged[next(iter(self._belonged))]
        return None

    def _let_in(self, person: Person, read: Reading, door: wire.Door) -> Who:
        """In the writer's thread."""
        user = person.user
        name = person.name or (self._directory.person(user).name if user else "")
        until = self._now() + BEARER_LASTS
        content = msgspec.json.encode(_Pass(user, read.id, door, until, name, person.language))
        bearer = self._keys.seal("bearer", content, self._links.bound(user))
        seat = read.seat_of(user) if user else None
        return Who(user, read.id, seat or 0, door, bearer, name, person.language)
