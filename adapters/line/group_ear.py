"""What happens in a group: presses, words, people who come and go. Runs in the writer's thread.

What is heard acts on the house at once, in its own transactions; everything else that it asks
for is returned and done afterwards: if the database gives up in the middle, the event comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from adapters.expiry import LASTS
from adapters.heard import SILENCE, Heard, Panels, Reply
from adapters.line import calls, compose, flex, gone, panels
from adapters.line.answers import greeting, how, told
from adapters.line.board_face import MORE, OTHERWISE
from adapters.line.chats import FEW_SECONDS, NEVER, Chats, Four
from adapters.line.doing import (
    CHATTER,
    NOTHING,
    TOLD,
    Do,
    Explain,
    Lettered,
    Mark,
    Once,
    Say,
    Show,
    Taken,
    WriteWords,
    meant,
)
from adapters.line.events import Event
from adapters.line.flex import Look, mark_of
from adapters.line.four import messages
from adapters.line.group_answers import Seen, in_group, is_news
from adapters.line.more_keys import frame_of, rest_of_secret, second
from adapters.line.patience import Patience
from adapters.line.people import PLATFORM, People, user_of
from adapters.line.say import LineSay
from adapters.line.strangers import Strangers
from adapters.line.texts import ButtonsBecomeWords, HandsArePrivate, WhoIsIt
from adapters.line.words import presses_of
from adapters.listen import opens, typed_act
from adapters.names import context_of
from adapters.owner import Owner
from adapters.page.news import is_news_line
from adapters.picture.gallery import drawing
from adapters.recent import Recent
from adapters.speech import Speech
from core.desk.acts import Act
from core.desk.board import board_of
from core.desk.orders import may_order
from core.desk.presses import Key, Level, Order, Own, Play, Press, Set, Verb, pressed, read_datum
from core.desk.reading import Reading
from core.house.choosing import Unfinished, half, misfit, unfinished
from core.house.ports import Lanes, room_lane
from core.table.course import computers_due
from core.table.places import Room
from core.table.sayings import NoTable, NotRunning, NotUnderstood
from core.table.table import Lobby, Playing, chair_of
from locales.words import understand

SKEW = 2.0  # seconds by which we may be wrong about the time at which something was written
HOW = "how"
ASK_WHO = 60.0  # seconds before a group is told again that we do not know who writes
SEATING = (Act.OPEN, Act.JOIN, Act.REMATCH)


class GroupEar:
    """Hears groups."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        chats: Chats,
        say: LineSay,
        lanes: Lanes,
        now: Callable[[], float],
        pulse: Callable[[], float],
        owner: Owner,
        zone: str,
    ) -> None:
        self.strangers = Strangers(owner, zone, self._look)
        self.speech = speech
        self.people = people
        self.chats = chats
        self.say = say
        self.lanes = lanes
        self.now = now
        self.pulse = pulse
        self.patience = Patience(speech, chats, now, pulse)
        self._asked_who: Recent[int, float] = Recent()

    def may_sit(self, event: Event) -> bool:
        """Whether an event may seat a person, who then needs a name."""
        if event.kind == "postback":
            press = read_datum(event.data.partition("|")[0])
            return press is not None and press.verb in SEATING
        if event.kind != "message":
            return False
        return typed_act(event.text) in SEATING or opens(event.text)

    def hear(self, event: Event) -> Taken:
        """Carry out an event, and tell what else it asks for."""
        room = self.people.room(event.chat)
        shut = self.strangers.heard(event, room)
        if shut is not None:
            return shut
        if event.user and event.kind not in ("memberLeft", "memberJoined"):
            self.people.here(room, event.user)
        taken = self.strangers.greeted(event, room, self._heard(event, room))
        if event.user and event.kind in ("message", "postback"):
            self.speech.alive.heard(user_of(event.user), room.table or "", self.now())
        if taken is None:
            return NOTHING
        if self.patience.close_window(event, room):
            return Taken(taken.loud, (*taken.dos, Mark.UNREAD))
        return taken

    def _heard(self, event: Event, room: Room) -> Taken | None:
        """None for what is nothing to us."""
        match event.kind:
            case "message":
                return self._message(event, room)
            case "postback":
                return self._postback(event, room)
            case "join":
                return self._joined(event, room)
            case "memberJoined":
                for user in event.people:
                    self.people.here(room, user)
                return NOTHING
            case "memberLeft":
                house, now = self.speech.house, self.now()
                left = [gone.left(self.people, house, now, event, room, u) for u in event.people]
                return Taken(False, tuple(do for dos in left for do in dos))
            case "leave":
                gone.removed(self.speech.house, self.now(), self._read(room))
                return NOTHING
            case _:
                return None

    def _joined(self, event: Event, room: Room) -> Taken:
        """We were let into a group (again)."""
        dos: list[Do] = [] if room.table is None else [_show(room, room.table)]
        dos.append(Once(partial(self.people.first_time, event), greeting(self._look(room))))
        return meant(*dos)

    # Presses and words

    def _postback(self, event: Event, room: Room) -> Taken:
        asked = read_datum(event.data[:64])
        if asked is not None and asked.verb == Own(OTHERWISE):  # whoever it is
            return meant(Mark.PRESSED, *self._otherwise(room, asked))
        if asked is not None and asked.verb == Own(MORE):
            return meant(Mark.PRESSED, *self._more_keys(room, asked))
        if not event.user:
            return meant(Mark.PRESSED, *self._nobody_presses(room))
        datum, _, owner = event.data.partition("|")
        if owner and owner != mark_of(user_of(event.user)):
            return meant(Mark.PRESSED)
        press = read_datum(datum[:64])
        # LINE tells again who presses: the buttons are buttons again.
        buttons = [WriteWords(room.id, on=False)] if self.people.typed(room) else []
        dos = self._press(event, room, press, "") if press else ()
        return meant(Mark.PRESSED, *buttons, *dos)

    def _nobody_presses(self, room: Room) -> Sequence[Do]:
        """LINE does not tell who pressed: from now on buttons write words."""
        if self.people.typed(room):
            return ()
        board = [] if room.table is None else [_show(room, room.table)]
        told = Say(flex.plain(self._look(room).say(ButtonsBecomeWords())))
        return [*board, told, WriteWords(room.id)]

    def _press(self, event: Event, room: Room, press: Press, suffix: str) -> Sequence[Do]:
        match press.verb:
            case Own(word) if word == HOW:
                paged = bool(self.say.page_of(press.table))
                return [Say(how(self._look(room), paged=paged, idle=room.table is None))]
            case Act.HAND:
                return [self._way_to_the_hand(room, press.table)]
            case Level():
                return ()  # half a choice is answered in private only
            case _ if opened := self._panel(event, room, press, panels.asked_for(press)):
                return opened
            case _:
                heard = msgspec.structs.replace(self._said(event, room, suffix), press=press)
                reply = self.speech.hear(heard)
                if isinstance(press.verb, Key) and reply.message is None and not is_news(reply):
                    found = unfinished(self.speech.house, press.table, heard.user)
                    why = misfit(found)  # else they would wait for a move
                    reply = msgspec.structs.replace(reply, message=why)
                    follows = self._second(event, room, press, found) if why is None else ()
                    return [*self._answer(event, room, reply, press.verb), *follows]
                answer = self._answer(event, room, reply, press.verb)
                if press.code.startswith("set.") and reply.message is None:
                    again = self._panel(event, room, press, panels.goes_on(press))
                    return [*answer, *again, _show(room, press.table)]
                return answer

    def _panel(self, event: Event, room: Room, press: Press, panel: str | None) -> Sequence[Do]:
        """A panel of a lobby, for whoever asked for it; nothing where none is asked for."""
        read = self.speech.house.read_mended(press.table, self.now()) if panel is not None else None
        if read is None or not isinstance(read.table, Lobby) or panel is None:
            return ()
        if not panel:
            return [_show(room, read.id)]
        user, look = user_of(event.user), self._look(room, read.id)
        name, games = self.people.name(event.user), self.speech.house.games
        return [Say(panels.shown(read.table, games, user, name, panel, look))]

    def _otherwise(self, room: Room, press: Press) -> Sequence[Do]:
        """All that can be done without the page, on the board of now."""
        if press.table != room.table:
            return ()
        return [Lettered(press.table, press.question), _show(room, press.table)]

    def _second(
        self, event: Event, room: Room, press: Press, found: Unfinished | None
    ) -> Sequence[Do]:
        """The keys that have no room on the board, for whoever has pressed all that it shows."""
        pressed = half(found)
        if pressed is None:
            return ()
        look = self._look(room, press.table)
        if not look.typed:
            look = msgspec.structs.replace(look, owner=mark_of(user_of(event.user)))
        frame = frame_of(self._read(room), self.speech.house.games, press, look)
        if frame is None:
            return ()
        return [Say(made) for made in second(frame, pressed, self.people.name(event.user))]

    def _more_keys(self, room: Room, press: Press) -> Sequence[Do]:
        """The keys of a secret choice that have no room on the board: the same for everybody."""
        look = self._look(room, press.table)
        frame = frame_of(self._read(room), self.speech.house.games, press, look)
        made = rest_of_secret(frame) if frame is not None else None
        return () if made is None else (Say(made),)

    def _message(self, event: Event, room: Room) -> Taken:
        if is_news_line(event.text):
            return TOLD
        old = event.age > LASTS  # then it does nothing, and is answered by one line at most
        if not event.user:
            return self._nobody_writes(event, room, old)
        read = self._read(room)
        if calls.is_call(event.text, addressed=event.addressed, old=old, plays=read is not None):
            return self._called(room)
        if not event.text:
            return CHATTER
        seated = read is not None and read.seat_of(user_of(event.user)) is not None
        panel = panels.TYPED.get(typed_act(event.text) or Act.NO)
        if read is not None and panel and not old and (seated or event.addressed):
            opened = self._panel(event, room, pressed(read.id, Set("panel", panel)), panel)
            if opened:
                return meant(Mark.PRESSED, *opened)
        if not old and typed_act(event.text) is Act.HAND and (seated or event.addressed):
            return meant(self._way_to_the_hand(room, room.table or ""))
        presses = self._meant(event, read, seated) if read is not None and not old else ()
        if presses:
            dos: list[Do] = [Mark.PRESSED]
            for number, press in enumerate(presses):
                dos += self._press(event, room, press, f"#{number}" if number else "")
            return meant(*dos)
        return self._words(event, room)

    def _nobody_writes(self, event: Event, room: Room, old: bool) -> Taken:
        """LINE does not tell who wrote: of commands that is said now and then."""
        asked_at = self._asked_who.get(room.id, NEVER)
        command = understand(event.text) if event.text else None
        if command is None or old or self.pulse() - asked_at < ASK_WHO:
            return CHATTER
        self._asked_who[room.id] = self.pulse()
        return meant(Say(flex.plain(self._look(room).say(WhoIsIt()))))

    def _words(self, event: Event, room: Room) -> Taken:
        """Words that stand for no button of the board."""
        reply = self.speech.hear(
            msgspec.structs.replace(
                self._said(event, room, ""),
                text=event.text,
                addressed=event.addressed,
                said_at=self._said_at(event),
                age=event.age,
            )
        )
        unsaid = reply.message is None and reply.result is None
        unsaid = unsaid and (reply.level is not None or reply.aside is not None)
        if reply == SILENCE or (unsaid and not event.addressed):
            if event.addressed and event.age <= LASTS:
                return self._called(room)
            if reply.aside is not None:  # told to its owner alone, with their hand
                return Taken(False, (*CHATTER.dos, Explain(user_of(event.user), reply.aside)))
            return CHATTER
        if event.addressed and isinstance(reply.message, NotUnderstood | NoTable | NotRunning):
            called = self._called(room)
            if isinstance(reply.message, NoTable) and typed_act(event.text) is None:
                return called
            why = self._look(room, room.table).say(reply.message)
            return meant(Mark.PRESSED, Say(flex.plain(why)), *called.dos)
        return meant(Mark.PRESSED, *self._answer(event, room, reply, typed_act(event.text)))

    def _called(self, room: Room) -> Taken:
        """Somebody calls us: the table that is open, or what we are and what can be said."""
        if room.table is not None:
            return meant(Mark.PRESSED, _show(room, room.table))
        return meant(Say(greeting(self._look(room))))

    def _meant(self, event: Event, read: Reading, seated: bool) -> Sequence[Press]:
        """The buttons that a message stands for: those of somebody at the table, or Join. Words
        of a move count from whoever is asked, and not if they are older than the question."""
        if self._said_at(event) < read.row.asked_at:
            return ()
        table, games, user = read.table, self.speech.house.games, user_of(event.user)
        clock = read.row.due is not None
        board = compose.adapted(board_of(table, games), clock=clock)
        if isinstance(table, Lobby):
            board = panels.with_every_key(board, table, games, user)
        contexts = {la: context_of(read, la) for la in self.speech.languages}
        found = presses_of(event.text, board, contexts)
        verbs = [press.verb for press in found]
        if not seated:
            return found if verbs == [Act.JOIN] else ()
        orders = [verb.code for verb in verbs if isinstance(verb, Order)]
        if orders:
            return found if may_order(table, games, user, orders[0]) else ()
        index = chair_of(table.chairs, user)
        asked = index is not None and index + 1 in board.awaited
        return found if asked or not any(isinstance(verb, Key | Play) for verb in verbs) else ()

    def _said_at(self, event: Event) -> float:
        """When something was written, by our own clock."""
        return self.now() - event.age + SKEW

    def _said(self, event: Event, room: Room, suffix: str) -> Heard:
        receipt = event.id or event.token
        return Heard(
            user_of(event.user),
            self.people.name(event.user),
            self.now(),
            room,
            receipt=f"{PLATFORM}:{receipt}{suffix}" if receipt else "",
            letters=True,
        )

    def _answer(self, event: Event, room: Room, reply: Reply, asked: Verb | None) -> Sequence[Do]:
        if reply.panels is not None:
            return self._panels(room, reply.panels)
        look, read = self._look(room, reply.table), self._read(room)
        logged = asked is Act.STATUS and reply.table is not None
        state = self.chats.of(room.chat)
        seen = Seen(
            look,
            room_lane(room.id),
            user_of(event.user),
            self.people.name(event.user),
            self.speech.house.games,
            read.table if read is not None else None,
            self.pulse() - state.sent_at >= FEW_SECONDS,
            told(self.lanes, reply.table or "", look) if logged else "",
        )
        return in_group(reply, asked, seen)

    def _panels(self, room: Room, panels: Panels) -> Sequence[Do]:
        """A match in four panels goes out with the next reply, and stands there then. Before it
        does that it does not count as shown."""
        gallery, name = self.say.gallery, panels.read.id
        drawn, link = drawing(panels, room.language), ""
        if gallery is not None:
            link = gallery.link(name, room.id)
        *before, last = messages(drawn, link)
        return [*map(Say, before), Say(last, Four(name, room.id))]

    def _way_to_the_hand(self, room: Room, table: str) -> Do:
        """A hand is never shown in a group: only the way to it."""
        look = self._look(room, table or None)
        return Say(flex.way_to_the_hand(look.say(HandsArePrivate()), look))

    # Small things

    def buried(self, room: Room) -> Sequence[Do]:
        """The board is to be shown again where a person is awaited; nothing if nobody is."""
        read = self._read(room)
        if read is None or not isinstance(read.table, Playing) or read.table.asleep:
            return ()
        if computers_due(read.table, self.speech.house.games[read.table.game]):
            return ()
        return (_show(room, read.id),)

    def _read(self, room: Room) -> Reading | None:
        if room.table is None:
            return None
        return self.speech.house.read_mended(room.table, self.now())

    def _look(self, room: Room, table: str | None = None) -> Look:
        read = self.speech.house.read(table) if table else None
        context = context_of(read, room.language, room)
        return self.say.look(room.language, context, table or "", typed=self.people.typed(room))


def _show(room: Room, table: str) -> Do:
    return Show(room_lane(room.id), table)
