"""Presses on a group's rows of letters, seats and digits: what a person has said so far."""

from __future__ import annotations

from typing import Any

import msgspec

from core.failures import Late, Refused
from core.game import AnyGame, Ask
from core.keypad import keypad
from core.letters import complete, letters, meaning
from core.ports import Row as TableRow
from core.ports import Work
from core.sayings import AlreadyOver, LookAtYourHand, NotAwaited, NotSeated, Stale, TooLate
from core.snapshot import thaw
from core.table import Games, Playing, chair_of
from core.text import Announce, announce

replace = msgspec.structs.replace

EMPTY: dict[str, Any] = {"question": 0, "said": {}}
"""A draft that is done with."""


class PressInput(msgspec.Struct, frozen=True):
    """A press on a row: the row's place in the move, and the label pressed."""

    user: str
    table: str
    question: int
    place: str
    label: str
    at: float
    receipt: str = ""


def press_row(work: Work, games: Games, row: TableRow, heard: PressInput) -> str | Announce | None:
    """Fill the draft. Returns the move that is complete now, or the hint to look at one's
    hand first (at most once a question), or None. Raises `Refused`."""
    table = thaw(row.snapshot, games)
    if not isinstance(table, Playing):
        raise Late(AlreadyOver())
    index = chair_of(table.chairs, heard.user)
    if index is None:
        raise Refused(NotSeated())
    if heard.question != table.question:
        raise Late(TooLate() if heard.question < table.question else Stale())
    seat, game = index + 1, games[table.game]
    asked = game.ask(table.state)
    if not isinstance(asked, Ask) or seat not in asked.seats:
        raise Refused(NotAwaited())
    if not asked.secret:
        return _press_openly(work, row, heard, table, game, asked)
    rows = [r for r in game.rows(game.view(table.state, None)) if str(r.place) == heard.place]
    hidden = game.hidden(table.state, seat)
    if not any(heard.label in (letters(hidden) if r.kind == "letters" else r.labels) for r in rows):
        return None
    draft = work.draft(row.id, heard.user)
    if draft.shown != hidden.version:
        if draft.hinted == table.question:
            return None
        work.put_draft(row.id, heard.user, replace(draft, hinted=table.question))
        return announce(LookAtYourHand(seat))
    said = draft.said if draft.question == table.question else {}
    said = {**said, heard.place: heard.label}
    codes = [move.code for move in game.moves(table.state, seat)]
    meant = meaning(table.secret, seat, hidden)
    code = complete(game.rows(game.view(table.state, None)), meant, said, codes)
    fill = {"question": table.question, "said": said} if code is None else EMPTY
    work.put_draft(row.id, heard.user, replace(draft, **fill))
    return code


def _press_openly(
    work: Work, row: TableRow, heard: PressInput, table: Playing, game: AnyGame, asked: Ask
) -> str | None:
    """A press on a row of a choice that is no secret: words stand for themselves."""
    everybody = [game.moves(table.state, other) for other in sorted(asked.seats)]
    keys = keypad([move.code for moves in everybody for move in moves], game.amounts)
    rows = keys.rows
    if not any(str(r.place) == heard.place and heard.label in r.labels for r in rows):
        return None
    draft = work.draft(row.id, heard.user)
    said = draft.said if draft.question == table.question else {}
    said = {**said, heard.place: heard.label}
    index = chair_of(table.chairs, heard.user)
    assert index is not None, "whoever is asked sits"
    codes = [move.code for move in game.moves(table.state, index + 1)]
    code = complete(rows, {}, said, [code for code in codes if code not in keys.moves])
    fill = {"question": table.question, "said": said} if code is None else EMPTY
    work.put_draft(row.id, heard.user, replace(draft, **fill))
    return code
