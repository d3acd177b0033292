"""How likely each seat is to win, judged at the beginning of a round: for who looks ahead.

Every seat has a strength, a weighted sum of what it holds; its chance is its part of the sum of
all e^strength. The weights follow from games that computer players have played with each other
(`tests/bench/lady_luck_fit.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from core.games.lady_luck.model import ROUNDS, Phase, State
from core.games.lady_luck.names import KIND, STARS_OF, Kind
from core.games.lady_luck.scoring import stars
from core.games.lady_luck.worth import AP_GAIN

WEIGHTS: Mapping[str, tuple[float, float]] = {
    "AP": (0.114, 0.114),
    "AP, a round left": (0.006, 0.006),
    "stars of score cards": (0.384, 0.382),
    "income of helpers, a round left": (0.131, 0.142),
    "income, a round left squared": (-0.000, -0.003),
    "income that a General doubles, a round left": (0.009, 0.027),
    "stars that Magicians can put away": (0.086, 0.087),
    "Magicians": (0.410, 0.373),
    "Knights": (0.147, 0.290),
    "Knights, a round left": (0.226, 0.215),
    "Knights against a Princess": (-0.622, -0.367),
    "Nobles": (0.680, -0.228),
    "Nobles, a round left": (-0.027, 0.480),
    "a Princess and what brings her back": (0.568, 1.483),
    "a Princess and that, a round left": (0.177, 0.090),
    "a Princess and that, a Knight of others": (-0.660, -0.787),
    "a Princess alone": (2.158, 2.688),
    "a Princess alone, a round left": (0.082, -0.023),
    "a Princess alone, a Knight of others": (-1.069, -0.978),
    "Generals": (0.875, 1.126),
    "Generals, a round left": (0.263, 0.155),
    "being the parent": (-0.160, -0.065),
}
"""What a trait adds to the strength of a seat, at tables of three and of four."""


def chances(state: State) -> tuple[float, ...]:
    """The chance of every seat to win, in seat order; the winners' parts when it is over."""
    seats = range(1, len(state.players) + 1)
    if state.phase is Phase.OVER:
        return tuple((seat in state.winners) / len(state.winners) for seat in seats)
    powers = [0.0 if state.player(seat).left else exp(_strength(state, seat)) for seat in seats]
    whole = sum(powers)
    return tuple(power / whole for power in powers)


def _strength(state: State, seat: int) -> float:
    table = len(state.players) - 3
    pairs = zip(WEIGHTS.values(), traits(state, seat), strict=True)
    return sum(weights[table] * trait for weights, trait in pairs)


def traits(state: State, seat: int) -> tuple[float, ...]:
    """What tells how strong a seat is, in the order of the weights."""
    player, left = state.player(seat), ROUNDS + 1 - state.round
    mine = [KIND[helper.card] for helper in player.helpers]
    others = [
        KIND[helper.card]
        for number, rival in enumerate(state.players, 1)
        if number != seat and not rival.left
        for helper in rival.helpers
    ]
    knights, generals = mine.count(Kind.KNIGHT), mine.count(Kind.GENERAL)
    magicians, nobles = mine.count(Kind.MAGICIAN), mine.count(Kind.NOBLE)
    income = mine.count(Kind.MAID) + 2 * mine.count(Kind.PRIEST)
    again = min(generals, 1) * max((AP_GAIN.get(kind, 0) for kind in mine), default=0)
    best = sorted((STARS_OF[kind] for kind in mine), reverse=True)
    whole = Kind.PRINCESS in mine and (generals > 0 or (magicians > 0 and nobles > 0))
    alone = Kind.PRINCESS in mine and not whole
    against = others.count(Kind.KNIGHT)
    return (
        player.ap,
        player.ap * left,
        stars(player),
        income * left,
        income * left * left,
        again * left,
        sum(best[: magicians * left]),
        magicians,
        knights,
        knights * left,
        knights * (Kind.PRINCESS in others),
        nobles,
        nobles * left,
        whole,
        whole * left,
        whole * against,
        alone,
        alone * left,
        alone * against,
        generals,
        generals * left,
        state.parent == seat,
    )
