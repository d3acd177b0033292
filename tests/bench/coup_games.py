"""Seeded games of Coup between computer players, and what is counted in them."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from math import sqrt
from typing import NamedTuple

from core.games.coup import COUP
from core.games.coup.model import PRESETS, Action, Choosing, Move, State
from core.games.coup.names import Deed, treasurer
from core.games.coup.names import claimed as of_deed
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.game import Telling
from core.kernel.minds import Bot, Level, Manner, kind
from tests.bench.coup_honest import honest
from tests.bench.yardsticks.coup_assassin import assassin
from tests.bench.yardsticks.coup_clever import clever
from tests.bench.yardsticks.coup_ignorant import ignorant
from tests.bench.yardsticks.coup_ruleai import Rules, Trace, remember
from tests.bench.yardsticks.coup_sensible import sensible

OTHERS: dict[str, Bot] = {
    "clever": clever,
    "assassin": assassin,
    "honest": honest,
    "sensible": sensible,
    "ignorant": ignorant,
    "idle": COUP.bots["idle"],
}
MANNERS = tuple(Manner)

PLAYED: dict[str, dict[str, bool]] = {
    "": {},
    "inquisitor": {"inquisitor": True},
    "factions": {"factions": True},
    "both": {"inquisitor": True, "factions": True},
}
"""What is played, by a word; the base game has none."""


def player(name: str, seed: int) -> Bot | Rules:
    """A player by its name; levels play in mixed manners, by the seed."""
    if name == "RuleAI":
        return Rules(seed)
    if name in tuple(Level):
        return COUP.bots[kind(Level(name), MANNERS[seed % len(MANNERS)])]
    return OTHERS.get(name) or COUP.bots[name]


class Claim(NamedTuple):
    """A claim that somebody made: as whom, for what, whether it was a lie."""

    player: str
    what: str
    lie: bool
    forced: bool  # a block of an Assassination that would put the claimant out


class Game(NamedTuple):
    """What one game gave. `spent` and `answers` are of the first player named."""

    won: bool
    turns: int
    spent: float
    answers: int
    claims: tuple[Claim, ...]
    replies: tuple[str, ...]  # what the first player answered to an Assassination of itself


def run(story: Telling[State], traces: list[Trace]) -> State:
    """Run a story to its end; coupml hears what is announced."""
    while True:
        try:
            remember(traces, next(story))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def claimed(name: str, state: State, seat: int, move: Move) -> Claim | None:
    """The claim that a move makes."""
    hand, act = state.players[seat - 1].hidden, state.act
    if isinstance(state.step, Choosing):
        if move.deed is Deed.EMBEZZLE:
            denied = treasurer(state.options)
            return Claim(name, f"no {denied} for {move.deed}", denied in hand, False)
        role = None if move.deed is None else of_deed(move.deed, state.options)
        if role is None:
            return None
        return Claim(name, f"{role} for {move.deed}", role not in hand, False)
    if act is None or not move.code.startswith("block."):
        return None
    role = move.cards[0]
    forced = act.deed is Deed.ASSASSINATE and len(hand) == 1
    return Claim(name, f"{role} against {act.deed}", role not in hand, forced)


def aimed(act: Action | None, seat: int) -> bool:
    """Whether somebody assassinates this seat."""
    return act is not None and act.deed is Deed.ASSASSINATE and act.target == seat


def game(hero: str, other: str, seats: int, seed: int, played: str, number: int) -> Game:
    """One game of the hero against the rest; its seat goes round."""
    secret = sha256(f"coup {seed} {seats} {number}".encode()).digest()
    dice, order = Dice(secret), random.Random(secret)
    mine = number % seats + 1
    names = [hero if seat == mine else other for seat in range(1, seats + 1)]
    salt = seed * 1_000_003 + number
    players = [player(name, salt * 13 + seat) for seat, name in enumerate(names)]
    traces: list[Trace] = [[] for _ in range(seats)]
    options = COUP.with_switches(PRESETS["bga_seed"], PLAYED[played])
    state = run(COUP.setup(seats, options, dice), traces)
    spent, answers, question = 0.0, 0, 0
    claims: list[Claim] = []
    replies: list[str] = []
    while not isinstance(asked := COUP.ask(state), Over):
        question += 1
        seat = order.choice(sorted(asked.seats))
        mind, view, moves = players[seat - 1], COUP.view(state, seat), COUP.moves(state, seat)
        begun = time.process_time()
        if isinstance(mind, Rules):
            move = mind(view, moves, traces)
        else:
            move = mind(view, moves, bot_dice(secret, question, seat))
        if seat == mine:
            spent += time.process_time() - begun
            answers += 1
            if aimed(state.act, seat) and len(moves) > 1 and moves[0].code == "allow":
                replies.append(move.code)
        assert move in moves
        claim = claimed(names[seat - 1], state, seat, move)
        if claim is not None:
            claims.append(claim)
        state = run(COUP.play(state, seat, move, dice), traces)
    won = mine in asked.winners
    return Game(won, state.number, spent, answers, tuple(claims), tuple(replies))


class Cell(NamedTuple):
    """What many games gave."""

    games: int
    wins: int
    longest: int
    spent: float  # milliseconds of CPU for each answer of the hero
    claims: dict[tuple[str, str], tuple[int, int, int]]  # claims, lies among them, forced ones
    replies: Counter[str]

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson)."""
        return interval(self.wins, self.games)


def interval(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a frequency (Wilson)."""
    rate, z = hits / of, 1.96
    middle = rate + z * z / (2 * of)
    reach = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return (middle - reach) / (1 + z * z / of), (middle + reach) / (1 + z * z / of)


def contest(hero: str, other: str, seats: int, games: int, seed: int, played: str = "") -> Cell:
    """Many games, played in as many processes as there are cores."""
    play: Callable[[int], Game] = partial(game, hero, other, seats, seed, played)
    slow = Level.HARD in (hero, other)
    if slow and (os.cpu_count() or 1) > 1:
        with ProcessPoolExecutor() as pool:
            found = list(pool.map(play, range(games), chunksize=4))
    else:
        found = [play(number) for number in range(games)]
    return summed(found)


def summed(found: Sequence[Game]) -> Cell:
    """The sums of many games."""
    claims: Counter[tuple[str, str]] = Counter()
    lies: Counter[tuple[str, str]] = Counter()
    forced: Counter[tuple[str, str]] = Counter()
    for one in found:
        for claim in one.claims:
            key = (claim.player, claim.what)
            if claim.forced:
                forced[key] += 1
                continue
            claims[key] += 1
            lies[key] += claim.lie
    answers = sum(one.answers for one in found)
    return Cell(
        len(found),
        sum(one.won for one in found),
        max(one.turns for one in found),
        1000 * sum(one.spent for one in found) / max(1, answers),
        {key: (claims[key], lies[key], forced[key]) for key in claims | forced},
        Counter(reply for one in found for reply in one.replies),
    )
