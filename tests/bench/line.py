"""LINE: what a match takes, how fast a reply is beside a bare echo, what the library costs."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import statistics
import subprocess
import sys
import time

from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from adapters.line.api import LineApi
from adapters.line.joined import Line
from adapters.line.people import PATH, usual_pace, windows
from adapters.post import Post
from adapters.speech import Speech
from adapters.web import make_app
from adapters.writer import Writer
from core.games import GAMES
from core.house.house import House
from core.kernel.dice import Dice
from core.table.table import Playing
from storage.migrate import open_store
from tests.adapters.line.crowd import at_table, keys_of, play_on
from tests.adapters.line.fake import SECRET, TOKEN, Clock, Data, FakeLine, Group, User, sign
from tests.adapters.line.players import Match
from tests.adapters.line.served import application
from tests.adapters.line.stage import Stage, chance

EVENTS = 300
MATCHES = 3


def matches() -> None:
    """Whole matches of four people."""
    events, replies, turns, billed, largest = [], [], [], 0, 0
    taps: dict[str, list[float]] = {}

    async def play(number: int) -> None:
        nonlocal billed, largest
        stage = Stage(f"bench {number}", language=("ja", "en")[number % 2])
        users = [stage.person(name) for name in ("ミナ", "Aki", "けん", "Bob")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, stage.language)
        await match.gather()
        await match.play()
        events.append(stage.line.count)
        replies.append(stage.line.replies)
        turns.append(sum(match.turns.values()))
        billed += stage.line.billed
        largest = max(largest, stage.line.largest)
        for card, count in match.turns.items():
            taps.setdefault(card, []).append(match.taps[card] / count)

    for number in range(MATCHES):
        asyncio.run(play(number))
    print(
        f"a match of four: {statistics.mean(turns):.0f} turns, {statistics.mean(events):.0f} ",
        end="",
    )
    print(f"events, {statistics.mean(replies):.0f} replies, {billed} billed messages")
    print(f"the largest bubble: {largest} of 30,000 bytes")
    print("to look: 3 taps (open, send, back); to play, by card:")
    for card, each in sorted(taps.items()):
        print(f"  {card}: {statistics.mean(each):.1f}")


def other_games() -> None:
    """Coup and Lady Luck: four people each, random moves; auctions pressed by all at once."""

    async def play(name: str, number: int) -> tuple[Stage, list[int], int]:
        stage = Stage(f"bench {name} {number}", language=("ja", "en")[number % 2])
        match, dice = await at_table(stage, name, 4), Dice(f"bench {number}".encode())
        per_auction: list[int] = []
        steps = 0
        while isinstance(stage.table(match.chat), Playing):
            auction, before = bool(keys_of(match)), stage.line.replies
            await play_on(match, dice, 1)
            steps += 1
            if auction and not keys_of(match):
                per_auction.append(1 + stage.line.replies - before)  # with that to the opening
        return stage, per_auction, steps

    for name in ("coup", "lady-luck"):
        played = [asyncio.run(play(name, number)) for number in range(MATCHES)]
        events, replies, moves = (
            statistics.mean(values)
            for values in (
                [stage.line.count for stage, _, _ in played],
                [stage.line.replies for stage, _, _ in played],
                [steps for _, _, steps in played],
            )
        )
        billed = sum(stage.line.billed for stage, _, _ in played)
        largest = max(stage.line.largest for stage, _, _ in played)
        print(f"{name}, four people: {moves:.0f} steps, {events:.0f} events, ", end="")
        print(
            f"{replies:.0f} replies ({replies / moves:.2f} a step, hand cards included), ", end=""
        )
        print(f"{billed} billed messages, the largest bubble {largest} bytes")
        auctions = [number for _, found, _ in played for number in found]
        if auctions:
            print(f"  replies an auction: {statistics.mean(auctions):.2f}, ", end="")
            print(f"at most {max(auctions)}, in {len(auctions)} auctions")


async def replies_over_http() -> None:
    """Webhook in, reply out: the host and a bare echo, by turns, on the same fake."""
    line = FakeLine(Clock(time.time()))
    users = [User(f"U{i:032d}", f"P{i}") for i in range(4)]
    line.users |= {user.id: user for user in users}
    group = line.groups["C" + "1" * 32] = Group(
        "C" + "1" * 32, "bench", members=[user.id for user in users], bot="fumibako"
    )
    arrived = asyncio.Event()
    line.replied = arrived.set
    async with TestServer(application(line)) as server:
        api = LineApi(TOKEN, str(server.make_url("")).rstrip("/"))
        store = open_store("sqlite:///:memory:")
        writer = Writer()
        house = House(store, {game.name: game for game in GAMES}, chance("bench"), windows=windows)
        speech = Speech(house, store, usual_pace)
        says: dict[str, object] = {}
        post = Post(house, store, says, writer, time.time)  # type: ignore[arg-type]
        host = Line(SECRET, api, house, speech, store, store, post, writer, time.time, "en")
        says["line"] = host.say
        store.holds_back = host.say.holds_back
        ours = make_app([*host.routes(), web.post("/echo", echo(api))], loopback=True)
        async with TestServer(ours) as app, ClientSession() as client:

            async def timed(path: str, event: Data) -> float:
                line.clock.at = time.time()
                body = json.dumps({"destination": "x", "events": [event]}).encode()
                arrived.clear()
                began = time.perf_counter()
                headers = {"X-Line-Signature": sign(body)}
                async with client.post(app.make_url(path), data=body, headers=headers) as answer:
                    assert answer.status == 200
                await arrived.wait()
                return time.perf_counter() - began

            await timed(PATH, line.text(group.id, users[0].id, "/play"))
            for user in users[1:3]:
                await timed(PATH, line.text(group.id, user.id, "join"))
            bare, own = [], []
            for number in range(EVENTS):
                bare.append(await timed("/echo", line.text(group.id, users[0].id, "x")))
                word = "/join" if number % 2 == 0 else "/leave"
                own.append(await timed(PATH, line.text(group.id, users[3].id, word)))
            for title, times in (("bare echo", bare), ("our host (commit, board)", own)):
                times.sort()
                p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
                print(f"{title}: p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms")
            print(f"ratio of p50: {statistics.median(own) / statistics.median(bare):.1f}")
        await api.close()
        writer.shutdown()


def echo(api: LineApi):  # type: ignore[no-untyped-def]
    """The least that a webhook can do: check, read, reply."""

    tasks = []

    async def handle(request: web.Request) -> web.Response:
        raw = await request.read()
        mac = base64.b64encode(hmac.digest(SECRET.encode(), raw, "sha256")).decode()
        assert hmac.compare_digest(mac, request.headers["X-Line-Signature"])
        event = json.loads(raw)["events"][0]
        message = {"type": "text", "text": event["message"]["text"]}
        body = {"replyToken": event["replyToken"], "messages": [message]}
        tasks.append(asyncio.ensure_future(api.reply(body)))
        return web.Response()

    return handle


def imports() -> None:
    """Starting with and without LINE, several times by turns."""
    plain = "import adapters.main"
    full = (
        "import adapters.main; from adapters.line.api import LineApi; import linebot.v3.messaging"
    )
    times: dict[str, list[float]] = {plain: [], full: []}
    for _ in range(5):
        for code, found in times.items():
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            found.append(time.perf_counter() - began)
    without, with_line = (statistics.median(times[code]) for code in (plain, full))
    print(f"import without LINE: {without:.2f} s; with LINE: {with_line:.2f} s ", end="")
    print(f"({with_line / without:.1f} times)")


def main() -> None:
    """All of it."""
    matches()
    other_games()
    asyncio.run(replies_over_http())
    imports()


if __name__ == "__main__":
    main()
