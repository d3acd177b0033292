"""A house with tables in a group of Telegram and in one of LINE, and all of the page's doors."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from urllib.parse import urlencode

from adapters.belonging import Belongs
from adapters.page.identity import Identity
from adapters.page.keys import Keys
from adapters.page.line_door import LineDoor
from adapters.page.links import Addresses, Links
from adapters.page.telegram_door import TelegramDoor
from adapters.page.who import NotIn, Who
from adapters.page.wire import VERSION, Come
from core.house.house import House, Input
from core.kernel.asks import Ask
from core.table.commands import Answer, Close, Open, Rise, Sit, Start
from core.table.places import Room
from core.table.sayings import Pace
from core.table.table import Closed, Finished, Playing
from tests.adapters.line.stage import inline
from tests.adapters.table import GAMES_BY_NAME, Chance
from tests.fresh import fresh_store

PUBLIC = "https://cards.example"
BOT = "123456:AAtoken_of_the_bot"
LIFF = "2009999999-AbCdEfGh"
AKI, KEN, MIO = "telegram:11", "telegram:12", "telegram:13"
LINE_AKI, LINE_KEN, LINE_MIO = (f"line:U{letter * 32}" for letter in "abc")


class Porch:
    """One group on each platform, doors, and a clock that the test turns. `members` are those of
    the groups who are not seated; while `silent` nobody can tell."""

    def __init__(self, line_api: str = "") -> None:
        self.at = 1_800_000_000.0
        self.store = fresh_store()
        self.house = House(self.store, GAMES_BY_NAME, Chance(7))
        self.rooms = {
            platform: self.store.enter(platform, chat, "en", "Group")
            for platform, chat in (("telegram", "-100"), ("line", "C1"))
        }
        self.members: set[str] = set()
        self.silent = False
        self.asked: list[str] = []
        self.keys = Keys(self.store, self.clock)
        self.links = Links(
            *(self.house, self.store, self.keys, self.clock),
            Addresses(PUBLIC, "play", LIFF, bot=True),
        )
        self.line = LineDoor(LIFF, self.clock, line_api)
        self.identity = Identity(
            self.house,
            self.store,
            inline(),
            self.clock,
            self.keys,
            self.links,
            self.belongs,
            TelegramDoor(BOT, self.clock),
            self.line,
        )

    def clock(self) -> float:
        return self.at

    async def belongs(self, room: Room, user: str) -> Belongs:
        self.asked.append(user)
        if self.silent:
            return Belongs.UNKNOWN
        return Belongs.YES if user in self.members else Belongs.NO

    def do(self, command: object, table: str = "", room: int | None = None) -> str:
        """Carry out a command; tells the table."""
        self.at += 1
        if room is not None:
            heard = Input(command, self.at, room=room)  # type: ignore[arg-type]
        else:
            heard = Input(command, self.at, table=table)  # type: ignore[arg-type]
        result = self.house.handle(heard)
        assert result.refused is None and result.table
        return result.table

    def gather(self, *users: str) -> str:
        """A lobby of these people in the group of the first one's platform."""
        room = self.rooms[users[0].partition(":")[0]].id
        first, *others = users
        table = self.do(Open(first, _name(first), "love-letter", Pace.NONE), room=room)
        for user in others:
            self.do(Sit(user, _name(user)), table)
        return table

    def start(self, *users: str) -> str:
        """The same, dealt."""
        table = self.gather(*users)
        return self.do(Start(users[0]), table)

    def anew(self, *users: str) -> str:
        """The same, after the table that was open in that group is closed."""
        room = self.store.room(self.rooms[users[0].partition(":")[0]].id)
        if room is not None and room.table is not None:
            read = self.house.read(room.table)
            assert read is not None and not isinstance(read.table, Closed)
            self.close(room.table, read.table.host)
        return self.start(*users)

    def seat(self, table: str, user: str) -> int:
        read = self.house.read(table)
        assert read is not None
        seat = read.seat_of(user)
        assert seat is not None
        return seat

    def finish(self, table: str) -> None:
        """Play a game to its end."""
        for _ in range(500):
            if not self.move(table):
                return
        raise AssertionError("the game does not end")

    def move(self, table: str) -> bool:
        """Whoever is asked makes a move; False once nobody is."""
        read = self.house.read(table)
        assert read is not None
        if isinstance(read.table, Finished):
            return False
        playing = read.table
        assert isinstance(playing, Playing)
        game = GAMES_BY_NAME[playing.game]
        ask = game.ask(playing.state)
        assert isinstance(ask, Ask)
        seat = min(ask.seats)
        move = game.moves(playing.state, seat)[-1].code
        self.do(Answer(str(playing.chairs[seat - 1].user), playing.question, move), table)
        return True

    def leave(self, table: str, user: str) -> None:
        self.do(Rise(user), table)

    def close(self, table: str, user: str) -> None:
        self.do(Close(user), table)

    def token(self, table: str, user: str) -> str:
        """What stands at the end of a person's link."""
        link = self.links.seat_link(table, user)
        assert link.startswith(f"{PUBLIC}/s/{table}.")
        return link.rpartition("/")[2]

    async def come(
        self, kind: str, proof: str = "", *, cookie: str = "", **more: str
    ) -> Who | NotIn:
        return await self.identity.come(come(kind, proof, **more), cookie)

    async def enter(self, kind: str, proof: str = "", *, cookie: str = "", **more: str) -> Who:
        """The same for somebody who is let in."""
        found = await self.come(kind, proof, cookie=cookie, **more)
        assert isinstance(found, Who), found
        return found

    async def refuse(self, kind: str, proof: str = "", *, cookie: str = "", **more: str) -> NotIn:
        """The same for somebody who is not."""
        found = await self.come(kind, proof, cookie=cookie, **more)
        assert isinstance(found, NotIn), found
        return found


def come(kind: str, proof: str = "", access: str = "", table: str = "") -> Come:
    """The first frame of a page."""
    return Come(version=VERSION, kind=kind, proof=proof, access=access, table=table)  # type: ignore[arg-type]


def init_data(who: str, at: float, /, *, token: str = BOT, **more: str) -> str:
    """What Telegram signs when it opens a Mini App (hand-made after its documentation)."""
    fields = {
        "user": json.dumps({"id": int(who.partition(":")[2]), "first_name": _name(who)}),
        "chat_instance": "-42",
        "chat_type": "supergroup",
        "auth_date": str(int(at)),
        "signature": "c2lnbmF0dXJl",
        **more,
    }
    return urlencode({**fields, "hash": init_hash(fields, token)})


def init_hash(fields: dict[str, str], token: str = BOT) -> str:
    lines = "\n".join(sorted(f"{name}={value}" for name, value in fields.items()))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()


def id_token(user: str, end: float, channel: str = LIFF.partition("-")[0]) -> str:
    """What looks like an ID token of LINE; only LINE can tell whether it is one."""
    claims = {
        "iss": "https://access.line.me",
        "sub": user.partition(":")[2],
        "aud": channel,
        "exp": int(end),
        "iat": int(end) - 3600,
    }
    return ".".join((_part({"alg": "HS256"}), _part(claims), "c2lnbmF0dXJl"))


def _part(value: object) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _name(user: str) -> str:
    return f"Person {user[-1]}"
