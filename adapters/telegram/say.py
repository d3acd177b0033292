"""Letters go out: the board of a group is edited in place, hands go to private chats."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from adapters.letter import (
    BoardShown,
    Letter,
    PersonLetter,
    RoomLetter,
    Say,
    Sent,
    Settle,
    on_board,
)
from adapters.telegram import posted, render
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.decide import BoardPlan, Known, Way, board_plan, new_board, shows_now
from adapters.telegram.delivery import Delivery
from adapters.telegram.doing import Do, Tell
from adapters.telegram.hands import Hands
from adapters.telegram.opening import Opener
from adapters.telegram.people import People, number_of
from adapters.telegram.pings import Pings, pinged
from adapters.telegram.posted import Posted
from adapters.telegram.quiet import Quiet
from adapters.telegram.standing import rings, standing, together
from adapters.telegram.story import FOLDS
from adapters.telegram.style import LOG, STYLE, grouped
from adapters.telegram.texts import HasBegun, NeedsYou, StartsThere
from adapters.telegram.traffic import Traffic
from adapters.writer import Writer
from core.table.failures import OurTrouble
from core.table.places import Room
from locales.tongue import Context, say

log = logging.getLogger("fumibako.telegram")


class TelegramSay(Say):
    """Delivers letters as the buckets allow; what is not sent stays in its lane."""

    def __init__(
        self,
        api: Api,
        people: People,
        traffic: Traffic,
        writer: Writer,
        now: Callable[[], float],
        start: Callable[[Sequence[Do]], None],
        opener: Opener,
    ) -> None:
        self.api = api
        self.people = people
        self.traffic = traffic
        self.now = now
        self._writer = writer
        self._start = start
        self.opener = opener
        self._folds = traffic.folding
        self.pings = Pings(people.directory, now)
        self.quiet = Quiet(people.directory)
        traffic.show_again = lambda lane, table: self._writer.call(people.show_again, lane, table)
        self.hands = Hands(api, people, traffic, writer, now, opener, self._folds)

    async def alive(self) -> bool:
        """Whether Telegram answers us."""
        return await self.api.alive()

    def room(self) -> int:
        """How many calls Telegram takes from all of us right now."""
        return self.api.pacer.room()

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what Telegram allows now: what stands for ever, boards, then everything else."""
        done = Delivery(settle)
        if isinstance(letter, PersonLetter):
            return await self.hands.send(letter, done)
        rest = self.traffic.rest(letter.room.chat)
        if rest:
            return Sent(wait=rest)
        await self._stand(letter, done)
        for shown in letter.shown:
            if done.stopped:
                break
            await self._show(letter, shown, done)
        if not done.stopped:
            await self._rest(letter, done)
        return done.sent()

    async def _stand(self, letter: RoomLetter, done: Delivery) -> None:
        """What is never changed afterwards: messages of its own, of which we forget where they
        are. They come before the board, so that the board stays last."""
        chat, thread = posted.place(letter.room.chat)
        never_edited = [line for line in letter.lines if not on_board(line)]
        for lines in together(never_edited):
            folds = not self._folds.shut(FOLDS)
            page = standing(lines, letter.language, folds=folds)
            send = partial(self.api.send, chat, page.text, page.keyboard, thread=thread)
            send = partial(send, quiet=not rings(lines))
            outcome = await self._calling(chat, done, send)
            if outcome.fate is not Fate.DONE:
                await self._failed(letter.room, outcome, page, done)
                return
            self.traffic.open(letter.room.chat)
            done.tell(lines)

    async def _show(self, letter: RoomLetter, shown: BoardShown, done: Delivery) -> None:
        """Show a table: edit its message, or post a new one where people must notice."""
        before = posted.read(shown.showing.message)
        plan = board_plan(letter, shown, before, self._known(letter, shown, before))
        if plan.way is Way.KEEP:
            after = shows_now(plan, shown, before, self.now())
            done.show(shown.showing, after, plan.page.hash, plan.lines)
            return
        if plan.way is Way.WAIT:
            at = self.traffic.pulse() + plan.wait
            self.traffic.look_later(letter.lane, shown.table, at)
            done.park()
            return
        gone = plan.way is Way.POST or await self._edit(letter, shown, plan, before, done)
        if gone:
            await self._post(letter, shown, plan, before, done)

    def _known(self, letter: RoomLetter, shown: BoardShown, before: Posted) -> Known:
        chat = letter.room.chat
        return Known(
            posted.place(chat)[0],
            self.now(),
            self.traffic.since(chat, before.message),
            self.traffic.wants_fresh(letter.lane, shown.table),
            not self._folds.shut(FOLDS),
            self.opener.board(shown.table),
        )

    async def _edit(
        self,
        letter: RoomLetter,
        shown: BoardShown,
        plan: BoardPlan,
        before: Posted,
        done: Delivery,
    ) -> bool:
        """Edit a board. Tells whether its message is gone, so that it needs a new one."""
        chat, page = before.chat, plan.page
        edit = partial(self.api.edit, chat, before.message, page.text, page.keyboard)
        outcome = await self._calling(chat, done, edit)
        if outcome.fate is Fate.GONE:
            self.traffic.want_fresh(letter.lane, shown.table)
            return True
        if outcome.fate is not Fate.DONE:
            await self._failed(letter.room, outcome, page, done)
            return False
        await self._delivered(letter, shown)
        after = shows_now(plan, shown, before, self.now())
        done.show(shown.showing, after, page.hash, plan.lines)
        self.traffic.shows(letter.lane, shown.table, after)
        await self._ping(letter, shown, before)
        return False

    async def _post(
        self,
        letter: RoomLetter,
        shown: BoardShown,
        plan: BoardPlan,
        before: Posted,
        done: Delivery,
    ) -> None:
        """Post a board anew; the message that showed it before loses its buttons."""
        room, page = letter.room, plan.page
        chat, thread = posted.place(room.chat)
        quiet = plan.quiet or await self._writer.call(self.quiet.is_on, room.id)
        send = partial(self.api.send, chat, page.text, page.keyboard, thread=thread, quiet=quiet)
        outcome = await self._calling(chat, done, send)
        if outcome.fate is not Fate.DONE:
            await self._failed(room, outcome, page, done)
            return
        await self._delivered(letter, shown)
        now = self.now()
        after = shows_now(plan, shown, new_board(shown, chat, outcome.message, now), now)
        self.traffic.posted(room.chat, letter.lane, shown.table, after)
        if before.message and before.kind in ("lobby", "drawing") and after.kind == "playing":
            remains = say(HasBegun(shown.board.game), letter.language, shown.context, STYLE)
            self.traffic.remove_later(before.chat, before.message, remains)
        elif before.message and before.buttons:
            self.traffic.strip_later(before.chat, before.message)
        done.show(shown.showing, after, page.hash, plan.lines)
        await self._ping(letter, shown, before)

    async def _calling(
        self, chat: int, done: Delivery, call: Callable[[], Awaitable[Outcome]]
    ) -> Outcome:
        """Make a call to a chat if it may be made now; what went out before is settled first."""
        if wait := self.api.pacer.wait(chat):
            return Outcome(Fate.LATER, wait=wait)
        await done.settled()
        return await call()

    async def _delivered(self, letter: RoomLetter, shown: BoardShown) -> None:
        """We could write into the room: what is shut there opens, what sleeps there wakes."""
        self.traffic.open(letter.room.chat)
        if shown.board.asleep:
            await self._writer.call(self.people.wake, letter.room, shown.table)

    async def _ping(self, letter: RoomLetter, shown: BoardShown, before: Posted) -> None:
        """Tell those who asked for it that one more is needed, or that the game begins. Nothing
        that happens here may make the board be sent again, nor hold up what comes after it."""
        try:
            self._start(await self._pings(letter, shown, before))
        except OurTrouble as trouble:
            log.warning("table %s: nobody could be told of it: %s", shown.table, trouble)
        except Exception:
            log.exception("table %s: nobody could be told of it", shown.table)

    async def _pings(self, letter: RoomLetter, shown: BoardShown, before: Posted) -> list[Do]:
        board, room = shown.board, letter.room
        why = pinged(board, before.kind)
        if why is None:
            return []
        seated = [each.user for each in board.sitters if each.user is not None]
        users = await self._writer.call(self.pings.due, board.table, seated, why)
        title = room.title or "…"
        news = NeedsYou(title, board.game) if why == "more" else StartsThere(title, board.game)
        found: list[Do] = []
        for user in users:
            language = (await self._writer.call(self.people.directory.person, user)).language
            text = say(news, language or letter.language, Context(), STYLE)
            found.append(Tell(number_of(user), (render.page(text, []),), user=user))
        return found

    async def _rest(self, letter: RoomLetter, done: Delivery) -> None:
        """Lines without a card that could show them: a table that cannot be read, a room that
        was not let in."""
        room, tables = letter.room, {shown.table for shown in letter.shown}
        lines = [line for line in letter.lines if line.table not in tables and on_board(line)]
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
