"""What the presser of a button is told, in the ways that Telegram has."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.heard import Reply
from adapters.telegram import render
from adapters.telegram.alerts import Alerts
from adapters.telegram.alone import ending_in
from adapters.telegram.card_presses import CardPresser
from adapters.telegram.doing import AnswerPress, AsAdmin, Change, CloseLobby, Do, GiveAlone, Tell
from adapters.telegram.panels import show
from adapters.telegram.people import People, number_of
from adapters.telegram.pressed import Pressed
from adapters.telegram.texts import SentInPrivate
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import RECORD, Voice
from core.desk.acts import Act
from core.desk.presses import Cut, Learn, Page, Speak, Verb
from core.desk.slips import PressAgain
from core.house.ports import person_lane, room_lane
from core.kernel.text import Message
from core.table.sayings import AlreadyOver, NoTable, NotSeated, Stale, TooLate
from core.table.table import Playing
from locales.tongue import say

LONG = 70  # characters; more stands in a window that must be closed
OVER = (TooLate, Stale, AlreadyOver, NoTable)


class Answers:
    """Says what the house said. Runs in the writer's thread."""

    def __init__(
        self, people: People, voice: Voice, traffic: Traffic, alerts: Alerts, cards: CardPresser
    ) -> None:
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.alerts = alerts
        self.cards = cards

    def toast(self, pressed: Pressed, message: Message) -> Sequence[Do]:
        return self.replied(pressed, Reply(message, table=pressed.press.table))

    def replied(self, pressed: Pressed, reply: Reply) -> Sequence[Do]:
        """What the house said, in the ways that Telegram has."""
        if reply.result is not None and reply.result.repeated:
            # Whoever carried it out may have ended before the answer went out.
            return [AnswerPress(pressed.query)]
        if reply.message is not None:
            return [self._told(pressed, reply.message, reply.table or pressed.press.table)]
        if reply.panels is not None:
            four = show(reply.panels, pressed.language, self.voice.signed(), pressed.chat)
            return [AnswerPress(pressed.query), four]
        if reply.file is not None:
            return [self._given(pressed, reply, reply.table or pressed.press.table)]
        if reply.level is not None:
            return [AnswerPress(pressed.query), *self.cards.changed(pressed, reply)]
        if reply.guided is not None:
            shown = render.guided(reply.guided, pressed.language)
            return [AnswerPress(pressed.query), Change(pressed.chat, pressed.message, shown)]
        if reply.sheet is not None:
            return self._sheet(pressed, reply)
        return [AnswerPress(pressed.query)]

    def _given(self, pressed: Pressed, reply: Reply, table_id: str) -> Do:
        """A record goes to the presser in private. Whom we cannot write to gets the way there."""
        user = pressed.heard.user
        told = self.voice.plain(SentInPrivate(), pressed.language)
        url = self.voice.start_url(table_id, RECORD)
        if self.people.known(user) is False:
            return AnswerPress(pressed.query, url=url)
        said = "" if pressed.heard.room is None else told
        assert reply.file is not None, "a record is given"
        return GiveAlone(pressed.query, number_of(user), *reply.file, said, url, reply.again)

    def _told(self, pressed: Pressed, message: Message, table_id: str) -> Do:
        """A sentence for the presser alone."""
        text = self.voice.plain(message, pressed.language, table_id)
        verb = pressed.press.verb
        if isinstance(message, NotSeated):
            if isinstance(verb, Speak):
                return self.as_admin(pressed, verb, text)
            if verb is Act.LANGUAGE:
                return self.as_admin(pressed, Speak(""), text)
        if isinstance(message, OVER) and not isinstance(verb, Cut):  # the seal keeps its pictures
            self._old(pressed)
        long = len(text) > LONG or isinstance(message, PressAgain)
        return AnswerPress(pressed.query, text, alert=long)

    def _old(self, pressed: Pressed) -> None:
        """A message that is not the one that shows the table has no use for its buttons."""
        heard = pressed.heard
        if pressed.alone:
            return  # only its owner sees it, and it goes by itself
        lane = person_lane(heard.user) if heard.room is None else room_lane(heard.room.id)
        read = self.voice.read(pressed.press.table)
        over = read is None or not isinstance(read.table, Playing)
        current = self.traffic.is_current(lane, pressed.press.table, pressed.message)
        if over or not current:
            self.traffic.strip_later(pressed.chat, pressed.message)

    def _sheet(self, pressed: Pressed, reply: Reply) -> Sequence[Do]:
        """Rules, help, the proof: in private where that is possible, else page by page."""
        heard = pressed.heard
        assert reply.sheet is not None
        context = self.voice.context(reply.table, pressed.language)
        if heard.room is None:
            pages = tuple(render.answer(reply.sheet, pressed.language, context))
            if _turns(pressed.press.verb) and len(pages) == 1:
                return [
                    AnswerPress(pressed.query),
                    Change(pressed.chat, pressed.message, pages[0]),
                ]
            shown = Tell(pressed.chat, pages, user=heard.user, again=True)
            return [AnswerPress(pressed.query), shown]
        if self.people.known(heard.user):
            own = self.people.directory.person(heard.user).language or pressed.language
            sheet = render.answer(reply.sheet, own, self.voice.context(reply.table, own))
            told = self.voice.plain(SentInPrivate(), pressed.language)
            return [
                AnswerPress(pressed.query, told),
                Tell(number_of(heard.user), tuple(sheet), user=heard.user, again=True),
            ]
        lines = [reply.sheet.title, *reply.sheet.lines, *reply.sheet.asked]
        text = "\n".join(say(line, pressed.language, context) for line in lines)
        what = f"{pressed.press.code}:{reply.table}"
        ending = ending_in(pressed.language)
        alert = self.alerts.page(heard.user, what, text, ending)
        return [AnswerPress(pressed.query, alert, alert=True)]

    def as_admin(self, pressed: Pressed, what: Speak | CloseLobby, refusal: str) -> AsAdmin:
        """What only an admin may do who does not sit at the table."""
        refused = AnswerPress(pressed.query, refusal)
        return AsAdmin(pressed.query, pressed.chat, pressed.heard, what, refused)


def _turns(verb: Verb) -> bool:
    """Whether what is asked for takes the place of the message that was pressed."""
    return isinstance(verb, Learn) or (isinstance(verb, Page) and verb.book == "rules")
