"""Calls to Telegram, and what their errors mean to us."""

from __future__ import annotations

import asyncio
import logging
import os
import warnings
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from enum import Enum
from typing import Any

import msgspec
from telegram import (
    Bot,
    InlineKeyboardMarkup,
    InputMediaDocument,
    LinkPreviewOptions,
    Message,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from adapters.crew import Crew
from adapters.telegram.pace import Pacer
from adapters.telegram.turns import Turns
from adapters.telegram.wire import NoAnswer, NotSent

os.environ.setdefault("PTB_TIMEDELTA", "true")  # how the next major release will have it

log = logging.getLogger("fumibako.telegram")

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
AGAIN, SELDOM = 2.0, 60.0  # seconds until a call is tried again, at first and at the most
PATIENCE = 12.0  # seconds for an answer to a message that is sent
RIVAL = "another program asks with this token"
ANSWERED_AGAIN = (1.0, 2.0, 4.0)  # seconds before a press is answered once more
LONGEST_WAIT = 5.0  # seconds for which an answer to a press may be put off
MOST_CHATS = 20_000  # chats of which the last message is remembered
PROBED = 2.0  # seconds for which a sign of life is believed

# Below this level the libraries write addresses (with the token) and contents (with hands).
for _library in ("httpx", "httpcore", "telegram"):
    logging.getLogger(_library).setLevel(logging.WARNING)
# The raw form is wanted where the library would insist on everything that it knows.
warnings.filterwarnings("ignore", message="Please use 'Bot\\.")


async def raw(bot: Bot, method: str, patience: float = 5.0, **fields: Any) -> Any:
    """Call a method and take the answer as it comes. Raises the library's errors."""
    return await bot.do_api_request(method, api_kwargs=fields, read_timeout=patience)


def field(answer: object, name: str) -> Any:
    """A field of an answer that was taken as it came; empty if it is not there."""
    return answer.get(name, "") if isinstance(answer, dict) else ""


class Fate(Enum):
    """What became of a call."""

    DONE = "done"  # or it would have changed nothing
    GONE = "gone"  # the message cannot be edited any more
    MOVED = "moved"  # the group has a new id
    LATER = "later"  # too many calls
    CLOSED = "closed"  # the topic is closed
    MUTED = "muted"  # the bot may not write there
    LOST = "lost"  # the bot is not in that chat
    UNREACHABLE = "unreachable"  # a person who has not started or has blocked the bot
    DELETED = "deleted"  # an account that is no more
    UNSURE = "unsure"  # it may or may not have happened, and must not happen twice
    UNSENT = "unsent"  # it did not happen, or may be repeated without harm
    LATE = "late"  # the press can no longer be answered
    REFUSED = "refused"  # anything else; it is in the log


class Outcome(msgspec.Struct, frozen=True):
    """What became of a call: the message's id, the new id of a chat, or seconds to wait."""

    fate: Fate
    message: int = 0
    chat: int = 0
    wait: float = 0.0
    result: Any = None


_TEXTS = (
    ("message is not modified", Fate.DONE),
    ("message to edit not found", Fate.GONE),
    ("message can't be edited", Fate.GONE),
    ("message to delete not found", Fate.DONE),
    ("message can't be deleted", Fate.GONE),
    ("message_id_invalid", Fate.GONE),
    ("query is too old", Fate.LATE),
    ("query_id_invalid", Fate.LATE),
    ("topic_closed", Fate.CLOSED),
    ("topic_deleted", Fate.LOST),
    ("message thread not found", Fate.LOST),
    ("chat not found", Fate.LOST),
    ("not enough rights", Fate.MUTED),
    ("have no rights", Fate.MUTED),
    ("need administrator rights", Fate.MUTED),
    ("chat_write_forbidden", Fate.MUTED),
    ("chat_restricted", Fate.MUTED),
)
_FORBIDDEN = (
    ("user is deactivated", Fate.DELETED),
    ("bot was blocked by the user", Fate.UNREACHABLE),
    ("bot can't initiate conversation", Fate.UNREACHABLE),
    ("bot can't send messages to bots", Fate.UNREACHABLE),
    ("bot was kicked", Fate.LOST),
    ("bot is not a member", Fate.LOST),
    ("the group chat was deleted", Fate.LOST),
)


def meaning(error: TelegramError) -> Outcome:
    """What an error of the library means for a call that must not happen twice."""
    match error:
        case InvalidToken() | Conflict():
            return Outcome(Fate.UNSENT, wait=AGAIN)
        case RetryAfter():
            pause = error.retry_after
            seconds = pause.total_seconds() if isinstance(pause, timedelta) else pause
            return Outcome(Fate.LATER, wait=float(seconds))
        case ChatMigrated():
            return Outcome(Fate.MOVED, chat=error.new_chat_id)
        case Forbidden():
            return Outcome(_found(error, _FORBIDDEN, Fate.LOST))
        case BadRequest():
            return Outcome(_found(error, _TEXTS, Fate.REFUSED))
        case NotSent():
            return Outcome(Fate.UNSENT, wait=AGAIN)
        case NetworkError() if "too many requests" in str(error).lower():
            return Outcome(Fate.LATER, wait=AGAIN)
        case NetworkError():
            return Outcome(Fate.UNSURE, wait=AGAIN)
        case _:
            log.warning("Telegram refuses a call: %s", error)
            return Outcome(Fate.REFUSED)


def in_short(error: Exception) -> str:
    """What went wrong, in two or three words without addresses, tokens or names."""
    match error:
        case InvalidToken():
            return "the token is refused"
        case Conflict():
            return RIVAL
        case RetryAfter():
            return "too many calls"
        case NoAnswer():
            return str(error)
        case TimedOut():
            return "no answer in time"
        case NotSent():
            return "not reachable"
        case Forbidden():
            return "forbidden"
        case BadRequest():
            return "a call is refused"
        case NetworkError() if error.__cause__ is None:
            return f"server trouble ({str(error)[:40]})"
        case _:
            return type(error.__cause__ or error).__name__


def _found(error: TelegramError, known: tuple[tuple[str, Fate], ...], other: Fate) -> Fate:
    text = str(error).lower()
    for beginning, fate in known:
        if beginning in text:
            return fate
    if other is Fate.REFUSED:
        log.warning("Telegram refuses a call: %s", error)
    return other


class Api:
    """The calls that we make. Those to a chat are counted; nothing here ever waits for a turn:
    whoever calls has asked the pacer first."""

    def __init__(self, bot: Bot, pacer: Pacer, crew: Crew | None = None) -> None:
        self.bot = bot
        self.pacer = pacer
        self.turns = Turns(pacer, crew, lambda seconds: self.sleep(seconds))
        self.newest: dict[int, int] = {}  # the last message of ours in a chat
        self.on_bad_token: Callable[[], None] = lambda: None
        self.on_answer: Callable[[], None] = lambda: None
        self.on_trouble: Callable[[str], None] = lambda what: None
        self._failing: float | None = None  # since when no call has worked
        self._probed: tuple[float, bool] = (-PROBED, False)
        self._probing = asyncio.Lock()
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def call(
        self, chat: int, work: Callable[[], Awaitable[Any]], *, once: bool = False
    ) -> Outcome:
        """Make a call to a chat and tell what became of it. What must not happen twice is made
        with `once`."""
        self.turns.called(chat)
        outcome = await self.plain(work, once=once)
        if outcome.fate is Fate.LATER:
            pause = self.turns.refused(chat, outcome.wait)
            return msgspec.structs.replace(outcome, wait=pause)
        if outcome.fate is Fate.DONE:
            self.pacer.allowed(chat)
        return outcome

    async def plain(self, work: Callable[[], Awaitable[Any]], *, once: bool = False) -> Outcome:
        """Make a call that no limit counts."""
        try:
            result = await work()
        except TelegramError as error:
            outcome = meaning(error)
            if isinstance(error, InvalidToken):
                self.on_bad_token()
            if outcome.fate in (Fate.UNSENT, Fate.UNSURE):
                return self._missed(outcome, in_short(error), once)
            self._answered()
            return outcome
        except Exception as error:  # what came back has a form that the library cannot read
            log.warning("an answer of Telegram's cannot be read (%s)", type(error).__name__)
            return self._missed(Outcome(Fate.UNSURE, wait=AGAIN), "an odd answer", once)
        self._answered()
        number = result.message_id if isinstance(result, Message) else 0
        return Outcome(Fate.DONE, number, result=result)

    def _answered(self) -> None:
        self._failing = None
        self.on_answer()

    def _missed(self, outcome: Outcome, what: str, once: bool) -> Outcome:
        """A call that Telegram has not answered. What may be repeated waits the longer the
        longer nothing has worked."""
        log.warning("Telegram: %s", what)
        self.on_trouble(what)
        if self._failing is None:
            self._failing = self.pacer.now()
        if once and outcome.fate is Fate.UNSURE:
            return outcome
        pause = (self.pacer.now() - self._failing) / 2
        return Outcome(Fate.UNSENT, wait=min(max(pause, AGAIN), SELDOM))

    async def alive(self) -> bool:
        """Whether Telegram answers us, by a call that nobody sees."""
        async with self._probing:
            at, answer = self._probed
            if self.pacer.now() - at < PROBED:
                return answer
            outcome = await self.plain(self.bot.get_me)
            self._probed = self.pacer.now(), outcome.fate is Fate.DONE
            return self._probed[1]

    async def send(
        self,
        chat: int,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        thread: int = 0,
        quiet: bool = False,
        protect: bool = False,
    ) -> Outcome:
        """Send a message."""
        outcome = await self.call(
            chat,
            lambda: self.bot.send_message(
                chat,
                text,
                parse_mode="HTML",
                reply_markup=keyboard,
                message_thread_id=thread or None,
                disable_notification=quiet,
                protect_content=protect,
                link_preview_options=NO_PREVIEW,
                read_timeout=PATIENCE,
            ),
            once=True,
        )
        if outcome.message:
            self.newest.pop(chat, None)
            self.newest[chat] = outcome.message
            while len(self.newest) > MOST_CHATS:
                del self.newest[next(iter(self.newest))]
        return outcome

    async def edit(
        self, chat: int, message: int, text: str, keyboard: InlineKeyboardMarkup | None
    ) -> Outcome:
        """Change a message and its buttons."""
        return await self.call(
            chat,
            lambda: self.bot.edit_message_text(
                text,
                chat,
                message,
                parse_mode="HTML",
                reply_markup=keyboard,
                link_preview_options=NO_PREVIEW,
                read_timeout=PATIENCE,
            ),
        )

    async def rekey(self, chat: int, message: int, keyboard: InlineKeyboardMarkup) -> Outcome:
        """Change the buttons of a message."""
        return await self.call(
            chat,
            lambda: self.bot.edit_message_reply_markup(chat, message, reply_markup=keyboard),
        )

    async def strip(self, chat: int, message: int) -> Outcome:
        """Take the buttons off a message."""
        return await self.call(chat, lambda: self.bot.edit_message_reply_markup(chat, message))

    async def delete(self, chat: int, message: int) -> Outcome:
        """Remove a message of ours."""
        return await self.call(chat, lambda: self.bot.delete_message(chat, message))

    async def leave(self, chat: int) -> Outcome:
        """Leave a group."""
        return await self.call(chat, lambda: self.bot.leave_chat(chat))

    async def files(
        self, chat: int, files: Sequence[tuple[str, bytes]], thread: int = 0
    ) -> Outcome:
        """Send a file, or several at once."""

        def work() -> Awaitable[Any]:
            if len(files) > 1:
                together = [InputMediaDocument(body, filename=name) for name, body in files]
                return self.bot.send_media_group(chat, together, message_thread_id=thread or None)
            [(name, content)] = files
            return self.bot.send_document(
                chat, content, filename=name, message_thread_id=thread or None
            )

        return await self.call(chat, work, once=True)

    async def photo(self, chat: int, picture: bytes, words: str, thread: int = 0) -> Outcome:
        """Send a picture with words below it."""
        return await self.call(
            chat,
            lambda: self.bot.send_photo(
                chat,
                picture,
                caption=words,
                message_thread_id=thread or None,
                filename="panels.png",
                read_timeout=PATIENCE,
            ),
            once=True,
        )

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str = ""
    ) -> Outcome:
        """Answer a press, for the presser alone. It is not counted. Who presses waits for it, so
        it is tried again for a few seconds; twice does no harm."""

        def work() -> Awaitable[Any]:
            return self.bot.answer_callback_query(
                query, text or None, show_alert=alert or None, url=url or None
            )

        outcome = await self.plain(work)
        for pause in ANSWERED_AGAIN:
            passing = outcome.fate in (Fate.UNSENT, Fate.UNSURE, Fate.LATER)
            if not passing or outcome.wait > LONGEST_WAIT:
                break
            await self.sleep(max(pause, outcome.wait))
            outcome = await self.plain(work)
        return outcome

    async def patiently(self, chat: int, longest: float = 8.0) -> bool:
        """Wait for a turn, not too long. False if there is none."""
        return await self.turns.turn(chat, longest)
