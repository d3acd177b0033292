"""A house on the fake LINE: people press and write, the outbox goes out, time passes."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote

from aiohttp import StreamReader
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from adapters.clock import Clock as Ticker
from adapters.edge import bare_edge
from adapters.errands import Errands
from adapters.guests import Guests
from adapters.letter import Say
from adapters.line.joined import Line
from adapters.line.people import PATH, usual_pace, windows
from adapters.line.push import Push
from adapters.owner import Owner
from adapters.page.keys import Keys
from adapters.page.links import Addresses, Links
from adapters.post import Post
from adapters.speech import Speech
from adapters.writer import Writer
from core.games import GAMES
from core.house.house import House
from core.table.places import Room
from core.table.table import Games, Playing, Table
from tests.adapters.line.fake import (
    SECRET,
    Clock,
    Data,
    Entry,
    FakeApi,
    FakeLine,
    Group,
    User,
    actions,
    texts,
)
from tests.adapters.line.fake_limits import walk
from tests.fresh import fresh_store

GAMES_BY_NAME = {game.name: game for game in GAMES}


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
    return lambda size: hashlib.sha256(f"{seed}.{next(count)}".encode()).digest()[:size]


class Stage:
    """Everything that runs, under a clock of its own."""

    def __init__(
        self,
        seed: str = "stage",
        url: str = "sqlite:///:memory:",
        language: str = "ja",
        games: Games = GAMES_BY_NAME,
        owner: str = "",
        guests: str = "",
        budget: int = 0,
    ) -> None:
        self.games = games
        self.clock = Clock()
        self.line = FakeLine(self.clock)
        self.url, self.seed, self.language = url, seed, language
        self.owned_by, self.rule = owner, guests or ("ask" if owner else "open")
        self.free: int | None = None
        self.budget = budget
        self.number = itertools.count(1)
        self.says: dict[str, Say] = {}
        self.open()

    def open(self) -> None:
        """Start the host (again): nothing that was in memory is left."""
        self.store = fresh_store(self.url)
        writer = inline()
        self.house = self.make_house(chance(f"{self.seed}.{next(self.number)}"))
        self.speech = Speech(self.house, self.store, usual_pace, owner=self.owned_by)
        self.owner = self.make_owner(writer)
        self.post = Post(self.house, self.store, self.says, writer, self.clock, self.clock)
        self.keys = Keys(self.store, self.clock)
        self.links = Links(self.house, self.store, self.keys, self.clock, Addresses(self.address))
        self.host = Line(
            SECRET,
            FakeApi(self.line),
            self.house,
            self.speech,
            self.store,
            self.store,
            self.post,
            writer,
            self.clock,
            self.language,
            push=self.make_push(writer) if self.budget else None,
            links=self.links,
            owner=self.owner,
        )
        self.host.hear.patience = 60.0  # however busy this machine is
        self.says["line"] = self.host.say
        self.store.holds_back = self.host.say.holds_back
        self.host.say.basic_id = "@123abcde"
        self.ticker = Ticker(
            self.house,
            self.store,
            writer,
            self.clock,
            lambda: None,
            self.host.group_ear.patience.holds,
        )
        self.line.receiver = self._receive

    def make_house(self, give: Callable[[int], bytes]) -> House:
        """The house, with chance that is handed in."""
        return House(self.store, self.games, give, windows=windows)

    def make_owner(self, writer: Writer) -> Owner:
        """Whoever runs the host, and their guests."""
        guests = Guests(self.store, self.clock, self.rule, self.owned_by)
        errands = Errands(self.store, guests, lambda: self.free)
        guests.begin()
        return Owner(
            *(self.owned_by, guests, errands, self.store, writer, self.clock, self.clock),
            self.language,
            lambda: [self.host],
        )

    def make_push(self, writer: Writer) -> Push:
        """What may be pushed in a month."""
        edge = bare_edge(self.clock, self.store)
        return Push(FakeApi(self.line), self.store, self.store, writer, edge, self.budget)

    async def _receive(self, body: bytes, signature: str) -> int:
        protocol = BaseProtocol(asyncio.get_running_loop())
        payload = StreamReader(protocol, 2**20, loop=asyncio.get_running_loop())
        payload.feed_data(body)
        payload.feed_eof()
        headers = {"x-line-signature": signature} if signature else {}
        request = make_mocked_request("POST", PATH, headers=headers, payload=payload)
        response = await self.host.hear.webhook(request)
        return response.status

    async def settle(self) -> None:
        """Answer what was heard, and let the outbox come to rest."""
        await self.host.hear.settle()
        await self.host.naming.settle()
        for _ in range(200):
            batches = self.store.claim(self.clock(), 30.0, 20)
            if not batches:
                return
            letters = await self.post.letters(batches)
            for batch in batches:
                await self.post.deliver(batch, letters.get(batch.lane))
        raise AssertionError("the outbox does not come to rest")

    async def send(self, *events: Data, strict: bool = True) -> None:
        """Deliver events; LINE is always content."""
        assert await self.line.send(*events, strict=strict) == 200
        await self.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        step = 1 if seconds <= 60 else 10
        for _ in range(0, int(seconds) + step - 1, step):
            self.clock.advance(step)
            self.ticker.tick()
            await self.settle()

    # People and groups

    def person(self, name: str, *, friend: bool = False) -> User:
        """Somebody with an account at LINE."""
        number = hashlib.sha256(f"{name}.{len(self.line.users)}".encode()).hexdigest()[:32]
        user = self.line.users[f"U{number}"] = User(f"U{number}", name, friend)
        return user

    async def group(self, *members: User, title: str = "みんなの卓", kind: str = "group") -> str:
        """A group, with the account invited."""
        letter = "C" if kind == "group" else "R"
        number = (
            letter + hashlib.sha256(f"{title}{len(self.line.groups)}".encode()).hexdigest()[:32]
        )
        people = [user.id for user in members]
        self.line.groups[number] = Group(number, title, kind, people)
        assert self.line.invite(number)
        await self.send(self.line.event("join", number))
        return number

    # What people do

    async def press(self, user: User, chat: str, wanted: Callable[[Data], bool] | str) -> None:
        """Press a button of the newest bubble: by what it does, or by its label."""
        await self.do(user, chat, self.find(chat, wanted))

    def find(self, chat: str, wanted: Callable[[Data], bool] | str) -> Data:
        """A button of the newest bubble."""
        fits = (lambda each: wanted == each["label"]) if isinstance(wanted, str) else wanted
        found = [each for each in actions(self.line.bubble(chat)) if fits(each)]
        assert found, f"no such button among {[each for each in actions(self.line.bubble(chat))]}"
        return found[0]

    async def do(self, user: User, chat: str, action: Data) -> None:
        """Do what an action does in the app."""
        self.clock.advance(1)
        match action["type"]:
            case "postback":
                event = self.line.event(
                    "postback", chat, user.id, postback={"data": action["data"]}
                )
                await self.send(event)
            case "message":
                await self.send(self.line.text(chat, user.id, action["text"]))
            case "uri":
                assert action["uri"].startswith("https://line.me/R/oaMessage/%40123abcde/?")
                await self.say(user, unquote(action["uri"].partition("?")[2]))
            case other:
                raise AssertionError(f"nobody can press {other}")

    async def say(self, user: User, text: str, chat: str = "", **more: Any) -> None:
        """Write in a group, or (without one) to the account alone."""
        self.clock.advance(1)
        await self.send(self.line.text(chat or user.id, user.id, text, **more))

    # What there is

    def room(self, chat: str) -> Room:
        """The room of a chat."""
        return self.store.enter("line", chat, self.language)

    def table(self, chat: str) -> Table:
        """The open table of a chat, or the last one."""
        room = self.room(chat)
        name = room.table or self.last
        self.last = name
        seen = self.house.read(name)
        assert seen is not None
        return seen.table

    last = ""
    address = ""

    def playing(self, chat: str) -> Playing:
        """The table, which must be running."""
        table = self.table(chat)
        assert isinstance(table, Playing)
        return table

    def read(self, chat: str, since: int = 0) -> list[str]:
        """What the account has said in a chat, as plain words."""
        found = []
        for entry in self.line.seen_in(chat)[since:]:
            if entry.by == "bot":
                found += texts(entry.message)
        return found

    def seen(self, chat: str) -> list[str]:
        """What can be read in a chat itself, not in the list of chats or behind a key."""
        entries = [each for each in self.line.seen_in(chat) if each.by == "bot"]
        found = [
            each["text"] for entry in entries for each in walk(entry.message) if "text" in each
        ]
        return [str(text) for text in found]

    def entries(self, chat: str) -> list[Entry]:
        """Everything that can be read in a chat."""
        return self.line.seen_in(chat)
