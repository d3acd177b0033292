"""Private chats: a new message when it is somebody's turn, quiet edits when the hand changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from math import inf

import msgspec

from adapters.latch import Latch
from adapters.letter import Letter, Line, Sent, Shown
from adapters.telegram import posted, render
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.delivery import Delivery
from adapters.telegram.people import People, number_of
from adapters.telegram.posted import Posted
from adapters.telegram.style import STYLE, grouped
from adapters.telegram.texts import GameIsOver, MoreLines
from adapters.telegram.traffic import Traffic
from adapters.writer import Writer
from core.desk.board import group_sheet
from core.house.house import House
from core.table.course import called
from core.table.places import Showing
from core.table.sayings import HalfTime, Started
from core.table.table import Chair, Closed, Finished, Lobby, Playing, chair_of
from locales.tongue import Context, say

replace = msgspec.structs.replace

MOST_WHISPERS = 6  # lines that a card keeps until its owner's next turn
MOST_AT_ONCE = 12  # lines that come with a card


class Hands:
    """Delivers the letters of one person at a time."""

    def __init__(
        self,
        api: Api,
        house: House,
        people: People,
        traffic: Traffic,
        writer: Writer,
        now: Callable[[], float],
    ) -> None:
        self.api = api
        self.house = house
        self.people = people
        self.traffic = traffic
        self.now = now
        self.refused: Latch[str] = Latch(traffic.pulse)
        self._writer = writer

    async def send(self, letter: Letter, done: Delivery) -> Sent:
        """Whispers and hand cards. Whoever cannot be reached loses nothing: what was whispered
        stands on the hand, and the hand comes when they come, or when it is tried again."""
        person, user = letter.person, letter.user
        unreachable = person is not None and bool(person.name) and not person.reachable
        if unreachable:
            await self._writer.call(self.people.by_letters, user)
            if self.people.unreachable.shut(user):
                return self._left(letter, done)
        for shown in letter.cards:
            outcome = await self._card(letter, shown, done)
            if outcome is not None:
                return await self._failed(letter, outcome, done)
        with_cards = {shown.table.id for shown in letter.cards}
        rest = [line for line in letter.lines if line.table not in with_cards]
        outcome = await self._whisper(letter, rest, done)
        if outcome is not None:
            return await self._failed(letter, outcome, done)
        return done.sent()

    def _left(self, letter: Letter, done: Delivery) -> Sent:
        """Nothing can be sent to them now: it is looked at again in time. Cards that show nothing
        new need not wait; the others do."""
        done.tell(letter.lines)
        at = self.traffic.pulse() + self.people.unreachable.rest(letter.user)
        for shown in letter.cards:
            if not isinstance(shown.table, Playing):
                done.put(_settled(shown))
            elif shown.table.id not in done.shown:
                self.traffic.look_later(letter.lane, shown.table.id, at)
        done.stop(inf)
        return done.sent()

    async def _failed(self, letter: Letter, outcome: Outcome, done: Delivery) -> Sent:
        match outcome.fate:
            case Fate.UNREACHABLE | Fate.DELETED | Fate.LOST | Fate.MUTED:
                deleted = outcome.fate is Fate.DELETED
                await self._writer.call(self.people.lost, letter.user, _name(letter), deleted)
                return self._left(letter, done)
            case Fate.LATER | Fate.UNSENT:
                done.stop(outcome.wait)
            case Fate.UNSURE:
                done.stop(outcome.wait, unsure=True)
            case _:  # it is in the log; the card is looked at again when something changes
                done.stop(self.refused.close(letter.lane))
        return done.sent()

    async def _calling(
        self, letter: Letter, done: Delivery, call: Callable[[], Awaitable[Outcome]]
    ) -> Outcome:
        """Make a call to a person if it may be made now; what went out before is settled
        first. Whoever could not be reached before is reached again by a call that works."""
        if wait := self.api.pacer.wait(number_of(letter.user)):
            return Outcome(Fate.LATER, wait=wait)
        await done.settled()
        outcome = await call()
        if outcome.fate is Fate.DONE:
            self.refused.open(letter.lane)
            if letter.person is not None and letter.person.name and not letter.person.reachable:
                await self._writer.call(self.people.reached, letter.user, "", "")
        return outcome

    async def _card(self, letter: Letter, shown: Shown, done: Delivery) -> Outcome | None:
        """Show a hand: a new message in the owner's turn, an edit otherwise. None if all went
        well, else what went wrong."""
        table = shown.table
        before = posted.read(shown.card.message)
        whispers = [line for line in letter.lines if line.table == table.id]
        if isinstance(table, Lobby):
            return await self._after_lines(letter, shown, whispers, done)
        if isinstance(table, Finished | Closed):
            failed = await self._whisper(letter, whispers, done)
            if failed is not None:
                return failed
            return await self._over(letter, shown, before, done)
        chair = _chair(table, letter.user)
        if chair is None:
            return await self._after_lines(letter, shown, whispers, done)
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
        lines = self._whispered(letter, whispers)
        if not anew and not (before.buttons and not mine):  # else what came before is old news
            lines = [*before.whispers, *lines][-max(MOST_WHISPERS, len(lines)) :]
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
            done.put(_settled(shown), whispers)
            return None
        failed, card = await self._put(letter, shown, before, after, page, content, anew, done)
        if failed is None:
            done.put(card, whispers)
        return failed

    def _whispered(self, letter: Letter, whispers: Sequence[Line]) -> list[str]:
        """Whispers for a card; what is too much is counted."""
        more, newest = max(0, len(whispers) - MOST_AT_ONCE), whispers[-MOST_AT_ONCE:]
        lines = [say(line.message, letter.language, line.context, STYLE) for line in newest]
        return [say(MoreLines(more), letter.language, Context(), STYLE), *lines] if more else lines

    async def _put(
        self,
        letter: Letter,
        shown: Shown,
        before: Posted,
        after: Posted,
        page: render.Page,
        content: str,
        anew: bool,
        done: Delivery,
    ) -> tuple[Outcome | None, Showing]:
        """Send or edit a card. Tells what went wrong, or the card as it is now."""
        chat, api = number_of(letter.user), self.api
        if not anew:
            edit = partial(api.edit, chat, before.message, page.text, page.keyboard)
            outcome = await self._calling(letter, done, edit)
            if outcome.fate is Fate.DONE:
                self.traffic.shows(letter.lane, shown.table.id, after)
                return None, _card(shown.card, after, content)
            if outcome.fate is not Fate.GONE:
                return outcome, shown.card
            self.traffic.want_fresh(letter.lane, shown.table.id)
        send = partial(api.send, chat, page.text, page.keyboard, protect=True)
        outcome = await self._calling(letter, done, send)
        if outcome.fate is not Fate.DONE:
            return outcome, shown.card
        if before.message:
            self.traffic.strip_later(before.chat or chat, before.message)
        kind: posted.Kind = "playing"
        after = replace(after, chat=chat, message=outcome.message, at=self.now(), kind=kind)
        self.traffic.shows(letter.lane, shown.table.id, after)
        return None, _card(shown.card, after, content)

    async def _over(
        self, letter: Letter, shown: Shown, before: Posted, done: Delivery
    ) -> Outcome | None:
        """After the game the last card has no buttons."""
        if not before.message or before.kind == "finished":
            done.put(_settled(shown))
            return None
        quiet = replace(shown, sheet=replace(shown.sheet, lines=(GameIsOver(),), buttons=()))
        page = render.hand(letter, quiet, (), (), (), False)
        edit = partial(self.api.edit, number_of(letter.user), before.message, page.text, None)
        outcome = await self._calling(letter, done, edit)
        if outcome.fate not in (Fate.DONE, Fate.GONE):
            return outcome
        done.put(_card(shown.card, replace(before, kind="finished", buttons=False), page.hash))
        return None

    async def _after_lines(
        self, letter: Letter, shown: Shown, lines: list[Line], done: Delivery
    ) -> Outcome | None:
        """Nothing to show but what was whispered."""
        failed = await self._whisper(letter, lines, done)
        if failed is None:
            done.put(_settled(shown))
        return failed

    async def _whisper(self, letter: Letter, lines: list[Line], done: Delivery) -> Outcome | None:
        """Lines for this person alone, each told when its page went out. None if all went
        well."""
        chat = number_of(letter.user)
        texts = [say(line.message, letter.language, line.context, STYLE) for line in lines]
        told = 0
        for text, upto in grouped(texts, render.ROOM):
            send = partial(self.api.send, chat, text, quiet=True, protect=True)
            outcome = await self._calling(letter, done, send)
            if outcome.fate is not Fate.DONE:
                return outcome
            done.tell(lines[told:upto])
            told = upto
        return None


def _card(card: Showing, after: Posted, content: str) -> Showing:
    return replace(card, message=posted.write(after), hash=content, outdated=False)


def _settled(shown: Shown) -> Showing:
    return replace(shown.card, outdated=False)


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
