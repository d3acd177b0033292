"""What `imagine` draws after an Examine, a proof or a concession: no world less than there can be.

The same course is played again in many other worlds, with other dice and, where a choice is
secret, other choices; wherever the reader was shown and told the same all along, the world at the
end is one that can be. `imagine` must come to each of them, and where a game remembers all that
its readers do, to no other one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from core.games.coup import COUP
from core.games.coup.choices import SECRET
from core.games.coup.model import Examining, State
from core.kernel.dice import Dice
from core.kernel.notation import find
from core.kernel.text import Announce, Note
from tests.games.coup.play import run, seat, table

SOME, MOST = 250, 12000  # worlds

A = seat(3, "inquisitor duke", faction="monarchist")
B = seat(9, "assassin contessa", faction="populist")
C = seat(9, "captain inquisitor", faction="monarchist")
DENIER = seat(2, "captain assassin", faction="monarchist")
LIAR = seat(2, "captain duke", faction="monarchist")

READERS = (None, 1, 2, 3)
FORGETS = (None, 2, 3)  # what seat 1 had seen before tells more than it is remembered
EXAMINE = "1:examine.2 2:allow 3:allow 2:choose.contessa"
ROUND = "2:income 3:income 1:examine.2 2:allow 3:allow"
DOUBT = "1:embezzle 3:challenge"


class Course(NamedTuple):
    """What was done; `exact` are the readers of whom the game remembers all they know."""

    rows: tuple[dict[str, Any], ...]
    lines: str
    draws: str = ""
    switches: dict[str, Any] = {}  # noqa: RUF012
    exact: tuple[int | None, ...] = READERS
    of: int = 2  # the seat whose cards are looked at


FIRST = {"examine_redraw": "draw_first"}
OPEN, CONCEDE = {"embezzle_bluff": "open_hand"}, {"embezzle_bluff": "concede"}
CHOICE = {**CONCEDE, "prove": "choice"}
COURSES = {
    "examined": Course((A, B, C), EXAMINE),
    "returned": Course((A, B, C), f"{EXAMINE} 1:return"),
    "forced": Course((A, B, C), f"{EXAMINE} 1:force", "captain"),
    "forced, drawn first": Course((A, B, C), f"{EXAMINE} 1:force", "captain", FIRST),
    "forced and back": Course((A, B, C), f"{EXAMINE} 1:force", "contessa"),
    "seen and kept": Course((A, B, C), f"{EXAMINE} 1:return 2:income 3:coup.2 2:lose.assassin"),
    "seen and lost": Course((A, B, C), f"{EXAMINE} 1:return 2:income 3:coup.2 2:lose.contessa"),
    "seen twice": Course((A, B, C), f"{EXAMINE} 1:return {ROUND} 2:choose.assassin"),
    "seen twice, forced": Course(
        (A, B, C), f"{EXAMINE} 1:return {ROUND} 2:choose.assassin 1:force", "duke", FIRST, FORGETS
    ),
    "forced, then lost": Course(
        (A, B, C), f"{EXAMINE} 1:force 2:income 3:coup.2 2:lose.captain", "captain"
    ),
    "seen, then exchanged": Course(
        (A, B, C),
        f"{EXAMINE} 1:return 2:exchange 1:allow 3:allow 2:keep.assassin.contessa",
        "duke",
        exact=FORGETS,
    ),
    "proved by the examined": Course(
        (A, B, C),
        f"{EXAMINE} 1:return 2:assassinate.1 3:challenge 3:lose.captain",
        "duke",
        exact=FORGETS,
    ),
    "one left": Course((A, seat(3, "contessa", "duke"), C), "1:examine.2 2:allow 3:allow 1:force"),
    "conceded": Course((DENIER, B, C), f"{DOUBT} 1:lose.captain", "", CHOICE, of=1),
    "conceded, a liar": Course((LIAR, B, C), f"{DOUBT} 1:lose.captain", "", CHOICE, of=1),
    "asked": Course((LIAR, B, C), DOUBT, "", CHOICE, of=1),
    "held after all": Course((LIAR, B, C), DOUBT, "", CONCEDE, of=1),
    "held and kept": Course((LIAR, B, C), f"{DOUBT} 1:lose.captain", "", CONCEDE, of=1),
    "held and lost": Course((LIAR, B, C), f"{DOUBT} 1:lose.duke", "", CONCEDE, of=1),
    "unmasked": Course((LIAR, B, C), DOUBT, "contessa", OPEN, of=1),
    "showed all": Course(
        (DENIER, B, C), f"{DOUBT} 3:lose.captain", "duke contessa", OPEN, (1,), of=1
    ),
    "showed all, then lost": Course(
        (DENIER, seat(9, "inquisitor contessa", faction="populist"), C),
        f"{DOUBT} 3:lose.captain 2:coup.1 1:lose.duke", "duke contessa", OPEN, (1,), of=1,
    ),
}  # fmt: skip


def shown(state: State, notes: list[Note], reader: int | None) -> tuple[Any, ...]:
    """All that a reader sees of a step."""
    told = [note for note in notes if isinstance(note, Announce) or note.seat == reader]
    return COUP.view(state, reader), told, COUP.ask(state)


def replayed(
    start: State, lines: str, reader: int | None, real: list[tuple[Any, ...]], dice: Dice
) -> State | None:
    """The same course in another world; None where the reader could tell it from the real one."""
    state = COUP.imagine(start, reader, dice)
    for line, seen in zip(lines.split(), real, strict=True):
        number, _, code = line.partition(":")
        actor = int(number)
        moves = COUP.moves(state, actor)
        move = find(moves, code)
        if isinstance(state.step, SECRET) and actor != reader:
            move = dice.choose(moves)
        if move is None:
            return None
        notes: list[Note] = []
        state = run(COUP.play(state, actor, move, dice), notes)
        if shown(state, notes, reader) != seen:
            return None
    return state


def seen_of(number: int) -> Callable[[State], Any]:
    """What is compared: one hand, the examined card, and what went into the deck."""

    def of(state: State) -> Any:
        sunk = state.sunk
        card = state.step.card if isinstance(state.step, Examining) else None
        taken = None if sunk is None else tuple(sorted([sunk.took or "", sunk.second or ""]))
        moved = None if sunk is None else (sunk.cards, taken)
        return tuple(sorted(state.players[number - 1].hidden)), card, moved

    return of


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", COURSES)
def test_all_that_can_be_and_nothing_else(name: str, reader: int | None) -> None:
    course = COURSES[name]
    start = table(
        *course.rows, draws=course.draws, reserve=3, inquisitor=True, factions=True,
        **course.switches,
    )  # fmt: skip
    begun, dice, of = start.state, Dice(name.encode()), seen_of(course.of)
    real = []
    for line in course.lines.split():
        notes = start.do(line)
        real.append(shown(start.state, notes, reader))
    imagined = {of(COUP.imagine(start.state, reader, dice)) for _ in range(SOME)}
    again = (replayed(begun, course.lines, reader, real, dice) for _ in range(MOST))
    can_be = {of(start.state)}
    for number, world in enumerate(again):
        if number >= SOME and (reader not in course.exact or imagined <= can_be):
            break
        if world is not None:
            can_be.add(of(world))
    if reader in course.exact:
        assert not imagined - can_be, "is imagined, and cannot be"
    for _ in range(MOST):
        if can_be <= imagined:
            break
        imagined.add(of(COUP.imagine(start.state, reader, dice)))
    assert not can_be - imagined, "can be, and is never imagined"
