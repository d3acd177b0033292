"""Love Letter to Lady Luck, for three or four: auctions, helpers, and a Princess to use twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.games.lady_luck import (
    board,
    bots,
    drawing,
    lobby,
    manual,
    moments,
    positions,
    refusals,
    risks,
    scoring,
    sight,
)
from core.games.lady_luck import rules as engine
from core.games.lady_luck.events import Standard, Title
from core.games.lady_luck.lesson import LESSON
from core.games.lady_luck.model import Options, State
from core.games.lady_luck.orders import StandingOrders
from core.kernel.game import Orders
from core.kernel.lessons import Lesson
from core.kernel.minds import Bot
from core.kernel.plain import Plain
from core.kernel.text import Public


class LadyLuck(Plain):
    """The rulings of Lady Luck, part by part; see the modules of this package."""

    name: ClassVar[str] = "lady-luck"
    title: ClassVar[Public] = Title()
    state: type[State] = State
    options: type[Options] = Options
    bots: Mapping[str, Bot] = bots.BOTS
    lesson: Lesson | None = LESSON
    minutes: int = 40
    amounts: frozenset[str] = frozenset({"bid", "open"})
    orders: Orders | None = StandingOrders()

    def seats(self, options: Options) -> range:
        """Three or four."""
        return range(3, 5)

    def preset_label(self, preset: str) -> Public:
        """The rules of the rulebook."""
        return Standard()

    switches = staticmethod(lobby.switches)
    setup = staticmethod(engine.setup)
    ask = staticmethod(engine.ask)
    active = staticmethod(engine.active)
    moves = staticmethod(engine.moves)
    spoken = staticmethod(engine.spoken)
    play = staticmethod(engine.play)
    leave = staticmethod(engine.leave)
    view = staticmethod(sight.view)
    imagine = staticmethod(sight.imagine)
    scene = staticmethod(board.scene)
    why_not = staticmethod(refusals.why_not)
    hidden = staticmethod(board.hidden)
    rows = staticmethod(board.rows)
    label = staticmethod(board.label)
    hint = staticmethod(board.hint)
    brief = staticmethod(board.brief)
    hand = staticmethod(drawing.hand)
    stage = staticmethod(drawing.stage)
    face = staticmethod(drawing.face)
    unseen = staticmethod(drawing.unseen)
    moment = staticmethod(moments.moment)
    risk = staticmethod(risks.risk)
    help = staticmethod(manual.help_all)
    rules = staticmethod(manual.rules)
    tour = staticmethod(manual.tour)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    places = staticmethod(scoring.places)


LADY_LUCK = LadyLuck()
