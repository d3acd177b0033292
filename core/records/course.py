"""The public course of a match: what everybody was told, cut into scenes of a move each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from core.kernel.drawn import Moment, Stage
from core.kernel.game import AnyGame
from core.kernel.text import Public
from core.table.again import Turn

LEAVE = "leave"


class Told(msgspec.Struct, frozen=True):
    """Something that everybody was told, as it can be shown; by which turn of the match (0: the
    deal), and whether somebody left by it."""

    message: Public
    moment: Moment
    turn: int
    left: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A move and all that came of it."""

    told: tuple[Told, ...]

    @property
    def first(self) -> Told:
        """The move itself."""
        return self.told[0]

    @property
    def turn(self) -> int:
        """The last turn of the match that belongs to it."""
        return self.told[-1].turn

    @property
    def out(self) -> tuple[int, ...]:
        """Who went out by it, and lost by that: not who is through and has won a place."""
        return tuple(
            seat for each in self.told if each.moment.kind == "reveal" for seat in each.moment.out
        )

    @property
    def through(self) -> tuple[int, ...]:
        """Who is through by it."""
        return tuple(
            seat for each in self.told if each.moment.kind == "end" for seat in each.moment.out
        )

    @property
    def costs(self) -> bool:
        """Somebody loses a card by it."""
        return any(card.turned for each in self.told for card in each.moment.shown)

    @property
    def ends(self) -> bool:
        """A round (or the match) ends by it."""
        return any(each.moment.ends for each in self.told)


class Course(msgspec.Struct, frozen=True):
    """A match as everybody saw it: its scenes, what was told at its end, the table and the number
    of its round after each turn, and whose turn was the first."""

    scenes: tuple[Scene, ...]
    end: tuple[Told, ...]
    stages: tuple[Stage, ...]
    rounds: tuple[int, ...]
    began: int


def course_of(turns: Sequence[Turn], game: AnyGame, options: object) -> Course:
    """The public course of a match that was played to its end. Nothing hidden is in it: it is made
    of what all were told, and of the group's view."""
    told = [
        Told(message, moment, number, turn.code == LEAVE)
        for number, turn in enumerate(turns)
        for message in turn.told
        if (moment := game.moment(options, message)) is not None
    ]
    over = next((i for i, each in enumerate(told) if each.moment.ends == "match"), len(told))
    return Course(
        tuple(_scenes(told[:over])),
        tuple(told[over:]),
        tuple(game.stage(game.view(turn.after, None)) for turn in turns),
        tuple(int(getattr(turn.after, "round", 0)) for turn in turns),
        turns[1].seat if len(turns) > 1 else 0,
    )


def _scenes(told: Iterable[Told]) -> Iterable[Scene]:
    """What was told before the first move belongs to none."""
    scene: list[Told] = []
    for each in told:
        if _opens(each):
            if scene:
                yield Scene(tuple(scene))
            scene = [each]
        elif scene:
            scene.append(each)
    if scene:
        yield Scene(tuple(scene))


def _opens(told: Told) -> bool:
    """Whether a move begins with it: what somebody does, and no consequence of that."""
    moment = told.moment
    if told.left and moment.out:
        return True
    if not moment.actor:
        return False
    about = moment.card is not None or moment.named is not None or bool(moment.target)
    match moment.kind:
        case "claim" | "bid":
            return True
        case "play":
            return about and not moment.quiet
        case "draw":
            return bool(moment.target) or (about and not moment.quiet)
        case "answer":
            return bool(moment.target) and moment.named is not None
        case _:
            return False
