"""Text and presses become commands and looks, in the same way for every platform."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

import msgspec

from adapters.afterwards import owned_up, panels
from adapters.alive import Alive
from adapters.asked import Asked
from adapters.crew import Crew
from adapters.expiry import Expiry
from adapters.forgetting import forgetting
from adapters.heard import (
    Heard,
    LearnInPrivate,
    NothingDone,
    Reply,
    UnknownButton,
)
from adapters.listen import listen
from adapters.looks import looked
from adapters.page.onefile import page_of
from adapters.scoring import score
from adapters.touch import touched
from adapters.who import who
from adapters.wishing import next_game, take_time, two_languages
from core.desk.acts import Act, By, Look, Talk
from core.desk.fairness import YourCut, cut_taken
from core.desk.hand import hand_of
from core.desk.manual import rules_sheet, sure_sheet, tour_sheet
from core.desk.presses import (
    Cut,
    Key,
    Knock,
    Learn,
    Level,
    Order,
    Own,
    Page,
    Play,
    Press,
    Set,
    Speak,
    Unseat,
)
from core.desk.reading import Reading, language_for
from core.desk.which import which_sheet
from core.house import clock as watch
from core.house.choosing import forget
from core.house.drafts import PressInput
from core.house.house import House, Input, Result
from core.house.invite import invite, knock
from core.house.ports import Directory, person_lane, room_lane
from core.kernel.pictures import CutPicture
from core.kernel.text import Message
from core.records.lesson import guided, lessons_sheet
from core.table.bridge import BridgeCode, HostIsAsked, read_code
from core.table.commands import (
    Admit,
    Answer,
    Choose,
    Command,
    CutDeck,
    GiveOrder,
    Open,
    Remove,
    Rise,
    Tick,
)
from core.table.places import Room
from core.table.sayings import (
    AlreadyOver,
    NoTable,
    NotRunning,
    NotSeated,
    Pace,
    UnknownChoice,
)
from core.table.table import Lobby, Playing, Table, chair_of
from locales import tongue
from locales.files import SOURCE
from locales.words import BOTH, PLUS, fold, spellings

log = logging.getLogger("fumibako.events")


def note_event(command: Command, result: Result) -> None:
    """One line in the log for an event. It names neither cards nor people, and of a refusal not
    even the reason, for that could tell a hand."""
    outcome = "done"
    if result.refused is not None:
        outcome = "refused"
    elif result.repeated:
        outcome = "known already"
    log.info("table %s: %s, %s", result.table, command.__struct_config__.tag, outcome)


WITHOUT_A_TABLE = (
    *(Act.OPEN, Act.LANGUAGE, Act.LEARN, Act.HAND, Act.RECORD, Act.PROOF, Act.SEAL, Act.CUT),
    *(Act.STATS, Act.TOP, Act.KEEP_SCORE, Act.STOP_SCORE, Act.NOT_ME, Act.FORGET),
    *(Act.MORE_TIME, Act.USUAL_TIME, Act.BOTH, Act.NEXT_GAME, Act.WHO),
)
"""What may be asked for in private without naming one of several tables."""


class Speech:
    """Understands people, and lets the house do what they ask.

    `pace` is the clock of a new table in a room. `on_sign` is called with the lane of everybody
    who does something: a sign of life from there.
    """

    def __init__(
        self,
        house: House,
        directory: Directory,
        pace: Callable[[Room], Pace] = lambda room: Pace.QUICK,
        language: str = SOURCE,
        on_sign: Callable[[str], None] = lambda lane: None,
        proof_page: str = "",
        owner: str = "",
        crew: Crew | None = None,
    ) -> None:
        self.house = house
        self.directory = directory
        self.languages = tongue.languages()
        self.language = language  # of whoever has chosen none and plays nowhere
        self.proof_page = proof_page  # the address of the page that checks records, if there is one
        self.owner = owner  # who runs the host; empty: nobody is known to
        self.expiry = Expiry()
        self.alive = Alive(house)
        self.asked = Asked(directory, crew)
        self._pace = pace
        self.on_sign = on_sign

    def hear(self, heard: Heard) -> Reply:
        """Answer a press or a text. Blocks on the database; never raises for bad input."""
        if heard.user:
            self.on_sign(person_lane(heard.user))
        if heard.room is not None:
            self.on_sign(room_lane(heard.room.id))
        if heard.press is not None:
            reply = self._of_a_game_gone(heard.press, self._press(heard, heard.press))
            table = "" if heard.press.question else heard.press.table  # a lobby asks nothing
        else:
            reply = listen(self, heard)
            table = (heard.room.table if heard.room is not None else reply.table) or ""
        self.asked.note(heard, reply)
        if reply.message is not None:  # all else that was done has seen to that
            self._touched(heard, reply)
        if reply.result is None or reply.result.refused is not None:  # else it is one by itself
            self.alive.heard(heard.user, table, heard.at)
        return reply

    def _of_a_game_gone(self, press: Press, reply: Reply) -> Reply:
        """A button of a game that is no longer kept."""
        if not isinstance(reply.message, NoTable) or not press.table:
            return reply
        if self.house.knows(press.table):
            return reply
        return msgspec.structs.replace(reply, message=AlreadyOver())

    def _touched(self, heard: Heard, reply: Reply) -> None:
        """Whoever was answered in words is waited for again."""
        room = heard.room.table if heard.room is not None else None
        named = heard.press.table if heard.press is not None else None
        table_id = named or reply.table or room
        if heard.user and table_id:
            touched(self.house, self.house.read(table_id), heard.user, heard.at)

    def undo(self, heard: Heard, table_id: str) -> None:
        """Forget what somebody has chosen so far."""
        forget(self.house, table_id, heard.user)

    # Presses

    def _press(self, heard: Heard, press: Press) -> Reply:
        user, table_id = heard.user, press.table
        match press.verb:
            case Play(code):
                return self.do(heard, Answer(user, press.question, code), table_id)
            case Level(said):
                return self.level(heard, table_id, press.question, said)
            case Key(place, label):
                return self._key(heard, press, place, label)
            case Set(what, value):
                return self.do(heard, Choose(user, what, value), table_id)
            case Order(code):
                return self.do(heard, GiveOrder(user, code), table_id)
            case Knock(yes, room):
                return self.do(heard, Admit(user, room, yes), table_id)
            case Unseat(seat, mark):
                return self.do(heard, Remove(user, seat, mark), table_id)
            case Cut(picture):
                return self.cut(heard, table_id, picture)
            case Page():
                return self.page(heard, table_id, press.verb)
            case Learn():
                return self.learn(heard, press.verb)
            case Speak(language):
                return self.speak(heard, language)
            case Act():
                return self.act(heard, press.verb, table_id)
            case Own():
                return Reply(UnknownButton(), table=table_id)
            case _:
                assert_never(press.verb)

    def _key(self, heard: Heard, press: Press, place: str, label: str) -> Reply:
        """A key of a row: it fills the person's draft, or completes a move."""
        alone = heard.alone or heard.room is None
        result = self.house.press(
            PressInput(
                *(heard.user, press.table, press.question, place, label),
                *(heard.at, heard.receipt, alone),
            )
        )
        return Reply(result.refused or result.asked, table=result.table, result=result)

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        """Another level of a choice, in place of the card that was pressed."""
        read = self.house.read_mended(table_id, heard.at)
        if read is None:
            return Reply(NoTable(), table=table_id)
        touched(self.house, read, heard.user, heard.at)
        table = read.table
        if isinstance(table, Playing) and question != table.question:
            said = ()
        return Reply(level=hand_of(table, self.house.games, heard.user, said), table=table_id)

    def act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        """Do what a button of the house stands for. Whoever sits at several tables and names none
        is asked at which."""
        does = act.does
        if table_id is None and heard.room is None and act not in WITHOUT_A_TABLE:
            seats = self.house.read_seats(heard.user)
            if len(seats) > 1:
                return Reply(sheet=which_sheet(seats, self.house.games, act, heard.user))
        if isinstance(does, Look):
            return self._look(heard, does, table_id)
        if not isinstance(does, Talk):
            return self.do(heard, does(By(heard.user, heard.name, heard.letters)), table_id)
        match does:
            case Talk.OPEN:
                return self.open(heard)
            case Talk.ASK_FIRST:
                return self._ask_first(heard, act, table_id)
            case Talk.SPEAK:
                return self.speak(heard, BOTH if act is Act.BOTH else "")
            case Talk.NEXT:
                return self.next(heard, table_id)
            case Talk.INVITE:
                return self.invite(heard, table_id)
            case Talk.NOTHING:
                return Reply(NothingDone(), table=table_id)
            case Talk.LEARN:
                return self.learn(heard, Learn(""))
            case Talk.PANELS:
                return panels(self.house, heard, self.read(heard, self._over(heard, table_id)))
            case Talk.OWN_UP:
                return owned_up(self.house, heard, table_id)
            case Talk.TIME:
                return take_time(self.house, self.directory, heard, on=act is Act.MORE_TIME)
            case Talk.SCORE:
                return score(self.house, heard, act, table_id, self._word(heard, Act.STATS))
            case Talk.WHO:
                return who(heard, self.owner, self._word(heard, Act.WHO))
            case Talk.FORGET:
                return forgetting(self.house, heard, act, self._word(heard, Act.FORGET))
            case Talk.NEXT_GAME:
                return next_game(self.house, heard)
            case Talk.KNOCK:
                return Reply(UnknownButton(), table=table_id)  # which room?
            case _:
                assert_never(does)

    def _word(self, heard: Heard, act: Act) -> str:
        """What is typed for an act where it is read."""
        room = heard.room
        language = room.language if room is not None else self.private_language(heard.user)
        return spellings(act.typed, language)[0]

    def open(self, heard: Heard, game: str = "") -> Reply:
        """Open a table in the room of the sender: of the game that is named, else as the room
        played last."""
        if heard.room is None:
            return Reply(NoTable())
        command = Open(heard.user, heard.name, game, self._pace(heard.room), letters=heard.letters)
        return self.do(heard, command, None)

    def do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
        """Hand a command to the house."""
        result = self.house.handle(
            Input(
                command,
                heard.at,
                heard.receipt,
                heard.room.id if heard.room is not None else None,
                table_id,
                heard.said_at,
            )
        )
        note_event(command, result)
        return Reply(result.refused, table=result.table, result=result)

    def cut(self, heard: Heard, table_id: str | None, picture: int, bits: str = "") -> Reply:
        """Cut with a picture (0 to 7), and with `bits` (hex) of a page. Where others read the
        answer it does not tell which picture it was."""
        reply = self.do(heard, CutDeck(heard.user, picture, bits), table_id)
        if reply.message is not None or (reply.result is not None and reply.result.repeated):
            return reply
        if heard.alone or heard.room is None:
            told: Message = YourCut(tuple(CutPicture)[picture])
        else:
            table = self.table(heard, reply.table)
            if not isinstance(table, Lobby):
                return reply
            told = cut_taken(table, heard.user)
        return Reply(told, table=reply.table, result=reply.result)

    def invite(self, heard: Heard, table_id: str | None) -> Reply:
        """A code by which another group can ask to join."""
        table = self.table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        code = invite(self.house, heard.user, table.id, heard.at)
        if isinstance(code, str):
            code = BridgeCode(f"/bridge {code}")
        return Reply(code, table=table.id)

    def bridge(self, heard: Heard, said: str) -> Reply:
        """With a code: this room asks to join a table. Without: a code for another room."""
        if not said:
            return self.invite(heard, None)
        if heard.room is None:
            return Reply(NoTable())
        code = read_code(said)
        result = knock(self.house, heard.user, code, heard.room.id, heard.at, heard.receipt)
        if result.repeated:
            return Reply(result=result)
        return Reply(result.refused or HostIsAsked(), result=result)

    def next(self, heard: Heard, table_id: str | None) -> Reply:
        """Somebody seated says that the time is over; it is only if it is."""
        table = self.table(heard, table_id)
        if not isinstance(table, Playing):
            return Reply(NotRunning() if table is not None else NoTable())
        if chair_of(table.chairs, heard.user) is None:
            return Reply(NotSeated(), table=table.id)
        return self.do(heard, Tick(table.question), table.id)

    def _ask_first(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        """Leaving a running game and closing a table ask once more; leaving a lobby does not."""
        table = self.table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        if act is Act.LEAVE and not isinstance(table, Playing):
            return self.do(heard, Rise(heard.user), table.id)
        if chair_of(table.chairs, heard.user) is None:
            return Reply(NotSeated(), table=table.id)
        return Reply(sheet=sure_sheet(table, act), table=table.id)

    def speak(self, heard: Heard, wanted: str, *, by_right: bool = False) -> Reply:
        """The next language, the one that was named, or two: of the room, or (one) of the private
        chat.
        `by_right`: an admin of the group decides without sitting at the table."""
        if heard.room is None:
            if PLUS in wanted:  # whoever is alone reads one language
                return Reply(UnknownChoice())
            person = self.directory.person(heard.user)
            language = wanted if wanted in self.languages else ""
            language = language or tongue.following(self.private_language(heard.user))
            self.directory.remember(msgspec.structs.replace(person, language=language), person)
            for table_id in self.house.tables_of(heard.user):
                watch.show_again(self.house, table_id, heard.at)
            return Reply(result=Result())
        if heard.room.table is not None and not by_right:
            read = self.house.read_mended(heard.room.table, heard.at)
            if read is not None and read.seat_of(heard.user) is None:
                return Reply(NotSeated(), table=heard.room.table)
        language, second = two_languages(heard.room, wanted, self.languages)
        self.directory.speak(heard.room.id, language, heard.at)
        if second != heard.room.second:
            self.directory.speak_too(heard.room.id, second, heard.at)
        if heard.room.table is not None:
            watch.show_again(self.house, heard.room.table, heard.at)
        return Reply(table=heard.room.table, result=Result(table=heard.room.table))

    def private_language(self, user: str) -> str:
        """What is spoken with a person in private: their choice, else the language of the room
        of their newest table."""
        person = self.directory.person(user)
        rooms = next((read.rooms for read in self.house.read_seats(user) if read.rooms), ())
        return language_for(person, rooms) or self.language

    def _over(self, heard: Heard, table_id: str | None) -> str | None:
        """Of which table is told after its end, if none is named: the one that is played there, or
        the last one."""
        if table_id is not None or (heard.room is not None and heard.room.table is not None):
            return table_id
        room = heard.room
        return self.house.ended_in(room.id) if room else self.house.ended_for(heard.user) or None

    # Looks

    def read(self, heard: Heard, table_id: str | None) -> Reading | None:
        """The table that is meant: by the button, by the room, or the newest of the person."""
        if table_id is None and heard.room is not None:
            table_id = heard.room.table
        elif table_id is None:
            table_id = next(iter(self.house.tables_of(heard.user)), None)
        return self.house.read_mended(table_id, heard.at) if table_id is not None else None

    def table(self, heard: Heard, table_id: str | None) -> Table | None:
        """The same without its rooms."""
        read = self.read(heard, table_id)
        return read.table if read is not None else None

    def page(self, heard: Heard, table_id: str | None, page: Page) -> Reply:
        """A section of the rules, or a step of the tour."""
        read = self.read(heard, table_id)
        if read is None:
            return Reply(NoTable())
        touched(self.house, read, heard.user, heard.at)
        table = read.table
        sheet = rules_sheet if page.book == "rules" else tour_sheet
        return Reply(sheet=sheet(table, self.house.games, page.number), table=table.id)

    def learn(self, heard: Heard, press: Learn) -> Reply:
        """A step of a guided first round, or the choice of a game. It is for one person alone."""
        if heard.room is not None:
            return Reply(LearnInPrivate())
        game = self.house.games.get(press.game)
        if game is None or game.lesson is None:
            return Reply(sheet=lessons_sheet(self.house.games))
        return Reply(guided=guided(game, game.lesson, press, heard.name))

    def _look(self, heard: Heard, look: Look, table_id: str | None) -> Reply:
        read = self.read(heard, table_id)
        touched(self.house, read, heard.user, heard.at)
        table = read.table if read is not None else None
        if table_id is None and (table is None or look is Look.RECORD):
            table = self._ended(heard, look) or table
        if table is None:
            return Reply(NoTable())
        shown = looked(table, look, heard, self.house.games, self.proof_page)
        if isinstance(shown, Message):
            return Reply(shown, table=table.id)
        if isinstance(shown, bytes):
            name = f"fumibako-{table.id}.json"
            again = partial(page_of, shown, self.house.games, name)
            return Reply(file=(name, shown), again=again, table=table.id)
        return Reply(sheet=shown, table=table.id)

    def _ended(self, heard: Heard, look: Look) -> Table | None:
        """The table of a person that ended last: its record and its proof can still be asked for,
        where no table is named."""
        if look not in (Look.RECORD, Look.PROOF):
            return None
        name = self.house.ended_for(heard.user)
        read = self.house.read_mended(name, heard.at) if name else None
        return read.table if read is not None else None

    def record(self, heard: Heard, said: str) -> Reply:
        """The record of a table that is named by words."""
        return self._look(heard, Look.RECORD, fold(said) or None)
