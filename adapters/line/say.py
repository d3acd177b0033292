"""Letters go out as replies: one for each event, of at most five objects, while a token lives."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from adapters.edge import Edge
from adapters.letter import (
    BoardShown,
    HandShown,
    Letter,
    PersonLetter,
    RoomLetter,
    Say,
    Sent,
    Settle,
    Told,
)
from adapters.line import board_face, compose, flex, hand_face, lobby_face, result_face
from adapters.line.api import Api
from adapters.line.chats import NEVER, Chats, Four
from adapters.line.decide import (
    UNTIL_SOMETHING_NEW,
    Chat,
    Made,
    group_plan,
    private_reply,
)
from adapters.line.fit import newest
from adapters.line.flex import Look
from adapters.line.nudges import Nudge, nudges_of
from adapters.line.people import PLATFORM, typed_key, writes_words
from adapters.line.pieces import Frame
from adapters.line.reply import Fate, Parcel, Replies
from adapters.line.stamps import Facts
from adapters.line.texts import HandWord, LineWords, RecordWord
from adapters.line.words import words_of
from adapters.picture.gallery import Gallery
from adapters.recent import Recent
from adapters.writer import Writer
from core.desk.fairness import HaveCut
from core.desk.sheets import Board
from core.house import clock as watch
from core.house.afterwards import panels_done
from core.house.house import House
from core.house.ports import Directory, Reads
from core.house.timing import DRAWING_LASTS
from core.kernel.text import Message, Public
from core.table.failures import OurTrouble
from locales import tongue
from locales.tongue import Context
from locales.words import spellings

log = logging.getLogger("fumibako.line")
Data = dict[str, Any]

LOOK = 0.25  # seconds until a letter is looked at again that waits for a thought
SOON = 10.0  # seconds before a lane is tried again whose token is only too early
CODE = 5  # letters of a table's name in the word for the hand


def hand_word(table: str, language: str) -> str:
    """What the link to the hand at a table writes."""
    return tongue.say(HandWord(table[:CODE].upper()), language, Context())


class Pusher(Protocol):
    """Sends without a reply token, if the operator pays for it."""

    def join(self, chats: Chats) -> None:
        """Learn where groups are told things."""

    def works(self) -> None:
        """LINE has taken a reply: it may take more again."""

    async def note(self, user: str, messages: Sequence[Data], key: str) -> bool:
        """Send something else to a person; tells whether LINE has taken it."""

    async def offer(
        self, letter: PersonLetter, hands: Sequence[tuple[HandShown, Data]], nudges: Sequence[Nudge]
    ) -> Sent | None:
        """Send what is worth it to a person; None if nothing is sent."""


class Thoughts(Protocol):
    """What is known of computers that think: a reply waits for them, so that one token carries
    what a person did and what came of it."""

    def rest(self, table: str) -> float:
        """For how many seconds a reply should still wait for a table; 0: it need not."""

    async def patiently(self, table: str) -> None:
        """Wait until nothing is thought over there any more, but not for long."""


class _NoThoughts:
    """Nobody thinks."""

    def rest(self, table: str) -> float:
        return 0.0

    async def patiently(self, table: str) -> None:
        pass


NO_THOUGHTS: Thoughts = _NoThoughts()


class Links(Protocol):
    """Links to the page."""

    def seat_link(self, table: str, user: str) -> str:
        """The link of a person to their own seat; empty if there is none."""

    def line_link(self, table: str) -> str:
        """What opens the page from a group; empty if there is none."""


class LineSay(Say):
    """Answers events. What cannot be said now waits for the next one."""

    def __init__(
        self,
        chats: Chats,
        api: Api,
        house: House,
        directory: Directory,
        writer: Writer,
        edge: Edge,
        links: Links | None = None,
        push: Pusher | None = None,
        thoughts: Thoughts = NO_THOUGHTS,
        gallery: Gallery | None = None,
    ) -> None:
        self.gallery = gallery
        self.thoughts = thoughts
        self.chats = chats
        self.house = house
        self.directory = directory
        self.now = edge.keeper.now
        self.pulse = edge.keeper.pulse
        self.replies = Replies(chats, api, self.pulse, edge.channels)
        self.replies.stands = self._stands
        self.links = links
        self.push = push
        self.basic_id = ""
        self.why: Recent[str, Message] = Recent()  # why the last press of a person did nothing
        self._writer = writer
        if push is not None:
            push.join(chats)

    async def _stands(self, panels: Four) -> None:
        done = partial(panels_done, self.house, panels.table, panels.room, self.now(), shown=True)
        try:
            await self._writer.call(done)
        except OurTrouble as trouble:  # then they may be asked for again after a while
            log.warning("that panels stand in a room could not be kept: %s", trouble)

    async def alive(self) -> bool:
        """Whether LINE answers at all."""
        return await self.replies.alive()

    def holds_back(self, lane: str) -> bool:
        """Whether a person's letter waits until they write to us: nothing is pushed, and no
        token of theirs lives."""
        kind, _, user = lane.partition(":")
        platform, _, chat = user.partition(":")
        if kind != "person" or platform != PLATFORM or self.push is not None:
            return False
        return not self.chats.alive_anywhere(chat, self.pulse())

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what a token allows now."""
        gone = tuple(line.id for line in letter.lines if compose.stale(line))
        rest = max((self.thoughts.rest(shown.table) for shown in letter.shown), default=0.0)
        if rest:
            return Sent(gone, wait=min(rest, LOOK))
        if isinstance(letter, PersonLetter):
            return await self._private(letter, gone)
        return await self._public(letter, gone)

    async def flush(self, chat: str) -> None:
        """Say what was asked for, where nothing else waits."""
        if self.chats.of(chat).extras:
            await self._reply(chat, Parcel((), (), loud=False, board=False))

    async def _reply(self, chat: str, reply: Parcel, spares: float = 0.0) -> Fate:
        fate = await self.replies.send(chat, reply, spares)
        if fate is Fate.SAID and self.push is not None:
            self.push.works()
        return fate

    # A group

    async def _public(self, letter: RoomLetter, gone: tuple[int, ...]) -> Sent:
        room, state = letter.room, self.chats.of(letter.room.chat)
        facts = await self._writer.call(self._facts, letter)
        boards = [self._made(each, letter, facts) for each in newest(letter.shown)]
        chat = Chat(
            self.pulse(),
            facts.here,
            frozenset(state.wanted),
            bool(state.extras),
            state.board_at,
            state.pressed_at,
            state.held,
        )
        plan = group_plan(letter, boards, chat)
        state.held = plan.held
        if plan.reply is None:
            if plan.quiet:
                await self._writer.call(self._start_clocks, plan.quiet, chat.board_at)
            state.unread = state.unread if plan.unread is None else plan.unread
            return Sent(gone, plan.showings, wait=plan.wait)
        # The deal follows within seconds, and needs a token: while a table draws only a second
        # one may be used.
        drawing = any(each.board.phase == "drawing" for each in letter.shown)
        fate = await self._reply(room.chat, plan.reply, DRAWING_LASTS if drawing else 0.0)
        if fate is not Fate.SAID:
            state.unread = True
            pause = UNTIL_SOMETHING_NEW if drawing else self._pause(room.chat)
            return Sent(gone, wait=pause, unsure=fate is Fate.UNSURE)
        state.wanted -= chat.wanted
        return Sent(tuple(line.id for line in letter.lines), plan.reply.cards)

    def _start_clocks(self, quiet: Sequence[BoardShown], board_at: float) -> None:
        """In the writer's thread. The time of everybody at a keypad began with its board; who
        is asked just now has a minute at least."""
        shown_for = self.pulse() - board_at if board_at > NEVER else 0.0
        for shown in quiet:
            at = self.now() - min(shown_for, max(0.0, shown.limit - watch.AFTER_A_PAUSE))
            watch.shown(self.house, shown.table, shown.board.question, at)

    def _pause(self, chat: str) -> float:
        """With a live token that is only too early, the lane is tried again; else it waits for
        something new."""
        return SOON if self.chats.alive(chat, self.pulse() + SOON) else UNTIL_SOMETHING_NEW

    def _made(self, shown: BoardShown, letter: RoomLetter, facts: Facts) -> Made:
        """A board with its bubble. That one more has cut is no reason to show it again, nor are
        the words on it that are told once."""
        lines = tuple(line for line in shown.board.lines if not isinstance(line, HaveCut))
        quiet = msgspec.structs.replace(shown.board, lines=lines)
        counts = msgspec.structs.replace(shown, board=quiet, told=())
        told = [line for line in compose.lasting(letter.lines) if line.table == shown.table]
        return Made(
            shown,
            self._board(shown, letter, facts, told),
            self._board(counts, letter, facts),
        )

    def _board(
        self,
        shown: BoardShown,
        letter: RoomLetter,
        facts: Facts,
        lines: Sequence[Told[Public]] = (),
    ) -> Data:
        board = compose.adapted(shown.board, clock=shown.due is not None)
        look = self.look(letter.language, shown.context, shown.table, typed=facts.typed)
        if facts.typed:
            found = words_of(board, letter.language, shown.context)
            look = msgspec.structs.replace(look, words=found)
        if board.phase in ("lobby", "drawing", "closed"):
            return lobby_face.board(board, look, facts.met)
        state = self.chats.of(letter.room.chat)
        frame = Frame(
            shown,
            board,
            look,
            tuple(lines),
            page=self._page(board),
            letters=state.lettered == (board.table, board.question),
            asked=shown.table in state.wanted,
        )
        notes = compose.notes(shown, typed=facts.typed, small=frame.small)
        frame = msgspec.structs.replace(frame, notes=notes)
        return result_face.board(frame) if board.phase == "finished" else board_face.board(frame)

    def _page(self, board: Board) -> str:
        """What opens the page from a board that asks something; empty if nothing does."""
        return self.page_of(board.table) if board.phase == "playing" and board.asks else ""

    def page_of(self, table: str) -> str:
        """What opens the page from a group; empty if there is none."""
        return self.links.line_link(table) if self.links is not None else ""

    def look(self, language: str, context: Context, table: str, *, typed: bool = False) -> Look:
        """How bubbles about a table are made for a room or a person."""
        word = hand_word(table, language)
        record = tongue.say(RecordWord(table.upper()), language, Context())
        return Look(
            language,
            context,
            flex.hand_link(self.basic_id, word),
            flex.friend_link(self.basic_id),
            typed,
            cut=flex.hand_link(self.basic_id, spellings("cut", language)[0]),
            learn=flex.hand_link(self.basic_id, spellings("learn", language)[0]),
            record=flex.hand_link(self.basic_id, record),
        )

    def _facts(self, letter: RoomLetter) -> Facts:
        """In the writer's thread."""
        number = letter.room.id
        lobbies = [shown.board for shown in letter.shown if shown.board.phase == "lobby"]
        seated = [each for lobby in lobbies[-1:] for each in lobby.sitters if each.user]

        def look(reads: Reads) -> Facts:
            typed = writes_words(reads.kept(typed_key(number)), self.now())
            met = [each.name for each in seated if reads.kept(f"line.met:{each.user}")]
            return Facts(typed, tuple(met), reads.members(number))

        return self.house.store.read(look)

    # A chat of two

    async def _private(self, letter: PersonLetter, gone: tuple[int, ...]) -> Sent:
        chat = letter.user.partition(":")[2]
        state = self.chats.of(chat)
        hands = [(shown, await self._hand(shown, letter)) for shown in letter.shown]
        if not self.chats.alive(chat, self.pulse()):
            pushed = None
            if self.push is not None:
                nudges = await self._writer.call(nudges_of, self.house, letter)
                pushed = await self.push.offer(letter, hands, nudges)
            return pushed or Sent(gone, wait=UNTIL_SOMETHING_NEW)
        wanted, offered = frozenset(state.wanted), frozenset(state.offered)
        reply = private_reply(letter, hands, wanted, offered, self.why.get(letter.user))
        if not reply.messages and not state.extras:
            return Sent(gone, wait=UNTIL_SOMETHING_NEW)
        fate = await self._reply(chat, reply)
        if fate is not Fate.SAID:
            return Sent(gone, wait=self._pause(chat), unsure=fate is Fate.UNSURE)
        state.wanted -= wanted
        state.offered -= offered
        self.why.pop(letter.user, None)
        lines = tuple(line.id for line in letter.lines)
        return Sent(lines, reply.cards, UNTIL_SOMETHING_NEW)

    async def _hand(self, shown: HandShown, letter: PersonLetter) -> Data:
        hand, user = compose.hand_for_line(shown.hand), letter.user
        look = self.look(letter.language, shown.context, shown.table)
        links = []
        if self.links is not None and hand.phase == "playing" and hand.sits:
            link = await self._writer.call(self.links.seat_link, shown.table, user)
            links = [flex.link(LineWords.PAGE, link, look)] if link else []
        notes = compose.notes_of_hand(hand, self.why.get(user), paged=bool(links))
        return hand_face.hand(hand, look, [look.say(each) for each in notes], links)
