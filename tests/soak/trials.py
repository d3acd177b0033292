"""Trials of a house in which people play while something goes wrong, again and again."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import create_engine, make_url, text

from storage.migrate import open_store
from tests import postgres
from tests.outside.balancer import Balancer
from tests.outside.host import Host
from tests.outside.install import installed
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import down, hang, lost, slow
from tests.soak import counts
from tests.soak.counts import Counts
from tests.soak.crowd import Crowd, gathered, until

GROUPS = 4  # at each platform
QUIET = 150.0  # seconds at the end in which everything that waits must go out
Tell = Callable[[str], None]


class House:
    """Workers on one database, between two platforms."""

    def __init__(
        self,
        folder: Path,
        telegram: TelegramServer,
        line: LineServer,
        workers: int,
        cluster: postgres.Cluster | None,
        faked: bool,
        rng: random.Random,
    ) -> None:
        self.telegram, self.line, self.cluster, self.rng = telegram, line, cluster, rng
        self.url = cluster.url if cluster is not None else ""
        settings: dict[str, Any] = {
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API": telegram.address,
            "LINE_CHANNEL_SECRET": line.secret,
            "LINE_CHANNEL_ACCESS_TOKEN": line.token,
            "LINE_API": line.address,
            "PUBLIC_URL": PUBLIC,
            "DATABASE": self.url,
        }
        program = installed("postgres") if cluster is not None else installed()
        self.hosts = [
            Host(folder / f"worker{number}", faked=faked, program=program, **settings)
            for number in range(workers)
        ]

    @property
    def store_url(self) -> str:
        """The address of the database."""
        return self.url or f"sqlite:///{self.hosts[0].database}"

    def logs(self) -> str:
        """All that the workers said."""
        return "".join(host.log() for host in self.hosts)

    def cut(self) -> None:
        """Every connection to the database is ended."""
        home = make_url(self.url).set(drivername="postgresql+psycopg")
        engine = create_engine(home, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
                )
            )
        engine.dispose()


Fault = Callable[[House], None]


def kill(house: House) -> None:
    """A worker loses its power, and comes back after a while."""
    host = house.rng.choice(house.hosts)
    host.kill()
    time.sleep(house.rng.uniform(0.0, 1.0))
    host.start()
    time.sleep(house.rng.uniform(0.2, 2.0))


def cut(house: House) -> None:
    """The connections to the database break."""
    house.cut()
    time.sleep(house.rng.uniform(0.2, 2.0))


def fail_over(house: House) -> None:
    """The server of the database falls, and another start of it takes over."""
    assert house.cluster is not None, "there is no server"
    house.cluster.stop("immediate")
    time.sleep(house.rng.uniform(0.0, 3.0))
    house.cluster.start()
    time.sleep(house.rng.uniform(2.0, 5.0))


def fill(house: House) -> None:
    """The file can grow no more, as on a disk that is full; then it can again."""
    for host in house.hosts:
        assert host.process is not None, "it runs"
        size = host.database.stat().st_size
        resource.prlimit(
            host.process.pid, resource.RLIMIT_FSIZE, (size // 2, resource.RLIM_INFINITY)
        )
    time.sleep(house.rng.uniform(1.0, 4.0))
    for host in house.hosts:
        assert host.process is not None, "it runs"
        free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, free)
    time.sleep(house.rng.uniform(1.0, 3.0))


def platform_down(house: House) -> None:
    """A platform is in trouble of some kind, or away."""
    server: TelegramServer | LineServer = house.rng.choice((house.telegram, house.line))
    trouble = house.rng.choice((down(502), lost(502), hang(3.0), slow(2.0), None))
    if trouble is None:
        server.vanish()
    else:
        server.trouble("*", trouble)
    time.sleep(house.rng.uniform(1.0, 4.0))
    if trouble is None:
        server.appear()
    else:
        server.well()
    time.sleep(house.rng.uniform(1.0, 3.0))


def jump(house: House) -> None:
    """The clock of the machine jumps."""
    seconds = house.rng.choice((-3600.0, -60.0, 60.0, 3600.0, 0.0))
    for host in house.hosts:
        host.shift(seconds)
    time.sleep(house.rng.uniform(1.0, 4.0))


class Trial(msgspec.Struct, frozen=True):
    """What goes wrong, how often, and in which house."""

    name: str
    fault: Fault
    times: int
    workers: int = 1
    on_server: bool = False
    faked: bool = False


TRIALS: Sequence[Trial] = (
    Trial("kills, SQLite", kill, 200),
    Trial("kills, PostgreSQL", kill, 200, workers=3, on_server=True),
    Trial("connections cut", cut, 100, workers=3, on_server=True),
    Trial("database falls", fail_over, 30, workers=3, on_server=True),
    Trial("disk full", fill, 30),
    Trial("platforms down", platform_down, 40),
    Trial("clock jumps", jump, 40, faked=True),
)


def carry_out(trial: Trial, folder: Path, share: float, seed: int, tell: Tell) -> Counts:
    """Let people play while it goes wrong; then count. `share` of the times."""
    rng = random.Random(seed)
    times = max(1, round(trial.times * share))
    with ExitStack() as open_now:
        telegram = open_now.enter_context(TelegramServer())
        line = open_now.enter_context(LineServer())
        telegram.spread = line.spread = trial.workers > 1
        cluster = None
        if trial.on_server:
            cluster = postgres.Cluster(options="-c max_connections=200")
            open_now.callback(cluster.remove)
        house = House(folder, telegram, line, trial.workers, cluster, trial.faked, rng)
        door = open_now.enter_context(Balancer([host.port for host in house.hosts]))
        telegram.leads[PUBLIC] = door.address
        line.use_webhook(door.address)
        for host in house.hosts:
            open_now.enter_context(host)
        crowd = Crowd(gathered(telegram, line, GROUPS, seed))
        open_now.callback(crowd.stop)
        crowd.start()
        time.sleep(8.0)
        for number in range(times):
            trial.fault(house)
            if number % 10 == 9:
                tell(f"{trial.name}: {number + 1} of {times}")
        crowd.stop()
        assert not crowd.faults, crowd.faults[:3]
        found = _counted(trial, times, house, crowd)
        for host in house.hosts:
            host.stop()
        return found


def _counted(trial: Trial, times: int, house: House, crowd: Crowd) -> Counts:
    telegram, line = house.telegram, house.line
    until(lambda: not telegram.fake.updates, QUIET)
    until(lambda: all(each.good or each.lost for each in line.deliveries), QUIET)
    pressed = counts.moves_pressed(telegram, crowd.groups)
    with closing(open_store(house.store_url)) as store:
        until(lambda: not counts.left(store, time.time()), QUIET)
        accepted = counts.acknowledged(telegram, pressed) | counts.taken(line)
        twice, more = counts.copies(telegram)
        return Counts(
            trial.name,
            times,
            len(accepted),
            len(counts.missing(store, sorted(accepted))),
            twice,
            more,
            counts.backwards(telegram),
            len(counts.left(store, time.time())),
            len(counts.torn(store)),
            house.logs().count("Traceback"),
        )
