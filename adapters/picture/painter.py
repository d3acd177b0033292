"""Pictures are painted in a process of their own: one after the other, each within its time."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

log = logging.getLogger("fumibako.picture")

PATIENCE = 15.0  # seconds until a picture must be there, the wait for others included
ENDS_ITSELF = 2 * PATIENCE  # seconds after which a process ends that nobody ends
WAITING = 20  # pictures that may wait; more are not painted
BEGINNING = b"\x89PNG\r\n\x1a\n"

START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
for name in [name for name in sys.modules if name.partition(".")[0] in ("adapters", "core")]:
    del sys.modules[name]
from adapters.picture.paint import main
main(float(sys.argv[2]))
"""
"""What Python is started with, and two arguments: where modules are found (as JSON), and after how
many seconds it ends itself."""
NEEDED = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP")
"""What the process is told of the environment. Nothing else: tokens stand there."""


class Painter:
    """Paints pictures. `start` is the program of the process."""

    def __init__(self, patience: float = PATIENCE, start: str = START) -> None:
        self.patience = patience
        self._start = start
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def paint(self, svg: str) -> bytes:
        """A PNG; empty if none comes, or none in time. It costs nothing but the picture."""
        if self._waiting >= WAITING:
            log.warning("a picture is left out: too many are waited for")
            return b""
        self._waiting += 1
        try:
            async with asyncio.timeout(self.patience), self._turn:
                return await self._painted(svg)
        except TimeoutError:
            log.warning("a picture is left out: it took longer than %.0f s", self.patience)
        except OSError as error:
            log.warning("a picture is left out: %s", type(error).__name__)
        finally:
            self._waiting -= 1
        return b""

    async def _painted(self, svg: str) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", self._start, *_arguments()),
            stdin=PIPE,
            stdout=PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # an error there might quote what people wrote
            env={name: os.environ[name] for name in NEEDED if name in os.environ},
            cwd=Path(sys.executable).anchor,
            start_new_session=True,
        )
        try:
            png, _ = await process.communicate(svg.encode(errors="replace"))
        finally:
            await _end(process)
        if process.returncode or not png.startswith(BEGINNING):
            log.warning("a picture is left out: its process ended with %s", process.returncode)
            return b""
        return png


def _arguments() -> tuple[str, str]:
    """Folders by their whole paths: the process is elsewhere."""
    return json.dumps([os.path.abspath(folder) for folder in sys.path]), str(ENDS_ITSELF)


async def _end(process: Process) -> None:
    """Whatever became of it, nothing of it goes on."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
