"""A PostgreSQL of the tests' own: a cluster in a temporary folder, and new databases in it.

`FUMIBAKO_POSTGRES` names another server's address instead (a role that may create databases).
Where neither is to be had the tests on it are skipped, and say so.
"""

from __future__ import annotations

import atexit
import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from storage.migrate import open_store

OTHER = "FUMIBAKO_POSTGRES"
TEMPLATE = "template_fumibako"
SPEED = "-c fsync=off -c full_page_writes=off -c max_connections=200"
_numbers = count()


class Cluster:
    """A server that can be stopped, started and cut off. `url` is that of its first database."""

    def __init__(self, options: str = SPEED) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fumibako-pg-", dir="/tmp"))
        self.data, self.options = self.folder / "data", options
        self._user = _ordinary()
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-U", "fumibako", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.url = f"postgresql://fumibako@/postgres?host={self.folder}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log, listen = self.folder / "log", f"-c listen_addresses='' -k {self.folder}"
        self._run(
            "pg_ctl", "-w", "-t", "60", "-l", str(log), "-o", f"{listen} {self.options}", "start"
        )

    def stop(self, how: str = "immediate") -> None:
        """Stop it: `immediate` as a power cut would, `fast` with an orderly end."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def remove(self) -> None:
        """Stop it and throw everything away."""
        with suppress(subprocess.CalledProcessError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        path = _binary(program)
        assert path is not None, "it was looked for before"
        command = [path, "-D", str(self.data), *arguments]
        if self._user:
            command = [
                "setpriv",
                "--reuid",
                self._user,
                "--regid",
                self._user,
                "--clear-groups",
                *command,
            ]
        env = os.environ | {"LC_ALL": "C"}
        subprocess.run(command, check=True, env=env, cwd="/tmp", stdout=subprocess.DEVNULL)


def _ordinary() -> str:
    """PostgreSQL does not run as root; then this user is taken. Empty: we are none."""
    if os.geteuid():
        return ""
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            pwd.getpwnam(name)
            return name
    return "nobody"


def _binary(name: str) -> str | None:
    """A program of the server; Debian keeps them off the path."""
    places = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)
    return places[0] if places else shutil.which(name)


@cache
def server() -> str | None:
    """The address of a server with the template in it; None: there is none. One cluster serves a
    process of the tests from its first need to its end."""
    url = os.environ.get(OTHER)
    if not url:
        if _binary("initdb") is None or _binary("pg_ctl") is None:
            return None
        cluster = Cluster()
        atexit.register(cluster.remove)
        url = cluster.url
    _sql(url, f"DROP DATABASE IF EXISTS {_own(TEMPLATE)}", f"CREATE DATABASE {_own(TEMPLATE)}")
    open_store(named(url, _own(TEMPLATE))).close()
    return url


def fresh_url(*, empty: bool = False) -> str:
    """The address of a new database: with the tables of this release, or `empty`. Skips the test
    where there is no server."""
    url = server()
    if url is None:
        pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
    name = _own(f"test_{next(_numbers)}")
    template = "template0" if empty else _own(TEMPLATE)
    _sql(url, f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {template}")
    return named(url, name)


@contextmanager
def new(kind: str, folder: Path, *, empty: bool = False) -> Iterator[str]:
    """The address of a new database of a kind (sqlite: a file that does not exist yet; or
    postgresql), which is thrown away afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/tables.sqlite3"
        return
    address = fresh_url(empty=empty)
    yield address
    drop(address)


def drop(url: str) -> None:
    """Throw a database away, whoever is connected."""
    home = server()
    assert home is not None, "it was made there"
    _sql(home, f"DROP DATABASE IF EXISTS {make_url(url).database} WITH (FORCE)")


def named(url: str, database: str) -> str:
    """The address of another database of the same server."""
    return make_url(url).set(database=database).render_as_string(hide_password=False)


def _own(name: str) -> str:
    """Several processes of the tests may share a server."""
    return f"{name}_{os.getpid()}"


def _sql(url: str, *statements: str) -> None:
    driver = make_url(url).set(drivername="postgresql+psycopg")
    engine = create_engine(driver, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()
