"""How well the computer players of Love Letter play, and what one may notice of them.

    python -m tests.bench.love_letter_bots [--games N] [--hard N] [--seed N]

The named player sits alone against the rest, at every seat in turn; a shared win is a win. Every
manner is measured for itself. The bounds are those of Wilson at 95 %: "≥" holds for the lower
one, "≤" for the upper one, a range for the estimate. `clever` is that of 0.1.0, frozen under
`yardsticks`, on the rules of today. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from core.games.love_letter import LOVE_LETTER as GAME
from core.kernel.minds import Level, Manner, kind
from tests.bench.love_letter_habits import habits
from tests.bench.love_letter_play import Choices, Share, alone, random_player, simple_player
from tests.bench.yardsticks.love_letter_clever import clever

AGAINST_CLEVER = {2: 0.48, 3: 0.32, 4: 0.24}
KEEPS_KNOWN = {2: 0.30, 4: 0.30}
AIMS_AT_LEADER = {3: 0.75, 4: 0.75}
EASY = {2: (0.30, 0.45), 3: (0.20, 0.30), 4: (0.15, 0.25)}


class Table:
    """What is printed, and how many bars were missed."""

    def __init__(self) -> None:
        self.missed = 0
        print(f"{'':46} seats   rate    95 % bounds      bar        of")

    def row(self, title: str, seats: int, found: Share, bar: str = "", fine: bool = True) -> None:
        """One line; a line without a bar is for the reader only."""
        self.missed += not fine
        low, high = found.bounds
        mark = ("✓" if fine else "✗") if bar else " "
        print(
            f"{title:46} {seats:5} {found.rate:6.1%}   {low:6.1%}–{high:6.1%}  "
            f"{bar:>10} {mark} {found.of:7}",
            flush=True,
        )

    def least(self, title: str, seats: int, found: Share, bar: float) -> None:
        """The lower bound must reach the bar."""
        self.row(title, seats, found, f"≥ {bar:.0%}", found.bounds[0] >= bar)

    def most(self, title: str, seats: int, found: Share, bar: float) -> None:
        """The upper bound must not exceed the bar."""
        self.row(title, seats, found, f"≤ {bar:.0%}", found.bounds[1] <= bar)

    def between(self, title: str, seats: int, found: Share, bar: tuple[float, float]) -> None:
        """The estimate must lie in the range."""
        low, high = bar
        self.row(title, seats, found, f"{low:.0%}–{high:.0%}", low <= found.rate <= high)


def normal(table: Table, games: int, seed: str) -> None:
    """The rows of the normal players, all from the same matches against `clever`."""
    for manner in Manner:
        name = kind(Level.NORMAL, manner)
        for seats, bar in AGAINST_CLEVER.items():
            player = Choices(GAME.bots[name])
            won = alone(player, clever, seats, games, f"{seed}.{name}")
            table.least(f"{name} wins against clever", seats, won, bar)
            if seats in KEEPS_KNOWN:
                title = f"{name} keeps what a rival knows"
                table.most(title, seats, player.kept, KEEPS_KNOWN[seats])
            if seats in AIMS_AT_LEADER:
                title = f"{name} aims at the leader"
                table.least(title, seats, player.aimed, AIMS_AT_LEADER[seats])
            print(f"{'':46} {player.milliseconds:.3f} ms a decision")


def among_themselves(table: Table, games: int, seed: str) -> None:
    """The same free choices where everybody plays so."""
    bots = [GAME.bots[kind(Level.NORMAL, manner)] for manner in Manner]
    for seats in (2, 3, 4):
        player = Choices(bots[1])
        alone(player, bots[0], seats, games // 4, f"{seed}.among")
        table.row("normal among normals keeps what a rival knows", seats, player.kept)
        if seats in AIMS_AT_LEADER:
            table.row("normal among normals aims at the leader", seats, player.aimed)


def easy(table: Table, games: int, seed: str) -> None:
    """The rows of the easy players."""
    for manner in Manner:
        name = kind(Level.EASY, manner)
        for seats, bar in EASY.items():
            won = alone(GAME.bots[name], simple_player, seats, games, f"{seed}.{name}")
            table.between(f"{name} wins against simple", seats, won, bar)


def hard(table: Table, games: int, seed: str) -> None:
    """The rows of the hard players, whose manner changes from one number of seats to the next:
    better than an equal share against `normal`."""
    average = GAME.bots[kind(Level.NORMAL, Manner.CAREFUL)]
    for seats, manner in zip((2, 3, 4), Manner, strict=True):
        name = kind(Level.HARD, manner)
        player = Choices(GAME.bots[name])
        won = alone(player, average, seats, games, f"{seed}.{name}")
        fine = won.bounds[0] > 1 / seats
        table.row(f"{name} wins against normal.careful", seats, won, f"> {1 / seats:.1%}", fine)
        table.row(f"{name} keeps what a rival knows", seats, player.kept)
        won = alone(player, clever, seats, games, f"{seed}.{name}.c")
        table.row(f"{name} wins against clever", seats, won)
        print(f"{'':46} {player.milliseconds:.1f} ms a decision")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--hard", type=int, default=500, help="games of the hard ones; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(arguments)
    table, seed = Table(), f"love letter {said.seed}"
    normal(table, said.games, seed)
    among_themselves(table, said.games, seed)
    easy(table, said.games, seed)
    for seats in (2, 3, 4):
        won = alone(GAME.bots["clever"], random_player, seats, said.games // 10, f"{seed}.chance")
        table.row("normal.careful wins against chance", seats, won)
    if said.hard:
        hard(table, said.hard, seed)
    bots = [GAME.bots[kind(Level.NORMAL, manner)] for manner in (*Manner, Manner.BOLD)]
    for seats, preset in ((2, "aeg"), (4, "bga"), (4, "z19")):
        print(f"\nHabits of normal players, {preset}, {seats} seats")
        found = habits(bots[:seats], preset, max(1, said.games // 5), f"{seed}.habits")
        print("\n".join(found), flush=True)
    print(f"\n{table.missed} bars missed" if table.missed else "\nAll bars are cleared.")
    return 1 if table.missed else 0


if __name__ == "__main__":
    sys.exit(main())
