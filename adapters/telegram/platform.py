"""Telegram, joined to a house: everything that runs, in one object."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from aiohttp import web
from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from adapters.belonging import Belongs
from adapters.crew import Crew, while_leading
from adapters.edge import Edge, bare_edge
from adapters.owner import Owner, Reached, nobody
from adapters.owner_card import Card
from adapters.page.links import Links
from adapters.platform import Platform
from adapters.speech import Speech
from adapters.telegram import posted
from adapters.telegram.api import Api, Fate, in_short
from adapters.telegram.doing import Doer, Paint, no_picture
from adapters.telegram.ephemeral import Ephemeral
from adapters.telegram.hear import Ear
from adapters.telegram.intake import ASKING, Intake
from adapters.telegram.members import member
from adapters.telegram.opening import Opener, tell_menu_button
from adapters.telegram.pace import Pacer
from adapters.telegram.people import PLATFORM, People, number_of
from adapters.telegram.posted import place
from adapters.telegram.pressed import by_right
from adapters.telegram.presses import Presser
from adapters.telegram.say import TelegramSay
from adapters.telegram.setup import (
    ME,
    keep_me,
    kept_me,
    others,
    tell_menu,
    use_polling,
    use_webhook,
    who_am_i,
)
from adapters.telegram.strangers import Strangers, card_page
from adapters.telegram.theirs import TheirTime
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import Me, Voice
from adapters.telegram.watching import ELSEWHERE, FAILS, Watcher
from adapters.telegram.wire import make_bot
from adapters.telegram.words import Words
from adapters.trouble import Trouble, WrongTelegramToken
from adapters.writer import Writer
from core.house.house import House
from core.house.ports import Directory
from core.table.failures import OurTrouble
from core.table.places import Room

log = logging.getLogger("fumibako.telegram")
R = TypeVar("R")

FIRST_NAP, LONGEST_NAP = 2.0, 60.0  # seconds between two tries to reach Telegram at the start
ASKED_TWICE = 60.0  # seconds between two questions about a token that was refused
NEVER_KNOWN = 2.0  # the same where this database has never seen the token work
STARTING, TOKEN = "starting", "token"  # the causes of a deafness

__all__ = ["PLATFORM", "Telegram", "make_bot"]


class Telegram(Platform):
    """One bot. `ring` wakes the outbox; `public_url` is empty
    where updates are asked for; `theirs` is Telegram's clock, which the bot's client sets; `links`
    lead to the page, if there is one, and `paint` makes pictures."""

    name = PLATFORM
    title = "Telegram"
    say: TelegramSay

    def __init__(
        self,
        bot: Bot,
        house: House,
        speech: Speech,
        directory: Directory,
        writer: Writer,
        now: Callable[[], float],
        ring: Callable[[], None],
        language: str,
        public_url: str = "",
        hearing: Writer | None = None,
        edge: Edge | None = None,
        theirs: TheirTime | None = None,
        links: Links | None = None,
        paint: Paint = no_picture,
        owner: Owner | None = None,
        zone: str = "Asia/Tokyo",
        crew: Crew | None = None,
    ) -> None:
        self.crew = crew = crew or Crew()
        self._introduced = False
        self.edge = edge or bare_edge(now, directory)
        pulse = self.edge.keeper.pulse
        self.theirs = theirs or TheirTime(now, pulse)
        self.bot = bot
        self.directory = directory
        self.now = now
        self.ring = ring
        self.language = language
        self.public_url = public_url
        self.me = kept_me(bot, directory)
        self._parted: set[int] = set()  # rooms to which good-bye was said
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._refused = asyncio.Event()
        self.api = Api(bot, Pacer(pulse), crew)
        self.api.on_bad_token = self._refused.set
        self.api.on_answer = lambda: self.edge.channels.answered(PLATFORM)
        self.api.on_trouble = lambda what: self.edge.channels.trouble(PLATFORM, what)
        self.people = People(house, directory, now, pulse, language)
        self.traffic = Traffic(self.api, pulse, crew)
        self.traffic.stored = directory.shown_at
        self.traffic.opened = self._opened_elsewhere
        self.voice = Voice(house, self.people, lambda: self.me)
        self.ephemeral = Ephemeral(directory, now, pulse)
        self.doer = Doer(self.api, self.people, writer)
        self.doer.alone.shown = self.ephemeral.shown
        self.doer.as_admin = by_right(speech)
        self.doer.paint = paint
        self.opener = Opener(links, writer, lambda: self.me.username)
        self.say = TelegramSay(
            self.api, self.people, self.traffic, writer, now, self.doer.start, self.opener
        )
        owner = owner or nobody(directory, writer, now)
        self.strangers = Strangers(owner, self.people, self.voice, zone)
        presser = Presser(
            speech,
            self.people,
            self.voice,
            self.traffic,
            self.ephemeral,
            now,
            self.opener,
            self.strangers,
        )
        words = Words(
            speech,
            self.people,
            self.voice,
            self.traffic,
            self.ephemeral,
            presser.alerts,
            now,
            self.theirs,
            self.strangers,
        )
        self.ear = Ear(bot, self.people, self.voice, self.traffic, presser, words, self.strangers)
        # A thread of its own: a press need not wait for all that the outbox has queued up.
        self._hearing = hearing or Writer("telegram")
        self.intake = Intake(bot, self.ear, self.doer, self.edge, self._hearing, ring)
        self.intake.age = self.theirs.age
        url = f"{public_url}{self.intake.path}" if public_url else ""
        self.watcher = Watcher(bot, self.edge, self.theirs, url, self._set_webhook, crew)
        if public_url:
            self.intake.on_update = self.watcher.heard
        self.edge.channels.join(PLATFORM, blind=bool(public_url))

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where updates are brought to, if they are."""
        return [web.post(self.intake.path, self.intake.webhook)] if self.public_url else []

    async def begin(self) -> Me:
        """Learn who we are, tell Telegram our menu and where updates go. Raises `Trouble` if it
        cannot be done with these settings, `InvalidToken`, `OurTrouble`, and other errors of the
        library while Telegram cannot be reached."""
        await self._learn()
        if self.crew.leads:
            await self._introduce()
            self._introduced = True
        return self.me

    async def _learn(self) -> None:
        """Learn who we are."""
        me = await who_am_i(self.bot)
        self.edge.channels.answered(PLATFORM)
        for other in await self._hearing.call(others, self.bot, self.directory):
            log.warning(
                "this database has rooms of @%s: those that @%s was not added to stay silent",
                other.username,
                me.username,
            )
        await self._hearing.call(keep_me, me, self.directory, self.now())
        self.me = me

    async def _introduce(self) -> None:
        """What one worker does for all when it begins to lead."""
        try:
            await tell_menu(self.bot, self.directory, self.now)
            url = self.opener.menu()
            await tell_menu_button(self.bot, url, self.language, self.directory, self.now)
        except InvalidToken:
            raise
        except TelegramError as error:
            why = in_short(error)
            log.warning("Telegram does not take our menu; the next start tries again: %s", why)
        if self.public_url:
            await self._set_webhook()
        else:
            await use_polling(self.bot)
        await self._try_again()

    async def _try_again(self) -> None:
        """What was put off by the process before is worth a try; in portions, so that nobody
        waits for it."""
        last = await self._hearing.call(self.directory.hurry_platform, PLATFORM, self.now())
        self.ring()
        while last:
            last = await self._hearing.call(
                self.directory.hurry_platform, PLATFORM, self.now(), last
            )
            self.ring()

    def _opened_elsewhere(self, chat: str) -> None:
        """Another worker has heard something where we could not write."""
        number, _, topic = chat.partition(":")

        def here(room: Room) -> bool:
            return posted.place(room.chat)[0] == int(number) if topic == "*" else room.chat == chat

        with suppress(RuntimeError):  # the process ends
            self._hearing.submit(self.people.try_again, here)

    async def belongs(self, room: Room, user: str) -> Belongs:
        """Whether a person is a member of a group here."""
        return await member(self.bot, room, user)

    async def tell_owner(self, user: str, card: Card, language: str, key: str) -> Reached:
        """Write to the owner in private, if they have pressed Start."""
        number = number_of(user)
        if not await self.api.patiently(number):
            return Reached.LATER
        page = card_page(card, language, self.strangers.zone)
        outcome = await self.api.send(number, page.text, page.keyboard)
        if outcome.fate is Fate.DONE:
            return Reached.YES
        # To be told twice, a while later, is better than not at all.
        passing = outcome.fate in (Fate.LATER, Fate.UNSENT, Fate.UNSURE)
        return Reached.LATER if passing else Reached.NO

    async def welcome(self, room: Room) -> bool:
        """Greet a group that was let in."""
        chat = place(room.chat)[0]
        if not await self.api.patiently(chat):
            return False
        page = await self._hearing.call(self.voice.hello, room.language)
        outcome = await self.api.send(chat, page.text, page.keyboard)
        return outcome.fate not in (Fate.LATER, Fate.UNSENT)

    async def leave(self, room: Room) -> bool:
        """Say good-bye to a group that was turned away, once, and leave it."""
        chat = place(room.chat)[0]
        if not await self.api.patiently(chat):
            return False
        if room.id not in self._parted:
            page = await self._hearing.call(self.strangers.parting, room)
            outcome = await self.api.send(chat, page.text, page.keyboard)
            if outcome.fate in (Fate.LATER, Fate.UNSENT):
                return False
            self._parted.add(room.id)
        outcome = await self.api.leave(chat)
        if outcome.fate in (Fate.LATER, Fate.UNSENT, Fate.UNSURE):
            return False
        self._parted.discard(room.id)
        return True

    async def _set_webhook(self) -> None:
        await use_webhook(self.bot, self.watcher.url, self.intake.secret)

    def starts(self) -> None:
        """Nothing is heard until Telegram has told who we are."""
        self.edge.hearing.lost(PLATFORM, STARTING)

    async def run(self) -> None:
        """Hear and tidy up until cancelled. Raises `Trouble` if the token is refused, or the
        address to which news should be brought."""
        self.starts()
        tasks = [
            asyncio.create_task(work)
            for work in (
                while_leading(self.crew, self.traffic.run),
                self._hear(),
                self._guard_token(),
            )
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    await task
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _guard_token(self) -> None:
        """Look after a token that was refused: once may be a mistake of Telegram's. Raises
        `Trouble` if it is refused for good."""
        while True:
            await self._refused.wait()
            refusals = 0
            while self._refused.is_set():
                known = bool(await self._hearing.call(self.directory.kept, f"{ME}:{self.me.id}"))
                pause = ASKED_TWICE if known else NEVER_KNOWN
                try:
                    await who_am_i(self.bot)
                except InvalidToken:
                    refusals += 1
                    if refusals == 2:
                        raise Trouble(WrongTelegramToken()) from None
                    self.edge.channels.trouble(PLATFORM, in_short(InvalidToken()))
                    level = logging.ERROR if known else logging.DEBUG
                    log.log(level, "Telegram refuses the token; it is asked again soon")
                except TelegramError as error:
                    why = in_short(error)
                    log.warning("Telegram does not tell whether the token is good: %s", why)
                else:
                    self._refused.clear()
                    break
                await self.sleep(pause)

    async def _hear(self) -> None:
        """Begin, then hear for ever; a refused token is looked after elsewhere."""
        self._introduced = False
        await self._until_done(self.begin)
        self.edge.hearing.heard(PLATFORM, STARTING)
        while True:
            try:
                await while_leading(self.crew, self._lead)
            except InvalidToken:
                await self._until_good()

    async def _lead(self) -> None:
        """See to it that we hear, as long as this worker leads: others hear by the webhook
        only."""
        self.intake.offset = 0
        if not self._introduced:
            self.api.pacer.anew()
            await self._until_done(self._introduce)
        self._introduced = False
        try:
            await (self.watcher.run() if self.public_url else self.intake.poll())
        finally:
            for cause in (ASKING, FAILS, ELSEWHERE):
                self.edge.hearing.heard(PLATFORM, cause)

    async def _until_done(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something at Telegram as soon as that is possible. Raises `Trouble`."""
        nap = FIRST_NAP
        while True:
            try:
                await work()
                return
            except InvalidToken:
                await self._until_good()
            except OurTrouble as trouble:
                log.warning("the database does not let Telegram begin: %s", trouble)
                await self.sleep(FIRST_NAP)
            except TelegramError as error:
                why = in_short(error)
                self.edge.channels.trouble(PLATFORM, why)
                log.warning("Telegram cannot be reached yet: %s", why)
                await self.sleep(nap)
                nap = min(nap * 2, LONGEST_NAP)

    async def _until_good(self) -> None:
        """Wait until the token is good again (or this platform ends)."""
        self.edge.hearing.lost(PLATFORM, TOKEN)
        self._refused.set()
        try:
            while self._refused.is_set():
                await asyncio.sleep(0.5)
        finally:  # whoever starts us again begins anew
            self.edge.hearing.heard(PLATFORM, TOKEN)

    async def quiet(self) -> None:
        """Hear nothing new from now on."""
        await self.intake.quiet()

    async def close(self) -> None:
        """Finish what was begun and let go of the connections."""
        await self.intake.quiet()
        await self.doer.finish()
        self._hearing.shutdown(wait=True)
        await self.bot.shutdown()
