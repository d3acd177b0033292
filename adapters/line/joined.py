"""LINE joined to the house: everything that belongs to one account."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from aiohttp import web

from adapters.belonging import Belongs
from adapters.edge import Edge, bare_edge
from adapters.errands import Errand
from adapters.line.answers import greeting
from adapters.line.api import NOBODY, STRANGE, UNKNOWN, Api, Profile, account
from adapters.line.chats import Chats
from adapters.line.group_ear import GroupEar
from adapters.line.hear import LineHear
from adapters.line.members import left, member
from adapters.line.naming import Naming
from adapters.line.people import (
    ACCOUNT,
    ACCOUNT_BEFORE,
    BOT,
    PATH,
    PLATFORM,
    People,
    is_other,
    known_account,
    usual_pace,
    windows,
)
from adapters.line.private_ear import PrivateEar
from adapters.line.reply import Said
from adapters.line.say import NO_THOUGHTS, LineSay, Links, Pusher, Thoughts
from adapters.line.strangers import card_messages
from adapters.line.webhook import lead_here
from adapters.owner import Owner, Reached, nobody
from adapters.owner_card import Card
from adapters.picture.gallery import Gallery
from adapters.platform import Platform
from adapters.post import Post
from adapters.speech import Speech
from adapters.writer import Writer
from core.house.house import House
from core.house.ports import Directory, Lanes
from core.kernel.text import Public
from core.table.failures import OurTrouble
from core.table.places import Room
from core.table.sayings import Pace
from core.table.table import Table

log = logging.getLogger("fumibako.line")

ASK_AGAIN = (5.0, 15.0, 60.0, 300.0)
"""Seconds before LINE is asked again: after the first failure, …"""


class Line(Platform):
    """One LINE account."""

    name = PLATFORM
    title = "LINE"
    say: LineSay

    def __init__(
        self,
        secret: str,
        api: Api,
        house: House,
        speech: Speech,
        directory: Directory,
        lanes: Lanes,
        post: Post,
        writer: Writer,
        now: Callable[[], float],
        language: str,
        push: Pusher | None = None,
        links: Links | None = None,
        edge: Edge | None = None,
        thoughts: Thoughts = NO_THOUGHTS,
        gallery: Gallery | None = None,
        webhook: str = "",
        owner: Owner | None = None,
        zone: str = "Asia/Tokyo",
    ) -> None:
        self.edge = edge = edge or bare_edge(now, directory)
        edge.channels.join(PLATFORM, blind=True)
        pulse = edge.keeper.pulse
        self.api = api
        self.directory = directory
        self.chats = Chats()
        self.people = People(house, directory, now, language)
        self.say = LineSay(
            *(self.chats, api, house, directory, writer, edge),
            *(links, push, thoughts, gallery),
        )
        self.owner = owner = owner or nobody(directory, writer, now)
        self.say.replies.errands = Said(*(self._claims, self._is_due, self._released, self._told))
        self.group_ear = GroupEar(
            *(speech, self.people, self.chats, self.say, lanes, now, pulse, owner, zone)
        )
        self.strangers = self.group_ear.strangers
        self.private_ear = PrivateEar(speech, self.people, self.say, now, self.strangers)
        self._push = push
        self.naming = Naming(api, self.people, writer, now, pulse, post.ring)
        self._writer = writer
        self._now = now
        self._webhook = webhook
        self.hear = LineHear(
            secret,
            self.chats,
            api,
            self.people,
            self.group_ear,
            self.private_ear,
            self.say,
            self.naming,
            post,
            lanes,
            writer,
            edge,
        )
        api.on_date = self.hear.times.answered

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where LINE reaches us."""
        return self.hear.routes()

    def signed(self) -> Sequence[str]:
        """LINE signs what it brings."""
        return (PATH,)

    def pace(self, room: Room) -> Pace:
        """On LINE people look now and then."""
        return usual_pace(room)

    def window(self, rooms: Sequence[Room]) -> int:
        """Where all rooms are here it must end while a reply token lives."""
        return windows(rooms)

    def holds(self, table: str, question: int) -> bool:
        """A question of which nobody could be told waits until somebody looks."""
        return self.group_ear.patience.holds(table, question)

    def holds_back(self, lane: str) -> bool:
        """A person's letter waits until they write to us, unless it is pushed."""
        return self.say.holds_back(lane)

    def remarks(self, table: Table, rooms: Sequence[Room], room: Room) -> Sequence[Public]:
        """Whoever is asked here hears of it at its next message."""
        return self.group_ear.patience.remark(table, rooms, room)

    async def belongs(self, room: Room, user: str) -> Belongs:
        """Whether a person is a member of a group here."""
        return await member(self.api, self.people, self._writer, room, user)

    async def tell_owner(self, user: str, card: Card, language: str, key: str) -> Reached:
        """Push to the owner if the budget allows it; else they are told at their next word."""
        messages = card_messages(card, language, self.strangers.zone)
        pushed = self._push is not None and await self._push.note(user, messages, key)
        return Reached.YES if pushed else Reached.LATER

    async def _claims(self, errand: Errand) -> bool:
        """Whether a reply is to tell this; where that cannot be found out, it is told later."""
        try:
            return await self._writer.call(self.owner.claim, errand)
        except OurTrouble:
            return False

    async def _is_due(self, errand: Errand) -> bool:
        """Whether the owner is still to be told this; yes, where that cannot be found out."""
        try:
            return await self._writer.call(self.owner.is_due, errand)
        except OurTrouble:
            return True

    async def _released(self, errand: Errand) -> None:
        """No reply could be sent."""
        try:
            await self._writer.call(self.owner.release, errand)
        except OurTrouble as trouble:
            log.warning("the owner is told a minute later: %s", trouble)

    async def _told(self, errand: Errand) -> None:
        """The owner was told in a reply."""
        try:
            await self._writer.call(self.owner.was_told, errand)
        except OurTrouble as trouble:  # then they are told twice, which is better than never
            log.warning("that the owner was told could not be kept: %s", trouble)

    async def welcome(self, room: Room) -> bool:
        """Greet a group that was let in, if it can be spoken to; else at its next word."""
        if not self.chats.alive(room.chat, self.edge.keeper.pulse()):
            return False
        look = await self._writer.call(self.strangers.look, room)
        # Whoever hears the group next, perhaps another worker, would greet it as well.
        if not await self._writer.call(self.owner.guests.greeted, room):
            return False
        self.chats.of(room.chat).add(greeting(look))
        await self.say.flush(room.chat)
        return True

    async def leave(self, room: Room) -> bool:
        """Leave a group that was turned away; with a word, if it can be spoken to."""
        if self.chats.alive(room.chat, self.edge.keeper.pulse()):
            parting = await self._writer.call(self.strangers.parting, room)
            self.chats.of(room.chat).add(parting)
            await self.say.flush(room.chat)
        return await left(self.api, room)

    async def greet(self) -> bool:
        """Learn what the account is called: the links to the hands need it."""
        known = await self._writer.call(known_account, self.directory)
        self.say.basic_id = self.say.basic_id or known.name
        status, told = await account(self.api)
        if status != 200:
            self.edge.channels.trouble(PLATFORM, _why(status), refused=status == 401)
            return False
        self.edge.channels.answered(PLATFORM)
        other = is_other(known.name, known.bot, told)
        if other:
            log.warning(
                "LINE: this host was that of the account %s before; it is that of %s now. Groups "
                "and people of the other one do not hear it until they add this one.",
                known.name,
                told.basic_id,
            )
        self.say.basic_id = told.basic_id
        if self.say.gallery is not None:
            self.say.gallery.bots[PLATFORM] = told.basic_id
        await self._writer.call(self._know, known.name if other else "", told)
        return True

    def _know(self, before: str, told: Profile) -> None:
        """In the writer's thread: keep whose host this is. What was known of people is about
        the account `before`: they have neither found nor added this one."""
        if before:
            self.directory.keep(ACCOUNT_BEFORE, before, self._now())
            for begin in ("line.met:", "line.follows:"):
                for key, _ in self.directory.kept_like(begin):
                    self.directory.keep(key, "", self._now())
        for key, value in ((ACCOUNT, told.basic_id), (BOT, told.user)):
            if self.directory.kept(key) != value:
                self.directory.keep(key, value, self._now())

    async def run(self) -> None:
        """Ask until LINE has told, and tell it where we are; everything else happens when LINE
        calls. May be called again."""
        self.hear.quiet = False
        await _until(self.greet)
        if self._webhook:
            await _until(partial(lead_here, self.api, self._webhook))
        await asyncio.Event().wait()

    async def quiet(self) -> None:
        """Hear nothing new from now on."""
        self.hear.quiet = True

    async def close(self) -> None:
        """Answer what was heard, but not for long, and close the connections."""
        self.hear.quiet = True
        await self.hear.close()
        await self.naming.close()
        await self.api.close()


async def _until(done: Callable[[], Awaitable[bool]]) -> None:
    """Try until it is done, with growing pauses."""
    pauses = iter(ASK_AGAIN)
    pause = 0.0
    while not await done():
        pause = next(pauses, pause)
        await asyncio.sleep(pause)


def _why(status: int) -> str:
    """Why LINE did not tell what the account is called, for the status."""
    known = {
        NOBODY: "no connection",
        UNKNOWN: "no answer",
        STRANGE: "what answers is not LINE",
        401: "the access token is not accepted",
    }
    return known.get(status, f"HTTP {status}")
