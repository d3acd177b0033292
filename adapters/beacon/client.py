"""Asks servers for a round. Whatever they answer is believed only if the chain has signed it.

Servers are asked one after another, the next one as soon as one fails or takes long; the first
genuine answer counts. A server cannot do more than be silent: what it makes up is refused.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import aiohttp
import msgspec

from adapters.beacon.chain import CLOCK, SIGNATURE, Chain, genuine, randomness
from adapters.status import Beacon

log = logging.getLogger("fumibako.beacon")

SERVERS = (
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
)
PATIENCE = 5.0  # seconds for the whole answer of a server
IMPATIENCE = 1.5  # seconds after which the next one is asked as well
LARGEST = 4096  # bytes of an answer; a round has some 300
LATEST = "latest"
MOST_ROUNDS = 16  # that are remembered


class Round(msgspec.Struct, frozen=True):
    """A genuine round of a chain: both in hex."""

    round: int
    signature: str
    randomness: str


class NoRound(Exception):
    """A server gave nothing that can be used; the text says why, in a word or two."""


class Client:
    """The servers of one chain. `now` is the time of day, `pulse` a monotonic clock."""

    def __init__(
        self,
        chain: Chain,
        servers: Sequence[str],
        now: Callable[[], float],
        patience: float = PATIENCE,
        impatience: float = IMPATIENCE,
        pulse: Callable[[], float] = time.monotonic,
    ) -> None:
        self.chain = chain
        self.servers = tuple(servers)
        self.state = Beacon(chain.name)
        self._now = now
        self._pulse = pulse
        self._surely: tuple[float, float] | None = None  # the time of a round, when it was there
        self._patience = patience
        self._impatience = impatience
        self._order = list(servers)  # whoever failed last is asked last
        self._session: aiohttp.ClientSession | None = None
        self._known: dict[int, Round] = {}

    def time(self) -> float:
        """The time of day, by a clock of ours that may be behind: it is no earlier than that of a
        genuine round and what has passed since, for nobody has a round before its time."""
        if self._surely is None:
            return self._now()
        there, when = self._surely
        return max(self._now(), there + self._pulse() - when)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def bring(self, round_: int) -> Round:
        """A round that exists. Raises `NoRound` if no server gives it now."""
        known = self._known.get(round_)
        if known is not None:
            return known
        waiting: dict[asyncio.Task[Round], str] = {}
        why = "no server is set"
        try:
            for server in tuple(self._order):
                waiting[asyncio.create_task(self._one(server, round_))] = server
                found, why = await self._first(waiting, self._impatience, why)
                if found is not None:
                    return found
            while waiting:
                found, why = await self._first(waiting, None, why)
                if found is not None:
                    return found
        finally:
            for task, server in waiting.items():
                task.cancel()
                self._ask_last(server)  # others were faster
            await asyncio.gather(*waiting, return_exceptions=True)
        raise NoRound(why)

    async def _first(
        self, waiting: dict[asyncio.Task[Round], str], most: float | None, why: str
    ) -> tuple[Round | None, str]:
        """Wait for one of them, `most` seconds; those that are done are taken out. None if there
        is nothing yet, or nothing good."""
        done, _ = await asyncio.wait(waiting, timeout=most, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            del waiting[task]
        for task in done:
            error = task.exception()
            if error is None:
                return task.result(), why
            if not isinstance(error, NoRound):
                raise error
            why = str(error)
        return None, why

    async def _one(self, server: str, round_: int | None) -> Round:
        try:
            return await self.ask(server, round_)
        except NoRound as failed:
            self._ask_last(server)
            what = f"{name_of(server)}: {failed}"
            log.info("round %s: %s", round_ or LATEST, what)
            self._note(trouble=what, trouble_at=self._now())
            raise

    async def probe(self) -> None:
        """Learn whether a server answers, and the time of the chain, for `state`."""
        for server in tuple(self._order):
            try:
                found = await self._one(server, None)
            except NoRound:
                continue
            if self.state.behind > CLOCK:
                log.error(
                    "the clock is %.0f s behind: round %d exists already",
                    self.state.behind,
                    found.round,
                )
            return

    def _ask_last(self, server: str) -> None:
        if server in self._order:
            self._order.remove(server)
            self._order.append(server)

    async def ask(self, server: str, round_: int | None = None) -> Round:
        """What one server answers: a round, or (None) its newest. Raises `NoRound`."""
        what = LATEST if round_ is None else str(round_)
        try:
            async with asyncio.timeout(self._patience):
                raw = await self._body(f"{server}/{self.chain.hash}/public/{what}")
        except TimeoutError:
            raise NoRound("no answer in time") from None
        except aiohttp.ClientConnectionError:
            raise NoRound("no connection") from None
        except (aiohttp.ClientError, OSError, ValueError) as odd:
            raise NoRound(type(odd).__name__) from None
        found = judged(self.chain, raw, round_)
        self._remember(found)
        return found

    async def _body(self, url: str) -> bytes:
        session = self._session
        if session is None or session.closed:
            # No cookies, no proxy of the environment, nothing unpacked: an answer is a few bytes.
            session = self._session = aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                headers={"Accept": "application/json", "Accept-Encoding": "identity"},
            )
        async with session.get(url, allow_redirects=False) as response:
            if response.status != 200:
                raise NoRound(f"status {response.status}")
            raw = b""
            async for part in response.content.iter_chunked(LARGEST):
                raw += part
                if len(raw) > LARGEST:
                    raise NoRound("too much")
            return raw

    def _remember(self, found: Round) -> None:
        """A genuine round tells the time as well: none exists before its own."""
        at, there = self._now(), float(self.chain.time_of(found.round))
        if there > self.time():
            self._surely = there, self._pulse()
        behind = max(0.0, self.time() - at)
        self._note(answered=at, behind=round(behind, 1))
        self._known[found.round] = found
        while len(self._known) > MOST_ROUNDS:
            del self._known[next(iter(self._known))]

    def _note(self, **changed: object) -> None:
        self.state = msgspec.structs.replace(self.state, **changed)


class _Told(msgspec.Struct, frozen=True):
    round: int
    signature: str
    randomness: str = ""


def judged(chain: Chain, raw: bytes, wanted: int | None) -> Round:
    """The round in an answer (JSON), if it is the one that was wanted (None: any) and genuine.
    Raises `NoRound`."""
    try:
        told = msgspec.json.decode(raw, type=_Told)
        signature = bytes.fromhex(told.signature)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise NoRound("not the form of a round") from None
    if wanted is not None and told.round != wanted:
        raise NoRound("another round")
    if len(signature) != SIGNATURE or not genuine(chain, told.round, signature):
        raise NoRound("wrong signature")
    found = randomness(signature).hex()
    if told.randomness and told.randomness.lower() != found:
        raise NoRound("wrong randomness")
    return Round(told.round, signature.hex(), found)


def name_of(server: str) -> str:
    """What a server is called for people.

    >>> name_of("https://api.drand.sh"), name_of("http://127.0.0.1:8081/x")
    ('api.drand.sh', '127.0.0.1:8081')
    """
    return urlsplit(server).netloc or server
