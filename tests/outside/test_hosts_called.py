"""Which servers the installed program calls when no other is set. It is the one thing that the
other tests from outside cannot reach; here it is seen where Python looks up a name."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.outside.host import env_file
from tests.outside.install import installed

ASK = """
import asyncio, os, sys
from fumibako.__main__ import home
sys.path.insert(0, str(home()))
from adapters.app import App
from adapters.settings import load

seen = asyncio.Event()

def look_up(event, arguments):
    if event == "socket.getaddrinfo":
        name, port = arguments[:2]
        print(name.decode() if isinstance(name, bytes) else name, port, flush=True)
        loop.call_soon_threadsafe(seen.set)
        raise OSError("there is no network here")

async def ask():
    global loop
    loop = asyncio.get_running_loop()
    app = App(load())
    app.join_all()
    (platform,) = app.platforms
    sys.addaudithook(look_up)
    running = asyncio.ensure_future(platform.run())
    await asyncio.wait((running, asyncio.ensure_future(seen.wait())), timeout=20,
                       return_when=asyncio.FIRST_COMPLETED)
    os._exit(0)

asyncio.run(ask())
"""


def called(folder: Path, **settings: object) -> str:
    """The name and the port of the first server that the program of the environment wants to
    call with these settings."""
    (folder / ".env").write_text(env_file(settings), encoding="utf-8")
    done = subprocess.run(
        [installed().python, "-c", ASK],
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.strip()


def test_telegram_s_own(tmp_path: Path) -> None:
    assert called(tmp_path, TELEGRAM_TOKEN="123456789:AAE-token") == "api.telegram.org 443"


def test_line_s_own(tmp_path: Path) -> None:
    secrets = {"LINE_CHANNEL_SECRET": "secret", "LINE_CHANNEL_ACCESS_TOKEN": "token"}
    assert called(tmp_path, **secrets) == "api.line.me 443"
