"""The bubble of a lobby: who sits there, what will be played, and the keys to join and to start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adapters.line import flex
from adapters.line.flex import GREY, Look
from adapters.line.texts import IfTheLinkFails, LineWords, LookOnce, ReadyOnes
from core.desk.acts import Act
from core.desk.sheets import Board, act_button

Data = dict[str, Any]


def adapted(board: Board) -> Board:
    """A lobby as a LINE group needs it: with the way to the hand."""
    hand = act_button(board.table, 0, Act.HAND)
    return replace(board, choice=((hand,), *board.choice), explained=())


def board(shown: Board, look: Look, met: Sequence[str]) -> Data:
    """The bubble of an adapted lobby; `met` have found their hand."""
    title = look.say(shown.title)
    asked = [look.say(each) for each in shown.asked]
    body = [flex.line(look.say(each), size="sm") for each in shown.lines]
    if body and asked:
        body.append({"type": "separator", "margin": "md"})
    body += [flex.line(each, weight="bold", size="sm", margin="sm") for each in asked]
    ready = (ReadyOnes(tuple(met)),) if met else ()
    notes = [look.say(each) for each in (LookOnce(), *ready, IfTheLinkFails())]
    body += [flex.line(each, size="xs", color=GREY) for each in notes]
    keys = flex.rows_of(shown.buttons, look)
    if look.friend:
        keys.append(flex.link(LineWords.FRIEND, look.friend, look))
    return flex.bubble(" ".join([title, *asked]), title, body, keys)
