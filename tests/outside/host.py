"""The installed program as a host starts it: a process of its own in an empty home.

    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:                      # `fumibako run`, until it serves
        host.freeze(); host.thaw()  # SIGSTOP, SIGCONT
        host.kill(); host.start()   # SIGKILL, and again on the same home
        assert host.stop() == 0     # SIGTERM; tells the exit code
    print(host.log())

The file `.env` is `.env.example` with these values filled in, as the hosting pages tell, and a
free PORT. The process gets PATH, HOME and LANG, and nothing else. `play=True` starts
`fumibako play --no-browser`. With `faked=True` its wall clock can be moved while it runs
(`host.shift(3600)`); such tests are marked with `needs_faketime`.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from tests.outside.install import ROOT, Installed, installed

PATIENCE = 30.0  # seconds for a start or an end, on a busy machine too

FAKETIME = next(
    (
        found
        for folder in Path("/usr/lib").glob("*/faketime")
        if (found := folder / "libfaketimeMT.so.1").exists()
    ),
    None,
)
needs_faketime = pytest.mark.skipif(
    FAKETIME is None, reason="libfaketime is not installed (apt install faketime)"
)


def free_port() -> int:
    """A port on which nobody listens."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Host:
    """The program on one home. `folder` gets the home and the working folder."""

    def __init__(
        self,
        folder: Path,
        *,
        play: bool = False,
        faked: bool = False,
        program: Installed | None = None,
        **settings: object,
    ) -> None:
        self.words = ["play", "--no-browser"] if play else ["run"]
        self.program = program or installed()
        self.home = folder / "home"
        self.work = folder / "work"
        for each in (self.home, self.work):
            each.mkdir(parents=True, exist_ok=True)
        self.log_file = folder / "host.log"
        self.log_file.touch()
        self.port = free_port()
        self.faked = faked
        self._clock = folder / "clock"
        self.process: subprocess.Popen[bytes] | None = None
        self.settings: dict[str, object] = {"PORT": self.port, **settings}
        self.configure()
        if faked:
            self.shift(0)

    # Settings

    def configure(self, **settings: object) -> None:
        """Write `.env` (anew); it counts from the next start."""
        self.settings |= settings
        file = self.work / ".env"
        file.touch(mode=0o600)
        file.write_text(env_file(self.settings), encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """All that the process is told by its environment."""
        told = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"}
        if self.faked:
            assert FAKETIME is not None
            told |= {
                "LD_PRELOAD": str(FAKETIME),
                "FAKETIME_TIMESTAMP_FILE": str(self._clock),
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "FAKETIME_NO_CACHE": "1",
                "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # else threads wait for each other in a spin
                "NO_FAKE_STAT": "1",
            }
        return told

    @property
    def address(self) -> str:
        """Where it serves, on this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def data(self) -> Path:
        """The folder of its data."""
        return self.home / ".local" / "share" / "fumibako"

    @property
    def database(self) -> Path:
        """Its database, where it is by default."""
        return self.data / "fumibako.db"

    # Life

    def start(self, wait: bool = True) -> None:
        """Start it (again) and wait until it serves."""
        assert self.process is None or self.process.poll() is not None, "it still runs"
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [self.program.command, *self.words],
                env=self.environment,
                cwd=self.work,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        if wait:
            self.until(self.serves, "serve")

    def serves(self) -> bool:
        """Whether it answers."""
        assert self.process is not None
        assert self.process.poll() is None, f"it ended with {self.process.returncode}: {self.log()}"
        return self.health() is not None

    def health(self, patience: float = 2.0) -> dict[str, Any] | None:
        """What `/health` tells; None if nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=patience) as answer:
                told = json.load(answer)
        except urllib.error.HTTPError as unready:  # 503: it lives, and people cannot play
            told = json.load(unready)
        except (urllib.error.URLError, OSError, ValueError):
            return None
        return told if isinstance(told, dict) else None

    def until(
        self, condition: Callable[[], bool], what: str = "", patience: float = PATIENCE
    ) -> None:
        """Wait until something is so. Raises `AssertionError` with the log."""
        end = time.monotonic() + patience
        while not condition():
            assert time.monotonic() < end, f"it does not {what or 'come to it'}: {self.log()}"
            time.sleep(0.02)

    def stop(self) -> int:
        """End it as a service is ended (SIGTERM). Tells the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.ended()

    def ended(self, patience: float = PATIENCE) -> int:
        """Wait for its end. Tells the exit code."""
        assert self.process is not None
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"it does not end: {self.log()}") from None

    def kill(self) -> None:
        """End it as a loss of power would (SIGKILL)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)

    def restart(self) -> None:
        """Stop it and start it on the same home."""
        self.stop()
        self.start()

    def freeze(self) -> None:
        """Hold it where it is (SIGSTOP)."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on (SIGCONT)."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def shift(self, seconds: float) -> None:
        """Set its wall clock to be so much later than the real one, from now on."""
        assert self.faked, "Host(…, faked=True)"
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(f"{seconds:+f}\n")
        fresh.replace(self._clock)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Another command of the program with the same settings, to its end."""
        return subprocess.run(
            [self.program.command, *words],
            env=self.environment,
            cwd=self.work,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE * 2,
            check=False,
        )

    def log(self) -> str:
        """Everything that it has said, over all its starts."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def __enter__(self) -> Host:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if error is not None:
            print(f"--- the log of the host ---\n{self.log()}")


def env_file(settings: dict[str, object]) -> str:
    """`.env.example` with values filled in; what it does not name comes at its end."""
    text, more = (ROOT / ".env.example").read_text(encoding="utf-8"), ""
    for name, value in settings.items():
        line = re.compile(rf"^{name}=.*$", re.MULTILINE)
        if line.search(text):
            text = line.sub(lambda _, filled=f"{name}={value}": filled, text)  # type: ignore[misc]
        else:
            more += f"{name}={value}\n"
    return text + more
