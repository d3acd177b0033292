"""The workers of one PostgreSQL: who lives, who leads, and what they tell each other.

Each worker holds one connection beside its pool, in a thread of its own. What it holds there ends
with it, however it ends:

- a lock named after its instance: whoever holds it is alive;
- a shared lock named after its release, so that all know the newest that is alive;
- the lock of the leader, if it has it. It is asked for four times a second while nobody holds it,
  by no worker of an older release than the newest.

The server ends a session that stands still (a stopped process), and one whose machine is gone; a
worker that has not heard the server for `SURE` seconds does not lead, which is sooner. Neither
does one whose loop or writer has not beaten for `HANGS` seconds, though its thread goes on.

Who is cut off comes back within a second or two, and works on meanwhile: only who is missing for
longer than `GONE` seconds is dead. The lead goes to another at once.

What workers tell each other is `NOTIFY`, in batches: it takes a lock of the whole server at each
commit. Nothing may be lost with it.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from math import inf
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import msgspec

from storage.address import read, shown
from storage.database import Database, StoreError, Trouble, trouble_of
from storage.instance import Taken

if TYPE_CHECKING:
    from psycopg import Connection

log = logging.getLogger("fumibako.crew")

TICK = 0.25  # seconds between two looks at the locks
BATCH = 0.1  # seconds between two batches of what is told
SURE = 2.0  # seconds since the last look for which it still counts
GONE = 4.0  # seconds; who is missing for less may be coming back, as after a new connection
HANGS = 10.0  # seconds without a beat of what has beaten before
MOST_SAID = 5000  # things that wait to be told
LARGEST = 7000  # bytes of a batch; the server takes less than 8000

CHANNEL = "fumibako"
FUMI = 0x46756D69  # the class of the two locks below
LEADER, HOSTING = 1, 2
RELEASES = FUMI + 1  # the class of the locks named after releases

_TRY_TO_LEAD = f"SELECT pg_try_advisory_lock({FUMI}, {LEADER})"
_LOCKS = """
SELECT classid::bigint, objid::bigint, objsubid FROM pg_locks
WHERE locktype = 'advisory' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_SESSION = (
    "SET statement_timeout = '2s'",
    "SET idle_session_timeout = '5s'",  # PostgreSQL 14 and newer
    "SET tcp_keepalives_idle = 2",
    "SET tcp_keepalives_interval = 1",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = 5000",
    f"LISTEN {CHANNEL}",
)


class _Batch(msgspec.Struct, frozen=True):
    """What a worker tells: topics with their texts."""

    by: str
    said: list[tuple[str, str]]


class Locks(msgspec.Struct, frozen=True):
    """What is held: the living instances, the newest release among them, whether one leads."""

    living: frozenset[str] = frozenset()
    newest: int = 0
    led: bool = False


class SqlCrew:
    """A worker among others. `release` is a number that grows from release to release; `alone`:
    no other process may host the database meanwhile. `pulse` is a monotonic clock."""

    def __init__(
        self,
        url: str,
        instance: str,
        release: int,
        *,
        alone: bool = False,
        pulse: Callable[[], float] = monotonic,
    ) -> None:
        """Join. Raises `Taken`, `StoreError`."""
        self.instance = instance
        self.release = release
        self.locks = Locks()
        self.on_change: Callable[[], None] = lambda: None
        """Called in the thread when somebody came or went, or leads or follows from now on."""
        self.on_said: Callable[[str, str], None] = lambda topic, text: None
        """Called in the thread with what others tell."""
        self.away = float("inf")
        """For how long (seconds) nobody had led when we began to; infinity: as far as we know."""
        self.term = 0
        """How often we have begun to lead: while it stays the same nobody else led."""
        self.expelled = False
        """Whether the database was another's alone when we came back: then we are no worker."""
        self._address = read(url).set(drivername="postgresql")
        self._alone = alone
        self._pulse = pulse
        self._leading = False
        self._looked = float("-inf")
        self._began = float("-inf")  # when the last look began
        self._led_at = float("-inf")  # when somebody was seen to lead
        self._settled_at = float("-inf")
        self._missing: dict[str, float] = {}  # since when who was there is not seen any more
        self._beats: dict[str, float] = {}
        self._hangs = False  # so we hold no lock of a release
        self._lost_once = False
        self._asked = float("-inf")  # since when somebody waits for a look
        self._takes_part = False
        self._saying: dict[tuple[str, str], None] = {}
        self._said_at = float("-inf")
        self._guard = threading.Lock()
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self._ending = False
        self._resigned = False
        self._thread: threading.Thread | None = None
        self._connection: Connection[Any] | None = None
        try:
            self._connect()
            self._look()
        except BaseException as error:
            self._close()
            kind = trouble_of(error)
            if kind is not None:
                raise StoreError(kind, shown(self._address)) from error
            raise

    def keep(self) -> None:
        """Look at the locks from now on, so that the server does not end what stands still."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="crew", daemon=True)
            self._thread.start()

    def begin(self) -> None:
        """Lead when it is our turn, and hear others, from now on."""
        self._takes_part = True
        self.keep()
        self._ring()

    # In any thread

    @property
    def leads(self) -> bool:
        """Whether this worker leads now, for certain."""
        return self._leading and not self._resigned and self._pulse() - self._looked <= SURE

    @property
    def living(self) -> frozenset[str] | None:
        """The instances that are alive, ours among them; None while that is not known, as after
        the server was away: others may not be back yet."""
        now = self._pulse()
        if now - self._looked > SURE or now < self._settled_at:
            return None
        return self.locks.living.union(self._missing)

    @property
    def still_leads(self) -> bool:
        """Whether nobody else can lead, although we may not know that we do."""
        return self._leading

    def beat(self, who: str) -> None:
        """Some part of the worker goes on: from now on it is expected to beat again."""
        self._beats[who] = self._pulse()

    def say(self, topic: str, text: str) -> None:
        """Tell the others something, soon and perhaps in vain."""
        with self._guard:
            if len(self._saying) < MOST_SAID:
                self._saying[topic, text] = None
        self._ring()

    @property
    def locked(self) -> bool:
        """Whether the database is held by us, as far as we know."""
        return self.instance in self.locks.living

    def unbroken(self) -> bool:
        """Whether the database was held by us from the beginning until now, for certain: the
        server is asked once more."""
        self._asked = asked = self._pulse()
        self._ring()
        while not self._lost_once and self._pulse() - asked <= SURE + TICK:
            if self._began >= asked:
                return True
            sleep(0.01)
        return False

    def resign(self) -> None:
        """Lead no more, at once: this worker is about to end."""
        self._resigned = True
        self._ring()

    def let_go(self) -> None:
        """Tell what waits, lead no more, and be no worker any more."""
        self._ending = self._resigned = True
        self._ring()
        if self._thread is not None:
            self._thread.join(5.0)
        else:
            self._close()

    def _ring(self) -> None:
        with suppress(OSError):  # it is full: the thread wakes
            self._wake.send(b"!")

    # In the thread

    def _run(self) -> None:
        while not self._ending:
            before = self._leading, self.locks
            try:
                if self._connection is None:
                    self._connect()
                self._look()
                self._tell()
            except Taken:
                log.error("the database was given to another program alone")
                self.expelled = self._ending = True
            except Exception as error:
                self._lost(error)
            if before != (self._leading, self.locks):
                self.on_change()
            try:
                self._listen(self._pulse() + TICK)
            except Exception as error:
                self._lost(error)
        with suppress(Exception):
            self._tell()
        self._close()
        if self.expelled:
            self.on_change()

    def _lost(self, error: Exception) -> None:
        """The connection is of no use any more, and with it goes all that was held there."""
        if self._connection is not None:
            log.warning("the other workers are out of reach (%s)", trouble_of(error) or error)
        self._close()
        self._lost_once = True
        self._missing.update(dict.fromkeys(self.locks.living - {self.instance}, self._pulse()))
        self.locks = Locks()

    def _close(self) -> None:
        connection, self._connection, self._leading = self._connection, None, False
        if connection is not None:
            with suppress(Exception):
                connection.close()

    def _connect(self) -> None:
        """Connect, and take the locks of a worker. Raises `Taken`."""
        try:
            import psycopg
        except ImportError as missing:
            raise StoreError(Trouble.DRIVER, shown(self._address)) from missing
        self._connection = connection = psycopg.connect(
            self._address.render_as_string(hide_password=False),
            autocommit=True,
            connect_timeout=3,
            keepalives_idle=2,
            keepalives_interval=1,
            keepalives_count=2,
            tcp_user_timeout=2000,
            application_name="fumibako crew",
        )
        connection.prepare_threshold = None
        for setting in _SESSION:
            with suppress(psycopg.errors.UndefinedObject, psycopg.errors.InvalidParameterValue):
                connection.execute(setting)
        connection.add_notify_handler(lambda notify: self._heard(notify.payload))
        how = "pg_try_advisory_lock" if self._alone else "pg_try_advisory_lock_shared"
        if not self._ask(f"SELECT {how}({FUMI}, {HOSTING})"):
            raise Taken
        self._ask("SELECT pg_advisory_lock(%s)", _signed(self.instance))
        self._hangs = self._is_hanging()
        if not self._hangs:
            self._ask(f"SELECT pg_advisory_lock_shared({RELEASES}, %s)", self.release)
        self._settled_at = self._pulse() + GONE

    def _ask(self, statement: str, *values: object) -> Any:
        assert self._connection is not None, "it was opened before"
        found = self._connection.execute(statement.encode(), values or None).fetchone()
        return found[0] if found is not None else None

    def _look(self) -> None:
        """Look who is there; take the lead if it is our turn, and give it up if it is not."""
        assert self._connection is not None, "it was opened before"
        began = self._pulse()
        self._mind_beats()
        locks = read_locks(self._connection.execute(_LOCKS).fetchall())
        now = self._pulse()
        gives_up = self._resigned or self._hangs or locks.newest > self.release
        if self._leading and gives_up:
            log.info("another worker leads from now on")
            self._ask(f"SELECT pg_advisory_unlock({FUMI}, {LEADER})")
            self._leading = False
        elif self._takes_part and not (gives_up or self._leading or locks.led) and self._tries():
            self.away = now - self._led_at
            self.term += 1  # before anybody sees that we lead
            self._leading = True
            log.info("this worker leads")
        if locks.led:
            self._led_at = now
        self._miss(locks.living, now)
        self.locks, self._looked, self._began = locks, now, began

    def _tries(self) -> bool:
        return bool(self._ask(_TRY_TO_LEAD))

    def _miss(self, living: frozenset[str], now: float) -> None:
        """Know since when who was there is not seen any more."""
        missing = dict.fromkeys(self.locks.living - living, now) | self._missing
        self._missing = {
            who: since
            for who, since in missing.items()
            if who not in living and now - since <= GONE
        }

    def _is_hanging(self) -> bool:
        """Whether a part of this worker has not beaten for too long."""
        return self._pulse() - min(self._beats.values(), default=inf) > HANGS

    def _mind_beats(self) -> None:
        """A worker of which a part hangs is none of its release: an older one may lead."""
        hangs = self._is_hanging()
        if hangs != self._hangs:
            log.warning("this worker hangs" if hangs else "this worker goes on")
            how = "unlock" if hangs else "lock"
            self._ask(f"SELECT pg_advisory_{how}_shared({RELEASES}, %s)", self.release)
            self._hangs = hangs

    def _listen(self, until: float) -> None:
        """Hear what others tell, and tell what waits, until it is time for the next look."""
        while not self._leaves() and (rest := until - self._pulse()) > 0:
            wait = rest
            if self._saying:
                wait = min(rest, max(0.0, self._said_at + BATCH - self._pulse()))
            files: list[Any] = [self._woken]
            if self._connection is not None:
                files.append(self._connection)
            ready, _, _ = select.select(files, [], [], wait)
            if self._woken in ready:
                with suppress(OSError):
                    self._woken.recv(4096)
                if self._asked > self._began:
                    return
            if self._connection is None:
                continue
            if self._connection in ready:
                wire = self._connection.pgconn
                wire.consume_input()
                while (notify := wire.notifies()) is not None:
                    self._heard(notify.extra.decode())
            if self._saying and self._pulse() - self._said_at >= BATCH:
                self._tell()

    def _leaves(self) -> bool:
        return self._ending or (self._resigned and self._leading)

    def _tell(self) -> None:
        """Tell others what waits; nobody is told where there is nobody else."""
        with self._guard:
            saying, self._saying = list(self._saying), {}
        if not saying or self._connection is None or self.locks.living <= {self.instance}:
            return
        self._said_at = self._pulse()
        for part in _parts(self.instance, saying):
            self._connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, part))

    def _heard(self, text: str) -> None:
        try:
            batch = msgspec.json.decode(text, type=_Batch)
        except msgspec.MsgspecError:
            return  # another program's, or a release's that tells in another way
        if batch.by != self.instance:
            for topic, told in batch.said:
                self.on_said(topic, told)


def living(url: str) -> frozenset[str]:
    """The instances that host a PostgreSQL at this moment. Raises `StoreError`."""
    with closing(Database(url, 2.0, read_only=True)) as database, database.look() as connection:
        return read_locks(connection.exec_driver_sql(_LOCKS).all()).living


def read_locks(rows: Any) -> Locks:
    """What the rows of the server's locks say.

    >>> rows = [(0x46756D69, 1, 2), (0x46756D6A, 800, 2), (1, 2, 1)]
    >>> locks = read_locks(rows)
    >>> locks.led, locks.newest, sorted(locks.living)
    (True, 800, ['0000000100000002'])
    """
    rows = list(rows)
    return Locks(
        frozenset(f"{first << 32 | second:016x}" for first, second, kind in rows if kind == 1),
        max((second for first, second, kind in rows if (first, kind) == (RELEASES, 2)), default=0),
        (FUMI, LEADER, 2) in [tuple(row) for row in rows],
    )


def release_number(version: str) -> int:
    """A number that grows from release to release.

    >>> release_number("0.8.0"), release_number("1.12.3"), release_number("0.8.0.dev1")
    (8000, 1012003, 8000)
    """
    parts = [int(part) if part.isdecimal() else 0 for part in version.split(".")[:3]]
    major, minor, patch = [*parts, 0, 0, 0][:3]
    return major * 1_000_000 + minor * 1000 + patch


def _signed(instance: str) -> int:
    """The number of the lock of an instance (16 hex digits)."""
    number = int(instance, 16)
    return number - (1 << 64) if number >= 1 << 63 else number


def _parts(by: str, saying: list[tuple[str, str]]) -> list[str]:
    """What is told, as texts that the server takes; what is too long alone is left out."""
    text = msgspec.json.encode(_Batch(by, saying))
    if len(text) <= LARGEST:
        return [text.decode()]
    if len(saying) == 1:
        return []
    middle = len(saying) // 2
    return [*_parts(by, saying[:middle]), *_parts(by, saying[middle:])]
