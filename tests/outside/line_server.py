"""A LINE on this machine that speaks the Messaging API over HTTP, as strict as the real one.

    with LineServer() as line:
        host = Host(tmp_path, LINE_CHANNEL_SECRET=line.secret,
                    LINE_CHANNEL_ACCESS_TOKEN=line.token, LINE_API=line.address)
        line.use_webhook(host.address)    # what is set in LINE's console, and the way there
        mina, group = line.person("ミナ"), line.group("みんな")
        with host:
            line.invite(group, mina)      # the account comes into the group
            mina.press("参加する", group)  # tests.outside.people

Who is there and what was said is in `line.fake` (tests.adapters.line.fake); what was asked of the
server, with monotonic times, in `line.calls`; what webhooks brought in `line.deliveries`. Bodies
are held against LINE's own description; what it refuses stands in `line.fake.refusals`. A reply
token lives for a minute (`line.fake.life = 20` is what LINE gives on a bad day).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import aiohttp
import msgspec
from aiohttp import web

from tests.adapters.line.fake import (
    BOT,
    SECRET,
    TOKEN,
    Clock,
    FakeLine,
    Group,
    actions,
    sign,
    texts,
)
from tests.adapters.line.schema import WEBHOOK
from tests.outside.loopback import PATIENCE, Call, Loopback
from tests.outside.trouble import Trouble

if TYPE_CHECKING:
    from tests.outside.people_line import LinePerson

Data = dict[str, Any]

PUBLIC = "https://cards.example.org"
ANSWER_WITHIN = 2.0  # seconds that LINE waits for the answer to a webhook
AGAIN = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # seconds before each redelivery; LINE tells none
TOO_OLD = 1200.0  # seconds after an event beyond which its token stays dead
LARGEST = 2_000_000  # bytes of a body

METHODS = (
    ("reply", "POST", r"/v2/bot/message/reply"),
    ("push", "POST", r"/v2/bot/message/push"),
    ("info", "GET", r"/v2/bot/info"),
    ("profile", "GET", r"/v2/bot/profile/[^/]+"),
    ("member", "GET", r"/v2/bot/(?:group|room)/[^/]+/member/[^/]+"),
    ("count", "GET", r"/v2/bot/(?:group|room)/[^/]+/members/count"),
    ("summary", "GET", r"/v2/bot/group/[^/]+/summary"),
    ("quota", "GET", r"/v2/bot/message/quota"),
    ("consumption", "GET", r"/v2/bot/message/quota/consumption"),
    ("endpoint", "GET", r"/v2/bot/channel/webhook/endpoint"),
    ("set", "PUT", r"/v2/bot/channel/webhook/endpoint"),
    ("test", "POST", r"/v2/bot/channel/webhook/test"),
)
"""How calls are named in `line.calls` and for `line.trouble`; any other is `unknown`."""


class RealTime(Clock):
    """The time of the machine."""

    def __call__(self) -> float:
        return time.time()


class Try(msgspec.Struct, frozen=True):
    """One try to deliver. Times are monotonic; `status` 0: no answer within two seconds."""

    at: float
    done: float
    status: int


class Delivery(msgspec.Struct):
    """Events that are brought in one body. `good`: they were taken with 200; `lost`: LINE has
    given up."""

    events: list[Data]
    tries: list[Try] = []
    good: bool = False
    lost: bool = False


class LineServer(Loopback):
    """The server. `redelivery` is the switch in LINE's console."""

    def __init__(self) -> None:
        super().__init__()
        self.fake = FakeLine(RealTime())
        self.fake.endpoint = {"endpoint": "", "active": False}
        self.secret, self.token = SECRET, TOKEN
        self.deliveries: list[Delivery] = []
        self.redelivery = True
        self.again: tuple[float, ...] = AGAIN
        self._session: aiohttp.ClientSession | None = None

    async def opened(self) -> None:
        wait = aiohttp.ClientTimeout(total=ANSWER_WITHIN)
        self._session = aiohttp.ClientSession(timeout=wait)

    async def closing(self) -> None:
        if self._session is not None:
            await self._session.close()

    # Calls

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        method = next(
            (
                name
                for name, verb, path in METHODS
                if verb == request.method and re.fullmatch(path, request.path)
            ),
            "unknown",
        )
        try:
            fields = json.loads(body) if body else {}
        except ValueError:
            fields = None
        call = Call(method, fields if isinstance(fields, dict) else {}, time.monotonic())
        with self.lock:
            call.chat = self._chat(request.path, call.fields)

        async def work() -> web.Response:
            if request.method != "GET" and request.content_type != "application/json":
                return _told(415, {"message": "Unsupported Media Type"})
            if len(body) > LARGEST:
                return _told(413, {"message": "Payload Too Large"})
            if not isinstance(fields, dict):
                return _told(400, {"message": "The request body could not be parsed as JSON"})
            headers = {"Authorization": request.headers.get("Authorization", "")}
            if key := request.headers.get("X-Line-Retry-Key"):
                headers["X-Line-Retry-Key"] = key
            with self.lock:
                status, data = self.fake.handle(request.method, request.path, headers, body)
            if method == "test" and status == 200:
                data = await self._test(fields)
            return _told(status, data)

        return await self.answer(request, call, work, _own)

    def _chat(self, path: str, fields: Data) -> str:
        """The chat (or the person) that a call is about."""
        if "replyToken" in fields:
            return self.fake.tokens.get(str(fields["replyToken"]), ("", 0.0, True))[0]
        found = re.search(r"/(?:group|room|profile)/([^/]+)", path)
        return unquote(found[1]) if found else str(fields.get("to", ""))

    async def _test(self, fields: Data) -> Data:
        """LINE calls the webhook with no events, and tells how that went."""
        url = fields.get("endpoint") or self.fake.endpoint["endpoint"]
        status, why = await self._post(url, _body([]))
        return {
            "success": status == 200,
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "statusCode": status,
            "reason": "OK" if status == 200 else why or "ERROR_STATUS_CODE",
            "detail": str(status) if status else why,
        }

    # Webhooks

    def use_webhook(self, local: str, public: str = PUBLIC) -> None:
        """“Use webhook” in LINE's console, and a proxy that leads there. The address is entered
        by hand as long as no host has set it."""
        with self.lock:
            self.leads[public] = local
            known = self.fake.endpoint["endpoint"] or f"{public}/line/webhook"
            self.fake.endpoint = {"endpoint": known, "active": True}

    def deliver(self, *events: Data, wait: bool = True) -> Delivery:
        """Bring events in one body, and wait until they are taken."""
        known = [each for each in events if each["type"] != "messageEdited"]
        assert not WEBHOOK.faults("CallbackRequest", {"destination": BOT, "events": known})
        delivery = Delivery(list(events))
        with self.lock:
            self.deliveries.append(delivery)
        asyncio.run_coroutine_threadsafe(self._bring(delivery), self.loop)
        if wait:
            self.until(lambda: delivery.good or delivery.lost, "a webhook is answered")
            assert delivery.good, delivery.tries
        return delivery

    async def _bring(self, delivery: Delivery) -> None:
        for pause in (0.0, *self.again):
            await asyncio.sleep(pause)
            with self.lock:
                if delivery.tries:
                    self._bring_again(delivery)
                url, active = self.fake.endpoint["endpoint"], self.fake.endpoint["active"]
            if not active:
                break
            began = time.monotonic()
            status, _ = await self._post(url, _body(delivery.events))
            with self.lock:
                delivery.tries.append(Try(began, time.monotonic(), status))
                delivery.good = status == 200
                self.changed.notify_all()
            if delivery.good or not self.redelivery:
                break
        with self.lock:
            delivery.lost = not delivery.good
            self.changed.notify_all()

    def _bring_again(self, delivery: Delivery) -> None:
        """The same events with the same tokens; those not used live again for a minute."""
        at = self.fake.clock()
        for event in delivery.events:
            event["deliveryContext"] = {"isRedelivery": True}
            token = event.get("replyToken", "")
            chat, _, used = self.fake.tokens.get(token, ("", 0.0, True))
            if token and not used and at - event["timestamp"] / 1000 < TOO_OLD:
                self.fake.tokens[token] = (chat, at, False)

    async def _post(self, url: str, body: bytes) -> tuple[int, str]:
        """Call a webhook, signed. Tells the status (0: none) and what went wrong."""
        local, host = self.local(url)
        headers = {
            "Host": host,
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "LineBotWebhook/2.0",
            "x-line-signature": sign(body, self.secret),
        } | ({"Connection": "close"} if self.spread else {})
        assert self._session is not None
        try:
            async with self._session.post(local, data=body, headers=headers) as answer:
                await answer.read()
                return answer.status, ""
        except TimeoutError:
            return 0, "REQUEST_TIMEOUT"
        except (aiohttp.ClientError, OSError):
            return 0, "COULD_NOT_CONNECT"

    # People and groups

    def person(self, name: str, *, friend: bool = False) -> LinePerson:
        """Somebody with an account at LINE."""
        from tests.outside.people_line import LinePerson

        with self.lock:
            return LinePerson(self, name, friend)

    def group(self, title: str, *members: LinePerson, kind: str = "group") -> str:
        """A group without the account in it. Tells its id."""
        with self.lock:
            mark = hashlib.sha256(f"{title}{len(self.fake.groups)}".encode()).hexdigest()[:32]
            number = ("C" if kind == "group" else "R") + mark
            people = [each.id for each in members]
            self.fake.groups[number] = Group(number, title, kind, people)
        return number

    def invite(self, group: str) -> Delivery:
        """Somebody invites the account."""
        with self.lock:
            assert self.fake.invite(group)
            event = self.fake.event("join", group)
        return self.deliver(event)

    # What is shown

    def said(self, chat: str) -> list[Data]:
        """The messages of the account in a chat, the oldest first."""
        with self.lock:
            return [each.message for each in self.fake.seen_in(chat) if each.by == "bot"]

    def texts(self, chat: str) -> list[str]:
        """Every word of the account in a chat."""
        return [text for message in self.said(chat) for text in texts(message)]

    def boards(self, chat: str) -> list[list[Data]]:
        """The buttons of each bubble that has some, the newest bubble first: old ones stay."""
        found = [actions(each) for each in reversed(self.said(chat)) if each["type"] == "flex"]
        return [each for each in found if each]

    def until_said(
        self, chat: str, words: str = "", since: int = 0, patience: float = PATIENCE
    ) -> list[Data]:
        """Wait until the account has said more than so many messages in a chat, some of them
        with these words. Tells the new ones."""

        def found() -> list[Data] | None:
            new = self.said(chat)[since:]
            return new if any(words in text for each in new for text in texts(each)) else None

        return self.until(found, f"{words!r} is said", patience)


def _body(events: list[Data]) -> bytes:
    shown = {"destination": BOT, "events": events}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()


def _told(status: int, data: Data) -> web.Response:
    number = hashlib.sha256(str(time.monotonic_ns()).encode()).hexdigest()[:32]
    return web.json_response(data, status=status, headers={"x-line-request-id": number})


def _own(trouble: Trouble) -> web.Response:
    return _told(trouble.status, {"message": trouble.text})
