"""Letters go out: the board of a group is edited in place, hands go to private chats."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from adapters.latch import Latch
from adapters.letter import Letter, Sent, Settle, Shown
from adapters.telegram import posted, render
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.delivery import Delivery
from adapters.telegram.doing import Do, Tell
from adapters.telegram.hands import Hands
from adapters.telegram.people import People, number_of
from adapters.telegram.pings import Pings, Why
from adapters.telegram.posted import Posted
from adapters.telegram.story import FOLDS, Story, newest, story
from adapters.telegram.style import LOG, STYLE, grouped
from adapters.telegram.texts import AimedHere, NeedsYou, NewRoundHere, StartsThere, TurnHere
from adapters.telegram.traffic import Traffic
from adapters.writer import Writer
from core.desk.board import group_sheet
from core.desk.lobby_board import CanStart
from core.house.house import House
from core.kernel.asks import Ask
from core.kernel.text import Message
from core.table.course import called
from core.table.failures import OurTrouble
from core.table.places import Room
from core.table.sayings import StillWaiting
from core.table.table import Chair, Closed, Finished, Lobby, Playing, Table
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
        writer: Writer,
        now: Callable[[], float],
        start: Callable[[Sequence[Do]], None],
    ) -> None:
        self.api = api
        self.house = house
        self.people = people
        self.traffic = traffic
        self.now = now
        self._writer = writer
        self._start = start
        self._folds: Latch[str] = Latch(traffic.pulse)
        self.pings = Pings(people.directory, now)
        traffic.show_again = lambda lane, table: self._writer.call(people.show_again, lane, table)
        self.hands = Hands(api, house, people, traffic, writer, now)

    async def alive(self) -> bool:
        """Whether Telegram answers us."""
        return await self.api.alive()

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what Telegram allows now: boards first, then everything else."""
        done = Delivery(settle)
        if letter.room is None:
            return await self.hands.send(letter, done)
        rest = self.traffic.rest(letter.room.chat)
        if rest:
            return Sent(wait=rest)
        for shown in letter.cards:
            await self._card(letter, letter.room, shown, done)
            if done.stopped:
                break
        else:
            await self._rest(letter, letter.room, done)
        return done.sent()

    async def _card(self, letter: Letter, room: Room, shown: Shown, done: Delivery) -> None:
        """Show a table: edit its message, or post a new one where people must notice."""
        chat, thread = posted.place(room.chat)
        before = posted.read(shown.card.message)
        table = shown.table
        told = story(letter, shown, before, folds=not self._folds.shut(FOLDS))
        fresh = tuple(line for line in letter.lines if line.table == table.id)
        called = self._called(letter, shown, before)
        moved = bool(before.message) and before.chat != chat
        anew = (
            not before.message
            or moved
            or (before.kind != _kind(table) and not isinstance(table, Closed))
            or bool(called)
            or self.traffic.wants_fresh(letter.lane, table.id)
            or self._ran_away(room.chat, before, table)
        )
        page = render.board(letter, shown, told, called)
        if not anew and page.hash == shown.card.hash:
            done.show(shown.card, self._now_shows(shown, page, told, before), page.hash, fresh)
            return
        if not anew and not fresh and self._can_wait(shown, before):
            lull = LULL - posted.since(before.edited, self.now())
            self.traffic.look_later(letter.lane, table.id, self.traffic.pulse() + lull)
            done.park()
            return
        if not anew:
            outcome = await self._calling(
                chat, done, lambda: self.api.edit(chat, before.message, page.text, page.keyboard)
            )
            if outcome.fate is Fate.DONE:
                await self._delivered(letter, room, shown, done)
                kept = self._now_shows(shown, page, told, before)
                done.show(shown.card, kept, page.hash, fresh)
                self.traffic.shows(letter.lane, table.id, kept)
                await self._ping(letter, shown, before)
                return
            if outcome.fate is not Fate.GONE:
                await self._failed(room, outcome, page, done)
                return
            self.traffic.want_fresh(letter.lane, table.id)
        outcome = await self._calling(
            chat, done, lambda: self.api.send(chat, page.text, page.keyboard, thread=thread)
        )
        if outcome.fate is not Fate.DONE:
            await self._failed(room, outcome, page, done)
            return
        await self._delivered(letter, room, shown, done)
        after = Posted(
            chat,
            outcome.message,
            self.now(),
            _kind(table),
            shown.sheet.question,
            round_of(table),
        )
        after = self._now_shows(shown, page, told, after)
        self.traffic.posted(room.chat, letter.lane, table.id, after)
        if before.message and before.buttons:
            self.traffic.strip_later(before.chat, before.message)
        done.show(shown.card, after, page.hash, fresh)
        await self._ping(letter, shown, before)

    async def _calling(
        self, chat: int, done: Delivery, call: Callable[[], Awaitable[Outcome]]
    ) -> Outcome:
        """Make a call to a chat if it may be made now; what went out before is settled first."""
        if wait := self.api.pacer.wait(chat):
            return Outcome(Fate.LATER, wait=wait)
        await done.settled()
        return await call()

    async def _delivered(self, letter: Letter, room: Room, shown: Shown, done: Delivery) -> None:
        """We could write into the room: what is shut there opens, what sleeps there wakes."""
        self.traffic.open(room.chat)
        if isinstance(shown.table, Playing) and shown.table.asleep:
            await self._writer.call(self.people.wake, room, shown.table.id)

    async def _ping(self, letter: Letter, shown: Shown, before: Posted) -> None:
        """Tell those who asked for it that one more is needed, or that the game begins. Nothing
        that happens here may make the board be sent again, nor hold up what comes after it."""
        try:
            self._start(await self._pings(letter, shown, before))
        except OurTrouble as trouble:
            log.warning("table %s: nobody could be told of it: %s", shown.table.id, trouble)
        except Exception:
            log.exception("table %s: nobody could be told of it", shown.table.id)

    async def _pings(self, letter: Letter, shown: Shown, before: Posted) -> list[Do]:
        table, room = shown.table, letter.room
        why: Why = "over"
        if before.kind == _kind(table) != "lobby":
            return []
        if isinstance(table, Lobby):
            if not self._needs_one(table, shown):
                return []
            why = "more"
        elif isinstance(table, Playing):
            why = "start"
        users = await self._writer.call(self.pings.due, table, why)
        title = room.title if room is not None and room.title else "…"
        game = self.house.games[table.game].title
        news = NeedsYou(title, game) if why == "more" else StartsThere(title, game)
        found: list[Do] = []
        for user in users:
            language = (await self._writer.call(self.people.directory.person, user)).language
            text = say(news, language or letter.language, Context(), STYLE)
            found.append(Tell(number_of(user), (render.page(text, []),), user=user))
        return found

    def _needs_one(self, lobby: Lobby, shown: Shown) -> bool:
        """The game cannot start yet, and could with one more."""
        more = replace(lobby, chairs=(*lobby.chairs, Chair("+1", user="+1")))
        could = CanStart() in group_sheet(more, self.house.games).asked
        return could and CanStart() not in shown.sheet.asked

    async def _rest(self, letter: Letter, room: Room, done: Delivery) -> None:
        """Lines without a card that could show them: a table that cannot be read, a room that
        was not let in."""
        tables = {shown.table.id for shown in letter.cards}
        lines = [line for line in letter.lines if line.table not in tables]
        chat, thread = posted.place(room.chat)
        texts = [f"▸ {say(line.message, letter.language, line.context, LOG)}" for line in lines]
        told = 0
        for text, upto in grouped(texts, render.ROOM):
            call = partial(self.api.send, chat, text, thread=thread, quiet=True)
            outcome = await self._calling(chat, done, call)
            if outcome.fate is not Fate.DONE:
                await self._failed(room, outcome, None, done)
                return
            self.traffic.open(room.chat)
            done.tell(lines[told:upto])
            told = upto

    async def _failed(
        self, room: Room, outcome: Outcome, page: render.Page | None, done: Delivery
    ) -> None:
        """A call to the group failed: who waits, and for how long."""
        match outcome.fate:
            case Fate.LATER | Fate.UNSENT:
                done.stop(outcome.wait)
            case Fate.UNSURE:
                done.stop(outcome.wait, unsure=True)
            case Fate.MOVED:
                await self._writer.call(self.people.move, room.chat, outcome.chat)
                done.stop(0.1)
            case Fate.CLOSED | Fate.MUTED | Fate.LOST:
                done.stop(self.traffic.shut(room.chat))
                log.warning("room %d cannot be written to (%s)", room.id, outcome.fate.value)
                await self._writer.call(self.people.suspend, room)
            case _ if page is not None and FOLDS in page.text:
                self._folds.close(FOLDS)  # perhaps this server does not know that
                done.stop(0.1)
            case _:
                done.stop(self.traffic.shut(room.chat))

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

    def _now_shows(self, shown: Shown, page: render.Page, told: Story, message: Posted) -> Posted:
        """What the message of a board shows from now on."""
        return replace(
            message,
            since=told.since,
            upto=newest(shown, message),
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
        return same and fewer and posted.since(before.edited, self.now()) < LULL

    def _ran_away(self, chat: str, before: Posted, table: Table) -> bool:
        """The chat has left the board behind."""
        if isinstance(table, Closed) or posted.since(before.at, self.now()) < SELDOM:
            return False
        return self.traffic.since(chat, before.message) >= RUN_AWAY


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
