"""Letters go out: the board of a group is edited in place, hands go to private chats."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import TypeVar

import msgspec

from adapters.letter import Letter, Line, Sent, Settle, Shown
from adapters.telegram import posted, render
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.hands import Hands
from adapters.telegram.people import People, number_of
from adapters.telegram.pings import Pings, Why
from adapters.telegram.posted import Posted
from adapters.telegram.style import LOG, STYLE, pages
from adapters.telegram.texts import AimedHere, NeedsYou, NewRoundHere, StartsThere, TurnHere
from adapters.telegram.traffic import Traffic
from core.board import group_sheet
from core.course import called
from core.game import Ask
from core.house import House
from core.panels import CanStart
from core.ports import Card
from core.sayings import StillWaiting
from core.table import Chair, Closed, Finished, Lobby, Playing, Table
from core.text import Message
from locales.tongue import Context, say

log = logging.getLogger("fumibako.telegram")
R = TypeVar("R")
replace = msgspec.structs.replace

RUN_AWAY = 25  # messages of others after which a board is posted again
LULL = 8.0  # seconds between two boards that only tell that somebody has answered
SELDOM = 120.0  # seconds between two such posts at least


class TelegramSay:
    """Delivers letters as the buckets allow; what is not sent stays in its lane."""

    def __init__(
        self,
        api: Api,
        house: House,
        people: People,
        traffic: Traffic,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
    ) -> None:
        self.api = api
        self.house = house
        self.people = people
        self.traffic = traffic
        self.now = now
        self._writer = writer
        self.pings = Pings(people.directory, now)
        traffic.show_again = lambda lane, table: self._call(people.show_again, lane, table)
        self.hands = Hands(api, house, people, traffic, writer, now)

    async def alive(self) -> bool:
        """Whether Telegram answers at all."""
        outcome = await self.api.plain(self.api.bot.get_me)
        return outcome.fate is not Fate.UNSURE

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what Telegram allows now."""
        if letter.room is None:
            return await self.hands.send(letter)
        if self.traffic.is_shut(letter.room.chat):
            return Sent(wait=inf)
        done = Delivery()
        for shown in letter.cards:
            await self._card(letter, shown, done)
            if done.wait:
                break
        if not done.wait:
            await self._rest(letter, done)
        return done.sent()

    async def _rest(self, letter: Letter, done: Delivery) -> None:
        """Notes without a card that could show them: a table that cannot be read."""
        tables = {shown.table.id for shown in letter.cards}
        lines = [line for line in letter.lines if line.table not in tables]
        if lines:
            await self._lines(letter, lines, done)

    async def _card(self, letter: Letter, shown: Shown, done: Delivery) -> None:
        """Show a table: edit its message, or post a new one where people must notice."""
        assert letter.room is not None
        chat, thread = posted.place(letter.room.chat)
        before = posted.read(shown.card.message)
        events, many = render.happened(letter, shown)
        fresh = tuple(line for line in letter.lines if line.table == shown.table.id)
        called = self._called(letter, shown, before)
        moved = bool(before.message) and before.chat != chat
        anew = (
            not before.message
            or moved
            or (before.kind != _kind(shown.table) and not isinstance(shown.table, Closed))
            or bool(called)
            or self.traffic.wants_fresh(letter.lane, shown.table.id)
            or self._ran_away(letter.room.chat, before, shown.table)
        )
        page = render.board(letter, shown, events, called)
        if not anew and page.hash == shown.card.hash:
            done.show(shown.card, before, page.hash, fresh)
            return
        if not anew and not fresh and self._can_wait(shown, before):
            self.traffic.look_later(letter.lane, shown.table.id, before.edited + LULL)
            done.wait = inf
            return
        if many and not await self._lines(letter, many, done):
            return
        wait = self.api.pacer.wait(chat)
        if wait:
            done.wait = wait
            return
        if not anew:
            outcome = await self.api.edit(chat, before.message, page.text, page.keyboard)
            if outcome.fate is Fate.DONE:
                kept = self._now_shows(shown, page, before)
                done.show(shown.card, kept, page.hash, fresh)
                self.traffic.shows(letter.lane, shown.table.id, kept)
                await self._ping(letter, shown, before)
                return
            if outcome.fate is not Fate.GONE:
                await self._failed(letter, outcome, done)
                return
            wait = self.api.pacer.wait(chat)
            if wait:
                card = replace(shown.card, message="", hash="", outdated=True)
                done.cards.append(card)
                done.wait = wait
                return
        outcome = await self.api.send(chat, page.text, page.keyboard, thread=thread)
        if outcome.fate is not Fate.DONE:
            await self._failed(letter, outcome, done)
            return
        after = Posted(
            chat,
            outcome.message,
            self.now(),
            _kind(shown.table),
            shown.sheet.question,
            round_of(shown.table),
        )
        after = self._now_shows(shown, page, after)
        self.traffic.posted(letter.room.chat, letter.lane, shown.table.id, after)
        if before.message and before.buttons:
            self.traffic.strip_later(before.chat, before.message)
        done.show(shown.card, after, page.hash, fresh)
        await self._ping(letter, shown, before)

    async def _ping(self, letter: Letter, shown: Shown, before: Posted) -> None:
        """Tell those who asked for it that one more is needed, or that the game begins. The
        board has been delivered: nothing that happens here may make it be sent again."""
        try:
            await self._tell_of(letter, shown, before)
        except Exception:
            log.exception("nobody could be told about table %s", shown.table.id)

    async def _tell_of(self, letter: Letter, shown: Shown, before: Posted) -> None:
        table, room = shown.table, letter.room
        why: Why = "over"
        if before.kind == _kind(table) != "lobby":
            return
        if isinstance(table, Lobby):
            if not self._needs_one(table, shown):
                return
            why = "more"
        elif isinstance(table, Playing):
            why = "start"
        users = await self._call(self.pings.due, table, why)
        title = room.title if room is not None and room.title else "…"
        game = self.house.games[table.game].title
        news = NeedsYou(title, game) if why == "more" else StartsThere(title, game)
        for user in users:
            language = (await self._call(self.people.directory.person, user)).language
            text = say(news, language or letter.language, Context(), STYLE)
            if await self.api.patiently(number_of(user), 2.0):
                await self.api.send(number_of(user), text)

    def _needs_one(self, lobby: Lobby, shown: Shown) -> bool:
        """The game cannot start yet, and could with one more."""
        more = replace(lobby, chairs=(*lobby.chairs, Chair("+1", user="+1")))
        could = CanStart() in group_sheet(more, self.house.games).asked
        return could and CanStart() not in shown.sheet.asked

    async def _lines(self, letter: Letter, lines: list[Line], done: Delivery) -> bool:
        """Lines that the board has no room for, in a message of their own."""
        assert letter.room is not None
        chat, thread = posted.place(letter.room.chat)
        texts = [f"▸ {say(line.message, letter.language, line.context, LOG)}" for line in lines]
        for text in pages(texts, render.ROOM):
            wait = self.api.pacer.wait(chat)
            if wait:
                done.wait = wait
                return False
            outcome = await self.api.send(chat, text, thread=thread, quiet=True)
            if outcome.fate is not Fate.DONE:
                await self._failed(letter, outcome, done)
                return False
        done.notes += [line.id for line in lines]
        return True

    async def _failed(self, letter: Letter, outcome: Outcome, done: Delivery) -> None:
        """A call to the group failed: who waits, and for how long."""
        assert letter.room is not None
        match outcome.fate:
            case Fate.LATER | Fate.UNSURE:
                done.wait = outcome.wait
            case Fate.MOVED:
                await self._call(self.people.move, letter.room.chat, outcome.chat)
                done.wait = 0.1
            case Fate.CLOSED | Fate.MUTED | Fate.LOST:
                self.traffic.shut(letter.room.chat)
                await self._call(self.people.suspend, letter.room)
                done.wait = inf
            case _:
                done.wait = 60.0  # it is in the log; trying often would use up the bucket

    def _called(self, letter: Letter, shown: Shown, before: Posted) -> list[Message]:
        """Calls people who play in the group and must notice the board: it is their turn, half of
        their time is over, or a new round began."""
        table = shown.table
        if not isinstance(table, Playing) or table.asleep:
            return []
        on_letters = {
            seat: chair
            for seat, chair in enumerate(table.chairs, 1)
            if chair.letters and chair.decides
        }
        reminded = {
            seat
            for line in letter.lines
            if line.table == table.id and isinstance(line.message, StillWaiting)
            for seat in line.message.seats
        }
        turn = before.question != shown.sheet.question
        game = self.house.games[table.game]
        ringing, question = called(table, game), game.ask(table.state)
        asked = {seat for seat in on_letters if seat in ringing and (seat in reminded or turn)}
        others = set(on_letters) - asked if round_of(table) != before.round else set()
        call = AimedHere if isinstance(question, Ask) and question.window else TurnHere
        calls: list[Message] = [call(tuple(sorted(asked)))] if asked else []
        return [*calls, NewRoundHere(tuple(sorted(others)))] if others else calls

    def _now_shows(self, shown: Shown, page: render.Page, message: Posted) -> Posted:
        """What the message of a board shows from now on."""
        return replace(
            message,
            buttons=page.keyboard is not None,
            shown=shown.sheet.question,
            waiting=len(shown.sheet.awaited),
            edited=self.now(),
        )

    def _can_wait(self, shown: Shown, before: Posted) -> bool:
        """Nothing has happened but that some of several people have answered: that need not be
        shown at once each time, for whoever is still asked sees the same."""
        fewer = 0 < len(shown.sheet.awaited) < before.waiting
        same = isinstance(shown.table, Playing) and before.shown == shown.sheet.question
        return same and fewer and self.now() < before.edited + LULL

    def _ran_away(self, chat: str, before: Posted, table: Table) -> bool:
        """The chat has left the board behind."""
        if isinstance(table, Closed) or self.now() - before.at < SELDOM:
            return False
        return self.traffic.since(chat, before.message) >= RUN_AWAY

    async def _call(self, function: Callable[..., R], *arguments: object) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, function, *arguments)


class Delivery:
    """What of a letter is done so far."""

    def __init__(self) -> None:
        self.notes: list[int] = []
        self.cards: list[Card] = []
        self.wait = 0.0

    def show(self, card: Card, after: Posted, hash: str, lines: tuple[Line, ...]) -> None:
        """A card shows the table as it is now, with these lines."""
        self.cards.append(replace(card, message=posted.write(after), hash=hash, outdated=False))
        self.notes += [line.id for line in lines if line.id not in self.notes]

    def sent(self) -> Sent:
        """For the outbox."""
        return Sent(tuple(self.notes), tuple(self.cards), self.wait)


def round_of(table: Table) -> int:
    """The number of the round, in a game that has rounds; else 0."""
    return int(getattr(getattr(table, "state", None), "round", 0))


def _kind(table: Table) -> posted.Kind:
    match table:
        case Lobby():
            return "lobby"
        case Playing():
            return "playing"
        case Finished():
            return "finished"
        case Closed():
            return "closed"
