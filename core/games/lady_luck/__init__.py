"""Love Letter to Lady Luck, for three or four: auctions, helpers, and a Princess to use twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from core.games.lady_luck import board, bots, lobby, manual, positions, refusals, rules, sight
from core.games.lady_luck.events import Standard, Title
from core.games.lady_luck.model import Move, Options, State, View
from core.games.lady_luck.orders import StandingOrders
from core.kernel.asks import Ask, Face, Hidden, Over, Row, Scene, Section, Stage, Switch
from core.kernel.dice import Dice
from core.kernel.game import Bot, Game, Orders, Telling
from core.kernel.text import Message, Public, Secret

__all__ = ["LADY_LUCK"]


class LadyLuck:
    """The game as the house sees it."""

    name: ClassVar[str] = "lady-luck"
    title: ClassVar[Public] = Title()
    state = State
    options = Options
    presets: Mapping[str, Options] = MappingProxyType({"standard": Options()})
    bots: Mapping[str, Bot] = MappingProxyType({"idle": bots.idle, "clever": bots.clever})
    amounts: frozenset[str] = frozenset({"bid", "open"})
    orders: Orders | None = StandingOrders()

    def seats(self, options: Options) -> range:
        return range(3, 5)

    def preset_for(self, seated: int) -> str:
        return "standard"

    def preset_label(self, preset: str) -> Public:
        return Standard()

    def switches(self, options: Options) -> Sequence[Switch]:
        return lobby.switches(options)

    def edition(self, options: Options) -> str:
        return "standard"

    def setup(self, seats: int, options: Options, dice: Dice) -> Telling[State]:
        return rules.setup(seats, options, dice)

    def ask(self, state: State) -> Ask | Over:
        return rules.ask(state)

    def active(self, state: State) -> frozenset[int]:
        return rules.active(state)

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        return rules.moves(state, seat)

    def spelled(self, said: str) -> str:
        """Every move has one spelling."""
        return said

    def play(self, state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
        return rules.play(state, seat, move, dice)

    def leave(self, state: State, seat: int, dice: Dice) -> Telling[State]:
        return rules.leave(state, seat, dice)

    def view(self, state: State, seat: int | None) -> View:
        return sight.view(state, seat)

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        return sight.imagine(state, seat, dice)

    def scene(self, view: View) -> Scene:
        return board.scene(view)

    def why_not(self, state: State, seat: int, said: str) -> Public | Secret:
        return refusals.why_not(state, seat, said)

    def hidden(self, state: State, seat: int) -> Hidden:
        return board.hidden(state, seat)

    def rows(self, view: View) -> Sequence[Row]:
        return board.rows(view)

    def label(self, view: View, said: Sequence[str], word: str) -> Message:
        return board.label(view, said, word)

    def hint(self, view: View, said: Sequence[str]) -> Message:
        return board.hint(view, said)

    def brief(self, view: View) -> Sequence[Message]:
        return board.brief(view)

    def hand(self, view: View) -> Sequence[Face]:
        return board.hand(view)

    def stage(self, view: View) -> Stage:
        return board.stage(view)

    def help(self, options: Options) -> Sequence[tuple[str, Message]]:
        return manual.help_all(options)

    def rules(self, options: Options) -> Sequence[Section]:
        return manual.rules(options)

    def tour(self, options: Options) -> Sequence[Section]:
        """A short guided tour, since nobody knows this game."""
        return manual.tour(options)

    def load(
        self, position: Mapping[str, Any], seats: int, options: Options, dice: Dice
    ) -> Telling[State]:
        return positions.load(position, seats, options, dice)

    def dump(self, state: State) -> dict[str, Any]:
        return positions.dump(state)

    def round_winners(self, state: State) -> tuple[int, ...] | None:
        return None


LADY_LUCK = LadyLuck()

_CHECKED: Game[State, Move, View, Options] = LADY_LUCK  # the type checker compares the two
