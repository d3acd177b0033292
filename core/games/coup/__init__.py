"""Coup: claims, bluffs and challenges for two to ten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.games.coup import (
    bluffs,
    board,
    choices,
    drawing,
    labels,
    leaving,
    lobby,
    manual,
    moments,
    positions,
    rash,
    refusals,
    risks,
    sight,
)
from core.games.coup import rules as engine
from core.games.coup.bots import BOTS
from core.games.coup.lesson import LESSON
from core.games.coup.model import PRESETS, Options, State, spelled, spoken, with_switches
from core.games.coup.orders import AllowOthers
from core.kernel.game import Orders
from core.kernel.lessons import Lesson
from core.kernel.minds import Bot
from core.kernel.plain import Plain
from core.kernel.text import Public


class Coup(Plain):
    """The rulings of Coup, part by part; see the modules of this package."""

    name: ClassVar[str] = "coup"
    title: ClassVar[Public] = lobby.Title()
    state: type[State] = State
    options: type[Options] = Options
    presets: Mapping[str, Options] = PRESETS
    bots: Mapping[str, Bot] = BOTS
    lesson: Lesson | None = LESSON
    minutes: int = 15
    withheld: Mapping[str, frozenset[str]] = lobby.WITHHELD
    mind: int = 2
    orders: Orders | None = AllowOthers()

    seats = staticmethod(lobby.seats)
    preset_for = staticmethod(lobby.preset_for)
    preset_label = staticmethod(lobby.preset_label)
    preset_about = staticmethod(lobby.preset_about)
    preset_source = staticmethod(lobby.preset_source)
    extras = staticmethod(lobby.extras)
    switches = staticmethod(lobby.switches)
    with_switches = staticmethod(with_switches)
    setup = staticmethod(engine.setup)
    ask = staticmethod(choices.ask)
    active = staticmethod(choices.active)
    moves = staticmethod(choices.moves)
    spoken = staticmethod(spoken)
    spelled = staticmethod(spelled)
    play = staticmethod(engine.play)
    leave = staticmethod(leaving.leave)
    view = staticmethod(sight.view)
    imagine = staticmethod(sight.imagine)
    scene = staticmethod(board.scene)
    why_not = staticmethod(refusals.why_not)
    hidden = staticmethod(board.hidden)
    rows = staticmethod(board.rows)
    label = staticmethod(labels.label)
    hint = staticmethod(labels.hint)
    rash = staticmethod(rash.rash)
    brief = staticmethod(board.brief)
    hand = staticmethod(drawing.hand)
    stage = staticmethod(drawing.stage)
    face = staticmethod(drawing.face)
    unseen = staticmethod(drawing.unseen)
    moment = staticmethod(moments.moment)
    risk = staticmethod(risks.risk)
    bluff = staticmethod(bluffs.bluff)
    help = staticmethod(manual.helps)
    rules = staticmethod(manual.rules)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    round_winners = staticmethod(choices.round_winners)


COUP = Coup()
