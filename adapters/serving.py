"""Where the process listens, and what it says to whoever started it."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from aiohttp import web

from adapters.connections import server_runner
from adapters.settings import Settings
from adapters.trouble import HostUnusable, PortTaken, Trouble
from core.kernel.text import Message
from locales import tongue

PORTS_TRIED = 20
HIGHEST_PORT = 65535


async def listen(
    server: web.Application, host: str, first: int, option: str, tries: int = 1
) -> tuple[web.AppRunner, int]:
    """Listen on the port, or on the next free one of so many; `option` is what chooses another.
    Raises `Trouble`."""
    runner = server_runner(server)
    await runner.setup()
    for port in range(first, min(first + tries, HIGHEST_PORT + 1)):
        try:
            await web.TCPSite(runner, host, port).start()
        except (OSError, UnicodeError) as taken:  # a name of which a part is too long or empty
            if not isinstance(taken, OSError) or taken.errno != errno.EADDRINUSE:
                await runner.cleanup()
                raise Trouble(HostUnusable(host)) from taken
            continue
        return runner, runner.addresses[0][1]
    await runner.cleanup()
    raise Trouble(PortTaken(str(first), host, option))


class Stop:
    """Notices from now on that the process is asked to end."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # not on every system
                loop.add_signal_handler(name, self._asked.set)

    async def until(
        self, live: Coroutine[Any, Any, None], finish: Callable[[], Awaitable[None]]
    ) -> None:
        """Live until the process is asked to end; then finish what was begun. Raises what ended
        it otherwise."""
        living = asyncio.ensure_future(live)
        asked = asyncio.ensure_future(self._asked.wait())
        try:
            await asyncio.wait((living, asked), return_when=asyncio.FIRST_COMPLETED)
            living.cancel()
            await living
        except asyncio.CancelledError:
            pass
        except BaseExceptionGroup as group:
            raise _first(group) from None
        finally:
            asked.cancel()
            await finish()


def _first(group: BaseException) -> BaseException:
    """What ended the tasks: the trouble among the errors, or whatever came first."""
    if not isinstance(group, BaseExceptionGroup):
        return group
    troubles, others = group.split(Trouble)
    return _first((troubles or others or group).exceptions[0])


def address_of(host: str, port: int) -> str:
    """Where a browser on this machine finds us."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def reach_of(host: str, port: int) -> str:
    """Where a browser finds us: on another machine of the network, if we listen to it."""
    family = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}.get(host)
    if family is not None:
        # Nothing is sent: the system only tells which of its addresses leads to the outside.
        far = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((far, 9))
            host = asked.getsockname()[0]
    return address_of(host, port)


def show(address: str, browser: bool) -> None:
    """Open a page in the browser, if one is wanted and there is one."""
    if browser:
        with suppress(webbrowser.Error):
            webbrowser.open(address)


def tell(settings: Settings, message: Message) -> None:
    """Say something to whoever started the command."""
    print(tongue.say(message, settings.language, tongue.Context()), flush=True)
