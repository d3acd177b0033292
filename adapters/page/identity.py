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
from adapters.page.telegram_door import TelegramDoor
from adapters.page.who import NotIn, Person, Who
from adapters.writer import Writer
from core.desk.reading import Reading
from core.house.house import House
from core.house.ports import Directory
from core.table.table import Closed

log = logging.getLogger("fumibako.page")

BEARER_LASTS = 900.0  # seconds
RENEWED = 300.0  # seconds after which a page that is open gets another one
COOKIE_LASTS = 90 * 86400  # seconds
BELONGED = 300.0  # seconds for which it is believed that somebody belongs to a table's rooms
MOST_BELONGED = 5_000
TITLES = {telegram_door.PLATFORM: telegram_door.TITLE, line_door.PLATFORM: line_door.TITLE}


class _Pass(msgspec.Struct, frozen=True, array_like=True):
    """What stands in a bearer."""

    user: str
    table: str
    door: wire.Door
    until: float
    follows: bool = False
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

    async def come(self, come: wire.Come, cookie: str = "") -> Who | NotIn:
        """Who a page is for. `cookie` came with the handshake of its socket."""
        who = await self._come(come, cookie)
        if isinstance(who, NotIn):
            log.info("a page was refused (%s, %s)", come.kind, type(who.why).__name__)
        return who

    async def renew(self, who: Who) -> Who | NotIn:
        """The same, with a fresh bearer after a while, if they may still look."""
        found = await self._writer.call(self._pass_of, who.bearer)
        if found is None:
            return NotIn(TooOld(), again=True)
        renewed = await self._by_pass(found)
        if isinstance(renewed, NotIn):
            return who if renewed.later else renewed  # nobody is sent away for others' trouble
        young = found.until - self._now() > BEARER_LASTS - RENEWED
        return who if young and renewed.table == who.table else renewed

    async def _come(self, come: wire.Come, cookie: str) -> Who | NotIn:
        match come.kind:
            case "link":
                return await self._writer.call(self._by_link, come.proof, cookie)
            case "bearer":
                return await self._by_bearer(come.proof, come.table)
            case "cookie":
                user = await self._writer.call(self.known, cookie)
                if not user:
                    return NotIn(BrowserNotKnown())
                return await self._at_table(Person(user), come.table, "link")
            case "telegram":
                if self.telegram is None:
                    return NotIn(NoSuchDoor(telegram_door.TITLE))
                return await self._confirmed(self.telegram.who(come.proof), come, "telegram")
            case "line":
                if self.line is None:
                    return NotIn(NoSuchDoor(line_door.TITLE))
                told = await self.line.who(come.proof, come.access)
                return await self._confirmed(told, come, "line")
            case "playground":
                return NotIn(NoSuchDoor("Fumibako"))

    async def _confirmed(
        self, told: Person | NotIn, come: wire.Come, door: wire.Door
    ) -> Who | NotIn:
        if isinstance(told, NotIn):
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

    def _by_link(self, token: str, cookie: str) -> Who | NotIn:
        """In the writer's thread. The link is for one game; whose browser it is may follow."""
        if SEAT_TOKEN.fullmatch(token):
            opened = self._links.open_seat(token)
            if isinstance(opened, NotIn):
                return opened
            follows = self.known(cookie) == opened.user
            return self._let_in(Person(opened.user), opened.read, "link", follows)
        read = self._links.open_board(token)
        return read if isinstance(read, NotIn) else self._let_in(Person(""), read, "link", False)

    async def _by_bearer(self, bearer: str, table: str) -> Who | NotIn:
        found = await self._writer.call(self._pass_of, bearer)
        late = found is None or found.until <= self._now()
        if found is None or late or table not in ("", found.table):
            return NotIn(TooOld(), again=True)  # what the door itself proves may do
        return await self._by_pass(found)

    def _pass_of(self, bearer: str) -> _Pass | None:
        """In the writer's thread: what a bearer of ours says, however old; None if it is none."""
        try:
            found = _pass.decode(self._keys.content(bearer))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        ours = self._keys.is_ours("bearer", bearer, self._links.bound(found.user))
        return found if ours else None

    async def _by_pass(self, found: _Pass) -> Who | NotIn:
        if found.user:
            person = Person(found.user, found.name, found.language)
            return await self._at_table(person, found.table, found.door, found.follows)
        read = await self._writer.call(self._links.watched, found.table)
        if isinstance(read, NotIn):
            return read
        return await self._writer.call(self._let_in, Person(""), read, found.door, False)

    # Tables

    async def _at_table(
        self, person: Person, table: str, door: wire.Door, follows: bool = True
    ) -> Who | NotIn:
        """A person at the table that they have asked for, or at their newest one."""
        read = await self._writer.call(self._read, person.user, table, follows)
        if read is None:
            return NotIn(TableIsClosed() if table else NoTableYet())
        if isinstance(read.table, Closed):
            return NotIn(TableIsClosed())
        if read.seat_of(person.user) is None:
            refused = await self._member(person, read)
            if refused is not None:
                return refused
        return await self._writer.call(self._let_in, person, read, door, follows)

    def _read(self, user: str, table: str, follows: bool) -> Reading | None:
        """In the writer's thread: the table that was asked for, or the newest one. Where that is
        closed it is the next one of its group at which the same person sits, if there is one."""
        house = self._house
        if not table:
            table = next(iter(house.tables_of(user)), "") or house.ended_for(user)
        read = house.read_mended(table, self._now()) if table else None
        if read is None or not follows or not isinstance(read.table, Closed):
            return read
        here = {room.id for room in read.rooms}
        others = (house.read_mended(each, self._now()) for each in house.tables_of(user))
        return next((o for o in others if o and here & {r.id for r in o.rooms}), read)

    async def _member(self, person: Person, read: Reading) -> NotIn | None:
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
            return NotIn(CannotAsk(TITLES.get(platform, platform)), later=True)
        if answer is Belongs.NO:
            return NotIn(NotOfThisRoom())
        self._belonged.pop(key, None)
        self._belonged[key] = at
        while len(self._belonged) > MOST_BELONGED:
            del self._belonged[next(iter(self._belonged))]
        return None

    def _let_in(self, person: Person, read: Reading, door: wire.Door, follows: bool) -> Who:
        """In the writer's thread."""
        user = person.user
        name = person.name or (self._directory.person(user).name if user else "")
        until = self._now() + BEARER_LASTS
        content = _Pass(user, read.id, door, until, follows, name, person.language)
        bearer = self._keys.seal("bearer", msgspec.json.encode(content), self._links.bound(user))
        return Who(door, user, read.id, follows, not user, bearer, person.language, name)
