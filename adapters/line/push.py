"""Messages that cost something: hands and reminders, if the operator allows a budget."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import NAMESPACE_URL, uuid5

import msgspec

from adapters.edge import Edge
from adapters.latch import Latch
from adapters.letter import HandShown, PersonLetter, Sent
from adapters.line import flex
from adapters.line.api import Api, Outcome, quota
from adapters.line.chats import Chats
from adapters.line.nudges import Nudge
from adapters.line.people import PLATFORM
from adapters.line.reply import TROUBLE
from adapters.line.stamps import held
from adapters.line.texts import HalfOver, PushesUsedUp
from adapters.writer import Writer
from core.house.ports import Directory, Ledger
from core.table.places import Showing
from locales import tongue
from locales.tongue import Context

log = logging.getLogger("fumibako.line")
Data = dict[str, Any]
R = TypeVar("R")

WHAT = "line.push"
JAPAN = timedelta(hours=9)  # LINE counts its months there
ASK_QUOTA = 3600.0  # seconds between two looks at LINE's own count
MOST_TRIES = 1000  # keys that are remembered as booked
SENDING, QUOTA = "sending", "quota"
MOST_HANDS = 2


class Push:
    """Sends to one person at a time, so that each costs one. Nothing here is ever needed: what
    is not sent can be asked for."""

    def __init__(
        self,
        api: Api,
        ledger: Ledger,
        directory: Directory,
        writer: Writer,
        edge: Edge,
        budget: int,
    ) -> None:
        self.api = api
        self.ledger = ledger
        self.directory = directory
        self.now = edge.keeper.now
        self.budget = budget
        self.latch: Latch[str] = Latch(edge.keeper.pulse)  # what LINE said no to: SENDING, QUOTA
        self._pulse = edge.keeper.pulse
        self._channels = edge.channels
        self._asked_at = float("-inf")
        self._left: int | None = None
        self._tries: dict[str, str] = {}
        self._told = ""  # the month in which groups were told that nothing is left
        self._writer = writer
        self._chats: Chats | None = None

    def join(self, chats: Chats) -> None:
        """Where groups are told that nothing is left."""
        self._chats = chats

    def works(self) -> None:
        """LINE has taken something from us."""
        self.latch.open(SENDING)

    async def offer(
        self, letter: PersonLetter, hands: Sequence[tuple[HandShown, Data]], nudges: Sequence[Nudge]
    ) -> Sent | None:
        """Send a hand that its owner has not seen, and a reminder; None if nothing is sent.

        A reminder alone leaves enough for an opening hand of everybody at its table.
        """
        fresh = [(shown, made) for shown, made in hands if _is_news(shown)][:MOST_HANDS]
        if not fresh and not nudges:
            return None
        user = letter.user.partition(":")[2]
        messages: list[Data] = [made for _, made in fresh]
        if nudges:
            messages.insert(0, flex.plain(tongue.say(HalfOver(), letter.language, Context())))
        key = self._key(letter, fresh, [nudge.line for nudge in nudges])
        kept = 0 if fresh else max(nudge.people for nudge in nudges)
        if self.latch.shut(SENDING):
            return Sent(wait=self.latch.rest(SENDING))
        if not await self._may_spend(letter.user, key, kept):
            return None
        outcome = await self.api.push({"to": user, "messages": messages}, key)
        if outcome in TROUBLE:
            self._channels.trouble(PLATFORM, TROUBLE[outcome])
        if outcome in (Outcome.AWAY, Outcome.FAILED, Outcome.LATER, Outcome.DENIED):
            # It is booked; and with the same key it cannot arrive twice.
            return Sent(wait=self.latch.close(SENDING))
        self.latch.open(SENDING)
        self._tries.pop(key, None)
        if outcome is Outcome.QUOTA:
            self.latch.close(QUOTA)
            log.warning("LINE's messages of this month are used up; nothing more is pushed")
            self._tell_groups(hands)
        if outcome is not Outcome.DONE:
            return None
        self.latch.open(QUOTA)
        self._channels.answered(PLATFORM)
        # That LINE took it does not mean that anybody saw it: the cards stay outdated.
        cards = tuple(_sent(shown, letter.language) for shown, _ in fresh)
        told = tuple(nudge.line for nudge in nudges)
        return Sent(told, cards, wait=float("inf"))

    async def note(self, user: str, messages: Sequence[Data], key: str) -> bool:
        """Send something else to a person; tells whether LINE has taken it. `key` is the same for
        the same thing: it costs once and arrives once."""
        key = str(uuid5(NAMESPACE_URL, f"{user}|{key}"))
        if self.latch.shut(SENDING) or not await self._may_spend(user, key, 0):
            return False
        to = user.partition(":")[2]
        outcome = await self.api.push({"to": to, "messages": list(messages)}, key)
        if outcome in TROUBLE:
            self._channels.trouble(PLATFORM, TROUBLE[outcome])
        if outcome in (Outcome.AWAY, Outcome.FAILED, Outcome.LATER, Outcome.DENIED):
            self.latch.close(SENDING)
            return False
        self._tries.pop(key, None)
        if outcome is Outcome.QUOTA:
            self.latch.close(QUOTA)
        return outcome is Outcome.DONE

    def month(self) -> str:
        """The first day of LINE's month."""
        return (datetime.fromtimestamp(self.now(), UTC) + JAPAN).strftime("%Y-%m-01")

    def _tell_groups(self, hands: Sequence[tuple[HandShown, Data]]) -> None:
        """The next reply in the groups of these tables says so, once a month."""
        if self._told == self.month():
            return
        self._told = self.month()
        rooms = {room.id: room for shown, _ in hands for room in shown.rooms}
        for room in rooms.values():
            if self._chats is not None and room.platform == PLATFORM:
                text = tongue.say(PushesUsedUp(), room.language, Context())
                self._chats.of(room.chat).add(flex.plain(text))

    async def _may_spend(self, user: str, key: str, kept: int) -> bool:
        """Whether one more is within the budget and LINE's own count, with so many kept for
        others; if so it is booked."""
        month = self.month()
        if self.latch.shut(QUOTA):
            return False
        if not await self._writer.call(self.directory.kept, f"line.follows:{user}"):
            return False
        if key in self._tries:
            return True  # booked at the first try
        if self._pulse() - self._asked_at >= ASK_QUOTA:
            told = await quota(self.api)
            self._asked_at = self._pulse()
            self._left = None
            if told is not None and told.limit is not None:
                self._left = told.limit - told.used
        if self._left is not None and self._left < 1 + kept:
            return False
        if not await self._writer.call(self.ledger.spend, month, WHAT, 1, self.budget - kept):
            return False
        if self._left is not None:
            self._left -= 1
        self._tries[key] = month
        while len(self._tries) > MOST_TRIES:
            del self._tries[next(iter(self._tries))]
        return True

    def _key(
        self, letter: PersonLetter, fresh: Sequence[tuple[HandShown, Data]], nudges: Sequence[int]
    ) -> str:
        """The same for the same content, also after a restart, and for the same hand even if a
        reminder that went with it is out of date by now."""
        stamps = [f"{shown.table}.{held(shown, letter.language).hash}" for shown, _ in fresh]
        parts = stamps or map(str, nudges)
        return str(uuid5(NAMESPACE_URL, "|".join([letter.lane, *parts])))


def _is_news(shown: HandShown) -> bool:
    """Whether a hand holds a card that its owner has not been sent: the opening hand, or one
    that was replaced. What is drawn in a turn is looked up when the turn is played."""
    hand = shown.hand
    if hand.phase != "playing" or not hand.sits:
        return False
    codes = sorted(face.code for face in hand.faces)
    before = shown.showing.hash.rpartition("|")[2].split(",")
    for code in codes:
        if code not in before:
            return hand.seat not in hand.awaited or not shown.showing.hash
        before.remove(code)
    return False


def _sent(shown: HandShown, language: str) -> Showing:
    return msgspec.structs.replace(held(shown, language), outdated=True)
