"""Private chats: a new message when it is somebody's turn, quiet edits when the hand changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from math import inf

import msgspec

from adapters.latch import Latch
from adapters.letter import HandShown, PersonLetter, Sent, Told
from adapters.telegram import posted, render
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.decide import Way
from adapters.telegram.decide_hand import HandPlan, hand_plan
from adapters.telegram.delivery import Delivery
from adapters.telegram.opening import CLOSED, Opener
from adapters.telegram.people import People, number_of
from adapters.telegram.story import FOLDS
from adapters.telegram.style import STYLE, grouped
from adapters.telegram.traffic import Traffic
from adapters.writer import Writer
from core.kernel.text import Message
from core.table.places import Showing
from locales.tongue import say

replace = msgspec.structs.replace


class Hands:
    """Delivers the letters of one person at a time."""

    def __init__(
        self,
        api: Api,
        people: People,
        traffic: Traffic,
        writer: Writer,
        now: Callable[[], float],
        opener: Opener,
        folds: Latch[str],
    ) -> None:
        self.api = api
        self.people = people
        self.traffic = traffic
        self.now = now
        self.opener = opener
        self.folds = folds  # whether this server knows what can be folded
        self.refused: Latch[str] = Latch(traffic.pulse)
        self._writer = writer

    async def send(self, letter: PersonLetter, done: Delivery) -> Sent:
        """Whispers and hand cards. Whoever cannot be reached loses nothing: what was whispered
        stands on the hand, and the hand comes when they come, or when it is tried again."""
        person, user = letter.person, letter.user
        unreachable = person is not None and bool(person.name) and not person.reachable
        if unreachable:
            await self._writer.call(self.people.by_letters, user)
            if self.people.unreachable.shut(user):
                return self._left(letter, done)
        for shown in letter.shown:
            outcome = await self._show(letter, shown, done)
            if outcome is not None:
                return await self._failed(letter, outcome, done)
        with_cards = {shown.table for shown in letter.shown}
        rest = [line for line in letter.lines if line.table not in with_cards]
        outcome = await self._whisper(letter, rest, done)
        if outcome is not None:
            return await self._failed(letter, outcome, done)
        return done.sent()

    def _left(self, letter: PersonLetter, done: Delivery) -> Sent:
        """Nothing can be sent to them now: it is looked at again in time. Cards that show nothing
        new need not wait; the others do."""
        done.tell(letter.lines)
        at = self.traffic.pulse() + self.people.unreachable.rest(letter.user)
        for shown in letter.shown:
            if shown.hand.phase != "playing":
                done.put(_settled(shown))
            elif shown.table not in done.shown:
                self.traffic.look_later(letter.lane, shown.table, at)
        done.stop(inf)
        return done.sent()

    async def _failed(self, letter: PersonLetter, outcome: Outcome, done: Delivery) -> Sent:
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
        self, letter: PersonLetter, done: Delivery, call: Callable[[], Awaitable[Outcome]]
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

    async def _show(self, letter: PersonLetter, shown: HandShown, done: Delivery) -> Outcome | None:
        """Show a hand. None if all went well, else what went wrong."""
        before = posted.read(shown.showing.message)
        fresh = self.traffic.wants_fresh(letter.lane, shown.table)
        playing = shown.hand.phase == "playing" and shown.hand.sits
        opens = await self.opener.hand(shown.table, letter.user) if playing else CLOSED
        folds = not self.folds.shut(FOLDS)
        plan = hand_plan(letter, shown, before, anew=fresh, opens=opens, folds=folds)
        if plan.way in (Way.TELL, Way.END):
            failed = await self._whisper(letter, plan.lines, done)
            if failed is None and plan.way is Way.END:
                failed = await self._end(letter, shown, plan, done)
            elif failed is None:
                done.put(_settled(shown))
            return failed
        if plan.way is Way.KEEP:
            self.traffic.shows(letter.lane, shown.table, plan.after)
            done.put(_settled(shown), plan.lines)
            return None
        outcome = Outcome(Fate.GONE)
        if plan.way is Way.EDIT:
            outcome = await self._edit(letter, shown, plan, done)
        if outcome.fate is Fate.GONE:
            outcome = await self._post(letter, shown, plan, done)
        if outcome.fate is Fate.REFUSED and FOLDS in plan.page.text and folds:
            self.folds.close(FOLDS)  # perhaps this server does not know that
            return Outcome(Fate.UNSENT, wait=0.1)
        return None if outcome.fate is Fate.DONE else outcome

    async def _edit(
        self, letter: PersonLetter, shown: HandShown, plan: HandPlan, done: Delivery
    ) -> Outcome:
        page, message = plan.page, plan.after.message
        edit = partial(self.api.edit, number_of(letter.user), message, page.text, page.keyboard)
        outcome = await self._calling(letter, done, edit)
        if outcome.fate is Fate.DONE:
            self.traffic.shows(letter.lane, shown.table, plan.after)
            done.show(shown.showing, plan.after, plan.content, plan.lines)
        elif outcome.fate is Fate.GONE:
            self.traffic.want_fresh(letter.lane, shown.table)
        return outcome

    async def _post(
        self, letter: PersonLetter, shown: HandShown, plan: HandPlan, done: Delivery
    ) -> Outcome:
        chat, page, before = number_of(letter.user), plan.page, plan.after
        send = partial(
            self.api.send, chat, page.text, page.keyboard, quiet=plan.quiet, protect=True
        )
        outcome = await self._calling(letter, done, send)
        if outcome.fate is not Fate.DONE:
            return outcome
        if before.message:
            self.traffic.remove_later(before.chat or chat, before.message, plan.remains)
        after = replace(before, chat=chat, message=outcome.message, at=self.now(), kind="playing")
        self.traffic.shows(letter.lane, shown.table, after)
        done.show(shown.showing, after, plan.content, plan.lines)
        return outcome

    async def _end(
        self, letter: PersonLetter, shown: HandShown, plan: HandPlan, done: Delivery
    ) -> Outcome | None:
        """The last card is told to be the last one."""
        chat, page = number_of(letter.user), plan.page
        edit = partial(self.api.edit, chat, plan.after.message, page.text, page.keyboard)
        outcome = await self._calling(letter, done, edit)
        if outcome.fate not in (Fate.DONE, Fate.GONE):
            return outcome
        done.show(shown.showing, plan.after, plan.content)
        return None

    async def _whisper(
        self, letter: PersonLetter, lines: Sequence[Told[Message]], done: Delivery
    ) -> Outcome | None:
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


def _settled(shown: HandShown) -> Showing:
    return replace(shown.showing, outdated=False)


def _name(letter: PersonLetter) -> str:
    return next((each.hand.name for each in letter.shown if each.hand.name), letter.user)
