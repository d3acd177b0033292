"""A Telegram on this machine that speaks the Bot API over HTTP, as strict as the real one.

    with TelegramServer() as telegram:
        host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
        aki, group = telegram.person("Aki"), telegram.group("Friends")
        with host:
            telegram.add_bot(group, aki)
            aki.press("Play", group)          # tests.outside.people

What is said and pressed is in `telegram.fake` (tests.adapters.telegram.fake); what was asked of
the server, with monotonic times, in `telegram.calls`; what webhooks brought in
`telegram.deliveries`. For news by webhook: `telegram.leads["https://cards.example.org"] =
host.address` (a proxy would do that).
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.adapters.telegram.fake import BOT, TOKEN, USERNAME, FakeTelegram
from tests.adapters.telegram.fake_limits import BadCallError
from tests.adapters.telegram.fake_people import Chat, Clock
from tests.outside.loopback import PATIENCE, Call, Loopback
from tests.outside.telegram_fields import read_fields
from tests.outside.telegram_webhook import Deliveries, check_webhook
from tests.outside.trouble import Trouble

if TYPE_CHECKING:
    from tests.outside.people import TelegramPerson

Data = dict[str, Any]

MOST_AT_ONCE = 100  # updates in one answer
LONGEST_POLL = 50  # seconds
KINDS_BY_DEFAULT = ("message", "callback_query", "my_chat_member")


class Conflict(BadCallError):
    """Somebody else gets the updates."""

    def __init__(self, text: str) -> None:
        super().__init__(409, f"Conflict: {text}")


class RealTime(Clock):
    """The time of the machine."""

    def __call__(self) -> float:
        return time.time()


class Served(FakeTelegram):
    """The fake, which also remembers what each press was answered with."""

    def __init__(self) -> None:
        super().__init__(RealTime())

    def do_answerCallbackQuery(self, fields: Data) -> Any:  # noqa: N802
        found = super().do_answerCallbackQuery(fields)
        query = self.queries[fields["callback_query_id"]]
        query["answer"] = query["person"].alerts[-1]
        return found


class TelegramServer(Loopback):
    """The server."""

    def __init__(self) -> None:
        super().__init__()
        self.fake = Served()
        self.token = TOKEN
        self.allowed: tuple[str, ...] = ()
        self.deliveries = Deliveries(self)
        self._poll: asyncio.Future[str] | None = None
        self._arrived = asyncio.Event()
        self.privacy = True  # of the bot: in a group it gets commands and replies only
        self._numbers = iter(range(1, 10**9))

    # Calls

    async def handle(self, request: web.Request) -> web.StreamResponse:
        bot, _, method = request.path.removeprefix("/").partition("/")
        if bot != f"bot{self.token}":
            return _error(BadCallError(401, "Unauthorized"))
        if request.method not in ("GET", "POST") or not method:
            return _error(BadCallError(404, "Not Found"))
        try:
            fields = await read_fields(request)
        except BadCallError as wrong:
            return _error(wrong)
        call = Call(method, fields, time.monotonic(), str(fields.get("chat_id", "")))
        return await self.answer(request, call, lambda: self._carry_out(method, fields), _own)

    async def _carry_out(self, method: str, fields: Data) -> web.Response:
        try:
            if method == "getUpdates":
                result = await self._get_updates(fields)
            else:
                with self.lock:
                    result = self._call(method, fields)
        except BadCallError as wrong:
            return _error(wrong)
        return web.json_response({"ok": True, "result": result})

    def _call(self, method: str, fields: Data) -> Any:
        if method == "setWebhook":
            check_webhook(fields)
            if "allowed_updates" in fields:
                self.allowed = tuple(fields["allowed_updates"])
        if method == "deleteWebhook" and fields.get("drop_pending_updates"):
            self.fake.updates.clear()
        result = self.fake.call(method, fields)
        if method == "setWebhook":
            self._end_poll("terminated by setWebhook request")
            self.deliveries.begin()
        if method == "deleteWebhook":
            self.deliveries.end()
        if method == "getWebhookInfo":
            result |= self.deliveries.told() | {"allowed_updates": list(self.allowed)}
        return result

    def _end_poll(self, why: str) -> None:
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(why)

    async def _get_updates(self, fields: Data) -> list[Data]:
        """Long polling. A newer question ends an older one; what was given out counts as
        delivered only when a later offset says so."""
        with self.lock:
            if not self.fake.token_good:
                raise BadCallError(401, "Unauthorized")
            if self.fake.webhook:
                raise Conflict(
                    "can't use getUpdates method while webhook is active; use deleteWebhook to "
                    "delete the webhook first"
                )
        self._end_poll(
            "terminated by other getUpdates request; make sure that only one bot instance is "
            "running"
        )
        if "allowed_updates" in fields:
            self.allowed = tuple(fields["allowed_updates"])
        ended = self._poll = self.loop.create_future()
        limit = min(max(int(fields.get("limit", MOST_AT_ONCE)), 1), MOST_AT_ONCE)
        end = time.monotonic() + min(max(int(fields.get("timeout", 0)), 0), LONGEST_POLL)
        while True:
            with self.lock:
                found = self._from(int(fields.get("offset", 0)))[:limit]
                self._arrived.clear()
            left = end - time.monotonic()
            if found or left <= 0:
                return found
            waiting = self.loop.create_task(self._arrived.wait())
            await asyncio.wait((waiting, ended), timeout=left, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if ended.done():
                raise Conflict(ended.result())

    def _from(self, offset: int) -> list[Data]:
        if offset < 0:
            self.fake.updates = self.fake.updates[offset:]
        elif offset:
            self.fake.updates = [e for e in self.fake.updates if e["update_id"] >= offset]
        return list(self.fake.updates)

    # What happens at Telegram

    def message(self, content: Data) -> None:
        """A message is written; the bot gets it if it may."""
        text = content.get("text", "")
        mine = content.get("reply_to_message", {}).get("from", {}).get("id") == BOT
        command, _, whom = text.split(" ")[0].partition("@")
        mine = mine or (command.startswith("/") and whom in ("", USERNAME))
        service = "text" not in content
        if content["chat"]["type"] == "private" or mine or service or not self.privacy:
            self.update("message", content)

    def update(self, kind: str, content: Data) -> int:
        """Something happens; the bot is told in time. Tells the number of the update, 0 if the
        bot has not asked for its kind."""
        with self.lock:
            if kind not in (self.allowed or KINDS_BY_DEFAULT):
                return 0
            number = self.fake.next_update
            self.fake.next_update += 1
            data = {"update_id": number, kind: content}
            self.fake.updates.append(data)
            if self.fake.webhook:
                self.deliveries.add(data)
            else:
                self.loop.call_soon_threadsafe(self._arrived.set)
            self.changed.notify_all()
        return number

    def person(
        self, name: str, *, language: str = "en", started: bool = True, number: int = 0
    ) -> TelegramPerson:
        """Somebody with an account, who has pressed Start before or not."""
        from tests.outside.people import TelegramPerson

        with self.lock:
            number = number or 100 + len(self.fake.people)
            return TelegramPerson(self, number, name, language, started)

    def group(self, title: str, *, kind: str = "supergroup", number: int = 0) -> Chat:
        """A group without the bot in it yet."""
        with self.lock:
            number = number or -1001234567000 - len(self.fake.chats)
            chat = self.fake.chats[number] = Chat(number, kind, title)
        return chat

    def add_bot(self, chat: Chat, by: TelegramPerson, before: str = "left") -> None:
        """The bot comes into a group (or, with another state in `chat.state`, its rights
        change)."""
        with self.lock:
            me = self.fake.me()
            content = {
                "chat": chat.info(),
                "from": by.person.user(),
                "date": int(time.time()),
                "old_chat_member": self.fake.member(me, before),
                "new_chat_member": self.fake.member(me, chat.state),
            }
        self.update("my_chat_member", content)

    def query(self) -> str:
        """A number for a press."""
        return f"q{next(self._numbers)}"

    # What is shown

    def shown(self, chat: Chat) -> list[Data]:
        """The bot's messages that stand in a chat, the newest first."""
        with self.lock:
            own = [dict(each) for each in chat.messages.values() if each["from"]["is_bot"]]
        return sorted(own, key=lambda each: -each["message_id"])

    def texts(self, chat: Chat) -> list[str]:
        """Every text that the bot ever showed in a chat, in order; edits count too."""
        with self.lock:
            return [each["text"] for each in chat.log]

    def until_shown(self, chat: Chat, words: str, patience: float = PATIENCE) -> Data:
        """Wait until some message of the bot that stands there holds these words."""

        def found() -> Data | None:
            return next((each for each in self.shown(chat) if words in each["text"]), None)

        return self.until(found, f"{words!r} is shown", patience)

    @property
    def username(self) -> str:
        """The name of the bot."""
        return USERNAME


def _error(wrong: BadCallError) -> web.Response:
    answer: Data = {"ok": False, "error_code": wrong.code, "description": wrong.text}
    if wrong.parameters:
        answer["parameters"] = wrong.parameters
    return web.json_response(answer, status=wrong.code)


def _own(trouble: Trouble) -> web.Response:
    more = {"retry_after": trouble.retry_after} if trouble.retry_after else {}
    return _error(BadCallError(trouble.status, trouble.text, **more))
