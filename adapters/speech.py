"""Text and presses become commands and looks, in the same way for every platform."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec

from adapters.expiry import Expiry
from adapters.heard import SILENCE, Heard, RecordAfterTheGame, Reply
from adapters.listen import listen
from core.desk.acts import Act
from core.desk.board import group_sheet, hand_sheet
from core.desk.manual import help_sheet, rules_sheet, seal_sheet, sure_sheet, tour_sheet
from core.desk.reading import Reading, language_for
from core.desk.sheets import read_datum
from core.house import clock as watch
from core.house.drafts import PressInput
from core.house.house import House, Input, Result
from core.house.invite import invite, knock
from core.house.ports import Directory, person_lane, room_lane
from core.kernel.notation import words
from core.records.record import record_of
from core.table.bridge import BridgeCode, HostIsAsked, read_code
from core.table.places import Room
from core.table.sayings import (
    NoTable,
    NotRunning,
    NotSeated,
    Pace,
)
from core.table.table import (
    Admit,
    Answer,
    Choose,
    Close,
    Command,
    Finished,
    GiveOrder,
    HandOver,
    Lobby,
    Open,
    Playing,
    Rematch,
    Rise,
    SeatBot,
    Sit,
    Start,
    Table,
    TakeBack,
    Tick,
    UnseatBot,
    UseLetters,
    chair_of,
)
from locales import tongue
from locales.files import SOURCE

log = logging.getLogger("fumibako.events")

_ACTS = {act.value: act for act in Act}


def note_event(command: Command, result: Result) -> None:
    """One line in the log for an event. It names neither cards nor people, and of a refusal not
    even the reason, for that could tell a hand."""
    outcome = "done"
    if result.refused is not None:
        outcome = "refused"
    elif result.repeated:
        outcome = "known already"
    log.info("table %s: %s, %s", result.table, command.__struct_config__.tag, outcome)


class Speech:
    """Understands people, and lets the house do what they ask."""

    def __init__(
        self,
        house: House,
        directory: Directory,
        pace: Callable[[Room], Pace] = lambda room: Pace.QUICK,
        language: str = SOURCE,
    ) -> None:
        self.house = house
        self.directory = directory
        self.languages = tongue.languages()
        self.language = language  # of whoever has chosen none and plays nowhere
        self.expiry = Expiry()
        self._pace = pace
        self.on_sign: Callable[[str], None] = lambda lane: None
        """Called with the lane of everybody who does something: a sign of life from there."""

    def hear(self, heard: Heard) -> Reply:
        """Answer a press or a text. Blocks on the database; never raises for bad input."""
        if heard.user:
            self.on_sign(person_lane(heard.user))
        if heard.room is not None:
            self.on_sign(room_lane(heard.room.id))
        if heard.press:
            return self._press(heard)
        return listen(self, heard)

    # Presses

    def _press(self, heard: Heard) -> Reply:
        press = read_datum(heard.press)
        if press is None:
            return SILENCE
        verb, table_id = press.verb, press.table
        if verb.startswith("m:"):
            command = Answer(heard.user, press.question, verb[2:])
            return self.do(heard, command, table_id)
        if verb.startswith("?:"):
            return self.level(heard, table_id, press.question, words(verb[2:]))
        if verb.startswith("~") and "." in verb:
            place, label = verb[1:].split(".", 1)
            alone = heard.alone or heard.room is None
            pressed = PressInput(
                heard.user, table_id, press.question, place, label, heard.at, heard.receipt, alone
            )
            result = self.house.press(pressed)
            return Reply(result.refused or result.asked, table=result.table, result=result)
        if verb.startswith("set."):
            what, _, value = verb[4:].partition(".")
            return self.do(heard, Choose(heard.user, what, value), table_id)
        if verb.startswith("order."):
            return self.do(heard, GiveOrder(heard.user, verb[6:]), table_id)
        if verb.startswith("knock."):
            return self._admit(heard, table_id, verb)
        if verb.startswith("panel."):
            return self.do(heard, Choose(heard.user, "panel", verb[6:]), table_id)
        if verb.startswith("tour."):
            return self._tour(heard, table_id, verb[5:])
        if verb.startswith("rules."):
            return self.rules(heard, table_id, verb[6:])
        act = _ACTS.get(verb)
        return self.act(heard, act, table_id) if act is not None else SILENCE

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        """Another level of a choice, in place of the card that was pressed."""
        read = self.house.read(table_id)
        if read is None:
            return Reply(NoTable(), table=table_id)
        table = read.table
        if isinstance(table, Playing) and question != table.question:
            said = ()
        return Reply(level=hand_sheet(table, self.house.games, heard.user, said), table=table_id)

    def act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        """Do what a button of the house stands for."""
        user = heard.user
        match act:
            case Act.OPEN:
                return self.open(heard)
            case Act.JOIN:
                return self.do(heard, Sit(user, heard.name, heard.letters), table_id)
            case Act.LEAVE | Act.CLOSE:
                return self._ask_first(heard, act, table_id)
            case Act.SURE_LEAVE:
                return self.do(heard, Rise(user), table_id)
            case Act.SURE_CLOSE:
                return self.do(heard, Close(user), table_id)
            case Act.START:
                return self.do(heard, Start(user), table_id)
            case Act.ADD_BOT:
                return self.do(heard, SeatBot(user), table_id)
            case Act.REMOVE_BOT:
                return self.do(heard, UnseatBot(user), table_id)
            case Act.HAND_OVER:
                return self.do(heard, HandOver(user), table_id)
            case Act.TAKE_BACK:
                return self.do(heard, TakeBack(user), table_id)
            case Act.LETTERS_ON | Act.LETTERS_OFF:
                return self.do(heard, UseLetters(user, act is Act.LETTERS_ON), table_id)
            case Act.REMATCH:
                return self.do(heard, Rematch(user, heard.name), table_id)
            case Act.GAME | Act.EDITION | Act.CLOCK | Act.SWITCHES | Act.BACK:
                return self.do(heard, Choose(user, "panel", act.value[6:]), table_id)
            case Act.LANGUAGE:
                return self.speak(heard, "")
            case Act.NEXT:
                return self.next(heard, table_id)
            case Act.INVITE:
                return self.invite(heard, table_id)
            case Act.RULES:
                return self.rules(heard, table_id, "0")
            case Act.TOUR:
                return self._tour(heard, table_id, "0")
            case _:
                return self._look(heard, act, table_id)

    def open(self, heard: Heard, game: str = "") -> Reply:
        """Open a table in the room of the sender."""
        if heard.room is None:
            return Reply(NoTable())
        first = game or next(iter(self.house.games))
        command = Open(heard.user, heard.name, first, self._pace(heard.room), letters=heard.letters)
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

    def _admit(self, heard: Heard, table_id: str, verb: str) -> Reply:
        """The host's answer to another room that asks to join."""
        _, answer, number = verb.split(".", 2) if verb.count(".") == 2 else ("", "", "")
        if answer not in ("yes", "no") or not number.isdecimal() or len(number) > 15:
            return SILENCE
        return self.do(heard, Admit(heard.user, int(number), answer == "yes"), table_id)

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
        """The next language, or the one that was named: of the room, or of the private chat.
        `by_right`: an admin of the group decides without sitting at the table."""
        if heard.room is None:
            person = self.directory.person(heard.user)
            language = self._other(self.private_language(heard.user), wanted)
            self.directory.remember(msgspec.structs.replace(person, language=language))
            for table_id in self.house.tables_of(heard.user):
                watch.show_again(self.house, table_id, heard.at)
            return Reply(result=Result())
        if heard.room.table is not None and not by_right:
            read = self.house.read(heard.room.table)
            if read is not None and read.seat_of(heard.user) is None:
                return Reply(NotSeated(), table=heard.room.table)
        language = self._other(heard.room.language, wanted)
        self.directory.speak(heard.room.id, language, heard.at)
        if heard.room.table is not None:
            watch.show_again(self.house, heard.room.table, heard.at)
        return Reply(table=heard.room.table, result=Result(table=heard.room.table))

    def private_language(self, user: str) -> str:
        """What is spoken with a person in private: their choice, else the language of the room
        of their newest table."""
        person = self.directory.person(user)
        rooms = next((read.rooms for read in self.house.read_seats(user) if read.rooms), ())
        return language_for(person, rooms) or self.language

    def _other(self, now: str, wanted: str) -> str:
        return wanted if wanted in self.languages else tongue.following(now)

    # Looks

    def read(self, heard: Heard, table_id: str | None) -> Reading | None:
        """The table that is meant: by the button, by the room, or the newest of the person."""
        if table_id is None and heard.room is not None:
            table_id = heard.room.table
        elif table_id is None:
            table_id = next(iter(self.house.tables_of(heard.user)), None)
        return self.house.read(table_id) if table_id is not None else None

    def table(self, heard: Heard, table_id: str | None) -> Table | None:
        """The same without its rooms."""
        read = self.read(heard, table_id)
        return read.table if read is not None else None

    def rules(self, heard: Heard, table_id: str | None, part: str) -> Reply:
        """A section of the rules."""
        table = self.table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        number = int(part) if part.isdecimal() and len(part) < 4 else 0
        return Reply(sheet=rules_sheet(table, self.house.games, number), table=table.id)

    def _tour(self, heard: Heard, table_id: str | None, part: str) -> Reply:
        table = self.table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        number = int(part) if part.isdecimal() and len(part) < 4 else 0
        return Reply(sheet=tour_sheet(table, self.house.games, number), table=table.id)

    def _look(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        games = self.house.games
        table = self.table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        match act:
            case Act.HELP:
                return Reply(sheet=help_sheet(table, games), table=table.id)
            case Act.STATUS:
                return Reply(sheet=group_sheet(table, games), table=table.id)
            case Act.HAND:
                if chair_of(table.chairs, heard.user) is None:
                    return Reply(NotSeated(), table=table.id)
                return Reply(sheet=hand_sheet(table, games, heard.user), table=table.id)
            case Act.SEAL if isinstance(table, Lobby | Playing | Finished):
                sheet = seal_sheet(table)
                return Reply(sheet=sheet, table=table.id)
            case Act.RECORD if isinstance(table, Finished):
                data = msgspec.json.format(msgspec.json.encode(record_of(table, games)), indent=1)
                return Reply(file=(f"fumibako-{table.id}.json", data), table=table.id)
            case Act.RECORD:
                return Reply(RecordAfterTheGame(), table=table.id)
            case _:
                return SILENCE
