"""Freezes a house of this release: `python -m tests.frozen.make 0.1.0 [CHANCE]`.

CHANCE is another word to draw by, if with none the scenes do not turn up.

Writes the database as SQL, and beside it what stands in the chats (the messages with their
buttons, who is where), for without it nobody could go on pressing. Both are never written again
for a release that is out: they are what its hosts have.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from unittest import mock

from tests.frozen.host import Host
from tests.frozen.scenes import Scenes
from tests.frozen.world import written

HERE = Path(__file__).parent
AT = 1_795_932_000.0  # 2026-11-29 15:00 in Japan


def steady(seed: str) -> mock.Mock:
    """Secrets that are the same each time."""
    count = itertools.count()

    def give(size: int = 32) -> str:
        return sha256(f"{seed}.{next(count)}".encode()).hexdigest()[: 2 * size]

    return mock.Mock(side_effect=give)


def frozen(version: str, chance: str) -> tuple[str, str]:
    """The dump and the world of a house of this release."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fumibako.sqlite3"

        async def live() -> str:
            host = Host(f"frozen {version}{chance}", f"sqlite:///{file}", AT)
            await host.begin()
            scenes = Scenes(host)
            await scenes.play()
            world = written(host, scenes.tables, scenes.drafts, scenes.links)
            host.close()
            return json.dumps(world, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

        with (
            mock.patch("secrets.token_hex", steady("hex")),
            mock.patch("secrets.token_urlsafe", steady("url")),
            mock.patch("adapters.telegram.pace.random", return_value=0.5),
        ):
            world = asyncio.run(live())
        with closing(sqlite3.connect(file)) as connection:
            lines = list(connection.iterdump())
    made = sorted(line for line in lines if line.startswith("CREATE INDEX"))
    made += sorted(line for line in lines if line.startswith("CREATE UNIQUE INDEX"))
    rest = [line for line in lines[:-1] if line not in made]
    head = f"-- A house of release {version} that was stopped in the middle."
    return "\n".join([head, *rest, *made, lines[-1], ""]), world


def main(version: str, chance: str = "") -> None:
    """Write both files, unless they are there."""
    if (HERE / f"{version}.sql").exists():
        sys.exit(f"A house of {version} is frozen already.")
    dump, world = frozen(version, chance)
    (HERE / f"{version}.sql").write_text(dump, encoding="utf-8")
    (HERE / f"{version}.json").write_text(world, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
