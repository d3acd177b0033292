"""Text and presses become commands and looks, in the same way for every platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from adapters.names import context_of
from adapters.typed import Ambiguous, read_move
from core.acts import Act
from core.board import group_sheet, hand_sheet
from core.drafts import PressInput
from core.house import House, Input, Result
from core.letters import meaning, playable
from core.looks import help_sheet, rules_sheet, seal_sheet, sure_sheet
from core.notation import words
from core.ports import Directory, Room
from core.record import record_of
from core.sayings import (
    NoTable,
    NotRunning,
    NotSeated,
    NotUnderstood,
    Pace,
    WhichOne,
)
from core.sheets import Sheet, read_datum
from core.table import (
    Answer,
    Choose,
    Close,
    Command,
    CutDeck,
    Finished,
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
    UnseatBot,
    UseLetters,
    chair_of,
)
from core.text import N_, Message, Secret
from locales import tongue
from locales.words import fold, understand


class RecordAfterTheGame(Secret, frozen=True, tag="speech.record-later"):
    text: ClassVar[str] = N_("The record is given out when the game is over.")


class WhichTable(Secret, frozen=True, tag="speech.which-table"):
    text: ClassVar[str] = N_("You sit at more than one table. Please use its buttons.")


class Heard(msgspec.Struct, frozen=True):
    """Something that reached us from a person.

    `room` is None in a private chat. Either `text` or `press` (a button datum) is set. `bare`
    words count only in private or after an address; `addressed` says that the text began with
    a slash or named the host.
    """

    user: str
    name: str
    at: float
    room: Room | None = None
    text: str = ""
    press: str = ""
    receipt: str = ""
    said_at: float | None = None
    addressed: bool = False


class Reply(msgspec.Struct, frozen=True):
    """What the sender gets, alone unless `public`.

    `level` is a sheet that replaces the one pressed (the next level of a choice); `copy` is
    text to copy, `file` a record by its name.
    """

    message: Message | None = None
    sheet: Sheet | None = None
    level: Sheet | None = None
    public: bool = False
    table: str | None = None
    copy: str = ""
    file: tuple[str, bytes] | None = None
    result: Result | None = None


SILENCE = Reply()

_ACTS = {act.value: act for act in Act}
_WORDS = {
    "open": Act.OPEN,
    "join": Act.JOIN,
    "leave": Act.LEAVE,
    "bot": Act.ADD_BOT,
    "unbot": Act.REMOVE_BOT,
    "options": Act.SWITCHES,
    "start": Act.START,
    "cancel": Act.CLOSE,
    "rematch": Act.REMATCH,
    "hand": Act.HAND,
    "status": Act.STATUS,
    "rules": Act.RULES,
    "help": Act.HELP,
    "lang": Act.LANGUAGE,
    "record": Act.RECORD,
    "seal": Act.SEAL,
    "away": Act.HAND_OVER,
    "back": Act.TAKE_BACK,
    "letters": Act.LETTERS_ON,
}


class Speech:
    """Understands people, and lets the house do what they ask."""

    def __init__(
        self,
        house: House,
        directory: Directory,
        pace: Callable[[Room], Pace] = lambda room: Pace.QUICK,
        languages: Sequence[str] = ("ja", "en"),
    ) -> None:
        self.house = house
        self.directory = directory
        self.languages = tuple(languages)
        self._pace = pace

    def hear(self, heard: Heard) -> Reply:
        """Answer a press or a text. Blocks on the database; never raises for bad input."""
        if heard.press:
            return self._press(heard)
        return self._text(heard)

    # Presses

    def _press(self, heard: Heard) -> Reply:
        press = read_datum(heard.press)
        if press is None:
            return SILENCE
        verb, table_id = press.verb, press.table
        if verb.startswith("m:"):
            command = Answer(heard.user, press.question, verb[2:])
            return self._do(heard, command, table_id)
        if verb.startswith("?:"):
            return self._level(heard, table_id, press.question, words(verb[2:]))
        if verb.startswith("~") and "." in verb:
            place, label = verb[1:].split(".", 1)
            pressed = PressInput(
                heard.user, table_id, press.question, place, label, heard.at, heard.receipt
            )
            result = self.house.press(pressed)
            return Reply(result.refused, table=result.table, result=result)
        if verb.startswith("set."):
            what, _, value = verb[4:].partition(".")
            return self._do(heard, Choose(heard.user, what, value), table_id)
        if verb.startswith("panel."):
            return self._do(heard, Choose(heard.user, "panel", verb[6:]), table_id)
        if verb.startswith("rules."):
            return self._rules(heard, table_id, verb[6:])
        act = _ACTS.get(verb)
        return self._act(heard, act, table_id) if act is not None else SILENCE

    def _level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        seen = self.house.look(table_id)
        if seen is None:
            return Reply(NoTable(), table=table_id)
        _, table, _ = seen
        if isinstance(table, Playing) and question != table.question:
            said = ()
        return Reply(level=hand_sheet(table, self.house.games, heard.user, said), table=table_id)

    def _act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        user = heard.user
        match act:
            case Act.OPEN:
                return self.open(heard)
            case Act.JOIN:
                return self._do(heard, Sit(user, heard.name), table_id)
            case Act.LEAVE | Act.CLOSE:
                return self._ask_first(heard, act, table_id)
            case Act.SURE_LEAVE:
                return self._do(heard, Rise(user), table_id)
            case Act.SURE_CLOSE:
                return self._do(heard, Close(user), table_id)
            case Act.START:
                return self._do(heard, Start(user), table_id)
            case Act.ADD_BOT:
                return self._do(heard, SeatBot(user), table_id)
            case Act.REMOVE_BOT:
                return self._do(heard, UnseatBot(user), table_id)
            case Act.HAND_OVER:
                return self._do(heard, HandOver(user), table_id)
            case Act.TAKE_BACK:
                return self._do(heard, TakeBack(user), table_id)
            case Act.LETTERS_ON | Act.LETTERS_OFF:
                return self._do(heard, UseLetters(user, act is Act.LETTERS_ON), table_id)
            case Act.REMATCH:
                return self._do(heard, Rematch(user, heard.name), table_id)
            case Act.GAME | Act.EDITION | Act.CLOCK | Act.SWITCHES | Act.BACK:
                return self._do(heard, Choose(user, "panel", act.value[6:]), table_id)
            case Act.LANGUAGE:
                return self._language(heard, "")
            case Act.RULES:
                return self._rules(heard, table_id, "0")
            case _:
                return self._look(heard, act, table_id)

    def open(self, heard: Heard, game: str = "") -> Reply:
        """Open a table in the room of the sender."""
        if heard.room is None:
            return Reply(NoTable())
        first = game or next(iter(self.house.games))
        command = Open(heard.user, heard.name, first, self._pace(heard.room))
        return self._do(heard, command, None)

    def _do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
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
        return Reply(result.refused, table=result.table, result=result)

    def _ask_first(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        """Leaving a running game and closing a table ask once more; leaving a lobby does not."""
        table = self._table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        if act is Act.LEAVE and not isinstance(table, Playing):
            return self._do(heard, Rise(heard.user), table.id)
        if chair_of(table.chairs, heard.user) is None:
            return Reply(NotSeated(), table=table.id)
        return Reply(sheet=sure_sheet(table, act), table=table.id)

    def _language(self, heard: Heard, wanted: str) -> Reply:
        """The next language, or the one that was named: of the room, or of the private chat."""
        if heard.room is None:
            person = self.directory.person(heard.user)
            now = person.language or self.languages[0]
            self.directory.remember(
                msgspec.structs.replace(person, language=self._other(now, wanted))
            )
            return Reply(result=Result())
        if heard.room.table is not None:
            seen = self.house.look(heard.room.table)
            if seen is not None and chair_of(seen[1].chairs, heard.user) is None:
                return Reply(NotSeated(), table=heard.room.table)
        language = self._other(heard.room.language, wanted)
        self.directory.speak(heard.room.id, language, heard.at)
        return Reply(table=heard.room.table, result=Result(table=heard.room.table))

    def _other(self, now: str, wanted: str) -> str:
        if wanted in self.languages:
            return wanted
        index = self.languages.index(now) if now in self.languages else -1
        return self.languages[(index + 1) % len(self.languages)]

    # Looks

    def _table(self, heard: Heard, table_id: str | None) -> Table | None:
        """The table that is meant: by the button, by the room, or the newest of the person."""
        if table_id is None and heard.room is not None:
            table_id = heard.room.table
        elif table_id is None:
            table_id = next(iter(self.house.tables_of(heard.user)), None)
        seen = self.house.look(table_id) if table_id is not None else None
        return seen[1] if seen is not None else None

    def _rules(self, heard: Heard, table_id: str | None, part: str) -> Reply:
        table = self._table(heard, table_id)
        if table is None:
            return Reply(NoTable())
        number = int(part) if part.isdecimal() and len(part) < 4 else 0
        return Reply(sheet=rules_sheet(table, self.house.games, number), table=table.id)

    def _look(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        games = self.house.games
        table = self._table(heard, table_id)
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

    # Words

    def _text(self, heard: Heard) -> Reply:
        """Words that were typed. In a group, what is not meant for us is never answered."""
        text = heard.text.strip()[:4000]
        private = heard.room is None
        head, _, tail = text.partition(" ")
        command = understand(text)
        if command in _WORDS:
            return self._word(heard, _WORDS[command])
        first = understand(head)
        if first == "cut" and (private or heard.addressed or self._gathers(heard)):
            return self._do(heard, CutDeck(heard.user, tail), None)
        if first == "lang" and fold(tail) in self.languages:
            return self._language(heard, fold(tail))
        if first == "rules" and fold(tail).isdecimal():
            return self._rules(heard, None, str(int(fold(tail)) - 1))
        return self._move(heard, text)

    def _word(self, heard: Heard, act: Act) -> Reply:
        """A command word. In a group a bare one counts only where it fits the open state."""
        if heard.room is None or heard.addressed:
            return self._act(heard, act, None)
        table = self._table(heard, None)
        if table is None:
            return self._act(heard, act, None) if act is Act.OPEN else SILENCE
        fits_lobby = act in (Act.JOIN, Act.START, Act.LEAVE, Act.ADD_BOT, Act.REMOVE_BOT)
        seated = chair_of(table.chairs, heard.user) is not None
        if isinstance(table, Lobby) and fits_lobby and (seated or act is Act.JOIN):
            return self._act(heard, act, table.id)
        if seated and act in (Act.HAND, Act.STATUS, Act.LEAVE, Act.RULES, Act.TAKE_BACK):
            return self._act(heard, act, table.id)
        return SILENCE

    def _gathers(self, heard: Heard) -> bool:
        table = self._table(heard, None)
        return isinstance(table, Lobby) and chair_of(table.chairs, heard.user) is not None

    def _move(self, heard: Heard, text: str) -> Reply:
        """A move in words: from whoever is asked, else silence in a group."""
        quiet = heard.room is not None and not heard.addressed
        if heard.room is None and len(self.house.tables_of(heard.user)) > 1:
            return Reply(WhichTable())
        table = self._table(heard, None)
        index = chair_of(table.chairs, heard.user) if table is not None else None
        if not isinstance(table, Playing) or index is None:
            if quiet:
                return SILENCE
            missing: Message = NotUnderstood(text)
            if table is None:
                missing = NoTable()
            elif index is not None:
                missing = NotRunning() if isinstance(table, Lobby) else missing
            return Reply(missing, table=table.id if table is not None else None)
        seat = index + 1
        game = self.house.games[table.game]
        codes = [move.code for move in game.moves(table.state, seat)]
        if not codes:
            return SILENCE if quiet else Reply(NotUnderstood(text), table=table.id)
        try:
            path = read_move(text, codes, self._speller(table, seat, codes))
        except Ambiguous:
            return Reply(WhichOne(text), table=table.id)
        if path is None:
            return SILENCE if quiet else Reply(NotUnderstood(text), table=table.id)
        code = ".".join(path)
        if code in codes:
            return self._do(heard, Answer(heard.user, table.question, code), table.id)
        return self._level(heard, table.id, table.question, path)

    def _speller(
        self, table: Playing, seat: int, codes: Sequence[str]
    ) -> Callable[[tuple[str, ...], str], Sequence[str]]:
        """How each next word may be typed: its labels in every language, their parts, a letter."""
        game = self.house.games[table.game]
        view = game.view(table.state, seat)
        asked = game.ask(table.state)
        meant: dict[str, str] = {}
        if getattr(asked, "secret", False):
            meant = meaning(table.secret, seat, game.hidden(table.state, seat))

        def spell(said: tuple[str, ...], word: str) -> Sequence[str]:
            found = {fold(word)}
            label = game.label(view, said, word)
            for language in self.languages:
                context = context_of(table, game.edition(table.options), language)
                whole = fold(tongue.say(label, language, context))
                number, _, rest = whole.partition(" ")
                found |= {whole, number, rest} if number.isdecimal() else {whole}
            for letter, card in playable(meant, codes, len(said)).items():
                if card == word:
                    found.add(letter.casefold())
            return sorted(spelling for spelling in found if spelling)

        return spell
