"""The program as it is started: ports, a second start, an ending without complaint."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from aiohttp import web

from adapters import main
from adapters.app import App
from adapters.platform import Host, Platform
from adapters.serving import listen, reach_of
from adapters.settings import NeedsCertificates, Settings
from adapters.trouble import PortTaken, Trouble, WrongSetting

ROOT = Path(__file__).parents[2]


@contextmanager
def started(folder: Path, *words: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """The command, running; it is ended with the block."""
    environment = {**os.environ, "DATABASE": str(folder / "x.db"), "LANGUAGE": "en", **settings}
    process = subprocess.Popen(
        [sys.executable, "-m", "adapters.cli", *words],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=10)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def address(told: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/", told)
    assert found, told
    return found[0]


def test_a_second_start_opens_the_running_one(tmp_path: Path) -> None:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with started(tmp_path, "play", "--no-browser", "--port", port) as first:
        open_at = address(line(first))
        with started(tmp_path, "play", "--no-browser", "--port", port) as second:
            told = line(second)
            assert "already open" in told
            assert address(told) == open_at
            assert second.wait(10) == 0


def test_a_taken_port_is_left_to_its_owner(tmp_path: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with started(tmp_path, "play", "--no-browser", "--port", str(port)) as process:
            assert address(line(process)) != f"http://127.0.0.1:{port}/"


def test_a_host_whose_port_is_taken_names_its_setting() -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Trouble) as taken:
            asyncio.run(listen(web.Application(), "127.0.0.1", port, "PORT"))
    assert taken.value.message == PortTaken(str(port), "127.0.0.1", "PORT")


def test_the_address_for_people_leads_to_this_machine() -> None:
    assert reach_of("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert reach_of("::1", 8000) == "http://[::1]:8000/"
    assert reach_of("cards.example.org", 80) == "http://cards.example.org:80/"
    for everywhere in ("0.0.0.0", "::"):
        told = reach_of(everywhere, 8000)
        assert everywhere not in told.removesuffix(":8000/").split("//")[1].split(",")
        assert told.endswith(":8000/")


def test_it_tells_strangers_only_that_it_lives_and_ends_when_asked(tmp_path: Path) -> None:
    with started(tmp_path, "play", "--no-browser", "--port", "0") as process:
        where = address(line(process))
        health = json.loads(urllib.request.urlopen(f"{where}health", timeout=5).read())
        assert health == {"live": True, "ready": True}
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert process.stdout is not None
        assert "Traceback" not in process.stdout.read()


def test_a_database_that_is_none_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"this is no database, it is a letter" * 100)
    with started(tmp_path, "play", "--no-browser", "--port", "0") as process:
        told, _ = process.communicate(timeout=20)
        assert process.returncode == 78
        assert len(told.splitlines()) == 1
        assert "x.db" in told


def test_a_platform_that_cannot_be_joined_is_no_missing_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(host: Host) -> Platform | None:
        raise RuntimeError("a bug in joining")

    monkeypatch.setattr(App.join_all, "__defaults__", ((broken,),))
    settings = Settings(_env_file=None, database=str(tmp_path / "x.db"), language="en")
    with pytest.raises(RuntimeError, match="a bug in joining"):
        asyncio.run(main._run(settings))


def test_a_platform_with_a_wrong_setting_ends_alone_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(host: Host) -> Platform | None:
        raise Trouble(WrongSetting("SSL_CERT_FILE", NeedsCertificates()))

    settings = Settings(_env_file=None, database=str(tmp_path / "x.db"), language="en")
    with closing(App(settings)) as app:
        app.join_all((wrong, lambda host: MagicMock()))
        assert len(app.platforms) == 1
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == [
        "SSL_CERT_FILE: certificates that can be read are needed there."
    ]
    assert "Traceback" not in caplog.text


def test_a_missing_file_of_certificates_ends_the_host_with_one_line(tmp_path: Path) -> None:
    named = {"SSL_CERT_FILE": str(tmp_path / "none.pem"), "TELEGRAM_TOKEN": f"1:{'a' * 35}"}
    with started(tmp_path, "run", **named) as process:
        told, _ = process.communicate(timeout=20)
        assert process.returncode == 78
        assert [line for line in told.splitlines() if "SSL_CERT_FILE" in line] == [
            "SSL_CERT_FILE: certificates that can be read are needed there."
        ]
        assert "Traceback" not in told


@pytest.mark.parametrize("language", ["en", "ja"])
def test_new_keys_void_what_was_given_out(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(_env_file=None, database=str(tmp_path / "x.db"), language=language)
    main.new_keys(settings)
    said = capsys.readouterr().out
    assert ("new keys" if language == "en" else "新しい鍵") in said
    with closing(App(settings)) as app:  # a host that runs
        sealed = app.keys.seal("cookie", b"somebody"), app.keys.seat("t.1.")
        assert app.keys.is_ours("cookie", sealed[0])
        main.new_keys(settings)
        assert not app.keys.is_ours("cookie", sealed[0])
        assert app.keys.seat("t.1.") != sealed[1]
        fresh = app.keys.seal("cookie", b"somebody")
        assert app.keys.is_ours("cookie", fresh)
