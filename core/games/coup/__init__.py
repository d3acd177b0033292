"""Coup: claims, bluffs and challenges for two to ten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.game import Bot, Orders
from core.games.coup import (
    choices,
    guide,
    leaving,
    lobby,
    positions,
    rash,
    refusals,
    views,
)
from core.games.coup import rules as course
from core.games.coup import scene as board
from core.games.coup import stage as drawing
from core.games.coup.bots import idle
from core.games.coup.clever import clever
from core.games.coup.model import PRESETS, Options, State, spelled
from core.games.coup.orders import AllowOthers
from core.text import Public


class Coup:
    """The rulings of Coup, part by part; see the modules of this package."""

    name: ClassVar[str] = "coup"
    title: ClassVar[Public] = lobby.Title()
    state: type[State] = State
    options: type[Options] = Options
    presets: Mapping[str, Options] = PRESETS
    bots: Mapping[str, Bot] = {"idle": idle, "clever": clever}
    amounts: frozenset[str] = frozenset()
    orders: Orders | None = AllowOthers()

    seats = staticmethod(lobby.seats)
    preset_for = staticmethod(lobby.preset_for)
    preset_label = staticmethod(lobby.preset_label)
    switches = staticmethod(lobby.switches)
    edition = staticmethod(lobby.edition)
    setup = staticmethod(course.setup)
    ask = staticmethod(choices.ask)
    active = staticmethod(choices.active)
    moves = staticmethod(choices.moves)
    spelled = staticmethod(spelled)
    play = staticmethod(course.play)
    leave = staticmethod(leaving.leave)
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    scene = staticmethod(board.scene)
    why_not = staticmethod(refusals.why_not)
    hidden = staticmethod(board.hidden)
    rows = staticmethod(board.rows)
    label = staticmethod(board.label)
    hint = staticmethod(board.hint)
    rash = staticmethod(rash.rash)
    brief = staticmethod(board.brief)
    hand = staticmethod(drawing.hand)
    stage = staticmethod(drawing.stage)
    help = staticmethod(guide.helps)
    rules = staticmethod(guide.rules)
    tour = staticmethod(guide.tour)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    round_winners = staticmethod(choices.round_winners)


COUP = Coup()
