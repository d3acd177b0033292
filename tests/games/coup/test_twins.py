"""Two games that look the same to the group, or to a seat, are told in the same letters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from core.games.coup import COUP
from core.records.replay import Dispatch, Replay
from core.table.table import Playing
from tests.games.coup.second import Table
from tests.games.coup.test_second import any_position, any_switches
from tests.games.coup.twins import SECRET, Pair
from tests.recorded.made import played

AIMED: tuple[dict[str, Any], ...] = (
    {},
    {"factions": True, "prove": "choice", "embezzle_bluff": "concede"},
    {"factions": True},
    {"inquisitor": True},
    {"inquisitor": True, "examine_redraw": "draw_first"},
)
TYPED = [
    *("allow", "embezzle", "convert.1", "show.all", "force", "return", "steal.2", "hello"),
    *(f"{verb}.{card}" for verb in ("choose", "lose", "keep") for card in ("duke", "captain")),
]


def pair(seed: int) -> Pair:
    """A pair of games, played as long as they are twins, at most for some entries."""
    chance = random.Random(seed)
    seats, given = any_switches(chance)
    aim = AIMED[seed % len(AIMED)]
    given |= aim
    seats = max(seats, 3)
    position = any_position(Table(seats, given), seats, chance)
    first = position["turn"] - 1
    if "factions" in aim:
        position["reserve"] = 3
    if aim:
        row = position["seats"][first]
        row["coins"] = min(row["coins"], 9)
        row["hidden"], row["lost"] = [*row["hidden"], *row["lost"]], []
    twins = Pair(seats, given, position, chance)
    limit = chance.randint(2, 12)
    while len(twins.moves[0]) < limit and twins.step():
        pass
    return twins


def letters(match: Replay, step: int, reader: int) -> list[Dispatch]:
    return [letter for letter in match.steps[step].letters if letter.to == reader]


def alike(twins: Pair) -> Iterator[bool]:
    """Whether each reader is told the same in both, from the start as long as it knows the same;
    then whether it sees the same, and gets the same answers to what it types."""
    one, two = map(played, twins.records())
    for reader, last in twins.same.items():
        if (
            not reader
            or twins.starts[0]["seats"][reader - 1] == twins.starts[1]["seats"][reader - 1]
        ):
            for step in range(last + 1):
                yield letters(one, step, reader) == letters(two, step, reader)
            if last == len(twins.moves[0]) and isinstance(one.table, Playing):
                yield same_sight(one.table.state, two.table.state, reader)


def same_sight(one: Any, two: Any, reader: int) -> bool:
    seat = reader or None
    typed = TYPED if seat else []
    mine, other = COUP.view(one, seat), COUP.view(two, seat)
    return (
        mine == other
        and COUP.stage(mine) == COUP.stage(other)
        and COUP.unseen(mine) == COUP.unseen(other)
        and COUP.ask(one) == COUP.ask(two)
        and all(
            COUP.why_not(one, reader, said) == COUP.why_not(two, reader, said) for said in typed
        )
        and all(spots(one, each) == spots(two, each) for each in COUP.active(one))
    )


def spots(state: Any, seat: int) -> tuple[int, int, int]:
    """What everybody sees of a seat's letters."""
    hidden = COUP.hidden(state, seat)
    return len(hidden.words), hidden.version, hidden.span


@cache
def pairs() -> list[Pair]:
    return [pair(seed) for seed in range(250)]


def test_whoever_knows_the_same_is_told_the_same() -> None:
    for seed, twins in enumerate(pairs()):
        assert all(alike(twins)), f"seed {seed}: {twins.records()}"


def test_the_twins_differ_where_it_matters() -> None:
    """An embezzler who can show all beside one who cannot, two cards examined, and so on."""
    met = Counter(each for twins in pairs() for each in twins.met)
    assert min(met[each] for each in (*SECRET, "honest", "seen", "drawn")) > 2, met
