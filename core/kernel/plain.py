"""What a game need not say: defaults for all that most games do alike, and labels they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from core.kernel.asks import Ask, Face, Hidden, Over, Row, Section, Stage, Switch
from core.kernel.game import Bot, Orders
from core.kernel.text import N_, Message, Public, Seat, Secret

STANDARD = "standard"
"""The only preset, and the only edition, of a game that knows no others."""


class Standard(Public, frozen=True, tag="plain.standard"):
    text: ClassVar[str] = N_("Standard rules")


class SeatLabel(Public, frozen=True, tag="label.seat"):
    text: ClassVar[str] = N_("{seat}")
    seat: Seat


class FaceDown(Public, frozen=True, tag="plain.face-down"):
    text: ClassVar[str] = N_("Face-down card")


class OutMark(Public, frozen=True, tag="plain.out"):
    text: ClassVar[str] = N_("out")


class LeftMark(Public, frozen=True, tag="plain.left"):
    text: ClassVar[str] = N_("has left")


class HandInBrief(Secret, frozen=True, tag="plain.hand"):
    text: ClassVar[str] = N_("Hand: {cards}")
    cards: tuple[Message, ...]


class GameIsOver(Secret, frozen=True, tag="plain.is-over"):
    text: ClassVar[str] = N_("The game is over.")


class NoMoreTurns(Secret, frozen=True, tag="plain.no-more-turns"):
    text: ClassVar[str] = N_("You have no more turns in this game.")


class NotYourTurn(Secret, frozen=True, tag="plain.not-your-turn"):
    text: ClassVar[str] = N_("It is {seat}’s turn.")
    seat: Seat


def not_asked(asked: Ask | Over, active: frozenset[int], seat: int) -> Secret | None:
    """Why a seat cannot move at all; None if it can, and only the move itself may be wrong.

    `active` are the seats that are still in the game.
    """
    if isinstance(asked, Over):
        return GameIsOver()
    if seat not in active:
        return NoMoreTurns()
    return None if seat in asked.seats else NotYourTurn(min(asked.seats))


class Plain:
    """A game to build on: it has one edition without switches, no secret choices, no orders.

    A game derives from it and says what is otherwise. What has no default here every game must
    say itself: `name`, `title`, `state`, `options`, `bots`, `seats`, `setup`, `ask`, `active`,
    `moves`, `play`, `leave`, `view`, `imagine`, `scene`, `why_not`, `label`, `hint`, `rules`,
    `load` and `dump` (see `core.kernel.game.Game`).
    """

    options: type[Any]
    presets: Mapping[str, Any]  # unless said: the options as they are
    bots: Mapping[str, Bot]
    default_bot: str  # unless said: the last one
    amounts: frozenset[str] = frozenset()
    orders: Orders | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        said = cls.__dict__
        if "options" in said and "presets" not in said:
            cls.presets = MappingProxyType({STANDARD: cls.options()})
        if "bots" in said and "default_bot" not in said:
            cls.default_bot = tuple(cls.bots)[-1]

    def preset_for(self, seated: int) -> str:
        """The first preset, however many play."""
        return next(iter(self.presets))

    def preset_label(self, preset: str) -> Public:
        """The rules as everybody knows them."""
        return Standard()

    def switches(self, options: Any) -> Sequence[Switch]:
        """Nothing can be set."""
        return ()

    def edition(self, options: Any) -> str:
        """The cards bear the same names in all presets."""
        return STANDARD

    def spelled(self, said: str) -> str:
        """Every move has one spelling."""
        return said

    def hidden(self, state: Any, seat: int) -> Hidden:
        """No choice is secret, so nobody plays by letters."""
        return Hidden((), 0)

    def rows(self, view: Any, /) -> Sequence[Row]:
        """No choice is secret."""
        return ()

    def hand(self, view: Any) -> Sequence[Face]:
        """Nobody has cards of their own."""
        return ()

    def brief(self, view: Any) -> Sequence[Message]:
        """The names of the cards in the hand."""
        held = tuple(face.name for face in self.hand(view))
        return (HandInBrief(held),) if held else ()

    def stage(self, view: Any) -> Stage:
        """Nothing is drawn: the table is told in words."""
        return Stage()

    def help(self, options: Any) -> Sequence[tuple[str, Message]]:
        """No card needs to be explained beyond the rules."""
        return ()

    def tour(self, options: Any) -> Sequence[Section]:
        """Everybody knows the game."""
        return ()

    def round_winners(self, state: Any) -> tuple[int, ...] | None:
        """The game has no rounds."""
        return None
