"""What a person writes to us alone: they are shown their hand. Runs in the writer's thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from adapters.expiry import LASTS, WordsTooOld
from adapters.heard import Heard, Reply
from adapters.line import flex, hand_face
from adapters.line.answers import record, welcome
from adapters.line.doing import NOTHING, Data, Do, Offer, Once, Say, Show, Taken, meant
from adapters.line.events import Event
from adapters.line.flex import Look
from adapters.line.four import bubble, confession
from adapters.line.orders import typed_order
from adapters.line.people import PLATFORM, People, user_of
from adapters.line.say import LineSay, hand_word
from adapters.line.strangers import Strangers
from adapters.line.texts import (
    GroupHearsLater,
    LineLabel,
    LineWords,
    WatchItHere,
)
from adapters.listen import typed_act
from adapters.names import context_of, lesson_context
from adapters.owner_texts import WhoYouAre, YouOwn
from adapters.page.news import is_news_line
from adapters.picture.gallery import drawing
from adapters.recent import Recent
from adapters.speech import Speech
from adapters.touch import touched
from core.desk.acts import Act
from core.desk.bluffs import unasked_bluff
from core.desk.presses import Learn, Level, Order, Play, Press, pressed, read_datum
from core.desk.reading import Reading
from core.desk.sheets import AnySheet, Guided, Hand
from core.house.ports import person_lane
from core.table.sayings import OpenAnswer
from core.table.table import Finished, Games, Playing
from locales import tongue
from locales.words import fold

MOST_BESIDE = 4  # messages beside which one more has room in an answer
_WITH_CODE = re.compile(r"(.*?)[\s:：・]*([0-9A-Za-z]{4,8})", re.DOTALL)
SKEW = 2.0  # seconds by which we may be wrong about the time at which something was written
Seats = Sequence[Reading]


class PrivateEar:
    """Hears people who write to us alone. Everything here is meant for us."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        say: LineSay,
        now: Callable[[], float],
        strangers: Strangers,
    ) -> None:
        self.speech = speech
        self.people = people
        self.say = say
        self.now = now
        self.strangers = strangers
        self._confessed: Recent[str, str] = Recent()  # the table whose end was told to them last
        self._last: Recent[str, str] = Recent()  # the table whose hand a person looked at last

    def hear(self, event: Event) -> Taken:
        """Carry out an event, and tell what else it asks for."""
        user = event.user or event.chat.id
        if event.kind == "unfollow":
            self.people.follows(user, False)
            return NOTHING
        if event.kind not in ("message", "postback", "follow"):
            return NOTHING
        if event.kind == "follow":
            self.people.follows(user, True)
        self.people.met(user)
        if event.kind == "postback" and (done := self.strangers.pressed(event)) is not None:
            return done
        taken = self._heard_alone(event, user)
        errands = self.strangers.errands(user, asked=typed_act(event.text) is Act.WHO)
        return msgspec.structs.replace(taken, dos=(*taken.dos, *errands)) if errands else taken

    def _heard_alone(self, event: Event, user: str) -> Taken:
        seats = self.people.seats(user)
        usual = self._usual(user, seats)
        if event.kind == "message" and is_news_line(event.text):
            return meant()  # the page was opened from here; it has said so by itself
        if event.kind == "message" and event.age > LASTS:  # it does nothing but that this is said
            return meant(*(self._answered(event, user, seats, usual)[0] if event.text else ()))
        table = _hand_asked_for(event, seats, usual)
        if table:
            read = next((each for each in seats if each.id == table), None)
            touched(self.speech.house, read, user_of(user), self.now())
            return meant(*self._confession(user), *self._show(user, table))
        dos, table = self._other(event, user, seats, usual)
        offer = [Offer(person_lane(user_of(user)), table)] if table else []
        return meant(*dos, *self._confession(user), *offer)

    def _confession(self, user: str) -> Sequence[Do]:
        """A bluff of theirs that nobody asked about: said with their first word after the game."""
        house = self.speech.house
        name = house.ended_for(user_of(user))
        if not name or self._confessed.get(user) == name:
            return ()
        read = house.read(name)
        seat = read.seat_of(user_of(user)) if read is not None else None
        if read is not None and seat is not None and isinstance(read.table, Finished):
            game = house.games[read.table.game]
            bluff = unasked_bluff(read.table, game, seat)
            if bluff is not None:
                told = confession(name, game.title, bluff, self._look(user, name))
                return [Once(partial(self._confesses, user, name), told)]
        self._confessed[user] = name
        return ()

    def _confesses(self, user: str, table: str) -> bool:
        """Whether a bluff at a table was not told to its owner before."""
        key, directory = f"line.confessed:{user_of(user)}", self.speech.directory
        first = directory.kept(key) != table
        if first:
            directory.keep(key, table, self.now())
        self._confessed[user] = table
        return first

    def _usual(self, user: str, seats: Seats) -> str:
        """The table that a person means who names none: where they are asked, or looked last."""
        asked = [
            read.id
            for read in seats
            if isinstance(read.table, Playing) and self._is_asked(read.table, user)
        ]
        if len(asked) == 1:
            return asked[0]
        tables = [read.id for read in seats]
        last = self._last.get(user, "")
        return last if last in tables else tables[0] if tables else ""

    def _is_asked(self, table: Playing, user: str) -> bool:
        game = self.speech.house.games[table.game]
        seats = [i for i, chair in enumerate(table.chairs, 1) if chair.user == user_of(user)]
        return any(game.moves(table.state, seat) for seat in seats)

    def _other(self, event: Event, user: str, seats: Seats, usual: str) -> tuple[Sequence[Do], str]:
        """Anything but the word for the hand: what to do, and the table to show (empty: none)."""
        if event.text or event.data:
            return self._answered(event, user, seats, usual)
        if seats:
            return (), usual
        return [Say(welcome(self._look(user, None), self.speech.house.games))], ""

    def _answered(
        self, event: Event, user: str, seats: Seats, usual: str
    ) -> tuple[Sequence[Do], str]:
        """What the house makes of a press, or of words; and the table to show."""
        heard = self._heard(event, user)
        press = read_datum(event.data.partition("|")[0][:64])
        if event.data and press is None:
            return (), usual
        if press is None:
            press = self._order(event, user, seats, usual)
        elif any(press.table == read.id for read in seats):
            usual = press.table
        reply = self.speech.hear(msgspec.structs.replace(heard, press=press))
        asked = _asks(reply.level) if reply.level is not None else None
        if asked is not None:
            return [Say(flex.sheet(asked, self._look(user, reply.table)))], ""
        if reply.guided is not None:
            return [Say(self._guided(reply.guided, user))], ""
        if _learns(event, press):
            usual = ""  # whoever learns is not shown their hand besides
        look = self._look(user, reply.table or usual or None)
        if not seats and _speaks(event, press):
            return [Say(welcome(look, self.speech.house.games))], ""
        answer = private_answer(reply, look, self.speech.house.games, seated=bool(seats))
        if reply.level is not None or _is_a_card(reply.sheet):  # the hand is what was asked for
            answer = [*answer, *self._show(user, reply.table or usual)]
        if reply.file is not None and reply.table and len(answer) < MOST_BESIDE:
            answer = [*self._again(reply.table, user, look), *answer]
        return answer, usual

    def _again(self, table: str, user: str, look: Look) -> Sequence[Do]:
        """The way to the page that plays a finished game again, where people can reach a page."""
        links = self.say.links
        link = links.seat_link(table, user_of(user)) if links is not None else ""
        if not link:
            return ()
        title, what = look.say(LineLabel(LineWords.WATCH)), look.say(WatchItHere())
        key = flex.link(LineWords.WATCH, link, look)
        return [Say(flex.bubble(title, title, [flex.line(what, size="sm")], [key]))]

    def _guided(self, card: Guided, user: str) -> Data:
        """A step of a guided first round, in the person's language."""
        language = self.people.language_of(user, ())
        context = lesson_context(card.names, card.edition, language)
        return hand_face.guided(card, self.say.look(language, context, ""))

    def _order(self, event: Event, user: str, seats: Seats, usual: str) -> Press | None:
        """The standing order that typed words mean where there is a keypad for all."""
        named = next((read.table for read in seats if read.id == usual), None)
        if named is None or event.age > LASTS:
            return None
        order = typed_order(event.text, named, self.speech.house.games, user_of(user))
        return pressed(usual, Order(order)) if order else None

    def _heard(self, event: Event, user: str) -> Heard:
        receipt = event.id or event.token
        return Heard(
            user_of(user),
            self.people.name(user),
            self.now(),
            None,
            text=event.text,
            receipt=f"{PLATFORM}:{receipt}" if receipt else "",
            said_at=self.now() - event.age + SKEW if event.text else None,
            letters=True,
            addressed=True,
            age=event.age,
        )

    def _show(self, user: str, table: str) -> Sequence[Do]:
        self._last[user] = table
        return [Show(person_lane(user_of(user)), table)]

    def _look(self, user: str, table: str | None) -> Look:
        read = self.speech.house.read(table) if table else None
        language = self.people.language_of(user, read.rooms if read is not None else ())
        return self.say.look(language, context_of(read, language), table or "")


def _hand_asked_for(event: Event, seats: Seats, usual: str) -> str:
    """The table whose hand was asked for: by a sign of life, by the word, or by the word and the
    table's name. Empty if none was."""
    if event.kind == "postback" or not seats:
        return ""
    if not event.text or typed_act(event.text) is Act.HAND:
        return usual
    linked = next((read.id for read in seats if fold(event.text) in _linked(read.id)), "")
    if linked:
        return linked
    found = _WITH_CODE.fullmatch(event.text)
    if found is None or typed_act(found[1]) is not Act.HAND:
        return ""
    return next((read.id for read in seats if read.id.startswith(fold(found[2]))), usual)


def _linked(table: str) -> frozenset[str]:
    """What the links to the hand at a table write, in every language."""
    return frozenset(fold(hand_word(table, language)) for language in tongue.languages())


def private_answer(reply: Reply, look: Look, games: Games, *, seated: bool) -> Sequence[Do]:
    """What is said about an answer to one person alone; the hand goes along if it is another one
    than they saw last."""
    if reply.message is not None:
        answers = isinstance(reply.message, WordsTooOld | OpenAnswer | WhoYouAre | YouOwn)
        if not (seated or reply.table or answers):
            return [Say(welcome(look, games))]
        return [Say(flex.plain(look.say(reply.message)))]
    if reply.panels is not None:
        return [Say(bubble(drawing(reply.panels, look.language)))]
    if reply.sheet is not None and not _is_a_card(reply.sheet):
        return [Say(flex.sheet(reply.sheet, look))]
    if reply.file is not None:
        return [Say(each) for each in record(reply.file[1], look)]
    if reply.result is not None and reply.result.notes:
        return [Say(flex.plain(look.say(GroupHearsLater())))]
    return ()


def _asks(level: Hand) -> Hand | None:
    """The question of a level alone, with the buttons that answer it; None if it has none."""
    rows = tuple(row for row in level.buttons if isinstance(row[0].verb, Play | Level))
    if not rows:
        return None
    return msgspec.structs.replace(level, common=(), own=(), choice=rows, foot=())


def _learns(event: Event, press: Press | None) -> bool:
    """Whether somebody asks for a guided first round."""
    if press is None:
        return typed_act(event.text) is Act.LEARN
    return press.verb is Act.LEARN or isinstance(press.verb, Learn)


def _speaks(event: Event, press: Press | None) -> bool:
    """Whether somebody wants another language."""
    if press is None:
        return typed_act(event.text.partition(" ")[0]) is Act.LANGUAGE
    return press.verb is Act.LANGUAGE


def _is_a_card(sheet: AnySheet | None) -> bool:
    """A hand with something on it: the table's next letter shows that."""
    return isinstance(sheet, Hand) and (bool(sheet.faces) or sheet.letters >= 0)
