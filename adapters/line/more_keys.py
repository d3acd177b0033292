"""The keys for which a board has no room: how they are asked for, and the bubble that has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.letter import BoardShown
from adapters.line import compose, flex, pieces
from adapters.line.flex import Look
from adapters.line.pieces import Frame
from adapters.line.steps import Group, fitting, parted, steps_of
from adapters.line.texts import TheirKeys
from adapters.line.told import joined
from adapters.line.words import words_of
from core.desk.board import board_of
from core.desk.presses import Press
from core.desk.reading import Reading
from core.house.choosing import Half
from core.table.places import Showing
from core.table.table import Games

Data = dict[str, Any]


def frame_of(read: Reading | None, games: Games, press: Press, look: Look) -> Frame | None:
    """The board for whose question something was pressed, as its keys are drawn; None if another
    question is open."""
    if read is None or read.id != press.table:
        return None
    board = compose.adapted(board_of(read.table, games), clock=False)
    if board.question != press.question:
        return None
    if look.typed:
        look = msgspec.structs.replace(look, words=words_of(board, look.language, look.context))
    return Frame(BoardShown(Showing(read.id), board, look.context), board, look)


def second(frame: Frame, pressed: Half, name: str) -> list[Data]:
    """What is asked next of whoever has pressed all that a board shows of a choice that is no
    secret: keys that are theirs alone, as many bubbles of them as are needed."""
    steps = steps_of(frame.board)
    if steps.secret or not {each.place for each in steps.first if each.place} <= pressed.places:
        return []
    head = [frame.look.say(TheirKeys(name))]
    return [_few_keys(frame, some, head) for some in parted(fitting(steps.second, pressed.fits))]


def rest_of_secret(frame: Frame) -> Data | None:
    """The keys of a secret choice that have no room on the board, the same whoever wants to see
    them; None if there are none."""
    steps = steps_of(frame.board)
    return _few_keys(frame, steps.second, []) if steps.secret and steps.second else None


def _few_keys(frame: Frame, groups: Sequence[Group], head: Sequence[str]) -> Data:
    look = frame.look
    asked = [look.say(each.caption) for each in groups[:1] if each.caption is not None]
    title = joined([*head, *asked])
    body = [flex.line(title, size="sm", weight="bold", color=frame.colours.deep)]
    rows = [row for each in groups for row in pieces.packed(pieces.keys(each, frame))]
    made = flex.bubble(title, "–", body, rows)
    del made["contents"]["header"]
    pieces.dressed(made, 8)
    return made
