"""A database has one host, who is alive while its lock is held."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storage.instance import hosted
from tests.adapters.test_main import ROOT, address, line, started

RUN = {
    "TELEGRAM_TOKEN": "4711:" + "A" * 35,
    "TELEGRAM_API": "http://127.0.0.1:9",  # nobody is there: it is tried again for ever
    "PORT": "0",
}


def command(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    environment = {**os.environ, "DATABASE": str(folder / "x.db"), "LANGUAGE": "en", **settings}
    return subprocess.run(
        [sys.executable, "-m", "adapters.cli", *words],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("url", [False, True])
def test_a_second_run_ends_with_one_line(tmp_path: Path, url: bool) -> None:
    where = {"DATABASE": f"sqlite:///{tmp_path}/x.db"} if url else {}
    with started(tmp_path, "run", **RUN, **where) as first:
        assert "hosts Telegram" in line(first)
        for words in (("run",), ("play", "--no-browser")):
            second = command(tmp_path, *words, **RUN, **where)
            assert second.returncode == 1
            [told] = second.stderr.splitlines()
            assert "is hosted already" in told
            assert str(first.pid) in told
            assert "Traceback" not in second.stdout + second.stderr
        assert first.poll() is None


def test_status_and_doctor_look_on(tmp_path: Path) -> None:
    with started(tmp_path, "run", **RUN) as first:
        assert "hosts Telegram" in line(first)
        status = command(tmp_path, "status", **RUN)
        assert f"process {first.pid}" in status.stdout
        doctor = command(tmp_path, "doctor", **RUN)
        assert doctor.returncode == 1  # Telegram is away
        assert f"process {first.pid}" in doctor.stdout
        assert "Traceback" not in doctor.stderr
        assert first.poll() is None
        first.send_signal(signal.SIGTERM)
        assert first.wait(20) == 0
    status = command(tmp_path, "status", **RUN)
    assert status.returncode == 1
    assert "No host is running here" in status.stdout


def test_after_a_kill_the_next_one_starts_at_once(tmp_path: Path) -> None:
    with started(tmp_path, "play", "--no-browser", "--port", "0") as first:
        address(line(first))
        assert hosted(tmp_path / "x.db")
        first.kill()
        first.wait(10)
    assert not hosted(tmp_path / "x.db")
    with started(tmp_path, "play", "--no-browser", "--port", "0") as second:
        assert "is open" in line(second)


def test_two_databases_have_two_hosts(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with (
        started(tmp_path, "play", "--no-browser", "--port", "0") as first,
        started(other, "play", "--no-browser", "--port", "0") as second,
    ):
        assert address(line(first)) != address(line(second))
