"""Telegram in figures: `python -m tests.bench.telegram [SECONDS]`.

How many messages and edits a match costs; how long a press takes from the webhook to its
answer, beside a bot that does nothing but answer; how many updates a second one process takes
with 200 tables. All on the fake Telegram of the tests, which costs the same for both.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession, web
from telegram import Bot, Update

from adapters.letter import Say
from adapters.post import Post
from adapters.speech import Speech
from adapters.telegram.intake import SECRET_HEADER
from adapters.telegram.people import user_of
from adapters.telegram.platform import Telegram, make_bot
from adapters.web import make_app
from adapters.writer import Writer
from core.desk.presses import datum
from core.games import GAMES
from core.house.house import House, Input
from core.kernel.asks import Ask
from core.table.commands import Answer, Open, Sit, Start
from core.table.places import Individual
from core.table.playing import step
from core.table.table import Playing, Table
from storage.migrate import open_store
from tests.adapters.telegram.fake import TOKEN, FakeTelegram
from tests.adapters.telegram.fake_people import Chat, Clock, Person
from tests.adapters.telegram.fake_request import FakeRequest
from tests.adapters.telegram.open_players import gather, play_openly
from tests.adapters.telegram.players import NAMES, play, seat
from tests.adapters.telegram.stage import GROUP, Stage, chance, run

TABLES = 200
PEOPLE = 4
PACE = 15.0  # presses a second while times are measured
CONNECTIONS = 20  # as many as Telegram may open
MATCHES = 3
GAME = {game.name: game for game in GAMES}

Press = Callable[[], tuple[str, dict[str, Any]]]


class Wall(Clock):
    """The time on the wall."""

    def __call__(self) -> float:
        return time.time()


# ------------------------------------------------------------------ what a match costs


def costs(game: str, started: int, language: str, number: int) -> Counter[str]:
    """Play a game as quickly as people press and count the calls."""
    counted: Counter[str] = Counter()
    turns: list[object] = []

    def each(now: Playing) -> None:
        if turns[-1:] != [now.state.turn]:
            turns.append(now.state.turn)

    async def match() -> None:
        stage = Stage(f"bench{number}")
        await stage.begin()
        people = [
            stage.person(11 + i, name, started=i < started) for i, name in enumerate(NAMES[:PEOPLE])
        ]
        chat, rng, alone = stage.group(), random.Random(number), people[started:]
        if game == "love-letter":
            await seat(stage, chat, people, language)
            began, before = stage.clock(), len(chat.traffic.all)
            counted["moves"] = await play(stage, chat, rng, alone, pause=4.0)
            turns.extend(range(counted["moves"]))
        else:
            name = await gather(stage, chat, people, game, language)
            began, before = stage.clock(), len(chat.traffic.all)
            counted["moves"] = await play_openly(
                stage, chat, name, rng, alone, pause=4.0, each=each
            )
        counted["turns"] = len(turns)
        counted["seconds"] = int(stage.clock() - began)
        await stage.wait(600)
        spent = len(chat.traffic.all) - before
        counted["group calls in 100 turns"] = 100 * spent // max(1, len(turns))
        counted["group messages"] = sum(entry["how"] == "send" for entry in chat.log)
        counted["group edits"] = sum(entry["how"] == "edit" for entry in chat.log)
        counted["worst minute"] = chat.traffic.worst_minute()
        private = [entry for p in people for entry in stage.server.chat(p.number).log]
        counted["private messages"] = sum(entry["how"] == "send" for entry in private)
        counted["private edits"] = sum(entry["how"] == "edit" for entry in private)

    run(match())
    return counted


# ------------------------------------------------------------------ the host, and a bare bot


class Mirror:
    """200 tables, and the presses that move them on."""

    def __init__(self, server: FakeTelegram, house: House, rooms: Sequence[int]) -> None:
        self.server = server
        self.rng = random.Random(1)
        self.tables: list[Table] = []
        self.number = 0
        for index, room in enumerate(rooms):
            users = [user_of(1000 + index * PEOPLE + i) for i in range(PEOPLE)]
            opened = house.handle(
                Input(Open(users[0], "P1", "love-letter"), time.time(), room=room)
            )
            for i, user in enumerate(users[1:], 2):
                house.handle(Input(Sit(user, f"P{i}"), time.time(), table=opened.table))
            house.handle(Input(Start(users[0]), time.time(), table=opened.table))
            seen = house.read(str(opened.table))
            assert seen is not None
            self.tables.append(seen.table)

    def press(self) -> tuple[str, dict[str, Any]]:
        """The next press somewhere: its number and the update."""
        index = self.rng.randrange(len(self.tables))
        table = self.tables[index]
        if not isinstance(table, Playing):
            return self._query(index, 1000 + index * PEOPLE, datum(table.id, 1, "hand"))
        game = GAME[table.game]
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat_now = min(asked.seats)
        user = str(table.chairs[seat_now - 1].user)
        move = self.rng.choice(game.moves(table.state, seat_now))
        tale = step(table, Answer(user, table.question, move.code), GAME)
        while True:
            try:
                next(tale)
            except StopIteration as end:
                self.tables[index] = end.value
                break
        data = datum(table.id, table.question, f"m:{move.code}")
        return self._query(index, int(user.partition(":")[2]), data)

    def _query(self, index: int, user: int, data: str) -> tuple[str, dict[str, Any]]:
        self.number += 1
        query = f"p{self.number}"
        person = self.server.people[user]
        self.server.queries[query] = {
            "person": person,
            "at": time.time(),
            "answered": False,
            "chat": user,
        }
        message = {"message_id": 1, "date": int(time.time()), "text": "card"}
        message["chat"] = {"id": user, "type": "private"}
        press = {"id": query, "from": person.user(), "chat_instance": "1", "message": message}
        return query, {"update_id": self.number, "callback_query": press | {"data": data}}


@asynccontextmanager
async def hosted(folder: str) -> AsyncIterator[tuple[FakeTelegram, Mirror, str, str]]:
    """The whole host with 200 tables behind a real socket."""
    server = FakeTelegram(Wall())
    store = open_store(f"sqlite:///{folder}/x.db")
    house = House(store, GAME, chance("bench"))
    writer = Writer()
    rooms = []
    for index in range(TABLES):
        number = GROUP - index
        server.chats[number] = Chat(number, "supergroup", f"G{index}")
        rooms.append(store.enter("telegram", str(number), "ja", f"G{index}").id)
        for i in range(PEOPLE):
            person = Person(1000 + index * PEOPLE + i, f"P{i + 1}")
            person.dm = "open"
            server.people[person.number] = person
            store.remember(Individual(user_of(person.number), person.name, "ja", True))
    mirror = Mirror(server, house, rooms)
    says: dict[str, Say] = {}
    post = Post(house, store, says, writer, time.time)
    speech = Speech(house, store)
    bot = make_bot(TOKEN, FakeRequest(server))
    telegram = Telegram(
        bot, house, speech, store, writer, time.time, post.ring, "ja", "https://x.example"
    )
    says["telegram"] = telegram.say
    await telegram.begin()
    app = make_app(telegram.routes(), loopback=True)
    tasks = [asyncio.create_task(post.run()), asyncio.create_task(telegram.traffic.run())]
    async with listening(app) as address:
        yield server, mirror, f"{address}{telegram.intake.path}", telegram.intake.secret
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await telegram.close()
    writer.shutdown()
    store.close()


@asynccontextmanager
async def listening(app: web.Application) -> AsyncIterator[str]:
    """A web server on a free port."""
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    yield f"http://127.0.0.1:{port}"
    await runner.cleanup()


def bare(bot: Bot) -> web.Application:
    """A bot that reads an update and answers the press, and nothing else."""

    async def hook(request: web.Request) -> web.Response:
        update = Update.de_json(await request.json(), bot)
        if update.callback_query is not None:
            await bot.answer_callback_query(update.callback_query.id)
        return web.Response()

    app = web.Application()
    app.add_routes([web.post("/hook", hook)])
    return app


# ------------------------------------------------------------------ measuring


class Watch:
    """When each press was answered."""

    def __init__(self, server: FakeTelegram) -> None:
        self.at: dict[str, float] = {}
        answer = server.do_answerCallbackQuery

        def note(fields: dict[str, Any]) -> Any:
            self.at[fields["callback_query_id"]] = time.perf_counter()
            return answer(fields)

        server.do_answerCallbackQuery = note  # type: ignore[method-assign]


async def bring(session: ClientSession, url: str, secret: str, update: dict[str, Any]) -> None:
    body = json.dumps(update).encode()
    async with session.post(url, data=body, headers={SECRET_HEADER: secret}) as answer:
        assert answer.status == 200


async def latency(
    session: ClientSession, url: str, secret: str, press: Press, watch: Watch, seconds: float
) -> list[float]:
    """Milliseconds from bringing a press to its answer, at a steady pace."""
    sent: dict[str, float] = {}
    tasks, end = set[asyncio.Task[None]](), time.perf_counter() + seconds
    while time.perf_counter() < end:
        query, update = press()
        sent[query] = time.perf_counter()
        tasks.add(asyncio.create_task(bring(session, url, secret, update)))
        await asyncio.sleep(1 / PACE)
    await asyncio.gather(*tasks)
    await asyncio.sleep(0.3)
    return [(watch.at[query] - at) * 1000 for query, at in sent.items() if query in watch.at]


async def flood(
    session: ClientSession, url: str, secret: str, press: Press, seconds: float
) -> float:
    """Updates a second that are taken when they come without a pause."""
    count, end = 0, time.perf_counter() + seconds

    async def one() -> None:
        nonlocal count
        while time.perf_counter() < end:
            _, update = press()
            await bring(session, url, secret, update)
            count += 1

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return count / (time.perf_counter() - began)


def told(name: str, took: list[float]) -> str:
    cuts = statistics.quantiles(took, n=100)
    return f"{name:28} p50 {cuts[49]:6.1f} ms   p99 {cuts[98]:6.1f} ms   ({len(took)} presses)"


async def measure(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with hosted(folder) as (server, mirror, url, secret), ClientSession() as session:
            watch = Watch(server)
            await asyncio.sleep(5.0)  # the hands of 200 tables go out
            simple = make_bot(TOKEN, FakeRequest(server))
            async with listening(bare(simple)) as address:
                rounds: list[tuple[str, Callable[[float], Awaitable[list[float]]]]] = [
                    ("Fumibako", lambda s: latency(session, url, secret, mirror.press, watch, s)),
                    (
                        "bare echo bot",
                        lambda s: latency(session, f"{address}/hook", "", echo(mirror), watch, s),
                    ),
                ]
                found: dict[str, list[float]] = {"Fumibako": [], "bare echo bot": []}
                for _ in range(3):
                    for name, work in random.sample(rounds, 2):
                        found[name] += await work(seconds / 3)
                for name, took in found.items():
                    print(told(name, took))
                ours = statistics.median(found["Fumibako"])
                print(f"{ours / statistics.median(found['bare echo bot']):.1f} times as long")
                rate = await flood(session, url, secret, mirror.press, seconds)
                other = await flood(session, f"{address}/hook", "", echo(mirror), seconds / 2)
                print(f"updates a second with {TABLES} tables: {rate:.0f} (bare: {other:.0f})")


def echo(mirror: Mirror) -> Press:
    """Presses that move nothing."""
    return lambda: mirror._query(0, 1000, "x")


def main(seconds: float = 15.0) -> None:
    """Measure and print."""
    for game in GAME:
        for started, language in ((4, "en"), (2, "ja"), (0, "ja")):
            all_of = [costs(game, started, language, number) for number in range(MATCHES)]
            middle = {
                key: int(statistics.median(each[key] for each in all_of)) for key in all_of[0]
            }
            middle["worst minute"] = max(each["worst minute"] for each in all_of)
            print(f"{game}, {started} of {PEOPLE} in private: {middle}")
    asyncio.run(measure(seconds))


if __name__ == "__main__":
    main(*(float(argument) for argument in sys.argv[1:2]))
