"""What is done for somebody after their press or word was committed: answers, messages, files."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from html import escape
from typing import TypeVar

import msgspec
from telegram import InlineKeyboardMarkup

from adapters.heard import Heard
from adapters.telegram.alone_calls import AloneCalls
from adapters.telegram.answers import Answers
from adapters.telegram.api import Api, Fate, Outcome, field, raw
from adapters.telegram.people import People, number_of
from adapters.telegram.render import Page
from adapters.telegram.style import LONGEST_ANSWER, cut
from adapters.writer import Writer
from core.desk.presses import Speak
from core.house.afterwards import panels_done
from core.table.failures import OurTrouble

MAKING = 8.0  # seconds after which a record goes out without its page

log = logging.getLogger("fumibako.telegram")
R = TypeVar("R")

ADMINS = ("creator", "administrator")
FINISH = 8.0  # seconds that what was begun gets when the host ends


LONGEST_CAPTION = 1024  # characters below a picture
PANELS_WAIT = 60.0  # seconds for which a match in four panels waits for its turn

Paint = Callable[[str], Awaitable[bytes]]
"""Makes a picture of SVG; empty if none comes."""


async def no_picture(svg: str) -> bytes:
    """None is painted."""
    return b""


class AnswerPress(msgspec.Struct, frozen=True):
    """The answer to a press, for the presser alone."""

    query: str
    text: str = ""
    alert: bool = False
    url: str = ""


class Tell(msgspec.Struct, frozen=True):
    """Messages to a chat. `user` is set if it is a private one. With `again` it is something to
    look at, which takes the place of the last such thing there and rings nobody; with `below` as
    well it answers what was typed, and so stands below that."""

    chat: int
    pages: tuple[Page, ...]
    thread: int = 0
    user: str = ""
    again: bool = False
    below: bool = False


class Change(msgspec.Struct, frozen=True):
    """A message gets another text and other buttons (the next level of a choice)."""

    chat: int
    message: int
    page: Page


class Rekey(msgspec.Struct, frozen=True):
    """A message gets other buttons."""

    chat: int
    message: int
    keyboard: InlineKeyboardMarkup


class Remove(msgspec.Struct, frozen=True):
    """A message of ours disappears."""

    chat: int
    message: int


class Give(msgspec.Struct, frozen=True):
    """The file of a record. `again` makes the page that plays its game again: it goes with it."""

    chat: int
    name: str
    content: bytes
    thread: int = 0
    again: Callable[[], bytes] | None = None


class GiveAlone(msgspec.Struct, frozen=True):
    """The same for the private chat of whoever pressed. The press is answered with `text`, or with
    the way to Start if we cannot write there."""

    query: str
    chat: int
    name: str
    content: bytes
    text: str
    url: str
    again: Callable[[], bytes] | None = None


class TryPrivate(msgspec.Struct, frozen=True):
    """Somebody took a seat, and we do not know yet whether we can write to them: we try, and
    answer the press with the way to Start if we cannot."""

    query: str
    user: str
    name: str
    language: str
    page: Page
    url: str


class ShowAlone(msgspec.Struct, frozen=True):
    """A hand card in the group that only the presser sees; an alert where that fails."""

    query: str
    chat: int
    page: Page
    alert: str
    room: int


class ChangeAlone(msgspec.Struct, frozen=True):
    """Such a card by its `number` gets another text and other buttons."""

    query: str
    chat: int
    user: str
    number: int
    page: Page
    alert: str


class ShowPanels(msgspec.Struct, frozen=True):
    """A match in four panels, as a picture (SVG) with its words. `room` is the room for which it
    is, of which is kept whether it stands there; None: it is for one person."""

    chat: int
    svg: str
    words: str
    table: str
    thread: int = 0
    room: int | None = None


class CloseLobby(msgspec.Struct, frozen=True):
    """The end of the lobby of a table."""

    table: str


class AsAdmin(msgspec.Struct, frozen=True):
    """Something that only counts if an admin of the group asked for it: another language for a
    room (none named: the next one), or the end of the lobby of a table. `query` is empty if it
    was typed. For others `refused` is done."""

    query: str
    chat: int
    heard: Heard
    what: Speak | CloseLobby
    refused: AnswerPress | Tell


Do = (
    AnswerPress
    | Tell
    | Change
    | Rekey
    | Remove
    | Give
    | GiveAlone
    | TryPrivate
    | ShowAlone
    | ChangeAlone
    | ShowPanels
    | AsAdmin
)


class Doer:
    """Does what was decided. Nothing of it is needed for the game to go on."""

    def __init__(self, api: Api, people: People, writer: Writer) -> None:
        self.api = api
        self.people = people
        self.alone = AloneCalls(api)
        self.answers = Answers(api)
        self.as_admin: Callable[[Heard, Speak | CloseLobby], object] = lambda heard, what: None
        self.paint: Paint = no_picture
        self._writer = writer
        self._showing: set[tuple[int, str]] = set()  # panels that are on the way to a chat
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, things: Sequence[Do]) -> None:
        """Do things one after another, without anybody waiting for them."""
        if things:
            task = asyncio.get_running_loop().create_task(self._all(things))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def finish(self, patience: float = FINISH) -> None:
        """Wait for what was begun, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        for task in list(self._tasks):
            task.cancel()

    async def _all(self, things: Sequence[Do]) -> None:
        for thing in things:
            try:
                await self._do(thing)
            except OurTrouble as trouble:
                log.warning("%s could not be done: %s", type(thing).__name__, trouble)
            except Exception:
                log.exception("%s could not be done", type(thing).__name__)

    async def _do(self, thing: Do) -> None:
        match thing:
            case AnswerPress():
                text = cut(thing.text, LONGEST_ANSWER)[0]
                await self.api.answer(thing.query, text, alert=thing.alert, url=thing.url)
            case Tell():
                await self._tell(thing)
            case Change():
                if await self.api.patiently(thing.chat):
                    page = thing.page
                    await self.api.edit(thing.chat, thing.message, page.text, page.keyboard)
            case Rekey():
                if await self.api.patiently(thing.chat):
                    await self.api.rekey(thing.chat, thing.message, thing.keyboard)
            case Remove():
                if await self.api.patiently(thing.chat):
                    await self.api.delete(thing.chat, thing.message)
            case Give():
                if await self.api.patiently(thing.chat):
                    await self._give(thing)
            case GiveAlone():
                await self._give_alone(thing)
            case TryPrivate():
                await self._try(thing)
            case ShowAlone():
                await self.alone.show(thing.query, thing.chat, thing.page, thing.alert, thing.room)
            case ChangeAlone():
                await self.alone.change(
                    *(thing.query, thing.chat, thing.user, thing.number),
                    *(thing.page, thing.alert),
                )
            case ShowPanels():
                await self._show_panels(thing)
            case AsAdmin():
                await self._if_admin(thing)

    async def _tell(self, thing: Tell) -> None:
        if thing.again and not thing.below and await self.answers.edited(thing.chat, thing.pages):
            return
        sent = []
        for page in thing.pages:
            if not await self.api.patiently(thing.chat):
                return
            outcome = await self.api.send(
                thing.chat, page.text, page.keyboard, thread=thing.thread, quiet=thing.again
            )
            sent.append(outcome.message)
            unreachable = outcome.fate in (Fate.UNREACHABLE, Fate.DELETED)
            if thing.user and unreachable:
                deleted = outcome.fate is Fate.DELETED
                await self._writer.call(self.people.lost, thing.user, "", deleted)
                return
        if thing.again:
            await self.answers.sent(thing.chat, sent)

    async def _give(self, thing: Give | GiveAlone) -> Outcome:
        """The record, and before it the page that plays its game again, in one call."""
        files = [(thing.name, thing.content)]
        page = await _made(thing.again)
        if page:
            files.insert(0, (f"{thing.name.removesuffix('.json')}.html", page))
        thread = thing.thread if isinstance(thing, Give) else 0
        return await self.api.files(thing.chat, files, thread)

    async def _give_alone(self, thing: GiveAlone) -> None:
        if not await self.api.patiently(thing.chat):
            await self.api.answer(thing.query)
            return
        outcome = await self._give(thing)
        if outcome.fate in (Fate.UNREACHABLE, Fate.LOST):
            await self.api.answer(thing.query, url=thing.url)
        else:
            done = outcome.fate is Fate.DONE
            await self.api.answer(thing.query, thing.text if done else "")

    async def _show_panels(self, thing: ShowPanels) -> None:
        """The picture with its words, or else the words alone. Whether they stand in the room is
        kept, so that they stand there once."""
        if (thing.chat, thing.table) in self._showing:
            return  # pressed again: they are on the way there
        self._showing.add((thing.chat, thing.table))
        shown = False
        try:
            shown = await self._panels(thing)
        finally:
            self._showing.discard((thing.chat, thing.table))
            if thing.room is not None:
                done = partial(panels_done, self.people.house, thing.table, thing.room)
                await self._writer.call(partial(done, self.people.now(), shown=shown))

    async def _panels(self, thing: ShowPanels) -> bool:
        """Whether they stand there now, or may."""
        if not await self.api.patiently(thing.chat, PANELS_WAIT):
            return False
        picture = await self.paint(thing.svg)
        if not await self.api.patiently(thing.chat):
            return False
        outcome = Outcome(Fate.REFUSED)
        if picture:
            words = cut(thing.words, LONGEST_CAPTION)[0]
            outcome = await self.api.photo(thing.chat, picture, words, thing.thread)
        if outcome.fate is Fate.REFUSED:  # pictures may be forbidden where words are not
            text = escape(thing.words)
            outcome = await self.api.send(thing.chat, text, thread=thing.thread)
        return outcome.fate in (Fate.DONE, Fate.UNSURE)

    async def _try(self, thing: TryPrivate) -> None:
        outcome = await self.api.send(
            number_of(thing.user), thing.page.text, thing.page.keyboard, quiet=True
        )
        if outcome.fate is Fate.DONE:
            await self.api.answer(thing.query)
            await self._writer.call(self.people.reached, thing.user, thing.name, thing.language)
            return
        if outcome.fate in (Fate.UNREACHABLE, Fate.LOST):
            await self.api.answer(thing.query, url=thing.url)
            await self._writer.call(self.people.lost, thing.user, thing.name, False)
            return
        await self.api.answer(thing.query)

    async def _if_admin(self, thing: AsAdmin) -> None:
        user = number_of(thing.heard.user)
        status = ""
        if await self.api.patiently(thing.chat):
            outcome = await self.api.call(
                thing.chat,
                lambda: raw(self.api.bot, "getChatMember", chat_id=thing.chat, user_id=user),
            )
            status = str(field(outcome.result, "status"))
        if status not in ADMINS:
            await self._do(thing.refused)
            return
        await self._writer.call(self.as_admin, thing.heard, thing.what)
        if thing.query:
            await self.api.answer(thing.query)


async def _made(again: Callable[[], bytes] | None) -> bytes:
    """The page that plays a game again, made beside everything else; empty if there is none, or
    none in time."""
    if again is None:
        return b""
    try:
        async with asyncio.timeout(MAKING):
            return await asyncio.to_thread(again)
    except TimeoutError:
        log.warning("a page of a record took too long")
    except Exception:
        log.exception("the page of a record could not be made")
    return b""
