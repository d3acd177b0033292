"""How the Telegram on this machine brings updates: one after another in each queue, with the
secret, again after every failure."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import aiohttp
import msgspec

from tests.adapters.telegram.fake_limits import bad

if TYPE_CHECKING:
    from tests.outside.telegram_server import TelegramServer

Data = dict[str, Any]

PORTS = (443, 80, 88, 8443)
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
ANSWER_WITHIN = 60.0  # seconds
LONGEST_PAUSE = 60.0  # seconds between two tries
PRESSES_LIVE, OTHERS_LIVE = 150.0, 24 * 3600.0  # seconds until an update is given up


class Delivery(msgspec.Struct):
    """One try. Times are monotonic; `status` 0: no answer came."""

    update: int
    at: float
    done: float
    status: int


def check_webhook(fields: Data) -> None:
    """Refuse an address or a secret as Telegram would."""
    url = urlsplit(fields.get("url", ""))
    if not fields.get("url"):
        return
    if url.scheme != "https" or not url.hostname:
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if (url.port or 443) not in PORTS:
        raise bad("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", fields.get("secret_token", "")):
        raise bad("secret token contains unallowed characters")
    if not 1 <= int(fields.get("max_connections", 40)) <= 100:
        raise bad("max_connections is wrong")


class Deliveries:
    """What was brought, and what still must be."""

    def __init__(self, server: TelegramServer) -> None:
        self.server = server
        self.made: list[Delivery] = []
        self.error: Data = {}
        self._queues: dict[str, deque[tuple[Data, float]]] = {}
        self._living: dict[str, asyncio.Task[None]] = {}

    def begin(self) -> None:
        """A webhook is set: what waits is brought there."""
        self.end()
        for data in self.server.fake.updates:
            self.add(data)

    def end(self) -> None:
        """No webhook is set any more; what was not brought waits for questions."""
        for task in self._living.values():
            self.server.loop.call_soon_threadsafe(task.cancel)
        self._living.clear()
        self._queues.clear()

    def told(self) -> Data:
        """What `getWebhookInfo` tells beside the address."""
        return {"pending_update_count": len(self.server.fake.updates), **self.error}

    def add(self, data: Data) -> None:
        """Bring an update, after those of its queue."""
        name = _queue(data)
        self._queues.setdefault(name, deque()).append((data, time.monotonic()))
        self.server.loop.call_soon_threadsafe(self._work_on, name)

    def _work_on(self, name: str) -> None:
        task = self._living.get(name)
        if task is None:
            self._living[name] = self.server.loop.create_task(self._work(name))

    async def _work(self, name: str) -> None:
        async with aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=ANSWER_WITHIN)
        ) as session:
            while True:
                queue = self._queues.get(name)
                if not queue:
                    del self._living[name]  # what comes from now on begins anew
                    return
                data, since = queue[0]
                lives = PRESSES_LIVE if "callback_query" in data else OTHERS_LIVE
                pause = 0.0
                while time.monotonic() - since < lives:
                    await asyncio.sleep(pause)
                    if 200 <= await self._bring(session, data) < 300:
                        break
                    pause = min(max(pause * 2, 0.5), LONGEST_PAUSE)
                with self.server.lock:
                    queue.popleft()
                    self.server.fake.updates = [
                        each for each in self.server.fake.updates if each is not data
                    ]
                    self.server.changed.notify_all()

    async def _bring(self, session: aiohttp.ClientSession, data: Data) -> int:
        with self.server.lock:
            url, secret = self.server.fake.webhook, self.server.fake.secret
        local, host = self.server.local(url)
        headers = {"Host": host} | ({SECRET_HEADER: secret} if secret else {})
        headers |= {"Connection": "close"} if self.server.spread else {}
        began, status, why = time.monotonic(), 0, ""
        try:
            async with session.post(local, json=data, headers=headers) as answer:
                await answer.read()
                status = answer.status
                why = f"Wrong response from the webhook: {status} {answer.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError) as failed:
            why = f"Connection failed: {type(failed).__name__}"
        with self.server.lock:
            self.made.append(Delivery(data["update_id"], began, time.monotonic(), status))
            if not 200 <= status < 300:
                self.error = {"last_error_date": int(time.time()), "last_error_message": why}
            self.server.changed.notify_all()
        return status


def _queue(data: Data) -> str:
    """Presses of one person come in order, and so does what happens in one chat."""
    if "callback_query" in data:
        return f"user {data['callback_query']['from']['id']}"
    content = next(value for key, value in data.items() if key != "update_id")
    return f"chat {content['chat']['id']}"
