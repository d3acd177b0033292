"""Presses on a group's rows of letters, seats and digits: what a person has said so far."""

from __future__ import annotations

from typing import Any

import msgspec

from core.desk.keypad import keypad
from core.desk.letters import complete, letters, meaning
from core.desk.slips import WITHIN, PressAgain, slips
from core.house.ports import Draft, Work
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.text import Announce, Secret, announce
from core.table.failures import Late, Refused
from core.table.places import StoredTable
from core.table.sayings import AlreadyOver, LookAtYourHand, NotAwaited, NotSeated, Stale, TooLate
from core.table.snapshot import thaw
from core.table.table import Games, Playing, chair_of

replace = msgspec.structs.replace

EMPTY: dict[str, Any] = {"question": 0, "said": {}, "asked": -1.0}
"""A draft that is done with."""


class PressInput(msgspec.Struct, frozen=True):
    """A press on a row: the row's place in the move, and the label pressed. `alone` tells that
    nobody but the presser sees what is answered."""

    user: str
    table: str
    question: int
    place: str
    label: str
    at: float
    receipt: str = ""
    alone: bool = False


def press_row(
    work: Work, games: Games, row: StoredTable, heard: PressInput
) -> str | PressAgain | Announce | None:
    """Fill the draft. Returns the move that is complete now, or the question whether it is
    meant, or the hint to look at one's hand first (at most once a question, and never for whoever
    is answered alone), or None. Raises
    `Refused`."""
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
        if heard.alone or draft.hinted == table.question:
            return None  # who is answered alone is shown the hand now
        work.put_draft(row.id, heard.user, replace(draft, hinted=table.question))
        return announce(LookAtYourHand(seat))
    said = _said(draft, heard)
    codes = [move.code for move in game.moves(table.state, seat)]
    meant = meaning(table.secret, seat, hidden)
    code = complete(game.rows(game.view(table.state, None)), meant, said, codes)
    return _filled(work, row, heard, draft, said, code, _slip(table, game, seat, heard, code))


def _press_openly(
    work: Work, row: StoredTable, heard: PressInput, table: Playing, game: AnyGame, asked: Ask
) -> str | PressAgain | None:
    """A press on a row of a choice that is no secret: words stand for themselves."""
    everybody = [game.moves(table.state, other) for other in sorted(asked.seats)]
    keys = keypad([move.code for moves in everybody for move in moves], game.amounts)
    rows = keys.rows
    if not any(str(r.place) == heard.place and heard.label in r.labels for r in rows):
        return None
    draft = work.draft(row.id, heard.user)
    said = _said(draft, heard)
    index = chair_of(table.chairs, heard.user)
    assert index is not None, "whoever is asked sits"
    codes = [move.code for move in game.moves(table.state, index + 1)]
    code = complete(rows, {}, said, [code for code in codes if code not in keys.moves])
    return _filled(work, row, heard, draft, said, code, _slip(table, game, index + 1, heard, code))


def _said(draft: Draft, heard: PressInput) -> dict[str, str]:
    """What is pressed so far, with this press."""
    said = draft.said if draft.question == heard.question else {}
    return {**said, heard.place: heard.label}


def _slip(
    table: Playing, game: AnyGame, seat: int, heard: PressInput, code: str | None
) -> Secret | None:
    """The question whether this move is meant, if nobody else would see it."""
    if code is None or not heard.alone:
        return None
    return slips(game, game.view(table.state, seat), game.moves(table.state, seat)).get(code)


def _filled(
    work: Work,
    row: StoredTable,
    heard: PressInput,
    draft: Draft,
    said: dict[str, str],
    code: str | None,
    slip: Secret | None,
) -> str | PressAgain | None:
    """Keep what is pressed, or be done with it. A slip looks like half a draft to all others,
    until the same is pressed again."""
    again = draft.question == heard.question and draft.said == said and draft.asked >= 0
    if slip is not None and not (again and 0 <= heard.at - draft.asked <= WITHIN):
        fill = {"question": heard.question, "said": said, "asked": heard.at}
        work.put_draft(row.id, heard.user, replace(draft, **fill))
        return PressAgain(slip)
    fill = EMPTY if code is not None else {**EMPTY, "question": heard.question, "said": said}
    work.put_draft(row.id, heard.user, replace(draft, **fill))
    return code
