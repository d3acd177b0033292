"""A house on the fake Telegram: people write and press, the outbox goes out, time passes."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from sqlalchemy import select

from adapters.clock import Clock as Ticker
from adapters.errands import Errands
from adapters.guests import Guests
from adapters.owner import Owner
from adapters.page.keys import Keys
from adapters.page.links import Addresses, Links
from adapters.post import Post
from adapters.speech import Speech
from adapters.telegram.platform import Telegram, make_bot
from adapters.writer import Writer
from core.house.house import House
from core.table.table import Games
from storage.rows import LANE
from tests.adapters.table import GAMES_BY_NAME, wake_all
from tests.adapters.telegram.fake import TOKEN, FakeTelegram
from tests.adapters.telegram.fake_people import Chat, Clock, Person
from tests.adapters.telegram.fake_request import FakeRequest
from tests.fresh import fresh_store

GROUP = -1001234567890


class Inline(ThreadPoolExecutor):
    """An executor without threads: fast, and always in the same order."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def inline() -> Writer:
    return Writer(executor=Inline(1))


def chance(seed: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same each time."""
    count = itertools.count()

    def give(size: int) -> bytes:
        return hashlib.sha256(f"{seed}.{next(count)}".encode()).digest()[:size]

    return give


class Stage:
    """Everything that runs, under a clock of its own."""

    def __init__(
        self,
        seed: str = "stage",
        url: str = "sqlite:///:memory:",
        web: str = "",
        games: Games = GAMES_BY_NAME,
        app: str = "",
        owner: str = "",
        guests: str = "",
    ) -> None:
        self.games = games
        self.clock = Clock()
        self.server = FakeTelegram(self.clock)
        self.writer = inline()
        self.url, self.seed, self.web, self.app = url, seed, web, app
        self.owned_by, self.rule = owner, guests or ("ask" if owner else "open")
        self.free: int | None = None
        self.number = itertools.count(1)
        self.open()

    def open(self) -> None:
        """Start the host (again)."""
        self.store = fresh_store(self.url)
        self.house = self.make_house(chance(f"{self.seed}.{next(self.number)}"))
        self.speech = self.make_speech()
        self.owner = self.make_owner()
        self.bot = make_bot(TOKEN, FakeRequest(self.server))
        self.telegram = Telegram(
            self.bot,
            self.house,
            self.speech,
            self.store,
            self.writer,
            self.clock,
            lambda: None,
            "en",
            self.web,
            self.writer,
            links=self.links(),
            owner=self.owner,
        )
        self.telegram.api.sleep = self.sleep
        self.telegram.sleep = self.sleep
        self.telegram.intake.sleep = self.sleep
        says = {"telegram": self.telegram.say}
        self.post = Post(self.house, self.store, says, self.writer, self.clock, self.clock)
        self.ticker = Ticker(self.house, self.store, self.writer, self.clock, lambda: None)

    def links(self) -> Links:
        """What leads to the page, if it has an address."""
        keys = Keys(self.store, self.clock)
        addresses = Addresses(self.web, self.app, bot=True)
        return Links(self.house, self.store, keys, self.clock, addresses)

    def make_house(self, give: Callable[[int], bytes]) -> House:
        """The house, with chance that is handed in."""
        return House(self.store, self.games, give)

    def make_owner(self) -> Owner:
        """Whoever runs the host, and their guests."""
        guests = Guests(self.store, self.clock, self.rule, self.owned_by)
        errands = Errands(self.store, guests, lambda: self.free)
        guests.begin()
        return Owner(
            *(self.owned_by, guests, errands, self.store, self.writer, self.clock, self.clock),
            "en",
            lambda: [self.telegram],
        )

    def make_speech(self) -> Speech:
        """What understands people."""
        return Speech(self.house, self.store, owner=self.owned_by)

    async def sleep(self, seconds: float) -> None:
        """Waiting takes no time here, but the clock goes on."""
        self.clock.advance(seconds)

    # The outbox and the time

    async def begin(self) -> None:
        """As at the start of the program."""
        await self.telegram.begin()
        wake_all(self.ticker)

    async def settle(self, tidy: bool = True) -> None:
        """Send what may be sent now."""
        await self.telegram.doer.finish()
        for _ in range(500):
            batches = self.store.claim(self.clock(), 30.0, 20)
            if not batches:
                break
            letters = await self.post.letters(batches)
            for batch in batches:
                await self.post.deliver(batch, letters.get(batch.lane))
            await self.telegram.doer.finish()
        else:
            raise AssertionError("the outbox does not come to rest")
        if tidy:
            await self.telegram.traffic.tidy()

    def due(self) -> float | None:
        """When the next lane is due."""
        with self.store.begin() as connection:
            found = connection.execute(select(LANE.c.due).where(LANE.c.due.is_not(None)))
            return min((due for (due,) in found), default=None)

    async def quiet(self, longest: float = 120.0) -> None:
        """Let time pass until everything is sent (not until a deadline)."""
        end = self.clock() + longest
        await self.settle()
        while (due := self.due()) is not None and due <= end:
            self.clock.at = max(self.clock.at, due)
            await self.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass with everything that comes due in it."""
        end = self.clock() + seconds
        while True:
            times = [t for t in (self.due(), self.store.next_time()) if t is not None]
            chore = self.telegram.traffic.next()
            if chore is not None:
                times.append(max(self.clock() + 0.5, chore))
            following = min(times, default=end)
            if following >= end:
                break
            self.clock.at = max(self.clock.at, following)
            self.ticker.tick()
            await self.settle()
        self.clock.at = end
        self.ticker.tick()
        await self.settle()

    # People and chats

    def person(self, number: int, name: str, language: str = "", started: bool = True) -> Person:
        """Somebody who has pressed Start before, or not."""
        person = self.server.people[number] = Person(number, name, language)
        person.dm = "open" if started else "never"
        return person

    def group(self, title: str = "Friends", number: int = GROUP, kind: str = "supergroup") -> Chat:
        """A group without the bot in it yet."""
        chat = self.server.chats[number] = Chat(number, kind, title)
        return chat

    async def update(self, **content: Any) -> dict[str, Any]:
        """Something happens at Telegram; the host is told."""
        data = {"update_id": self.server.next_update, **content}
        self.server.next_update += 1
        await self.telegram.intake.take(data, 60.0)  # however busy this machine is
        return data

    async def add_bot(self, chat: Chat, by: Person, before: str = "left") -> None:
        """The bot comes into a group, or its rights change."""
        await self.membership(chat, by, before, chat.state)
        await self.settle()

    async def membership(self, chat: Chat, by: Person, before: str, after: str) -> None:
        """News of the bot's own place in a chat."""
        me = self.server.me()
        await self.update(
            my_chat_member={
                "chat": chat.info(),
                "from": by.user(),
                "date": int(self.clock()),
                "old_chat_member": self.server.member(me, before),
                "new_chat_member": self.server.member(me, after),
            }
        )

    async def says(
        self, who: Person, text: str, chat: Chat | None = None, thread: int = 0, **more: Any
    ) -> dict[str, Any]:
        """Somebody writes."""
        where = chat or self.server.chat(who.number)
        if chat is None and who.dm == "never":
            who.dm = "open"
        message = self.server._post(where, who.user(), text, thread)
        shown = self.server.shown(where, message) | more
        if text.startswith("/"):
            size = len(text.split(" ")[0])
            shown["entities"] = [{"type": "bot_command", "offset": 0, "length": size}]
        found = await self.update(message=shown)
        await self.settle()
        return found

    def query(self, who: Person, chat: Chat, message: dict[str, Any], data: str) -> dict[str, Any]:
        """A press, as Telegram tells it."""
        number = f"q{next(self.number)}"
        self.server.queries[number] = {
            "person": who,
            "at": self.clock(),
            "answered": False,
            "chat": chat.number,
        }
        return {
            "id": number,
            "from": who.user(),
            "chat_instance": f"i{chat.number}",
            "message": self.server.shown(chat, message),
            "data": data,
        }

    async def press(
        self, who: Person, label: str, chat: Chat | None = None, message: Any = None
    ) -> None:
        """Somebody presses the newest button with this label (or these data)."""
        where = chat or self.server.chat(who.number)
        message, data = self.find(where, label) if message is None else (message, label)
        await self.update(callback_query=self.query(who, where, message, data))
        await self.settle()

    def find(self, chat: Chat, label: str) -> tuple[dict[str, Any], str]:
        """The newest message with such a button, and its data."""
        for message in sorted(chat.messages.values(), key=lambda m: -m["message_id"]):
            for row in message["rows"]:
                for button in row:
                    if label in (button["text"], button.get("callback_data")):
                        return message, button.get("callback_data", "")
        raise AssertionError(f"nobody shows a button {label!r}")

    def newest(self, chat: Chat) -> dict[str, Any]:
        """The last message of the bot in a chat."""
        own = [m for m in chat.messages.values() if m["from"]["is_bot"]]
        return max(own, key=lambda m: m["message_id"])


def buttons(message: dict[str, Any]) -> list[tuple[str, str]]:
    """Labels and data of a message's buttons."""
    return [
        (button["text"], button.get("callback_data", ""))
        for row in message["rows"]
        for button in row
    ]


def run(work: Awaitable[None]) -> None:
    """Run a test to its end."""

    async def whole() -> None:
        await work

    asyncio.run(whole())
