"""A LINE of our own, in process and as strict as the real one where we know it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote

import msgspec
from linebot.v3.messaging import SetWebhookEndpointRequest

from adapters.line.api import NOBODY, UNKNOWN, Outcome, outcome
from tests.adapters.line.fake_limits import refused, walk
from tests.adapters.line.schema import MESSAGES, WEBHOOK

Data = dict[str, Any]
Receiver = Callable[[bytes, str], Awaitable[int]]

SECRET = "channel-secret"
TOKEN = "channel-access-token"
BOT = "U" + "b" * 32
LIFE = 60.0  # seconds of a reply token
DIES = 1200.0  # seconds after an event beyond which its token is dead


class Clock:
    """The time, turned by the test."""

    def __init__(self, at: float = 1_764_400_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at += seconds


class User(msgspec.Struct):
    """A person at LINE."""

    id: str
    name: str
    friend: bool = False
    blocked: bool = False


class Group(msgspec.Struct):
    """A group; `kind` is group or room. `bot` is the official account in it."""

    id: str
    title: str
    kind: str = "group"
    members: list[str] = []
    bot: str = ""


class Entry(msgspec.Struct):
    """Something that can be read in a chat."""

    by: str  # "bot" or a person
    message: Data
    at: float
    silent: bool = False


class FakeLine:
    """LINE's servers and phones. `billed` is the meter of messages that cost money."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.life = LIFE
        self.users: dict[str, User] = {}
        self.groups: dict[str, Group] = {}
        self.chats: dict[str, list[Entry]] = {}
        self.tokens: dict[str, tuple[str, float, bool]] = {}
        self.keys: dict[str, Data] = {}
        self.quota: int | None = 200
        self.billed = 0
        self.replies = 0
        self.largest = 0  # bytes of the largest bubble
        self.faults: list[str] = []  # what the next requests meet: "down" or "lost"
        self.refusals: list[str] = []
        self.receiver: Receiver | None = None
        self.slowest = 0.0
        self.endpoint: Data = {"endpoint": "https://cards.example/line/webhook", "active": True}
        self.bot: Data = {}  # what is different about the account
        self.count = 0
        self.checks = True
        self.replied: Callable[[], None] = lambda: None  # called with each reply

    # What we ask of it

    def handle(self, method: str, path: str, headers: Data, body: bytes = b"") -> tuple[int, Data]:
        """One request."""
        if headers.get("Authorization") != f"Bearer {TOKEN}":
            return 401, {"message": "Authentication failed"}
        data = json.loads(body) if body else {}
        if method == "POST" and path == "/v2/bot/message/reply":
            return self._reply(data, headers)
        if method == "POST" and path == "/v2/bot/message/push":
            return self._push(data, headers)
        if method == "PUT" and path == "/v2/bot/channel/webhook/endpoint":
            SetWebhookEndpointRequest.from_dict(data)
            if not data["endpoint"].startswith("https://"):
                return self._no("Invalid webhook endpoint URL")
            self.endpoint = {**self.endpoint, "endpoint": data["endpoint"]}
            return 200, {}
        if method == "POST" and path == "/v2/bot/channel/webhook/test":
            return 200, {
                "success": True,
                "timestamp": "2026-11-29T00:00:00Z",
                "statusCode": 200,
                "reason": "OK",
                "detail": "200",
            }
        if method == "POST" and path.endswith("/leave"):
            return self._leave(unquote(path.split("/")[4]))
        return self._ask(path)

    def _leave(self, chat: str) -> tuple[int, Data]:
        group = self.groups.get(chat)
        if group is None or not group.bot:
            return 404, {"message": "Not found"}
        group.bot = ""
        return 200, {}

    def _ask(self, path: str) -> tuple[int, Data]:
        match path.strip("/").split("/")[2:]:
            case ["info"]:
                return 200, {
                    "userId": BOT,
                    "basicId": "@123abcde",
                    "displayName": "Fumibako",
                    "chatMode": "bot",
                    "markAsReadMode": "auto",
                    **self.bot,
                }
            case ["group" | "room", chat, "member", user]:
                group = self.groups.get(unquote(chat))
                if group is None or user not in group.members:
                    return 404, {"message": "Not found"}
                return 200, {"displayName": self.users[user].name, "userId": user}
            case ["profile", user]:
                person = self.users.get(user)
                if person is None or not person.friend or person.blocked:
                    return 404, {"message": "Not found"}
                return 200, {"displayName": person.name, "userId": user, "language": "ja"}
            case ["group", chat, "summary"]:
                group = self.groups.get(unquote(chat))
                if group is None or not group.bot:
                    return 404, {"message": "Not found"}
                return 200, {"groupId": group.id, "groupName": group.title}
            case ["group" | "room", chat, "members", "count"]:
                group = self.groups.get(unquote(chat))
                return (200, {"count": len(group.members)}) if group else (404, {"message": ""})
            case ["message", "quota"]:
                limited = {"type": "limited", "value": self.quota}
                return 200, limited if self.quota is not None else {"type": "none"}
            case ["message", "quota", "consumption"]:
                return 200, {"totalUsage": self.billed}
            case ["channel", "webhook", "endpoint"]:
                return 200, self.endpoint
            case _:
                return 404, {"message": "Not found"}

    def _reply(self, data: Data, headers: Data) -> tuple[int, Data]:
        if "X-Line-Retry-Key" in headers:
            return self._no("The retry key is not allowed here")
        if wrong := self._wrong("ReplyMessageRequest", data):
            return self._no(wrong)
        chat, at, used = self.tokens.get(data["replyToken"], ("", 0.0, True))
        if used or self.clock() - at > self.life:
            return self._no("Invalid reply token")
        if not self._may_mention(chat, data["messages"]):
            return self._no("mentionee is not in the chat")
        self.tokens[data["replyToken"]] = (chat, at, True)
        self.replies += 1
        self.replied()
        return 200, self._show(chat, data)

    def _push(self, data: Data, headers: Data) -> tuple[int, Data]:
        key = headers.get("X-Line-Retry-Key", "")
        if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", key):
            return self._no("retry key")
        if key in self.keys:
            return 409, {"message": "The retry key is already accepted", **self.keys[key]}
        if wrong := self._wrong("PushMessageRequest", data):
            return self._no(wrong)
        to = data["to"]
        group = self.groups.get(to)
        if (group is None and to not in self.users) or (group is not None and not group.bot):
            return self._no("Failed to send messages")
        person = self.users.get(to)
        reached = len(group.members) if group is not None else 1
        delivered = person is None or (person.friend and not person.blocked)
        if delivered and self.quota is not None and self.billed + reached > self.quota:
            return 429, {"message": "You have reached your monthly limit."}
        sent: Data = {"sentMessages": [{"id": "0", "quoteToken": "q"}]}
        if delivered:
            self.billed += reached
            sent = self._show(to, data)
        self.keys[key] = sent
        return 200, sent

    def _wrong(self, name: str, data: Data) -> str:
        found = MESSAGES.faults(name, data) if self.checks else []
        found = found or refused(data["messages"])
        if not found and len(json.dumps(data).encode()) > 2_000_000:
            found = ["too large"]
        return "; ".join(found[:3])

    def _no(self, why: str) -> tuple[int, Data]:
        self.refusals.append(why)
        return 400, {"message": why, "details": []}

    def _may_mention(self, chat: str, messages: list[Data]) -> bool:
        named = {
            each["mentionee"]["userId"]
            for message in messages
            for each in message.get("substitution", {}).values()
        }
        group = self.groups.get(chat)
        return not named or (group is not None and named <= set(group.members))

    def _show(self, chat: str, data: Data) -> Data:
        silent = data.get("notificationDisabled", False)
        for message in data["messages"]:
            self.chats.setdefault(chat, []).append(Entry("bot", message, self.clock(), silent))
            if message["type"] == "flex":
                size = len(json.dumps(message["contents"], ensure_ascii=False).encode())
                self.largest = max(self.largest, size)
        return {
            "sentMessages": [
                {"id": str(i), "quoteToken": "q"} for i in range(len(data["messages"]))
            ]
        }

    # What people see

    def seen_in(self, chat: str) -> list[Entry]:
        """What everybody in a chat can read."""
        return self.chats.get(chat, [])

    def bubble(self, chat: str) -> Data:
        """The newest bubble with buttons in a chat."""
        for entry in reversed(self.seen_in(chat)):
            if entry.by == "bot" and entry.message["type"] == "flex" and actions(entry.message):
                return entry.message
        raise AssertionError("no board in this chat")

    def invite(self, chat: str) -> bool:
        """Somebody invites the account. A group has room for one official account."""
        group = self.groups[chat]
        if group.bot not in ("", "fumibako"):
            return False
        group.bot = "fumibako"
        return True

    # What it tells us

    def event(self, kind: str, chat: str, user: str = "", **content: Any) -> Data:
        """An event, with a reply token where LINE gives one."""
        self.count += 1
        group = self.groups.get(chat)
        source: Data = {"type": "user", "userId": chat}
        if group is not None:
            source = {"type": group.kind, f"{group.kind}Id": chat}
            if user:
                source["userId"] = user
        event: Data = {
            "type": kind,
            "timestamp": int(self.clock() * 1000),
            "mode": "active",
            "webhookEventId": f"01J{self.count:023d}",
            "deliveryContext": {"isRedelivery": False},
            "source": source,
            **content,
        }
        if kind not in ("unfollow", "leave", "memberLeft", "unsend"):
            token = hashlib.sha256(f"token {self.count}".encode()).hexdigest()[:32]
            self.tokens[token] = (chat, self.clock(), False)
            event["replyToken"] = token
        return event

    def text(self, chat: str, user: str, text: str, **more: Any) -> Data:
        """Somebody writes; everybody in the chat can read it."""
        self.chats.setdefault(chat, []).append(
            Entry(user, {"type": "text", "text": text}, self.clock())
        )
        message = {"type": "text", "id": str(self.count), "text": text, "quoteToken": "q", **more}
        return self.event("message", chat, user, message=message)

    async def send(self, *events: Data, strict: bool = True) -> int:
        """Deliver events in one body. Returns the HTTP status. A token that is delivered again is
        good for another minute, unless its event is twenty minutes old."""
        for event in events:
            token = self.tokens.get(event.get("replyToken", ""))
            again = event["deliveryContext"]["isRedelivery"]
            if again and token and self.clock() - event["timestamp"] / 1000 <= DIES:
                self.tokens[event["replyToken"]] = (token[0], self.clock(), token[2])
        body = json.dumps({"destination": BOT, "events": list(events)}).encode()
        if strict and self.checks:
            known = [each for each in events if each["type"] != "messageEdited"]
            shown = {"destination": BOT, "events": known}
            assert not WEBHOOK.faults("CallbackRequest", shown)
        return await self.post(body, sign(body))

    async def post(self, body: bytes, signature: str) -> int:
        """Deliver a body as it is."""
        assert self.receiver is not None
        began = time.perf_counter()
        status = await self.receiver(body, signature)
        self.slowest = max(self.slowest, time.perf_counter() - began)
        return status


class FakeApi:
    """The way to the fake without HTTP (`adapters.line.api.Api`)."""

    def __init__(self, line: FakeLine) -> None:
        self.line = line
        self.on_date: Callable[[float], None] = lambda at: None

    async def _send(self, method: str, path: str, body: Any, **headers: str) -> tuple[int, Data]:
        fault = self.line.faults.pop(0) if self.line.faults else ""
        if fault == "down":
            return NOBODY, {}
        raw = json.dumps(body).encode() if body is not None else b""
        allowed = {"Authorization": f"Bearer {TOKEN}", **headers}
        answer = self.line.handle(method, path, allowed, raw)
        return (UNKNOWN, {}) if fault == "lost" else answer

    async def reply(self, body: Any) -> Outcome:
        return outcome(*await self._send("POST", "/v2/bot/message/reply", body))

    async def push(self, body: Any, retry_key: str) -> Outcome:
        headers = {"X-Line-Retry-Key": retry_key}
        return outcome(*await self._send("POST", "/v2/bot/message/push", body, **headers))

    async def ask(
        self, path: str, method: str = "GET", timeout: float = 5.0, body: Any = None
    ) -> tuple[int, Data]:
        return await self._send(method, path, body)

    async def close(self) -> None:
        return None


def sign(body: bytes, secret: str = SECRET) -> str:
    """The signature of a body."""
    return base64.b64encode(hmac.digest(secret.encode(), body, "sha256")).decode()


def actions(message: Data) -> list[Data]:
    """The actions of a bubble, in order."""
    return [each["action"] for each in walk(message) if "action" in each]


def texts(message: Data) -> list[str]:
    """Every word of a message that somebody could read, in the app or behind it."""
    found = []
    for each in walk(message):
        for key in ("text", "altText", "label", "data", "uri"):
            value = each.get(key)
            if isinstance(value, str):
                found.append(unquote(value))
    return found
