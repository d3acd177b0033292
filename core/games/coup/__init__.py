"""Coup: claims, bluffs and challenges for two to ten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from core.dice import Dice
from core.game import Ask, Bot, Hidden, Over, Row, Section, Switch, Telling
from core.games.coup import choices, guide, leaving, lobby, orders, positions, rules, scene, views
from core.games.coup.bots import idle
from core.games.coup.clever import clever
from core.games.coup.model import PRESETS, Ended, Move, Options, State, spelled
from core.games.coup.refusals import why_not
from core.games.coup.seats import living
from core.games.coup.views import View
from core.text import Message, Public, Secret


class Coup:
    """The game for the house; each part says more."""

    name: ClassVar[str] = "coup"
    title: ClassVar[Public] = lobby.Title()
    state: type[State] = State
    options: type[Options] = Options
    presets: Mapping[str, Options] = PRESETS
    bots: Mapping[str, Bot] = {"idle": idle, "clever": clever}

    def seats(self, options: Options) -> range:
        """How many may play."""
        return range(2, options.table_size + 1)

    def preset_for(self, seated: int) -> str:
        """The default edition, however many sit: others must be chosen (15.1, U4)."""
        return "bga_seed"

    def preset_label(self, preset: str) -> Public:
        """The name of a preset."""
        return lobby.LABELS[preset]

    def switches(self, options: Options) -> Sequence[Switch]:
        """The switches of the lobby."""
        return lobby.switches()

    def edition(self, options: Options) -> str:
        """One edition: all cards bear the same names everywhere."""
        return "coup"

    def setup(self, seats: int, options: Options, dice: Dice) -> Telling[State]:
        """Deal and begin."""
        return rules.setup(seats, options, dice)

    def ask(self, state: State) -> Ask | Over:
        """What is waited for."""
        return choices.ask(state)

    def active(self, state: State) -> frozenset[int]:
        """The seats still in the game; none when it is over."""
        return frozenset() if isinstance(state.step, Ended) else living(state.players)

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        """The legal moves of a seat."""
        return choices.moves(state, seat)

    def play(self, state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
        """Carry out a legal move."""
        return rules.play(state, seat, move, dice)

    def leave(self, state: State, seat: int, dice: Dice) -> Telling[State]:
        """The seat leaves for good."""
        return leaving.leave(state, seat, dice)

    def view(self, state: State, seat: int | None) -> View:
        """What this reader may know."""
        return views.view(state, seat)

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        """Another world with the same view."""
        return views.imagine(state, seat, dice)

    def scene(self, view: View) -> Sequence[Message]:
        """The board or the hand card."""
        return scene.scene(view)

    def why_not(self, state: State, seat: int, said: str) -> Public | Secret:
        """Why a move is not legal."""
        return why_not(state, seat, said)

    def hidden(self, state: State, seat: int) -> Hidden:
        """The hidden cards of a seat, for its letters."""
        return scene.hidden(state, seat)

    def rows(self, view: View) -> Sequence[Row]:
        """The rows of the group's board for a secret choice."""
        return scene.rows(view)

    def label(self, view: View, said: Sequence[str], word: str) -> Message:
        """The label of a button."""
        return scene.label(view, said, word)

    def hint(self, view: View, said: Sequence[str]) -> Message:
        """The question above the buttons."""
        return scene.hint(view, said)

    def brief(self, view: View) -> Sequence[Message]:
        """The hand in very few words."""
        return scene.brief(view)

    def help(self, options: Options) -> Sequence[tuple[str, Message]]:
        """Short help on every character and action."""
        return guide.helps(options)

    def rules(self, options: Options) -> Sequence[Section]:
        """The rules in short."""
        return guide.rules(options)

    def load(
        self, position: Mapping[str, Any], seats: int, options: Options, dice: Dice
    ) -> Telling[State]:
        """A state from a record's position."""
        return positions.load(position, seats, options, dice)

    def dump(self, state: State) -> dict[str, Any]:
        """The position of a state."""
        return positions.dump(state)

    def round_winners(self, state: State) -> tuple[int, ...] | None:
        """Coup has no rounds."""
        return None

    def spelled(self, said: str) -> str:
        """The legal spelling of a move said in another order (`keep.duke.captain`)."""
        return spelled(said)

    def standing(self, state: State, seat: int, order: str) -> Move | None:
        """What a standing order answers now."""
        return orders.standing(state, seat, order)

    def order_lapses(self, state: State, seat: int) -> bool:
        """Whether a standing order of this seat has ended."""
        return orders.order_lapses(state, seat)


COUP = Coup()
