"""`fumibako replay` and `fumibako verify`: what a record holds, in words or as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from adapters.beacon.check import genuine_round
from adapters.names import recorded_context
from adapters.recordfile import NotAFile, load
from core.desk.board import title_of
from core.desk.sheets import Button
from core.games import GAMES
from core.kernel.text import N_, Code, GameWord, Message, Public, Seat, words_in
from core.records.expect import check
from core.records.expected import GROUP
from core.records.faults import Differs, RecordError
from core.records.proven import Proof
from core.records.record import Record, is_at, read, wanted_error
from core.records.replay import Dispatch, Replay, Step, awaited, legal, replay
from core.records.story import Line as StoryLine
from core.records.story import story
from core.records.verdict import Verdict
from core.records.verify import verify
from core.table.table import Finished, Games
from locales.tongue import Context, languages, say

ALL_WELL, FAILED, REJECTED = 0, 1, 2

GAMES_BY_NAME: Games = {game.name: game for game in GAMES}

R = TypeVar("R")

Line = Callable[[str], None]
"""Where a line of text goes."""


class OfFile(Public, frozen=True, tag="replay.of-file"):
    text: ClassVar[str] = N_("{file}: {what}")
    file: Code
    what: Message


class AtPlace(Public, frozen=True, tag="replay.at-place"):
    text: ClassVar[str] = N_("{place}: {what}")
    place: str
    what: Message


class Numbered(Public, frozen=True, tag="replay.numbered"):
    """A line of the story that tells a move."""

    text: ClassVar[str] = N_("{number}. {what}")
    number: int
    what: Message


class NumberedFor(Public, frozen=True, tag="replay.numbered-for"):
    """A move that a computer made, or that was the answer of somebody silent; `kind` is a code."""

    text: ClassVar[str] = N_("{number}. {what} ({kind})")
    number: int
    what: Message
    kind: Code


class Heading(Public, frozen=True, tag="replay.heading"):
    """A line of the story with which a round begins, or another part of the game."""

    text: ClassVar[str] = N_("— {what}")
    what: Message


class Dealt(Public, frozen=True, tag="replay.dealt"):
    text: ClassVar[str] = N_("— The start")


class Played(Public, frozen=True, tag="replay.played"):
    text: ClassVar[str] = N_("— Move {number}: {move}")
    number: int
    move: Code


class PlayedFor(Public, frozen=True, tag="replay.played-for"):
    """A move that a computer made, or that was the answer of somebody silent."""

    text: ClassVar[str] = N_("— Move {number}: {move} ({kind})")
    number: int
    move: Code
    kind: Code


class WasRefused(Public, frozen=True, tag="replay.refused"):
    text: ClassVar[str] = N_("Refused: {why}")
    why: Message


class WasLegal(Public, frozen=True, tag="replay.was-legal"):
    text: ClassVar[str] = N_("This should be refused, but it is legal. It was not played.")


class ToAll(Public, frozen=True, tag="replay.to-all"):
    text: ClassVar[str] = N_("To all: {what}")
    what: Message


class ToSeat(Public, frozen=True, tag="replay.to-seat"):
    text: ClassVar[str] = N_("To {seat}: {what}")
    seat: Seat
    what: Message


class BoardOfAll(Public, frozen=True, tag="replay.board"):
    text: ClassVar[str] = N_("The board:")


class CardOfSeat(Public, frozen=True, tag="replay.card"):
    text: ClassVar[str] = N_("The hand card of {seat}:")
    seat: Seat


# ------------------------------------------------------------------ the commands


def tell(files: Sequence[str], language: str, out: Line, fault: Line) -> int:
    """Print every game as a story, one line a move. Returns the exit code."""
    code = ALL_WELL
    for file in files:
        found = opened(file, language, fault, story)
        if found is None:
            code = REJECTED
            continue
        played, lines = found
        out(_title(file, played, language))
        for line in _story(played.record, lines, language):
            out(line)
    return code


def tell_all(files: Sequence[str], language: str, out: Line, fault: Line) -> int:
    """Print every game as the group and each player saw it: every note, every card that
    changed. Returns the exit code."""
    code = ALL_WELL
    for file in files:
        played = opened(file, language, fault, replay)
        if played is None:
            code = REJECTED
            continue
        out(_title(file, played, language))
        for line in _everything(played, language):
            out(line)
    return code


def tell_json(files: Sequence[str], language: str, out: Line, fault: Line) -> int:
    """Print every game as one JSON object on one line. Returns the exit code."""
    code = ALL_WELL
    for file in files:
        played = opened(file, language, fault, replay)
        if played is None:
            code = REJECTED
        else:
            out(json.dumps(_as_data(file, played, language), ensure_ascii=False))
    return code


def tell_check(files: Sequence[str], language: str, out: Line, fault: Line) -> int:
    """Print one line for everything that is not as expected. Returns the exit code."""
    code = ALL_WELL
    for file in files:
        context, wanted = Context(), None
        try:
            data = load(file)
            wanted = wanted_error(data)
            record = read(data, GAMES_BY_NAME)
            context = recorded_context(record, GAMES_BY_NAME, language)
            failures = check(replay(record, GAMES_BY_NAME), GAMES_BY_NAME)
        except NotAFile as wrong:
            code = REJECTED
            fault(_line(file, wrong.message, language))
            continue
        except RecordError as wrong:
            code = REJECTED
            fault(_line(file, AtPlace(wrong.place, wrong.reason), language, context))
            failures = ()
            if wanted is not None and not is_at(wrong.place, wanted):
                failures = (Differs("error", json.dumps(wanted), json.dumps(wrong.place)),)
        else:
            if wanted is not None:
                failures = (Differs("error", json.dumps(wanted), "-"), *failures)
        for failure in failures:
            out(_line(file, failure, language, context))
        if failures:
            code = max(code, FAILED)
    return code


def tell_verdict(file: str, language: str, out: Line, fault: Line) -> int:
    """Print whether a finished game was dealt as sealed. Returns the exit code."""
    context = Context()
    try:
        record = read(load(file), GAMES_BY_NAME)
        context = recorded_context(record, GAMES_BY_NAME, language)
        verdict: Verdict = verify(record, GAMES_BY_NAME, genuine_round)
    except NotAFile as wrong:
        fault(_line(file, wrong.message, language))
        return REJECTED
    except RecordError as wrong:
        fault(_line(file, AtPlace(wrong.place, wrong.reason), language, context))
        return REJECTED
    for finding in verdict.findings:
        out(say(finding, language, context))
    return ALL_WELL if verdict.fair else FAILED


WAYS = {"story": tell, "full": tell_all, "json": tell_json, "check": tell_check}
"""What `fumibako replay` prints."""

# ------------------------------------------------------------------ a file


def opened(file: str, language: str, fault: Line, play: Callable[[Record, Games], R]) -> R | None:
    """What `play` makes of the game in a file; None (and a line) if there is none in it."""
    context = Context()
    try:
        record = read(load(file), GAMES_BY_NAME)
        context = recorded_context(record, GAMES_BY_NAME, language)
        return play(record, GAMES_BY_NAME)
    except NotAFile as wrong:
        fault(_line(file, wrong.message, language))
    except RecordError as wrong:
        fault(_line(file, AtPlace(wrong.place, wrong.reason), language, context))
    return None


def _title(file: str, played: Replay, language: str) -> str:
    title = title_of(played.table, GAMES_BY_NAME)
    return _line(file, title, language, recorded_context(played.record, GAMES_BY_NAME, language))


def _line(file: str, what: Message, language: str, context: Context | None = None) -> str:
    return say(OfFile(file, what), language, context or Context())


# ------------------------------------------------------------------ in words


def _story(record: Record, lines: Sequence[StoryLine], language: str) -> Iterator[str]:
    context = recorded_context(record, GAMES_BY_NAME, language)
    for line in lines:
        if line.part == "round":
            yield ""
        indent = "    " if line.part == "aside" else ""
        yield indent + say(_as_told(line, record.proof), language, context)


def _as_told(line: StoryLine, proof: Proof | None) -> Message:
    if line.part == "round":
        return Heading(line.text)
    if not line.number:
        return line.text
    kind = proof.by.get(line.number) if proof is not None else None
    if kind is None:
        return Numbered(line.number, line.text)
    return NumberedFor(line.number, line.text, kind)


# ------------------------------------------------------------------ everything


def _everything(played: Replay, language: str) -> Iterator[str]:
    context = recorded_context(played.record, GAMES_BY_NAME, language)
    for step in played.steps:
        yield ""
        for line in _step(step, played.record.proof):
            yield say(line, language, context)
        for letter in step.letters:
            yield from _letter(letter, language, context)


def _step(step: Step, proof: Proof | None) -> Iterator[Message]:
    if step.line is None:
        yield Dealt()
        return
    number, kind = step.index + 1, proof.by.get(step.index + 1) if proof is not None else None
    if kind is None:
        yield Played(number, step.line.text)
    else:
        yield PlayedFor(number, step.line.text, kind)
    if step.line.refused:
        yield WasLegal() if step.refused is None else WasRefused(step.refused)


def _letter(letter: Dispatch, language: str, context: Context) -> Iterator[str]:
    if not letter.is_card:
        (what,) = letter.messages
        yield say(ToAll(what) if letter.to == GROUP else ToSeat(letter.to, what), language, context)
        return
    yield say(BoardOfAll() if letter.to == GROUP else CardOfSeat(letter.to), language, context)
    for message in letter.messages:
        for line in say(message, language, context).splitlines():
            yield f"    {line}"
    for row in letter.buttons:
        yield "    " + " ".join(f"[{say(button.label, language, context)}]" for button in row)


# ------------------------------------------------------------------ as JSON


def _as_data(file: str, played: Replay, language: str) -> dict[str, Any]:
    record, table = played.record, played.table
    game = GAMES_BY_NAME[record.game]
    own = recorded_context(record, GAMES_BY_NAME, language)
    contexts = {each: recorded_context(record, GAMES_BY_NAME, each) for each in languages()}
    round_winners = game.round_winners(table.state)
    return {
        "file": file,
        "position": game.dump(table.state),
        "awaited": list(awaited(table, game)),
        "legal": {
            str(seat): list(legal(table, game, seat)) for seat in range(1, len(record.seats) + 1)
        },
        "winners": list(table.winners) if isinstance(table, Finished) else [],
        "round_winners": None if round_winners is None else list(round_winners),
        "refused": [
            {"index": step.index, "reason": say(step.refused, language, own)}
            for step in played.steps
            if step.refused is not None
        ],
        "messages": [_letter_data(letter, contexts) for letter in played.letters],
    }


def _letter_data(letter: Dispatch, contexts: dict[str, Context]) -> dict[str, Any]:
    named = dict.fromkeys(
        str(thing) for thing in words_in(letter.messages) if isinstance(thing, GameWord)
    )
    return {
        "to": "group" if letter.to == GROUP else letter.to,
        "text": {
            language: "\n".join(say(message, language, context) for message in letter.messages)
            for language, context in contexts.items()
        },
        "cards": list(named),
        "buttons": [_button_data(button, contexts) for row in letter.buttons for button in row],
    }


def _button_data(button: Button[Message], contexts: dict[str, Context]) -> dict[str, Any]:
    return {
        "label": {
            language: say(button.label, language, context) for language, context in contexts.items()
        },
        "data": button.data,
    }
