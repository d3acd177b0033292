"""The real `fumibako run` as a process, with a Telegram on this machine that brings its presses by
webhook; and a bare server in another process, which does the least that any host must."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aiohttp import web

from tests.outside.host import free_port
from tests.outside.telegram_server import TelegramServer

ROOT = Path(__file__).parents[2]
PUBLIC = "https://cards.example.org"
PATIENCE = 120.0  # seconds


class Running:
    """A process that was started a moment ago."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port
        self.began = time.monotonic()

    def serves(self) -> Running:
        """Wait until it does, ready or not."""
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=60).read()
                return self
            except urllib.error.HTTPError:
                return self
            except OSError:
                assert self.process.poll() is None, "it has ended"
                assert time.monotonic() < self.began + PATIENCE, "it does not serve"
                time.sleep(0.01)

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def memory(self) -> float:
        """What it holds of the machine's memory, in MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6


@contextmanager
def running(arguments: list[str], port: int, **settings: str) -> Iterator[Running]:
    """A process of this Python, in an empty folder, until the end of the block."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env=environment | {"HOME": home} | settings,
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield Running(process, port)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()


@contextmanager
def hosted(database: Path, telegram: TelegramServer) -> Iterator[Running]:
    """The host."""
    port = free_port()
    settings = {
        "DATABASE": str(database),
        "PORT": str(port),
        "TELEGRAM_TOKEN": telegram.token,
        "TELEGRAM_API": telegram.address,
        "PUBLIC_URL": PUBLIC,
    }
    telegram.leads[PUBLIC] = f"http://127.0.0.1:{port}"
    with running(["-m", "adapters.cli", "run"], port, **settings) as host:
        yield host


@contextmanager
def bare(folder: Path) -> Iterator[Running]:
    """The least: each request is one append to a file, on the disk before it is answered."""
    port = free_port()
    arguments = ["-m", "tests.bench.hosting", str(port), str(folder / "bare")]
    with running(arguments, port) as server:
        yield server.serves()


def serve(port: int, file: Path) -> None:
    """The bare server itself."""
    app = web.Application()
    kept = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    async def health(_: web.Request) -> web.Response:
        return web.Response()

    async def hook(request: web.Request) -> web.Response:
        os.write(kept, (await request.read()).ljust(4096)[:4096])
        os.fdatasync(kept)
        return web.Response()

    app.add_routes([web.get("/health", health), web.post("/hook", hook)])
    web.run_app(app, host="127.0.0.1", port=port, print=None, access_log=None)


if __name__ == "__main__":
    serve(int(sys.argv[1]), Path(sys.argv[2]))
