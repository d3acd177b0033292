"""What goes into one reply: the news with a mention, what was asked for, and the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.letter import Line, Shown
from adapters.line import flex
from adapters.line.flex import Look
from adapters.line.limits import LONGEST_TEXT, braced, units
from adapters.line.orders import ORDER, keypad_of
from adapters.line.texts import (
    GoesOnWith,
    IfTheLinkFails,
    LettersInHand,
    LimitsAtOnce,
    LineLabel,
    LineWords,
    LookOnce,
    MoreHappened,
    PressesAreSilent,
    ReadyOnes,
    UntilByClock,
    UntilThen,
    WaitsFor,
    YourTurn,
)
from core.desk.acts import Act
from core.desk.board import LettersExplained
from core.desk.presses import datum, read_datum
from core.desk.sheets import Button, Labelled, Sheet
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.kernel.text import Message
from core.table.sayings import HalfTime, StillWaiting
from core.table.table import Lobby, Playing, Table
from locales import tongue
from locales.tongue import Context

Data = dict[str, Any]

MOST_LINES = 8  # lines of the log in one reply
PLATFORM = "line"


def stale(line: Line) -> bool:
    """What makes no sense when it is read later, and is never said."""
    return isinstance(line.message, StillWaiting | HalfTime)


def news(lines: Sequence[Line], language: str) -> list[str]:
    """The log since the last reply, the newest eight of it."""
    told = [tongue.say(line.message, language, line.context) for line in lines]
    left_out = len(told) - MOST_LINES
    if left_out > 0:
        more = tongue.say(MoreHappened(left_out), language, Context())
        return [more, *told[left_out:]]
    return told


def with_mention(lines: Sequence[str], language: str, users: Sequence[str]) -> Data:
    """News as one message, at its end a mention of those who are asked now."""
    text = braced("\n".join(lines))
    blanks = {}
    for number, user in enumerate(users):
        name = f"m{number}"
        blanks[name] = {"type": "mention", "mentionee": {"type": "user", "userId": user}}
        turn = braced(tongue.say(YourTurn(f"<{number}>"), language, Context()))
        text += "\n" * bool(text) + turn.replace(f"<{number}>", f"{{{name}}}")
    if not blanks:
        return flex.plain("\n".join(lines))
    if units(text) > LONGEST_TEXT:
        return with_mention(lines[-1:], language, users)
    return {"type": "textV2", "text": text, "substitution": blanks}


def asks(shown: Shown) -> tuple[int, ...]:
    """Seats whose people are expected to answer now."""
    table = shown.table
    if not isinstance(table, Playing) or table.asleep:
        return ()
    return tuple(seat for seat in shown.sheet.awaited if table.chairs[seat - 1].decides)


def adapted(sheet: Sheet, table: Table, clock: bool, game: AnyGame) -> Sheet:
    """The board as a LINE group needs it: the way to the hand in the lobby, ⏩ with a clock,
    letters explained in LINE's words, a keypad for all instead of the buttons of one."""
    rows = list(sheet.buttons)
    keys = [
        Button(label, datum(table.id, sheet.question, f"{ORDER}{code}"))
        for code, label in keypad_of(table, game)
    ]
    if keys:
        rows = [(keys[0],), *((tuple(keys[1:]),) if keys[1:] else ()), rows[-1]]
    if isinstance(table, Lobby):
        rows.insert(0, (Button(Labelled(Act.HAND), datum(table.id, 0, Act.HAND.value)),))
    elif isinstance(table, Playing):
        foot = [b for b in rows[-1] if _verb(b) != Act.STATUS.value]
        again = Button(
            LineLabel(LineWords.AGAIN), datum(table.id, table.question, Act.STATUS.value)
        )
        foot.insert(1, again)
        if clock and not table.asleep:
            asked = game.ask(table.state)
            window = isinstance(asked, Ask) and asked.window
            label = LineLabel(LineWords.GO_ON) if window else Labelled(Act.NEXT)
            foot.append(Button(label, datum(table.id, table.question, Act.NEXT.value)))
        rows[-1] = tuple(foot)
    told = tuple(each for each in sheet.asked if not isinstance(each, LettersExplained))
    return _with(sheet, buttons=tuple(rows), asked=told)


def notes(
    sheet: Sheet, shown: Shown, game: AnyGame, look: Look, limit: int, met: Sequence[str]
) -> list[str]:
    """The small print of a board."""
    table = shown.table
    found: list[Message] = []
    if isinstance(table, Lobby):
        found.append(LookOnce())
        if met:
            found.append(ReadyOnes(tuple(met)))
        found.append(IfTheLinkFails())
    elif isinstance(table, Playing):
        asked = game.ask(table.state)
        assert isinstance(asked, Ask), "a table that plays asks something"
        if asked.secret and any(_verb(row[0]).startswith("~") for row in sheet.buttons if row):
            found.append(LettersInHand())
        if shown.due is not None and not table.asleep:
            found.append(_deadline(shown, asked, limit))
        if any(_verb(row[0]).startswith(ORDER) for row in sheet.buttons if row):
            found.append(LimitsAtOnce())
        if not look.typed:
            found.append(PressesAreSilent())
        if any(room.platform != PLATFORM for room in shown.rooms) or len(shown.rooms) > 1:
            found.append(GoesOnWith())
    return [look.say(each) for each in found]


def _deadline(shown: Shown, asked: Ask, limit: int) -> Message:
    """How long the question stays open; never a countdown, for a bubble does not change."""
    if asked.window:
        return WaitsFor(limit)
    moment = int(shown.due or 0)
    alone = all(room.platform == PLATFORM for room in shown.rooms)
    return UntilThen(moment) if alone else UntilByClock(moment)


def captions(sheet: Sheet, shown: Shown, game: AnyGame, look: Look) -> dict[int, str]:
    """What the rows of letters are for, where there are several."""
    table = shown.table
    if not isinstance(table, Playing):
        return {}
    seen = game.view(table.state, None)
    places = [row.place for row in game.rows(seen) if row.kind == "letters"]
    if len(places) < 2 or not sheet.awaited:
        return {}
    codes = [move.code for move in game.moves(table.state, min(sheet.awaited))]
    firsts = {words(code)[0] for code in codes}
    if len(firsts) != 1:
        return {}
    first = firsts.pop()
    found: dict[int, str] = {}
    for number, row in enumerate(sheet.buttons):
        verb = _verb(row[0]) if row else ""
        place = verb[1:].partition(".")[0]
        if verb.startswith("~") and place.isdecimal() and int(place) in places:
            said = (first, *("",) * (int(place) - 1))
            found[number] = look.say(game.hint(seen, said))
    return found


def hand_sheet_for_line(sheet: Sheet) -> Sheet:
    """A hand card without the switch between letters and buttons: here one plays by letters."""
    gone = {Act.LETTERS_ON.value, Act.LETTERS_OFF.value}
    rows = tuple(
        kept for row in sheet.buttons if (kept := tuple(b for b in row if _verb(b) not in gone))
    )
    return _with(sheet, buttons=rows)


def links(look: Look, lobby: bool) -> list[Data]:
    """The way to add the account, where hands may not have been found yet."""
    return [flex.link(LineWords.FRIEND, look.friend, look)] if lobby and look.friend else []


def _verb(button: Button) -> str:
    press = read_datum(button.data)
    return press.code if press is not None else ""


def _with(sheet: Sheet, **changed: Any) -> Sheet:
    replaced: Sheet = msgspec.structs.replace(sheet, **changed)
    return replaced
