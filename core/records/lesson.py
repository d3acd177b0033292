"""A guided first round, step by step: it is played as a record is, and nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from core.desk.hand import hand_of
from core.desk.presses import Learn, Level, Play
from core.desk.sheets import Button, Guided, Rows, Sheet, public
from core.kernel.game import AnyGame
from core.kernel.lessons import LEARNER, Beat, Lesson
from core.kernel.text import N_, Message, Note, Public, announce, whisper
from core.records.expected import GROUP
from core.records.record import Record, RecordLine, Start
from core.records.replay import Step, legal, replay
from core.table.editions import options_of
from core.table.sayings import BotName
from core.table.table import Chair, Finished, Games, Playing

NO_TABLE = "-"  # stands for a table in the buttons of a lesson: it belongs to none
USER = "learner"
replace = msgspec.structs.replace


class LessonTitle(Public, frozen=True, tag="lesson.title"):
    """Which of how many moves of a guided first round comes next."""

    text: ClassVar[str] = N_("{game}: a first round ({step}/{steps})")
    game: Public
    step: int
    steps: int


class LessonDone(Public, frozen=True, tag="lesson.done"):
    text: ClassVar[str] = N_("{game}: a first round, done")
    game: Public


class LessonsTitle(Public, frozen=True, tag="lesson.which"):
    text: ClassVar[str] = N_("A first round, guided")


class LessonsAre(Public, frozen=True, tag="lesson.lessons-are"):
    text: ClassVar[str] = N_(
        "You play against two computers, and at every move you read what to do and why. It takes "
        "about five minutes, and you can stop at any time."
    )


class WhichLesson(Public, frozen=True, tag="lesson.which-game"):
    text: ClassVar[str] = N_("Which game?")


class GameLabel(Public, frozen=True, tag="lesson.game"):
    text: ClassVar[str] = N_("{game}")
    game: Public


class GoOn(Public, frozen=True, tag="lesson.go-on"):
    """The button that shows the next move."""

    text: ClassVar[str] = N_("Next ▶")


class StepBack(Public, frozen=True, tag="lesson.step-back"):
    """The button that shows the move before once more."""

    text: ClassVar[str] = N_("◀ Back")


class FromTheStart(Public, frozen=True, tag="lesson.again"):
    """The button that begins the round anew."""

    text: ClassVar[str] = N_("Once more")


class AnotherGame(Public, frozen=True, tag="lesson.another"):
    text: ClassVar[str] = N_("Another game")


class NotThisTime(Public, frozen=True, tag="lesson.not-this-time"):
    """The learner made another move than the one that goes on."""

    text: ClassVar[str] = N_(
        "The rules allow that too, and in a real game it is up to you. This round goes on with "
        "the move that is described here."
    )


class Standing(msgspec.Struct, frozen=True):
    """A lesson before one of its moves (`beat`, None at the end): the table, the move before, and
    what the learner was told by each step so far, the deal first."""

    lesson: Lesson
    step: int
    table: Playing | Finished
    told: tuple[tuple[Note, ...], ...]
    last: Beat | None
    beat: Beat | None

    @property
    def notes(self) -> tuple[Message, ...]:
        """What the learner was told since the move before."""
        return tuple(note.message for note in self.told[-1])


def at(lesson: Lesson, game: AnyGame, step: int, name: str) -> Standing:
    """A lesson before its move number `step`, counted from 0; after the last one its end. The
    learner is called `name`."""
    step = min(step, len(lesson.beats))
    played, games = lesson.beats[:step], {game.name: game}
    done = replay(_record(lesson, game, played, name), games)
    entries = iter(done.steps)
    told = [tuple(_heard(next(entries)))]
    for beat in played:
        several = [next(entries) for _ in range(len(beat.then) + 1)]
        told.append(tuple(note for each in several for note in _heard(each)))
    deal = replace(done.table.deal, id=NO_TABLE)
    table = replace(done.table, deal=deal, chairs=_chairs(lesson, game, name))
    following = lesson.beats[step] if step < len(lesson.beats) else None
    return Standing(lesson, step, table, tuple(told), played[-1] if played else None, following)


def _heard(step: Step) -> Iterator[Note]:
    """What the learner was told by an entry of the record."""
    for letter in step.letters:
        for message in () if letter.is_card else letter.messages:
            if letter.to == GROUP:
                yield announce(public(message))
            elif letter.to == LEARNER:
                yield whisper(LEARNER, message)


def _record(lesson: Lesson, game: AnyGame, played: Sequence[Beat], name: str) -> Record:
    """The lesson so far."""
    return Record(
        game=game.name,
        preset=lesson.preset,
        switches=dict(lesson.switches),
        options=_options(lesson, game),
        seats=tuple(chair.name for chair in _chairs(lesson, game, name)),
        start=Start(position=lesson.position),
        moves=tuple(line for beat in played for line in _lines(beat)),
        draws=lesson.draws,
    )


def _lines(beat: Beat) -> Iterator[RecordLine]:
    """A beat as entries of a record."""
    for text in (f"{beat.seat}:{beat.code}", *beat.then):
        seat, _, code = text.partition(":")
        yield RecordLine(text, int(seat), code)


def _options(lesson: Lesson, game: AnyGame) -> Any:
    return options_of(lesson.preset, dict(lesson.switches), game)


def _chairs(lesson: Lesson, game: AnyGame, name: str) -> tuple[Chair, ...]:
    """The learner, and computers."""
    computers = tuple(BotName)[: lesson.seats - 1]
    return (
        Chair(name, user=USER),
        *(Chair(each.value, bot=game.default_bot) for each in computers),
    )


class Tried(msgspec.Struct, frozen=True):
    """Where a lesson stands after a try, and what is said of a move that does not go on."""

    step: int
    told: Public | None = None


def tried(lesson: Lesson, game: AnyGame, step: int, code: str) -> Tried:
    """What comes of a move that the learner tries before move number `step`. One that is not
    legal, or is not the learner's to make, changes nothing and is not spoken of."""
    standing = at(lesson, game, step, "")
    beat, code = standing.beat, game.spelled(code)
    if beat is None or not beat.own:
        return Tried(standing.step)
    if code == beat.code:
        return Tried(step + 1)
    if code not in legal(standing.table, game, LEARNER):
        return Tried(step)
    return Tried(step, beat.elsewhere or NotThisTime())


# ---------------------------------------------------------------------- as a card of a chat


def lessons_sheet(games: Games) -> Sheet:
    """Which game somebody wants to learn."""
    buttons = [
        Button(GameLabel(game.title), NO_TABLE, 0, Learn(game.name))
        for game in games.values()
        if game.lesson is not None
    ]
    rows: Rows[Public] = tuple((button,) for button in buttons)
    return Sheet(LessonsTitle(), (LessonsAre(),), (WhichLesson(),), rows)


def guided(game: AnyGame, lesson: Lesson, press: Learn, name: str) -> Guided:
    """A step of a lesson, after what was pressed."""
    begun = press.code.endswith(".")
    after = Tried(press.step)
    if press.code and not begun:
        after = tried(lesson, game, press.step, press.code)
    standing = at(lesson, game, after.step, name)
    games = {game.name: game}
    said = tuple(press.code[:-1].split(".")) if begun else ()
    hand = hand_of(standing.table, games, USER, said)
    beat, last = standing.beat, standing.last
    fresh = not begun and after.told is None  # what led here was not shown yet
    steps = len(lesson.beats)
    title = LessonTitle(game.title, standing.step + 1, steps) if beat else LessonDone(game.title)
    spoken: list[Message] = []
    if fresh:
        spoken.append(last.after if last is not None else lesson.welcome)
    asked: list[Message] = [after.told] if after.told is not None else []
    asked.append(beat.before if beat is not None else lesson.farewell)
    if begun:
        asked += hand.asked[1:]  # what the next word answers
    return Guided(
        title,
        tuple(chair.name for chair in standing.table.chairs),
        game.edition(_options(lesson, game)),
        happened=standing.notes if fresh else (),
        lesson=tuple(spoken),
        table=hand.common,
        brief=hand.brief,
        faces=hand.faces,
        asked=tuple(asked),
        choice=(*_choice(game, standing, hand.choice), _foot(game, standing)),
    )


def _choice(game: AnyGame, standing: Standing, rows: Rows[Message]) -> Rows[Message]:
    """The learner's moves, as tries; where somebody else moves, the button to see it."""
    beat, step = standing.beat, standing.step
    if beat is None:
        return ()
    if not beat.own:
        return ((Button(GoOn(), NO_TABLE, 0, Learn(game.name, step + 1)),),)
    tries = (tuple(_tries(game, step, row)) for row in rows)
    return tuple(row for row in tries if row)


def _tries(game: AnyGame, step: int, row: Sequence[Button[Message]]) -> Iterator[Button[Message]]:
    """A row of moves; what else could be pressed beside them (a standing order) is left out."""
    for button in row:
        match button.verb:
            case Play(code):
                said = code
            case Level(words):
                said = "".join(f"{word}." for word in words)
            case _:
                continue
        yield Button(button.label, NO_TABLE, 0, Learn(game.name, step, said))


def _foot(game: AnyGame, standing: Standing) -> tuple[Button[Message], ...]:
    """The way back; at the end, what else there is."""
    back = Button(StepBack(), NO_TABLE, 0, Learn(game.name, standing.step - 1))
    if standing.beat is not None:
        return (back,) if standing.step else (_another(),)
    again = Button(FromTheStart(), NO_TABLE, 0, Learn(game.name))
    return (back, again, _another())


def _another() -> Button[Message]:
    return Button(AnotherGame(), NO_TABLE, 0, Learn(""))
