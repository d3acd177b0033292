"""Love Letter, in four editions: the game that the house hosts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.games.love_letter import (
    board,
    drawing,
    lobby,
    manual,
    manual_words,
    moments,
    positions,
    rash,
    refusals,
    risks,
    sight,
)
from core.games.love_letter import rules as engine
from core.games.love_letter.bots import BOTS
from core.games.love_letter.lesson import LESSON
from core.games.love_letter.model import PRESETS, Options, State
from core.kernel.lessons import Lesson
from core.kernel.minds import Bot
from core.kernel.plain import Plain
from core.kernel.text import Public


class LoveLetter(Plain):
    """The rules of `LL-1` to `LL-15`, part by part; see the modules of this package."""

    name: ClassVar[str] = "love-letter"
    title: ClassVar[Public] = lobby.TITLE
    state: type[State] = State
    options: type[Options] = Options
    presets: Mapping[str, Options] = PRESETS
    bots: Mapping[str, Bot] = BOTS
    lesson: Lesson | None = LESSON
    minutes: int = 20

    seats = staticmethod(lobby.seats)
    preset_for = staticmethod(lobby.preset_for)
    preset_label = staticmethod(lobby.preset_label)
    preset_about = staticmethod(lobby.preset_about)
    preset_source = staticmethod(lobby.preset_source)
    switches = staticmethod(lobby.switches)
    edition = staticmethod(lobby.edition)
    setup = staticmethod(engine.setup)
    ask = staticmethod(engine.ask)
    active = staticmethod(engine.active)
    moves = staticmethod(engine.moves)
    spoken = staticmethod(engine.spoken)
    play = staticmethod(engine.play)
    leave = staticmethod(engine.leave)
    view = staticmethod(sight.view)
    imagine = staticmethod(sight.imagine)
    hidden = staticmethod(sight.hidden)
    rows = staticmethod(sight.rows)
    scene = staticmethod(board.scene)
    brief = staticmethod(board.brief)
    hand = staticmethod(drawing.hand)
    stage = staticmethod(drawing.stage)
    face = staticmethod(drawing.face)
    unseen = staticmethod(drawing.unseen)
    moment = staticmethod(moments.moment)
    risk = staticmethod(risks.risk)
    label = staticmethod(board.label)
    hint = staticmethod(board.hint)
    rash = staticmethod(rash.rash)
    why_not = staticmethod(refusals.why_not)
    help = staticmethod(manual_words.help_on)
    rules = staticmethod(manual.rules)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    round_winners = staticmethod(engine.round_winners)
    places = staticmethod(engine.places)


LOVE_LETTER = LoveLetter()
