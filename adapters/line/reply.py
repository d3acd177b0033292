"""One reply: what it carries, what becomes of it, and what may be tried again."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from adapters.errands import Errand
from adapters.line.api import Api, Outcome
from adapters.line.chats import Chats, ChatState, Extra, Four
from adapters.line.fit import fitted, without_mentions
from adapters.line.limits import MOST_MESSAGES, faults
from adapters.line.people import PLATFORM
from adapters.status import Channels
from core.table.places import Showing

log = logging.getLogger("fumibako.line")
Data = dict[str, Any]

TROUBLE = {
    Outcome.AWAY: "no connection",
    Outcome.FAILED: "no answer",
    Outcome.LATER: "too many requests (429)",
    Outcome.QUOTA: "the month's messages are used up (429)",
    Outcome.DENIED: "the access token is not accepted",
}


Stands = Callable[[Four], Awaitable[None]]
"""A match in four panels stands in its room now."""


class Said(NamedTuple):
    """What the owner is told in replies: whether one is to tell it (nobody else is about to),
    whether it is to be told at all, that a reply could not after all, and that the owner knows it
    now."""

    claims: Callable[[Errand], Awaitable[bool]]
    is_due: Callable[[Errand], Awaitable[bool]]
    released: Callable[[Errand], Awaitable[None]]
    told: Callable[[Errand], Awaitable[None]]


async def _unheeded(news: object) -> None:
    pass


async def _always(news: object) -> bool:
    return True


class Parcel(msgspec.Struct, frozen=True):
    """A reply before it is sent: its messages, the cards it shows, whether anybody new is
    asked."""

    messages: tuple[Data, ...]
    cards: tuple[Showing, ...]
    loud: bool
    board: bool


class Fate(Enum):
    """What became of a reply."""

    SAID = "said"
    UNSAID = "unsaid"  # surely; there was no token, or LINE did not take it
    UNSURE = "unsure"  # nobody knows


class Replies:
    """Uses reply tokens. `pulse` is a monotonic clock."""

    def __init__(
        self, chats: Chats, api: Api, pulse: Callable[[], float], channels: Channels
    ) -> None:
        self.chats = chats
        self.api = api
        self.channels = channels
        self.stands: Stands = _unheeded
        self.errands = Said(_always, _always, _unheeded, _unheeded)
        self._pulse = pulse

    async def alive(self) -> bool:
        """Whether LINE answers at all."""
        status, _ = await self.api.ask("/v2/bot/info")
        return 0 < status < 500

    async def send(self, chat: str, parcel: Parcel, spares: float = 0.0) -> Fate:
        """Send a reply, with what was asked for between its news and its boards. With `spares`
        only by a token beside one that stays good for so many seconds."""
        state = self.chats.of(chat)
        if any(each.copies for each in state.extras) and not await self.alive():
            return Fate.UNSAID
        token = (
            self.chats.take_spare(chat, self._pulse(), spares)
            if spares
            else self.chats.take(chat, self._pulse())
        )
        if token is None:
            return Fate.UNSAID
        extras = await self._taken(state, MOST_MESSAGES - len(parcel.messages))
        between = [each.message for each in extras]
        if not parcel.messages and not between:
            self.chats.give_back(chat, token)
            return Fate.SAID
        ahead = [m for m in parcel.messages if m["type"] != "flex"]
        boards = [m for m in parcel.messages if m["type"] == "flex"]
        body: Data = {"replyToken": token.word, "messages": fitted([*ahead, *between, *boards])}
        if not parcel.loud:
            body["notificationDisabled"] = True
        outcome = await self._tried(body)
        if outcome is Outcome.DONE:
            self.channels.answered(PLATFORM)
            state.said(self._pulse(), parcel.board)
            for four in [each.panels for each in extras if each.panels is not None]:
                await self.stands(four)
            for errand in [each.errand for each in extras if each.errand is not None]:
                await self.errands.told(errand)
            return Fate.SAID
        if outcome in TROUBLE:
            refused = outcome is Outcome.DENIED
            self.channels.trouble(PLATFORM, TROUBLE[outcome], refused=refused)
        for errand in [each.claimed for each in extras if each.claimed is not None]:
            await self.errands.released(errand)
        state.put_back(extras, unsure=outcome is Outcome.FAILED)
        if outcome is Outcome.FAILED:
            return Fate.UNSURE
        if outcome is not Outcome.SPENT:
            self.chats.give_back(chat, token)
        return Fate.UNSAID

    async def _taken(self, state: ChatState, room: int) -> list[Extra]:
        """What is said now of that which waits. What somebody else is telling the owner waits on
        behind the others: perhaps they cannot."""
        found, state.extras = state.extras[:room], state.extras[room:]
        taken = []
        for extra in found:
            if extra.claimed is None or await self.errands.claims(extra.claimed):
                taken.append(extra)
            elif await self.errands.is_due(extra.claimed):
                state.wait(extra)
        return taken

    async def _tried(self, body: Data) -> Outcome:
        """A token is good for one reply, so with the same one nothing arrives twice."""
        outcome = await self.api.reply(body)
        if outcome in (Outcome.AWAY, Outcome.FAILED):
            again = await self.api.reply(body)
            if outcome is Outcome.AWAY:
                outcome = again
            elif again is Outcome.SPENT:  # the first one has arrived
                outcome = Outcome.DONE
            elif again in (Outcome.DONE, Outcome.REFUSED):
                outcome = again
        if outcome is Outcome.REFUSED:
            body["messages"] = [without_mentions(message) for message in body["messages"]]
            outcome = await self.api.reply(body)
            if outcome is Outcome.REFUSED:
                log.error("LINE refuses what we say (%s); it is dropped", faults(body) or "?")
                outcome = Outcome.DONE  # it would be refused for ever
        return outcome
