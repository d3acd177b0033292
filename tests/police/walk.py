"""Matches to watch: how a table is dealt, who plays it how, and every step of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from hypothesis import strategies as st

from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.game import AnyGame, Telling
from core.kernel.minds import Bot, Manner, beside
from core.kernel.text import Note
from core.table.editions import options_of
from core.table.table import Chair, Deal, Playing, Value

R = TypeVar("R")

BOUND = 4000  # moves that no match may reach
SECRET = "5e" * 32
NAMES = ("Aki", "文", "<b>Ben</b>", "", "Aki", "Zoë", "g" * 90, "七", "H", "I", "J", "K", "L", "M")


class Casting(msgspec.Struct, frozen=True):
    """How a match is dealt, and who plays: a kind of player for every seat."""

    preset: str
    switches: dict[str, Value]
    seats: int
    seed: bytes
    kinds: tuple[str, ...]
    whims: int  # the seed of whoever plays at random


class Step(msgspec.Struct, frozen=True):
    """One move: the state before it, who made which, what was told, and the state after it."""

    before: Any
    seat: int
    move: Any
    notes: tuple[Note, ...]
    after: Any
    drawn: int  # draws before the move


class Match(msgspec.Struct, frozen=True):
    """A match from its deal to its end."""

    deal: Casting
    options: Any
    opening: tuple[Note, ...]
    first: Any
    steps: tuple[Step, ...]

    @property
    def states(self) -> Sequence[Any]:
        """Every state, the first and the last included."""
        return (self.first, *(step.after for step in self.steps))


def quick(game: AnyGame) -> dict[str, Bot]:
    """The computer players that do not think for long, each level once. How the hard ones decide
    is tested with their game, a few times rather than at every state."""
    return {
        kind: bot
        for kind, bot in game.bots.items()
        if not beside(kind) and ("." not in kind or kind.endswith(Manner.BOLD))
    }


@st.composite
def deals(draw: st.DrawFn, game: AnyGame) -> Casting:
    """Any preset, some switches, any number of seats that fits, any players."""
    preset = draw(st.sampled_from(sorted(game.presets)))
    options = game.presets[preset]
    switches: dict[str, Value] = {}
    for switch in game.switches(options):
        if draw(st.integers(0, 3)) == 3:
            switches[switch.name] = draw(st.sampled_from(switch.choices)).value
    options = options_of(preset, switches, game)
    seats = draw(st.sampled_from(list(game.seats(options))))
    kinds = st.sampled_from(("random", *quick(game)))
    return Casting(
        preset,
        switches,
        seats,
        draw(st.binary(min_size=4, max_size=4)),
        tuple(draw(st.lists(kinds, min_size=seats, max_size=seats))),
        draw(st.integers(0, 2**32)),
    )


def run(story: Telling[R]) -> tuple[R, tuple[Note, ...]]:
    """A story run to its end: what it returns, and its notes."""
    notes: list[Note] = []
    while True:
        try:
            notes.append(next(story))
        except StopIteration as end:
            return end.value, tuple(notes)


def awaited(game: AnyGame, state: Any) -> list[int]:
    """The seats that are asked now; none after the end."""
    asked = game.ask(state)
    return sorted(asked.seats) if isinstance(asked, Ask) else []


def play_out(game: AnyGame, deal: Casting) -> Match:
    """Play a match to its end. Fails if it does not come within the bound."""
    options = options_of(deal.preset, deal.switches, game)
    dice = Dice(deal.seed)
    first, opening = run(game.setup(deal.seats, options, dice))
    steps = tuple(_steps(game, deal, first, dice))
    return Match(deal, options, opening, first, steps)


def _steps(game: AnyGame, deal: Casting, state: Any, dice: Dice) -> Iterator[Step]:
    whims = Random(deal.whims)
    for number in range(BOUND):
        asked = game.ask(state)
        if isinstance(asked, Over):
            return
        assert asked.seats, "somebody is awaited"
        seat = whims.choice(sorted(asked.seats))
        moves = game.moves(state, seat)
        assert moves, f"seat {seat} is awaited and has no move"
        move = choice(game, deal.kinds[seat - 1], state, seat, moves, whims, number)
        before, drawn = state, dice.drawn
        state, notes = run(game.play(state, seat, move, dice))
        yield Step(before, seat, move, notes, state, drawn)
    raise AssertionError(f"no end after {BOUND} moves")


def choice(
    game: AnyGame,
    kind: str,
    state: Any,
    seat: int,
    moves: Sequence[Any],
    whims: Random,
    number: int,
) -> Any:
    if kind != "random":
        return game.bots[kind](game.view(state, seat), moves, bot_dice(b"kind", number, seat))
    # Any first word is as likely as any other, however many moves begin with it.
    words = sorted({move.code.partition(".")[0] for move in moves})
    word = whims.choice(words)
    return whims.choice([move for move in moves if move.code.partition(".")[0] == word])


def seated(game: AnyGame, match: Match, state: Any, letters: bool = False) -> Playing:
    """A table at which this state is played, all seats by people."""
    deal = match.deal
    chairs = tuple(
        Chair(NAMES[i], user=f"user:{i + 1}", letters=letters) for i in range(deal.seats)
    )
    terms = Deal(
        id="k7mq2xw9",
        game=game.name,
        secret=SECRET,
        preset=deal.preset,
        preset_chosen=True,
        switches=deal.switches,
        seed=deal.seed.hex(),
        options=match.options,
        joined=tuple(chair.name for chair in chairs),
    )
    return Playing(
        deal=terms,
        host="user:1",
        chairs=chairs,
        state=state,
        question=len(match.steps) + 36**3,
    )
