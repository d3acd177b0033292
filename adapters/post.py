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
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from typing import TypeVar

import msgspec

from adapters.crew import Crew
from adapters.letter import (
    Letter,
    RoomLetter,
    Say,
    Sent,
    platform_for,
)
from adapters.recent import Recent
from adapters.scribe import OfNewer, Remark, Scribe, no_remarks
from adapters.writer import Writer
from core.house import clock as watch
from core.house.house import House
from core.house.ports import Batch, Lanes, Work
from core.table.failures import OurTrouble

log = logging.getLogger("fumibako.post")
R = TypeVar("R")

LEASE = 30.0  # seconds that a lane belongs to whoever sends it, unless they renew it
RENEW = 10.0  # seconds between two renewals
FINISH = 8.0  # seconds that what is in flight gets when the host is asked to end
COPIES = (2.0, 120.0, 300.0, 900.0, 3600.0)
"""Seconds before the next copy of what may have arrived: after one such copy, after two, …"""
PROBE = (2.0, 5.0, 15.0, 60.0)
"""Seconds before a platform that gave no sign of life is asked for one again."""
MOST_LANES = 20  # lanes taken at once
MOST_EACH = 15  # of them for one platform: one that hangs must not take the others' places
LOOK = 1.0  # seconds between two looks at the outbox where nothing rings
SOON = 0.25  # the same while a platform can take no more: something may wait for it
RETRY = (5.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds before a lane is tried again after one unexpected error, after two, …"""
NEWER = 5.0  # seconds before a lane is looked at again that a newer release is to tell
BACK = 1.0  # seconds before a lane is tried again when the store works again


class LaneLost(OurTrouble):
    """Another worker sends the rest of a lane: it believes that we are dead."""


class _Sending:
    """What is known of a lane while it is being sent."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.letter: Letter | None = None  # something of it may have gone out
        self.sent = Sent()  # what surely went out
        self._copies = batch.tries - 1  # of what waits first, that went out before
        self._under_way = False

    @property
    def tries(self) -> int:
        """How many copies may be out whose fate is unknown."""
        return self._copies + self._under_way

    def begin(self) -> None:
        """The next page is on its way."""
        self._under_way = True

    def went(self, sent: Sent) -> None:
        """Something was sent, or could not be."""
        tables = {card.table for card in sent.cards}
        kept = tuple(card for card in self.sent.cards if card.table not in tables)
        self.sent = Sent((*self.sent.notes, *sent.notes), (*kept, *sent.cards), sent.wait)
        self._under_way = sent.unsure
        if not sent.unsure and (sent.notes or sent.cards or not sent.wait):
            self._copies = 0  # what may have doubled has arrived


class Post:
    """Delivers letters. `platforms` deliver them, by their names."""

    def __init__(
        self,
        house: House,
        lanes: Lanes,
        platforms: Mapping[str, Say],
        writer: Writer,
        now: Callable[[], float],
        pulse: Callable[[], float] = time.monotonic,
        remarks: Remark = no_remarks,
        crew: Crew | None = None,
    ) -> None:
        self.crew = crew = crew or Crew()
        self.house = house
        self.lanes = lanes
        self.platforms = platforms
        self.now = now
        self._writer = writer
        self.scribe = Scribe(house, now, remarks)
        self._pulse = pulse
        self._bell = asyncio.Event()
        self._ending = False
        self._busy: set[asyncio.Task[None]] = set()
        self._sending: dict[str, Batch] = {}
        # settlements that the store could not take, each with its lane
        self._owed: list[tuple[Batch, Callable[[], object]]] = []
        # when a copy went out whose fate is not known, and the probes since
        self._unsure: Recent[str, tuple[float, int]] = Recent()
        self._under_way: dict[str, str] = {}  # lanes that are sent, each with its platform
        self._failed: Recent[str, int] = Recent()  # unexpected errors since a lane was last served
        self._signs: set[str] = set()  # lanes whose people have just done something
        self._keeps_until = -inf  # until when (monotonic) some lane is kept by this worker
        crew.on("ring", lambda _: self._bell.set())
        crew.on("sign", self._signs_elsewhere)

    def ring(self) -> None:
        """Something new waits."""
        self._bell.set()
        self.crew.say("ring", "")

    def keeps(self, lasts: float) -> None:
        """Some lanes are kept by this worker for so long (seconds)."""
        self._keeps_until = max(self._keeps_until, self._pulse() + lasts)

    def _signs_elsewhere(self, lane: str) -> None:
        """Another worker has heard somebody there."""
        if lane in self._unsure or lane in self._failed:
            self._signs.add(lane)
            self._bell.set()

    def sign_of_life(self, lane: str) -> None:
        """Somebody at an address has done something: what an error put off there is tried again
        at once. Any thread may call; `ring` comes after it."""
        if lane in self._unsure or lane in self._failed:
            self._signs.add(lane)
        self.crew.say("sign", lane)

    async def run(self) -> None:
        """Deliver until cancelled; what is in flight then is for `finish`. A lane that takes
        long holds up no other. A worker that does not lead delivers what it keeps."""
        renewing = asyncio.create_task(self._renew())
        try:
            while True:
                self._bell.clear()
                mine = self.crew.leads or self._pulse() < self._keeps_until
                free = len(self._busy) < MOST_LANES and not self._ending
                if mine and free and await self._begin():
                    continue
                pause = SOON if min(self._places().values(), default=1) <= 0 else LOOK
                # not wait_for: on Python 3.11 it can lose a cancellation to the bell
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._bell.wait()
        finally:
            renewing.cancel()

    async def finish(self) -> None:
        """Begin nothing more; wait for what is in flight, but not for long; give back the
        rest."""
        self._ending = True
        tasks = list(self._busy)
        if tasks:
            await asyncio.wait(tasks, timeout=FINISH)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.hand_back()

    async def hand_back(self) -> None:
        """Give back all that we hold, so that the next process begins at once."""
        try:
            await self._give_back()
            await self._writer.call(self.lanes.hand_back, self.now())
        except OurTrouble as trouble:
            log.warning("the lanes cannot be given back: %s", trouble)
        except Exception:
            log.exception("the lanes could not be given back")

    async def _renew(self) -> None:
        """Hold on to what is being sent, however long it takes."""
        while True:
            await asyncio.sleep(RENEW)
            try:
                held = list(self._sending.values())
                await self._writer.call(self.lanes.renew, held, self.now() + LEASE)
            except OurTrouble as trouble:
                log.warning("leases cannot be renewed: %s", trouble)
            except Exception:
                log.exception("leases could not be renewed")

    async def _begin(self) -> bool:
        """Claim what is due and begin to deliver it. Tells whether more may be due."""

        def done(task: asyncio.Task[None]) -> None:
            self._busy.discard(task)
            self._bell.set()

        try:
            await self._give_back()
            await self._look_for_signs()
            places = self._places()
            full = tuple(name for name, free in places.items() if free <= 0)
            if places and len(full) == len(places):
                return False
            # no more than each of them can take: what is claimed goes out
            most = min([MOST_LANES - len(self._busy), *(n for n in places.values() if n > 0)])
            claim = partial(self.lanes.claim, self.now(), LEASE, most, without=full)
            claim = partial(claim, kept=not self.crew.leads)
            batches = await self._writer.call(claim)
            letters = await self.letters(batches)
        except OurTrouble as trouble:
            log.warning("the outbox cannot be looked through: %s", trouble)
            return False
        except Exception:
            log.exception("the outbox could not be looked through")
            return False
        # what everybody reads goes first: a hand alone would tell the end of a story
        for batch in sorted(batches, key=lambda batch: batch.lane.startswith("person:")):
            letter = letters.get(batch.lane)
            if letter is not None:
                self._under_way[batch.lane] = platform_for(letter)
            task = asyncio.create_task(self.deliver(batch, letter))
            self._busy.add(task)
            task.add_done_callback(done)
        return len(batches) == most

    async def letters(self, batches: Sequence[Batch]) -> dict[str, Letter]:
        """What stands in these lanes, from one look at the store. What cannot be rendered is
        missing: its own delivery finds out why, and holds up nobody."""
        if not batches:
            return {}
        try:
            found = await self._writer.call(self.scribe.letters, batches)
        except Exception:
            log.warning("%d letters cannot be written together", len(batches))
            return {}
        return {each.lane: each for each in found if isinstance(each, Letter)}

    def _places(self) -> dict[str, int]:
        """How many more letters each platform can take now."""
        used = Counter(self._under_way.values())
        return {
            name: min(MOST_EACH, say.room()) - used[name] for name, say in self.platforms.items()
        }

    async def deliver(self, batch: Batch, letter: Letter | None = None) -> None:
        """Send one lane and settle it. An error delays this lane only. `letter` is what stands
        in it, if that is known."""
        state = _Sending(batch)
        self._sending[batch.lane] = batch
        try:
            await self._deliver(state, letter)
        except LaneLost as lost:  # what went out is settled, and no more of it is ours
            log.warning("lane %s: %s", batch.lane, lost)
        except OfNewer:
            self._owed.append((batch, self._rest(state, NEWER)))
        except OurTrouble as trouble:
            log.warning("lane %s cannot be settled: %s", batch.lane, trouble)
            self._owed.append((batch, self._rest(state, BACK)))
        except asyncio.CancelledError:
            if state.sent.notes or state.sent.cards:
                self._owed.append((batch, self._rest(state, 0.0)))
            raise
        except Exception:
            log.exception("lane %s could not be served", batch.lane)
            failures = self._failed.pop(batch.lane, 0)
            self._failed[batch.lane] = failures + 1
            pause = RETRY[min(failures, len(RETRY) - 1)]
            self._owed.append((batch, self._rest(state, pause)))
        finally:
            self._sending.pop(batch.lane, None)
            self._under_way.pop(batch.lane, None)

    async def _deliver(self, state: _Sending, written: Letter | None) -> None:
        batch, copies = state.batch, state.tries
        letter = written
        if letter is None:
            letter = await self._writer.call(self.scribe.letter, batch)
        say = self.platforms.get(platform_for(letter))
        if say is None:
            await self._writer.call(self.lanes.postpone, batch, inf)
            return
        pause = await self._too_soon(batch.lane, copies, say)
        if pause:
            await self._writer.call(self.lanes.postpone, batch, self.now() + pause, copies)
            return

        async def settle(sent: Sent) -> None:
            state.went(sent)
            if not await self._writer.call(self._settle, state, sent, True):
                raise LaneLost("the lane was given to another worker")
            state.begin()

        state.letter = letter
        state.begin()
        sent = await say.send(letter, settle)
        state.went(sent)
        self._failed.pop(batch.lane, None)
        if sent.unsure:
            self._unsure[batch.lane] = (self._pulse(), 0)
        elif not state.tries:
            self._unsure.pop(batch.lane, None)
        await self._writer.call(self._settle, state, sent, False)

    def _rest(self, state: _Sending, pause: float) -> Callable[[], object]:
        """What is owed to a lane whose delivery was broken off: what surely went out is settled,
        the rest waits."""
        batch, until = state.batch, self.now() + pause
        if state.letter is None:
            return partial(self.lanes.postpone, batch, until, state.tries)
        sent = msgspec.structs.replace(state.sent, wait=max(pause, state.sent.wait))
        return partial(self._settle, state, sent, False)

    async def _give_back(self) -> None:
        """Settle what the store could not take. Raises `OurTrouble` if it still cannot. What
        breaks us is put off: nobody but us could take that lane while we live."""
        while self._owed:
            batch, settle = self._owed[0]
            try:
                await self._writer.call(settle)
            except OurTrouble:
                raise
            except Exception:
                log.exception("lane %s could not be settled", batch.lane)
                until = self.now() + RETRY[-1]
                await self._writer.call(self.lanes.postpone, batch, until, batch.tries)
            self._owed.pop(0)

    async def _look_for_signs(self) -> None:
        """What was put off because of an error is due where people have done something."""
        while self._signs:
            lane = self._signs.pop()
            self._failed.pop(lane, None)
            woken = await self._writer.call(self.lanes.wake, lane, self.now())
            if woken or lane in self._unsure:
                self._unsure[lane] = (-inf, 0)

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

    def _settle(self, state: _Sending, sent: Sent, more: bool) -> bool:
        """Mark what was sent; start the clock of what was shown; all in one transaction. With
        `more` something else of this letter is still to be sent. Tells whether the lane was
        ours."""
        batch, letter, at = state.batch, state.letter, self.now()
        assert letter is not None, "nothing is settled that was not sent"
        kept = {shown.table for shown in letter.shown}
        # A table that can no longer be read has no card to send: its lane must not stay due.
        lost = tuple(
            msgspec.structs.replace(card, outdated=False)
            for card in batch.cards
            if card.outdated and card.table not in kept
        )

        def also(work: Work) -> None:
            for table in sorted(card.table for card in sent.cards if not card.outdated):
                self._shown_now(work, letter, table, at)

        settle = partial(
            self.lanes.settle,
            batch,
            sent.notes,
            sent.cards if more else (*sent.cards, *lost),
            at,
            until=at + sent.wait if sent.wait else None,
            tries=state.tries + 1 if more else state.tries,  # the next page is on its way
            keep=LEASE if more else 0.0,
        )
        try:
            return settle(also=also if sent.cards else None)
        except OurTrouble:
            raise
        except Exception:  # what was sent was sent, whatever its table says
            log.exception("lane %s: a clock could not be started", batch.lane)
            return settle()

    def _shown_now(self, work: Work, letter: Letter, table_id: str, at: float) -> None:
        """A table is shown: the clock of its question runs, its letters are known."""
        if isinstance(letter, RoomLetter):
            for each in letter.shown:
                if each.table == table_id and each.board.phase == "playing":
                    watch.start_clock(work, self.house, table_id, each.board.question, at)
            return
        for hand in (each.hand for each in letter.shown if each.table == table_id):
            if hand.seat in hand.awaited:
                watch.start_clock(work, self.house, table_id, hand.question, at)
            if hand.letters >= 0:
                watch.note_letters(work, table_id, letter.user, hand.letters)
