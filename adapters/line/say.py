"""Letters go out as replies: one for each event, of at most five objects, while a token lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from adapters.edge import Edge
from adapters.letter import Letter, Sent, Settle, Shown
from adapters.line import compose, flex
from adapters.line.api import Api
from adapters.line.chats import NEVER, Chats, ChatState
from adapters.line.fit import newest
from adapters.line.flex import Look
from adapters.line.nudges import Nudge, nudges_of
from adapters.line.orders import topic_of
from adapters.line.reply import Fate, Parcel, Replies
from adapters.line.stamps import (
    Facts,
    asks_anew,
    held,
    is_new,
    mentioned,
    same_keys,
    still_serves,
    stored,
)
from adapters.line.texts import (
    BackToTheGroup,
    HandWord,
    LineWords,
    NotYourTurnYet,
    ReadyNow,
    WasRefused,
)
from adapters.line.words import words_of
from adapters.writer import Writer
from core.house import clock as watch
from core.house.house import House
from core.house.ports import Directory
from core.kernel.text import Message, Secret
from core.table.table import Closed, Lobby, Playing, chair_of
from locales import tongue
from locales.tongue import Context

Data = dict[str, Any]
R = TypeVar("R")

UNTIL_SOMETHING_NEW = float("inf")
CALM = 5.0  # seconds without a press after which whoever is asked on a board of keys is called
TOGETHER = 15.0  # seconds after which they are called though others go on pressing
SOON = 10.0  # seconds before a lane is tried again whose token is only too early
CODE = 5  # letters of a table's name in the word for the hand


class Pusher(Protocol):
    """Sends without a reply token, if the operator pays for it."""

    def join(self, chats: Chats) -> None:
        """Learn where groups are told things."""

    def works(self) -> None:
        """LINE has taken a reply: it may take more again."""

    async def offer(
        self, letter: Letter, hands: Sequence[tuple[Shown, Data]], nudges: Sequence[Nudge]
    ) -> Sent | None:
        """Send what is worth it to a person; None if nothing is sent."""


class Links(Protocol):
    """Personal links to the seat page."""

    def seat(self, table: str, user: str) -> str:
        """The link of a person at a table; empty if there is no public address."""


class LineSay:
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
    ) -> None:
        self.chats = chats
        self.house = house
        self.directory = directory
        self.now = edge.keeper.now
        self.pulse = edge.keeper.pulse
        self.replies = Replies(chats, api, self.pulse, edge.channels)
        self.links = links
        self.push = push
        self.basic_id = ""
        self.why: dict[str, Secret] = {}  # why the last press of a person did nothing
        self._writer = writer
        if push is not None:
            push.join(chats)

    async def alive(self) -> bool:
        """Whether LINE answers at all."""
        return await self.replies.alive()

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what a token allows now."""
        gone = tuple(line.id for line in letter.lines if compose.stale(line))
        if letter.room is None:
            return await self._private(letter, gone)
        return await self._public(letter, gone)

    async def flush(self, chat: str) -> None:
        """Say what was asked for, where nothing else waits."""
        if self.chats.of(chat).extras:
            await self._reply(chat, Parcel((), (), loud=False, board=False))

    async def _reply(self, chat: str, reply: Parcel) -> Fate:
        fate = await self.replies.send(chat, reply)
        if fate is Fate.SAID and self.push is not None:
            self.push.works()
        return fate

    # A group

    async def _public(self, letter: Letter, gone: tuple[int, ...]) -> Sent:
        room = letter.room
        assert room is not None
        state = self.chats.of(room.chat)
        facts = await self._writer.call(self._facts, letter)
        lines = [line for line in letter.lines if not compose.stale(line)]
        boards = [(each, self._board(each, letter, facts)) for each in newest(letter.cards)]
        topics = {
            shown.table.id: topic_of(shown.table, self.house.games[shown.table.game])
            for shown, _ in boards
        }
        fresh = any(
            is_new(shown, made, letter.language, state, topics[shown.table.id])
            for shown, made in boards
        )
        wanted = frozenset(state.wanted)
        asked = [user for shown, _ in boards for user in mentioned(shown, letter.language, facts)]
        awaits = any(asks_anew(shown, letter.language) for shown, _ in boards)
        keyed = [shown for shown, _ in boards if same_keys(shown, topics[shown.table.id])]
        still = False
        if keyed and len(keyed) == len(boards) and not (state.extras or wanted):
            # Everybody can press already: what was done waits for a moment, for others may be
            # about to press; then whoever is asked is called, on the board that still serves.
            still = all(still_serves(shown, topics[shown.table.id]) for shown in keyed)
            moment = self._moment(state, keyed)
            if moment > 0 or (still and not awaits):
                await self._writer.call(self._start_clocks, keyed, state.board_at)
                state.unread = awaits
                return Sent(gone, wait=UNTIL_SOMETHING_NEW if still and not awaits else moment)
        if not lines and not fresh and not state.extras and not (still and awaits):
            state.unread = False
            return Sent(gone, wait=UNTIL_SOMETHING_NEW)
        messages: list[Data] = []
        told = compose.news(lines, letter.language)
        if told or asked:
            messages.append(compose.with_mention(told, letter.language, asked))
        shown_boards = [made for shown, made in boards if not isinstance(shown.table, Closed)]
        if still and asked:
            shown_boards = []
        cards = tuple(
            stored(shown, letter.language, made, topics[shown.table.id]) for shown, made in boards
        )
        reply = Parcel((*messages, *shown_boards), cards, awaits, bool(shown_boards))
        if not reply.messages and not state.extras:
            return Sent(gone, cards)  # a table that was closed is not shown any more
        fate = await self._reply(room.chat, reply)
        if fate is not Fate.SAID:
            state.unread = True
            return Sent(gone, wait=self._pause(room.chat), unsure=fate is Fate.UNSURE)
        state.wanted -= wanted
        return Sent(tuple(line.id for line in letter.lines), cards)

    def _moment(self, state: ChatState, keyed: Sequence[Shown]) -> float:
        """For how long (seconds) whoever is asked on a board of keys is not called yet."""
        question = tuple((shown.table.id, shown.sheet.question) for shown in keyed)
        if state.held[0] != question:
            state.held = question, self.pulse()
        last = max(state.board_at, state.pressed_at)
        return min(last + CALM, state.held[1] + TOGETHER) - self.pulse()

    def _start_clocks(self, quiet: Sequence[Shown], board_at: float) -> None:
        """In the writer's thread. The time of everybody at a keypad began with its board; who
        is asked just now has a minute at least."""
        shown_for = self.pulse() - board_at if board_at > NEVER else 0.0
        for shown in quiet:
            assert isinstance(shown.table, Playing)
            rest = max(0.0, self.house.limit(shown.table, shown.rooms) - watch.AFTER_A_PAUSE)
            at = self.now() - min(shown_for, rest)
            watch.shown(self.house, shown.table.id, shown.table.question, at)

    def _pause(self, chat: str) -> float:
        """With a live token that is only too early, the lane is tried again; else it waits for
        something new."""
        return SOON if self.chats.alive(chat, self.pulse() + SOON) else UNTIL_SOMETHING_NEW

    def _board(self, shown: Shown, letter: Letter, facts: Facts) -> Data:
        assert letter.room is not None
        game = self.house.games[shown.table.game]
        sheet = compose.adapted(shown.sheet, shown.table, shown.due is not None, game)
        look = self.look(letter.language, shown.context, shown.table.id, typed=facts.typed)
        if facts.typed:
            found = words_of(sheet, letter.language, shown.context)
            look = msgspec.structs.replace(look, words=found)
        limit = 0
        if isinstance(shown.table, Playing):
            limit = self.house.limit(shown.table, shown.rooms)
        small = compose.notes(sheet, shown, game, look, limit, facts.met)
        made = flex.board(sheet, look, small, compose.captions(sheet, shown, game, look))
        links = compose.links(look, isinstance(shown.table, Lobby))
        if links:
            made["contents"]["footer"]["contents"] += links
        return made

    def look(self, language: str, context: Context, table: str, *, typed: bool = False) -> Look:
        """How bubbles about a table are made for a room or a person."""
        word = tongue.say(HandWord(table[:CODE].upper()), language, Context())
        return Look(
            language,
            context,
            flex.hand_link(self.basic_id, word),
            flex.friend_link(self.basic_id),
            typed,
        )

    def _facts(self, letter: Letter) -> Facts:
        """In the writer's thread."""
        assert letter.room is not None
        number = letter.room.id
        prefix = f"line.in:{number}:"
        here = frozenset(key[len(prefix) :] for key, _ in self.directory.kept_like(prefix))
        met: list[str] = []
        for shown in letter.cards:
            if isinstance(shown.table, Lobby):
                met = [
                    chair.name
                    for chair in shown.table.chairs
                    if chair.user is not None and self.directory.kept(f"line.met:{chair.user}")
                ]
        typed = bool(self.directory.kept(f"line.typed:{number}"))
        return Facts(typed, tuple(met), here)

    # A chat of two

    async def _private(self, letter: Letter, gone: tuple[int, ...]) -> Sent:
        chat = letter.user.partition(":")[2]
        state = self.chats.of(chat)
        lines = [line for line in letter.lines if not compose.stale(line)]
        hands = [(shown, await self._hand(shown, letter)) for shown in letter.cards]
        if not self.chats.alive(chat, self.pulse()):
            pushed = None
            if self.push is not None:
                nudges = await self._writer.call(nudges_of, self.house, letter)
                pushed = await self.push.offer(letter, hands, nudges)
            return pushed or Sent(gone, wait=UNTIL_SOMETHING_NEW)
        wanted = frozenset(state.wanted)
        chosen = [(shown, made) for shown, made in hands if shown.table.id in wanted]
        told = [tongue.say(line.message, letter.language, line.context) for line in lines]
        messages = [flex.plain("\n".join(told))] if told else []
        cards = tuple(held(shown, letter.language) for shown, _ in chosen)
        reply = Parcel((*messages, *(made for _, made in chosen)), cards, True, bool(cards))
        if not reply.messages and not state.extras:
            return Sent(gone, wait=UNTIL_SOMETHING_NEW)
        fate = await self._reply(chat, reply)
        if fate is not Fate.SAID:
            return Sent(gone, wait=self._pause(chat), unsure=fate is Fate.UNSURE)
        state.wanted -= wanted
        self.why.pop(letter.user, None)
        return Sent(tuple(line.id for line in letter.lines), cards, UNTIL_SOMETHING_NEW)

    async def _hand(self, shown: Shown, letter: Letter) -> Data:
        table, user = shown.table, letter.user
        game = self.house.games[table.game]
        index = chair_of(table.chairs, user)
        brief: Sequence[Message] = ()
        small: list[Message] = []
        if isinstance(table, Playing) and index is not None:
            brief = game.brief(game.view(table.state, index + 1))
            asked = index + 1 in shown.sheet.awaited
            if shown.sheet.letters >= 0:
                small.append(BackToTheGroup())
            elif not asked and table.chairs[index].decides:
                small.append(NotYourTurnYet())
        elif isinstance(table, Lobby):
            small.append(ReadyNow())
        if user in self.why:
            small.insert(0, WasRefused(self.why[user]))
        look = self.look(letter.language, shown.context, table.id)
        links = []
        if self.links is not None and isinstance(table, Playing) and index is not None:
            link = await self._writer.call(self.links.seat, table.id, user)
            links = [flex.link(LineWords.PAGE, link, look)] if link else []
        sheet = compose.hand_sheet_for_line(shown.sheet)
        return flex.hand(sheet, look, brief, [look.say(each) for each in small], links)
