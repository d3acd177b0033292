"""Love Letter, in four editions: the game that the house hosts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.game import Bot, Orders
from core.games.love_letter import (
    board,
    effects,
    positions,
    primer,
    rash,
    refusals,
    settings,
    sight,
)
from core.games.love_letter import rules as engine
from core.games.love_letter.bots import BOTS
from core.games.love_letter.model import PRESETS, Options, State
from core.text import Public


class LoveLetter:
    """The rules of `LL-1` to `LL-15`, part by part; see the modules of this package."""

    name: ClassVar[str] = "love-letter"
    title: ClassVar[Public] = settings.TITLE
    state: type[State] = State
    options: type[Options] = Options
    presets: Mapping[str, Options] = PRESETS
    bots: Mapping[str, Bot] = BOTS
    amounts: frozenset[str] = frozenset()
    orders: Orders | None = None

    seats = staticmethod(settings.seats)
    preset_for = staticmethod(settings.preset_for)
    preset_label = staticmethod(settings.preset_label)
    switches = staticmethod(settings.switches)
    edition = staticmethod(settings.edition)
    setup = staticmethod(engine.setup)
    ask = staticmethod(engine.ask)
    active = staticmethod(engine.active)
    moves = staticmethod(engine.moves)
    play = staticmethod(engine.play)
    spelled = staticmethod(str)
    leave = staticmethod(engine.leave)
    view = staticmethod(sight.view)
    imagine = staticmethod(sight.imagine)
    hidden = staticmethod(sight.hidden)
    rows = staticmethod(sight.rows)
    scene = staticmethod(board.scene)
    brief = staticmethod(board.brief)
    hand = staticmethod(board.hand)
    stage = staticmethod(board.stage)
    label = staticmethod(board.label)
    hint = staticmethod(board.hint)
    rash = staticmethod(rash.rash)
    why_not = staticmethod(refusals.why_not)
    help = staticmethod(effects.help_on)
    rules = staticmethod(primer.rules)
    tour = staticmethod(primer.tour)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    round_winners = staticmethod(engine.round_winners)


LOVE_LETTER = LoveLetter()
