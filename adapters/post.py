"""The outbox goes out: lane by lane, notes in order, cards rendered at the last moment.

Each thing sent is settled when it is sent, page by page, in one transaction with the clock it
starts and the letters it shows. What may double, doubles once: of what waits at an address at
most one more copy goes out after one whose fate is unknown; then pauses grow, until a sign of
life. The attempt is marked in the claim, so a restart knows of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from adapters.letter import Letter, Say, Scribe, Sent, Settle, platform_of
from core import watch
from core.failures import OurTrouble
from core.house import House
from core.ports import Batch, Directory, Lanes, Work
from core.sheets import Sheet
from core.table import Playing

log = logging.getLogger("fumibako.post")
R = TypeVar("R")

LEASE = 30.0  # seconds that a lane belongs to whoever sends it, unless they renew it
RENEW = 10.0  # seconds between two renewals
FINISH = 8.0  # seconds that what is in flight gets when the host is asked to end
COPIES = (2.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds before the next copy of what may have arrived: after one such copy, after two, …"""
PROBE = (2.0, 5.0, 15.0, 60.0)
"""Seconds before a platform that gave no sign of life is asked for one again."""
MOST_LANES = 20  # lanes taken at once
RETRY = 5.0  # seconds before a lane is tried again after an unexpected error


class Post:
    """Delivers letters. `platforms` deliver them, by their names."""

    def __init__(
        self,
        house: House,
        lanes: Lanes,
        directory: Directory,
        platforms: Mapping[str, Say],
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
        pulse: Callable[[], float] = time.monotonic,
    ) -> None:
        self.house = house
        self.lanes = lanes
        self.platforms = platforms
        self.now = now
        self._writer = writer
        self.scribe = Scribe(house, lanes, directory, now)
        self._pulse = pulse
        self._bell = asyncio.Event()
        self._ending = False
        self._busy: set[asyncio.Task[None]] = set()
        self._sending: dict[str, Batch] = {}
        self._owed: list[tuple[Batch, float, int]] = []  # lanes that could not be given back
        self._unsure: dict[str, tuple[float, int]] = {}  # when a copy went out, probes since

    def ring(self) -> None:
        """Something new waits."""
        self._bell.set()

    async def run(self) -> None:
        """Deliver until cancelled; what is in flight then is for `finish`. A lane that takes
        long holds up no other."""
        renewing = asyncio.create_task(self._renew())
        try:
            while True:
                self._bell.clear()
                if len(self._busy) < MOST_LANES and not self._ending and await self._begin():
                    continue
                # not wait_for: on Python 3.11 it can lose a cancellation to the bell
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await self._bell.wait()
        finally:
            renewing.cancel()

    async def finish(self) -> None:
        """Begin nothing more; wait for what is in flight, but not for long; give back the rest,
        so that the next process begins at once."""
        self._ending = True
        tasks = list(self._busy)
        if tasks:
            await asyncio.wait(tasks, timeout=FINISH)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._call(self.lanes.hand_back, self.now())
        except Exception:
            log.exception("the lanes could not be given back")

    async def _renew(self) -> None:
        """Hold on to what is being sent, however long it takes."""
        while True:
            await asyncio.sleep(RENEW)
            try:
                held = list(self._sending.values())
                await self._call(self.lanes.renew, held, self.now() + LEASE)
            except Exception:
                log.exception("leases could not be renewed")

    async def _begin(self) -> bool:
        """Claim what is due and begin to deliver it. Tells whether there was anything."""

        def done(task: asyncio.Task[None]) -> None:
            self._busy.discard(task)
            self._bell.set()

        try:
            await self._give_back()
            most = MOST_LANES - len(self._busy)
            batches = await self._call(self.lanes.claim, self.now(), LEASE, most)
        except OurTrouble as trouble:
            log.warning("the outbox cannot be looked through: %s", trouble)
            return False
        except Exception:
            log.exception("the outbox could not be looked through")
            return False
        # what everybody reads goes first: a hand alone would tell the end of a story
        for batch in sorted(batches, key=lambda batch: batch.lane.startswith("person:")):
            task = asyncio.create_task(self.deliver(batch))
            self._busy.add(task)
            task.add_done_callback(done)
        return bool(batches)

    async def deliver(self, batch: Batch) -> None:
        """Send one lane and settle it. An error delays this lane only."""
        self._sending[batch.lane] = batch
        copies = batch.tries - 1  # what was sent before and may have arrived
        tries, until = copies, self.now() + RETRY
        try:
            letter = await self._call(self.scribe.letter, batch)
            say = self.platforms.get(
                letter.room.platform if letter.room else platform_of(letter.user)
            )
            if say is None:
                tries, until = 0, float("inf")
                await self._call(self.lanes.postpone, batch, until)
                return
            pause = await self._too_soon(batch.lane, copies, say)
            if pause:
                until = self.now() + pause
                await self._call(self.lanes.postpone, batch, until, copies)
                return
            tries = batch.tries  # from here on something may have gone out
            sent = await say.send(letter, self._settler(batch, letter))
            if sent.unsure:
                self._unsure[batch.lane] = (self._pulse(), 0)
            else:
                tries = 0
                self._unsure.pop(batch.lane, None)
            until = self.now() + sent.wait
            await self._call(self._settle, batch, letter, sent, False)
        except OurTrouble as trouble:
            log.warning("lane %s cannot be settled: %s", batch.lane, trouble)
            self._owed.append((batch, until, tries))
        except Exception:
            log.exception("lane %s could not be served", batch.lane)
            self._owed.append((batch, self.now() + RETRY, tries))
        finally:
            self._sending.pop(batch.lane, None)

    async def _give_back(self) -> None:
        """Give back the lanes whose settlement failed. Raises `OurTrouble` if it still does."""
        while self._owed:
            batch, until, tries = self._owed[0]
            await self._call(self.lanes.postpone, batch, until, tries)
            self._owed.pop(0)

    async def _too_soon(self, lane: str, copies: int, say: Say) -> float:
        """Seconds to wait before another copy of something that may have arrived; 0: now. Until
        the platform has given a sign of life since, none goes out."""
        if copies <= 0:
            return 0.0
        since, probes = self._unsure.setdefault(lane, (self._pulse() - COPIES[0], 0))
        rest = since + COPIES[min(copies, len(COPIES)) - 1] - self._pulse()
        if rest > 0:
            return rest
        if await say.alive():
            return 0.0
        self._unsure[lane] = (since, probes + 1)
        return PROBE[min(probes, len(PROBE) - 1)]

    def _settler(self, batch: Batch, letter: Letter) -> Settle:
        async def settle(sent: Sent) -> None:
            await self._call(self._settle, batch, letter, sent, True)

        return settle

    async def _call(self, function: Callable[..., R], *arguments: object) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, function, *arguments)

    def _settle(self, batch: Batch, letter: Letter, sent: Sent, more: bool) -> None:
        """Mark what was sent; start the clock of what was shown; all in one transaction. With
        `more` something else of this letter is still to be sent."""
        at = self.now()
        kept = {shown.card.table for shown in letter.cards}
        # A table that can no longer be read has no card to send: its lane must not stay due.
        lost = tuple(
            msgspec.structs.replace(card, outdated=False)
            for card in batch.cards
            if card.outdated and card.table not in kept
        )

        def also(work: Work) -> None:
            for card in sent.cards:
                if not card.outdated:
                    self._shown_now(work, letter, card.table, at)

        cards = sent.cards if more else (*sent.cards, *lost)
        self.lanes.settle(
            batch,
            sent.notes,
            cards,
            at,
            also=also if sent.cards else None,
            until=at + sent.wait if sent.wait else None,
            tries=batch.tries if sent.unsure else 0,
            keep=LEASE if more else 0.0,
        )

    def _shown_now(self, work: Work, letter: Letter, table_id: str, at: float) -> None:
        """A card is shown: the clock of its question runs, its letters are known."""
        for each in letter.cards:
            table, sheet = each.table, each.sheet
            if table.id != table_id or not isinstance(table, Playing):
                continue
            if each.board or letter.user in _awaited_users(table, sheet):
                watch.start_clock(work, self.house, table.id, sheet.question, at)
            if sheet.letters >= 0 and letter.user:
                watch.note_letters(work, table.id, letter.user, sheet.letters)


def _awaited_users(table: Playing, sheet: Sheet) -> set[str]:
    return {str(table.chairs[seat - 1].user) for seat in sheet.awaited}
