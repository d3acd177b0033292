"""How well the computer players of Coup play, and what can be read from their claims.

    python -m tests.bench.coup_bots [GAMES] [--seed N] [--hard GAMES] [--only WORD]

Seeded games with the seats rotated: the player named first sits alone against the rest, computers
with levels in mixed manners. A last word tells which variants are played. Each row has a bar that
its estimate or a bound of its 95 % interval must keep. Games with a hard player are fewer, and are
played in all cores. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from core.kernel.minds import Level, Manner, kind
from tests.bench.coup_games import Cell, contest, interval

LEAST_CLAIMS = 200
FEWEST_LIES, MOST_LIES = 0.10, 0.60
CONTESSA = 0.9  # more answers to an Assassination than these must not be a Contessa
SLOWEST = 50.0  # milliseconds of CPU a hard player may take for a decision on average
LONGEST = 300  # turns
SEARCH = """
Among three or four, hard is as good as normal against `clever` and not shown to be better; its bar
there is not to be worse (its upper bound against normal's estimate). One move of one seat decides
little of such a game: who attacks whom does, and a playout can only guess that. Search pays in
duels, and against whoever does always the same (the rows of *assassin*)."""


class Row(NamedTuple):
    """A line of the table. The bar is for the lower bound, the upper one or the estimate."""

    hero: str
    other: str
    seats: int
    least: float = 0.0
    most: float = 1.0
    bound: str = "lower"
    played: str = ""  # the variants, as in `PLAYED`


def rows() -> Iterator[Row]:
    """What is promised."""
    for seats, least in ((2, 0.50), (3, 0.33), (4, 0.25)):
        yield Row("normal", "clever", seats, least)
    for seats, least in ((2, 0.60), (3, 0.48), (4, 0.42)):
        yield Row("normal", "RuleAI", seats, least)
    for level in ("normal", "hard"):
        for seats, most in ((2, 0.52), (3, 0.36), (4, 0.28)):
            yield Row("assassin", level, seats, most=most, bound="upper")
    for seats, least, most in ((2, 0.30, 0.45), (3, 0.20, 0.30), (4, 0.15, 0.25)):
        yield Row("easy", "honest", seats, least, most, "estimate")
    for manner in Manner:
        for seats, least in ((2, 0.50), (3, 0.33), (4, 0.25)):
            yield Row(kind(Level.NORMAL, manner), "clever", seats, least, bound="estimate")
    for seats in (2, 3, 4):
        yield Row("hard", "clever", seats, 0.65 if seats == 2 else 0.0)
    for level in ("normal", "hard"):
        yield Row(level, "sensible", 4, 0.40)
        yield Row(level, "sensible", 4, 0.55, played="both")
    for played in ("inquisitor", "factions"):
        yield Row("normal", "sensible", 4, 0.50, played=played)
    yield Row("normal", "ignorant", 4, 0.30, played="both")
    yield Row("normal", "honest", 4, 0.30, played="both")


def kept(row: Row, cell: Cell) -> bool:
    """Whether a row keeps its bar."""
    lower, upper = cell.bounds
    value = {"lower": lower, "upper": upper, "estimate": cell.rate}[row.bound]
    return row.least <= value <= row.most and cell.longest <= LONGEST


def bar(row: Row) -> str:
    """The bar in words."""
    if row.bound == "upper" and row.most < 1.0:
        return f"≤ {row.most:.0%}"
    return f"≥ {row.least:.0%}" if row.most == 1.0 else f"{row.least:.0%}–{row.most:.0%}"


def table(games: int, hard: int, seed: int, only: str) -> int:
    """Print the table of wins; the number of bars missed."""
    print("player against        seats  games  wins   lower  upper  bar (of)             CPU ms")
    missed = 0
    normal: dict[int, float] = {}
    for row in rows():
        if only not in f"{row.hero} {row.other} {row.seats} {row.played}":
            continue
        count = hard if "hard" in row[:2] else games
        cell = contest(row.hero, row.other, row.seats, count, seed, row.played)
        if row[:2] == ("normal", "clever"):
            normal[row.seats] = cell.rate
        if row.hero == "hard" and row.other == "clever" and row.seats > 2:  # see `SEARCH`
            row = row._replace(least=normal.get(row.seats, 0.0), bound="upper")
        fine = kept(row, cell) and (row.hero != "hard" or cell.spent <= SLOWEST)
        missed += not fine
        lower, upper = cell.bounds
        print(
            f"{row.hero:15} {row.other:8} {row.seats:3} {cell.games:6} {cell.rate:6.1%} "
            f"{lower:6.1%} {upper:6.1%}  {bar(row):8} {row.bound:8} {cell.spent:9.2f}  "
            f"{'✓' if fine else '✗'} {row.played}",
            flush=True,
        )
    print(SEARCH)
    return missed


def tells(level: str, games: int, seed: int, played: str = "") -> int:
    """Print how often each claim is a lie among players of a level; the bars missed."""
    sums: dict[str, Counter[str]] = {}
    replies: Counter[str] = Counter()
    for seats in (3, 4, 5) if played else (2, 3, 4):
        cell = contest(level, level, seats, games, seed, played)
        replies += cell.replies
        for (_, what), (claims, lies, forced) in cell.claims.items():
            sums.setdefault(what, Counter()).update(claims=claims, lies=lies, forced=forced)
    print(f"\n{level} {played}: P(lie | claim), without a Contessa for the last card")
    missed = 0
    for what, sum_ in sorted(sums.items()):
        claims, lies = sum_["claims"], sum_["lies"]
        left_out = f"left out {sum_['forced']}" if sum_["forced"] else ""
        lower, upper = interval(lies, claims)
        fine = FEWEST_LIES <= lies / claims <= MOST_LIES and claims >= LEAST_CLAIMS
        missed += not fine
        print(
            f"  {what:28} {claims:6} {lies / claims:6.1%}  {lower:6.1%} {upper:6.1%}  "
            f"{left_out:14} {'✓' if fine else '✗'}"
        )
    total = replies.total()
    answers = ", ".join(f"{code} {n / total:.0%}" for code, n in replies.most_common())
    fine = replies["block.contessa"] / total <= CONTESSA
    print(f"  an Assassination is answered with {answers} {'✓' if fine else '✗'}", flush=True)
    return missed + (not fine)


def main(said: list[str]) -> int:
    """Print all tables; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description="The computer players of Coup, measured.")
    parser.add_argument("games", type=int, nargs="?", default=2000)
    parser.add_argument("--hard", type=int, help="games of a hard player (a quarter of GAMES)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="rows with this word alone")
    args = parser.parse_args(said)
    hard = args.hard or max(20, args.games // 4)
    missed = table(args.games, hard, args.seed, args.only)
    if args.only in ("", "tell"):
        missed += tells("normal", max(100, args.games // 2), args.seed)
        missed += tells("hard", max(20, hard // 2), args.seed)
        missed += tells("normal", max(100, args.games // 2), args.seed, "both")
    print(f"\n{missed} missed" if missed else "\nall bars are kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
