"""Tells every few seconds how the host is: into the database, and into the log what is news."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from adapters.door import ASIDE
from adapters.edge import Edge
from adapters.errands import BACKUP
from adapters.hearing import HOUSE
from adapters.log import tell_rest
from adapters.status import (
    OFTEN,
    Beacon,
    Channel,
    OwnerState,
    Status,
    changes,
    room_on_disk,
    time_of,
    write,
)
from adapters.writer import Writer
from core.house.mending import ASIDE as TABLES_ASIDE
from core.house.mending import REBUILT, Damage, read_damage
from core.table.failures import OurTrouble
from locales.catalogue import unfinished

log = logging.getLogger("fumibako.status")

STORE = "store"  # the cause of a deafness of the house
MOST_DAMAGES = 5  # of each kind that a status names
UNTIL_WRITTEN = ("full", "read-only", "disk")  # trouble that a look at the database says nothing of


class Counted(Protocol):
    """What a database counts."""

    @property
    def waiting(self) -> int: ...
    @property
    def oldest(self) -> float | None: ...
    @property
    def tables(self) -> dict[str, int]: ...
    @property
    def inputs_aside(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def spare(self) -> int: ...


class Reports(Protocol):
    """A database that keeps what its processes tell."""

    @property
    def instance(self) -> str: ...
    @property
    def file(self) -> Path | None: ...
    @property
    def path(self) -> str: ...
    def report(self, instance: str, started_at: float, at: float, status: str) -> None: ...
    def counts(self, aside: str) -> Counted: ...
    def kept(self, key: str) -> str: ...
    def kept_like(self, prefix: str) -> Sequence[tuple[str, str]]: ...


def told(damage: Damage) -> None:
    """A table could not be read: into the log, at once."""
    if damage.lost:
        log.error(
            "table %s could not be read (%s) and is set aside; from its journal: %s",
            damage.table,
            damage.reason,
            damage.lost,
        )
    else:
        log.warning(
            "table %s could not be read (%s); it was rebuilt from its journal",
            damage.table,
            damage.reason,
        )


class Reporter:
    """The host's own words. `version` is that of the program; `page` says that it shows the
    playground."""

    def __init__(
        self,
        store: Reports,
        edge: Edge,
        writer: Writer,
        version: str,
        page: Callable[[], bool],
        beacon: Callable[[], Beacon | None] = lambda: None,
    ) -> None:
        self.store = store
        self.edge = edge
        self.version = version
        self.address = ""
        self.trouble = ""  # what is wrong with the database
        self.guests: Callable[[], int] = lambda: 0  # that wait; in the writer's thread
        self.owner: Callable[[], OwnerState | None] = lambda: None
        self.thoughts: Callable[[], tuple[int, int]] = lambda: (0, 0)  # waited for, and lost
        self.leads: Callable[[], bool] = lambda: True
        self._page = page
        self._beacon = beacon
        self._writer = writer
        self._started = edge.keeper.now()
        self._before: dict[str, Channel] = {}
        self._guests = 0
        self._backup: float | None = None
        self._counted: Counted | None = None  # what the database counted last
        self._damages: tuple[Damage, ...] = ()
        self.status = self._status()

    def store_health(self, trouble: str) -> None:
        """After each transaction: what was wrong with the database, empty if nothing was."""
        if trouble:
            self.edge.hearing.lost(HOUSE, STORE)
            if trouble != self.trouble:
                log.error("the database cannot be used: %s", trouble)
            self.trouble = trouble
        elif self.trouble not in UNTIL_WRITTEN:
            self._works()

    def _works(self) -> None:
        """The database can be used (again)."""
        if self.trouble:
            self.edge.hearing.heard(HOUSE, STORE)
            log.warning("the database can be used again")
        self.trouble = ""

    async def run(self) -> None:
        """Report until cancelled."""
        while True:
            await self.tell()
            tell_rest()
            await asyncio.sleep(OFTEN)

    async def tell(self) -> None:
        """Report once. A database that cannot be written changes what is known all the same."""
        try:
            await self._writer.call(self._keep)
        except OurTrouble as trouble:
            log.warning("the status cannot be kept: %s", trouble)
            self.status = self._status()
        except Exception:
            log.exception("the status could not be kept")
        for line in changes(self._before, self.status):
            log.warning("%s", line)
        self._before = {channel.name: channel for channel in self.status.channels}

    def _keep(self) -> None:
        """In the writer's thread."""
        self._counted = self.store.counts(ASIDE)
        self._guests = self.guests()
        self._backup = time_of(self.store.kept(BACKUP))
        self._damages = (*self._kept(REBUILT), *self._kept(TABLES_ASIDE))
        self.status = self._status()
        self.store.report(self.store.instance, self._started, self.status.at, write(self.status))
        self._works()

    def _kept(self, prefix: str) -> list[Damage]:
        """The newest damages of a kind."""
        found = [read_damage(kept) for _, kept in self.store.kept_like(prefix)[-MOST_DAMAGES:]]
        return [damage for damage in found if damage is not None]

    def _status(self) -> Status:
        counted = self._counted
        size, free = room_on_disk(self.store.file)
        size = size or (counted.size if counted is not None else 0)
        return Status(
            self.version,
            os.getpid(),
            self._started,
            self.edge.keeper.now(),
            self.address,
            self._page(),
            self.edge.channels.channels(),
            counted.waiting if counted is not None else 0,
            counted.oldest if counted is not None else None,
            counted.tables if counted is not None else {},
            counted.inputs_aside if counted is not None else 0,
            self.store.path,
            size,
            free,
            self.trouble,
            self.edge.channels.deaf(),
            self._damages,
            {language: len(gaps) for language, gaps in unfinished().items()},
            self._beacon(),
            *self.thoughts(),
            self._guests,
            self.owner(),
            leads=self.leads(),
            spare=counted.spare if counted is not None else 0,
            backup=self._backup,
        )

    def health(self) -> tuple[bool, bool]:
        """For strangers: whether the host lives, and whether people can play."""
        now = self._status()
        return True, now.ready and not self.edge.keeper.still()
