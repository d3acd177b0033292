"""Private chats: a new message when it is somebody's turn, quiet edits when the hand changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf

import msgspec

from adapters.letter import Letter, Line, Sent, Shown
from adapters.telegram import posted, render
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.people import People, number_of
from adapters.telegram.posted import Posted
from adapters.telegram.style import STYLE, pages
from adapters.telegram.texts import GameIsOver
from adapters.telegram.traffic import Traffic
from core.board import group_sheet
from core.course import called
from core.house import House
from core.ports import Card
from core.sayings import HalfTime, Started
from core.table import Chair, Closed, Finished, Lobby, Playing, Table, chair_of
from locales.tongue import say

replace = msgspec.structs.replace

MOST_WHISPERS = 6  # lines that a card keeps until its owner's next turn


class Hands:
    """Delivers the letters of one person at a time."""

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

    async def send(self, letter: Letter) -> Sent:
        """Whispers and hand cards. Whoever cannot be reached loses nothing: what was whispered
        stands on the hand, and the hand comes when they come."""
        everything = tuple(line.id for line in letter.lines)
        person = letter.person
        if person is not None and person.name and not person.reachable:
            await self._call(self.people.lost, letter.user, "", False)
            # Cards that show nothing new need not wait; the others do.
            done = tuple(_settled(shown) for shown in letter.cards if not _playing(shown.table))
            return Sent(everything, done, inf)
        notes: list[int] = []
        cards: list[Card] = []
        with_cards = {shown.table.id for shown in letter.cards}
        for shown in letter.cards:
            outcome = await self._card(letter, shown)
            if isinstance(outcome, Outcome):
                return await self._failed(letter, outcome, notes, cards)
            cards.append(outcome)
            notes += [line.id for line in letter.lines if line.table == shown.table.id]
        rest = [line for line in letter.lines if line.table not in with_cards]
        failed = await self._whisper(letter, rest)
        if failed is not None:
            return await self._failed(letter, failed, notes, cards)
        return Sent(everything, tuple(cards))

    async def _failed(
        self, letter: Letter, outcome: Outcome, notes: list[int], cards: list[Card]
    ) -> Sent:
        match outcome.fate:
            case Fate.UNREACHABLE | Fate.DELETED | Fate.LOST:
                name = _name(letter)
                deleted = outcome.fate is Fate.DELETED
                await self._call(self.people.lost, letter.user, name, deleted)
                return Sent(tuple(line.id for line in letter.lines), tuple(cards), inf)
            case Fate.LATER | Fate.UNSURE:
                return Sent(tuple(notes), tuple(cards), outcome.wait)
            case _:
                return Sent(tuple(notes), tuple(cards), 5.0)

    async def _card(self, letter: Letter, shown: Shown) -> Card | Outcome:
        """Show a hand: a new message in the owner's turn, an edit otherwise."""
        table = shown.table
        before = posted.read(shown.card.message)
        whispers = [line for line in letter.lines if line.table == table.id]
        if isinstance(table, Lobby):
            return await self._after_lines(letter, shown, whispers)
        if isinstance(table, Finished | Closed):
            failed = await self._whisper(letter, whispers)
            if failed is not None:
                return failed
            return await self._over(letter, shown, before)
        chair = _chair(table, letter.user)
        if chair is None:
            return await self._after_lines(letter, shown, whispers)
        mine = chair.decides and _seat(table, letter.user) in shown.sheet.awaited
        nudge = any(isinstance(line.message, HalfTime) for line in whispers)
        # A window that several answer stands on the board too; it does not ring everybody.
        game = self.house.games[table.game]
        rings = mine and _seat(table, letter.user) in called(table, game)
        turn = rings and before.question != shown.sheet.question
        fresh = self.traffic.wants_fresh(letter.lane, table.id)
        anew = not before.message or (rings and nudge) or turn or fresh
        newest = shown.told[-1].id if shown.told else 0
        same = mine and before.question == shown.sheet.question
        since = before.since if same else max(before.upto, _start(shown))
        events = [line for line in shown.told if line.id > since]
        common = group_sheet(table, self.house.games).lines
        lines = [say(line.message, letter.language, line.context, STYLE) for line in whispers]
        if not anew:
            over = before.buttons and not mine  # what was told before their move is old news
            lines = [*(() if over else before.whispers), *lines][-MOST_WHISPERS:]
        page = render.hand(letter, shown, common, events, lines, mine)
        content = _quiet_hash(page)
        if mine:  # that others have answered meanwhile is no reason to change the message
            bare = render.hand(letter, shown, common, events, lines, mine, board=False)
            content = bare.hash
        after = replace(
            before,
            question=shown.sheet.question if mine else before.question,
            since=since if mine else before.since,
            upto=newest if mine else before.upto,
            buttons=mine,
            whispers=tuple(lines),
        )
        if not anew and content == shown.card.hash:
            return replace(shown.card, outdated=False)
        return await self._put(letter, shown, before, after, page, content, anew)

    async def _put(
        self,
        letter: Letter,
        shown: Shown,
        before: Posted,
        after: Posted,
        page: render.Page,
        content: str,
        anew: bool,
    ) -> Card | Outcome:
        chat = number_of(letter.user)
        if wait := self.api.pacer.wait(chat):
            return Outcome(Fate.LATER, wait=wait)
        if not anew:
            outcome = await self.api.edit(chat, before.message, page.text, page.keyboard)
            if outcome.fate is Fate.DONE:
                self.traffic.shows(letter.lane, shown.table.id, after)
                return _card(shown.card, after, content)
            if outcome.fate is not Fate.GONE:
                return outcome
        outcome = await self.api.send(chat, page.text, page.keyboard, protect=True)
        if outcome.fate is not Fate.DONE:
            return outcome
        if before.message:
            self.traffic.strip_later(before.chat or chat, before.message)
        kind: posted.Kind = "playing"
        after = replace(after, chat=chat, message=outcome.message, at=self.now(), kind=kind)
        self.traffic.shows(letter.lane, shown.table.id, after)
        return _card(shown.card, after, content)

    async def _over(self, letter: Letter, shown: Shown, before: Posted) -> Card | Outcome:
        """After the game the last card has no buttons."""
        if not before.message or before.kind == "finished":
            return replace(shown.card, outdated=False)
        chat = number_of(letter.user)
        if wait := self.api.pacer.wait(chat):
            return Outcome(Fate.LATER, wait=wait)
        quiet = replace(shown, sheet=replace(shown.sheet, lines=(GameIsOver(),), buttons=()))
        page = render.hand(letter, quiet, (), (), (), False)
        outcome = await self.api.edit(chat, before.message, page.text, None)
        if outcome.fate not in (Fate.DONE, Fate.GONE):
            return outcome
        return _card(shown.card, replace(before, kind="finished", buttons=False), page.hash)

    async def _after_lines(self, letter: Letter, shown: Shown, lines: list[Line]) -> Card | Outcome:
        """Nothing to show but what was whispered."""
        failed = await self._whisper(letter, lines)
        return failed if failed is not None else _settled(shown)

    async def _whisper(self, letter: Letter, lines: list[Line]) -> Outcome | None:
        """Lines for this person alone. None if all went well."""
        if not lines:
            return None
        chat = number_of(letter.user)
        texts = [say(line.message, letter.language, line.context, STYLE) for line in lines]
        for text in pages(texts, render.ROOM):
            if wait := self.api.pacer.wait(chat):
                return Outcome(Fate.LATER, wait=wait)
            outcome = await self.api.send(chat, text, quiet=True, protect=True)
            if outcome.fate is not Fate.DONE:
                return outcome
        return None

    async def _call(self, function: Callable[..., object], *arguments: object) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writer, function, *arguments)


def _card(card: Card, after: Posted, content: str) -> Card:
    return replace(card, message=posted.write(after), hash=content, outdated=False)


def _settled(shown: Shown) -> Card:
    return replace(shown.card, outdated=False)


def _playing(table: Table) -> bool:
    return isinstance(table, Playing)


def _quiet_hash(page: render.Page) -> str:
    """Outside of one's turn the number of the question in the buttons is no reason to change
    the message; that there are other buttons (standing orders) is one."""
    rows = page.keyboard.inline_keyboard if page.keyboard is not None else ()
    verbs = [render.verb(str(button.callback_data)) for row in rows for button in row]
    return render.page("\n".join((page.text, *verbs)), ()).hash


def _start(shown: Shown) -> int:
    """The last thing told before the game began: the lobby is no news in one's first turn."""
    begun = [line.id for line in shown.told if isinstance(line.message, Started)]
    return begun[-1] - 1 if begun else 0


def _chair(table: Playing, user: str) -> Chair | None:
    index = chair_of(table.chairs, user)
    return table.chairs[index] if index is not None else None


def _seat(table: Playing, user: str) -> int:
    index = chair_of(table.chairs, user)
    return index + 1 if index is not None else 0


def _name(letter: Letter) -> str:
    for shown in letter.cards:
        for chair in shown.table.chairs:
            if chair.user == letter.user:
                return chair.name
    return letter.user
