"""Every door is knocked at with what is nearly right; afterwards a table must open as ever."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp

from tests.adapters.line.fake import BOT, sign
from tests.outside.host import Host
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.tables import open_lobby
from tests.outside.telegram_server import TelegramServer
from tests.outside.telegram_webhook import SECRET_HEADER
from tests.soak import mutate

SHARES = {"telegram": 40, "line": 40, "page": 15, "web": 5}  # of a hundred inputs
AT_ONCE = 40  # LINE's events in one body, a page's frames in one connection
HANDS = 8  # that knock at the same time
PAGE_SECONDS = 3.0


Session = aiohttp.ClientSession


class Doors:
    """A running host, and a way through each of its doors. `met` counts what was answered."""

    def __init__(self, host: Host, telegram: TelegramServer, line: LineServer) -> None:
        self.host, self.telegram, self.line = host, telegram, line
        self.met: Counter[str] = Counter()
        url = telegram.fake.webhook.removeprefix(PUBLIC)
        self._telegram = f"{host.address}{url}"
        self._name = PUBLIC.removeprefix("https://")

    async def knock_telegram(self, session: Session, rng: random.Random, n: int) -> int:
        """An update, mostly with the secret."""
        body = mutate.written(rng, mutate.telegram(rng, n))
        secret = self.telegram.fake.secret if rng.random() < 0.98 else "wrong"
        headers = {SECRET_HEADER: secret, "Host": self._name, "Content-Type": "application/json"}
        async with session.post(self._telegram, data=body, headers=headers) as answer:
            self.met[f"telegram {answer.status}"] += 1
        return 1

    async def knock_line(self, session: Session, rng: random.Random, n: int) -> int:
        """Events in one body, mostly signed."""
        events = [mutate.line(rng, n + each) for each in range(rng.choice((1, AT_ONCE)))]
        body = mutate.written(rng, {"destination": BOT, "events": events})
        signed = sign(body, self.line.secret) if rng.random() < 0.98 else "x"
        headers = {"x-line-signature": signed, "Host": self._name}
        headers["Content-Type"] = "application/json"
        where = f"{self.host.address}/line/webhook"
        async with session.post(where, data=body, headers=headers) as answer:
            self.met[f"line {answer.status}"] += 1
        return len(events)

    async def knock_page(self, session: Session, rng: random.Random, n: int) -> int:
        """Frames, one after another, in one connection."""
        headers = {"Origin": PUBLIC, "Host": self._name}
        where, sent = f"{self.host.address}/page/ws", 0
        async with session.ws_connect(where, headers=headers) as socket:
            for each in range(rng.choice((1, AT_ONCE))):
                frame = mutate.written(rng, mutate.page(rng, n + each))
                if socket.closed:
                    break
                if rng.random() < 0.1:
                    await socket.send_bytes(frame)
                else:
                    await socket.send_str(frame.decode(errors="replace"))
                sent += 1
            self.met["page"] += sent
        return max(sent, 1)

    async def knock_web(self, session: Session, rng: random.Random, n: int) -> int:
        """A request by hand."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.host.port)
        try:
            writer.write(mutate.request(rng, n))
            async with asyncio.timeout(PAGE_SECONDS):
                head = await reader.read(12)
            self.met[f"web {head[9:12].decode(errors='replace') or 'closed'}"] += 1
        finally:
            writer.close()
        return 1


Knock = Callable[[Session, random.Random, int], Awaitable[int]]


async def _hand(doors: Doors, seed: int, inputs: int, tell: Callable[[int], None]) -> None:
    """One of those who knock: so many inputs, one after another."""
    rng, done = random.Random(seed), 0
    names = list(SHARES)
    knocks: dict[str, Knock] = {name: getattr(doors, f"knock_{name}") for name in names}
    given = Counter[str]()
    async with aiohttp.ClientSession() as session:
        while done < inputs:
            name = min(names, key=lambda each: given[each] / SHARES[each])
            try:
                number = await knocks[name](session, rng, seed * 10**7 + done)
            except (aiohttp.ClientError, OSError, TimeoutError) as failed:
                doors.met[f"{name} {type(failed).__name__}"] += 1
                number = 1
            given[name] += number
            done += number
            tell(number)


def fuzz_all(inputs: int, seed: int, tell: Callable[[str], None]) -> bool:
    """Knock so many times; print what was met. False if the host suffered by it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        TelegramServer() as telegram,
        LineServer() as line,
    ):
        host = Host(
            Path(folder),
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API=telegram.address,
            LINE_CHANNEL_SECRET=line.secret,
            LINE_CHANNEL_ACCESS_TOKEN=line.token,
            LINE_API=line.address,
            PUBLIC_URL=PUBLIC,
        )
        telegram.leads[PUBLIC] = host.address
        line.use_webhook(host.address)
        with host:
            telegram.until(lambda: telegram.fake.webhook, "the webhook is set")
            doors = Doors(host, telegram, line)
            count, step = 0, max(1, inputs // 20)

            def went(number: int) -> None:
                nonlocal count
                if (count + number) // step > count // step:
                    tell(f"fuzz: {count + number} of {inputs}")
                count += number

            async def knock() -> None:
                each = inputs // HANDS
                await asyncio.gather(
                    *(_hand(doors, seed * 100 + hand, each, went) for hand in range(HANDS))
                )

            asyncio.run(knock())
            told = json.loads(host.run("status", "--json").stdout)
            aki, group = (
                telegram.person("Aki", number=10**6),
                telegram.group("After", number=-100777),
            )
            open_lobby(telegram, group, aki)  # somebody new is served as ever
            ended, tracebacks = host.stop(), host.log().count("Traceback")
    print(f"\nfuzz: {count} inputs, {told['inputs_aside']} set aside, {tracebacks} tracebacks")
    for what, many in sorted(doors.met.items()):
        print(f"  {what:28} {many:>9}")
    return ended == 0 and tracebacks == 0
