"""How the computer players of Lady Luck do: `python -m tests.bench.lady_luck_bots`.

    python -m tests.bench.lady_luck_bots [GAMES] [--seed N]

The named player sits alone against the rest, the seats going round; a draw is a part of a win.
Prints each share with its bounds of 95 %, the CPU of a decision, and the habits by which a
regular could read the players. Hard ones play a quarter of the games. Ends with 1 if a bar is
missed: "≥" is a bar for the lower bound, a range one for the estimate.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

import msgspec

from core.games.lady_luck import LADY_LUCK
from core.kernel.minds import DEFAULT, Level, Manner, kind
from tests.bench.lady_luck_habits import NOTICED, habits
from tests.bench.lady_luck_play import Player, Tally, series
from tests.bench.yardsticks.lady_luck_clever import clever
from tests.bench.yardsticks.lady_luck_simple import simple
from tests.bench.yardsticks.lady_luck_thrifty import READINGS

GAMES = 2000
HARD = kind(Level.HARD, Manner.CAREFUL)
AGAINST_THRIFTY = {3: 0.45, 4: 0.42}
EASY = {3: (0.20, 0.30), 4: (0.15, 0.25)}
SLOWEST = {Level.EASY: 1.0, Level.NORMAL: 1.0, Level.HARD: 50.0}  # mean ms of CPU a decision

RIVALS: Mapping[str, Player] = {
    **{f"thrifty ({name})": player for name, player in READINGS.items()},
    "clever of 0.1.0": clever,
    "simple": simple,
    DEFAULT: LADY_LUCK.bots[DEFAULT],
}


class Row(msgspec.Struct, frozen=True):
    """A series to play, and its bar. `part` is the part of the games that it plays."""

    hero: str
    rival: str
    seats: int
    part: float = 1.0
    least: float = 0.0  # for the lower bound
    range: tuple[float, float] = (0.0, 1.0)  # for the estimate

    @property
    def bar(self) -> str:
        """As it is printed."""
        if self.least:
            return f"≥ {self.least:.1%}"
        return "{:.0%} – {:.0%}".format(*self.range) if self.range != (0.0, 1.0) else ""

    def missed(self, tally: Tally) -> bool:
        """Whether the bar is missed."""
        low, high = self.range
        return tally.bounds[0] < self.least or not low <= tally.share <= high


def rows() -> list[Row]:
    """All series."""
    found: list[Row] = []
    for seats in (3, 4):
        for manner in Manner:
            hero = kind(Level.NORMAL, manner)
            part = 1.0 if hero == DEFAULT else 0.25
            found += (
                Row(hero, f"thrifty ({name})", seats, part, AGAINST_THRIFTY[seats])
                for name in READINGS
            )
        found.append(Row(DEFAULT, "clever of 0.1.0", seats, 0.25, 1 / seats))
        found += (
            Row(kind(Level.EASY, manner), "simple", seats, range=EASY[seats]) for manner in Manner
        )
        found.append(Row(HARD, DEFAULT, seats, 0.25, 1 / seats))
        found.append(Row(HARD, "thrifty (guard)", seats, 0.25, AGAINST_THRIFTY[seats]))
    return found


def measured(row: Row, games: int, seed: int) -> Tally:
    """The series of a row."""
    rivals = (RIVALS[row.rival],) * (row.seats - 1)
    return series(LADY_LUCK.bots[row.hero], rivals, max(round(games * row.part), 4), seed)


def shares(games: int, seed: int) -> int:
    """Print the series; how many bars are missed."""
    print(
        f"{'':16}{'against':18}seats  games    won  bounds of 95 %        bar       CPU a decision"
    )
    missed = 0
    for row in rows():
        tally = measured(row, games, seed)
        low, high = tally.bounds
        mean = 1000 * tally.thinking / tally.thoughts
        slow = mean > SLOWEST[Level(row.hero.partition(".")[0])]
        failed = row.missed(tally) or slow
        missed += failed
        print(
            f"{row.hero:16}{row.rival:18}{row.seats:>5}{len(tally.parts):>7}{tally.share:>7.1%}"
            f"  {low:.1%} – {high:.1%}  {row.bar:>11} {'✗' if failed else '✓'}"
            f" {mean:>7.2f} ms, at most {1000 * tally.longest:.1f}",
            flush=True,
        )
    return missed


def tells(games: int, seed: int) -> None:
    """Print how often the commonest answer to each question comes, at tables of one kind."""
    kinds = [*(kind(Level.NORMAL, manner) for manner in Manner), HARD]
    print(f"\n{'':50}" + "".join(f"{name:>16}" for name in kinds))
    parts = [games // 10, games // 10, games // 10, games // 100]
    found = [
        habits(LADY_LUCK.bots[name], 3, max(part, 2), seed)
        for name, part in zip(kinds, parts, strict=True)
    ]
    for question in found[0]:
        cells = "".join(
            f"{share:>9.0%}{'!' if share >= NOTICED else ' '}{f'of {count}':>6}"
            for share, count in (each[question] for each in found)
        )
        print(f"{question:50}{cells}")
    print(f"! a regular will notice: the same answer in {NOTICED:.0%} of the cases and more")


def main(arguments: list[str]) -> int:
    """Play all series and print the tables."""
    parser = argparse.ArgumentParser(prog="tests.bench.lady_luck_bots")
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    missed = shares(given.games, given.seed)
    tells(given.games, given.seed)
    print(f"{missed} bars are missed." if missed else "All bars are cleared.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
