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
    "AP": (0.123, 0.131),
    "AP, a round left": (0.002, 0.007),
    "stars of score cards": (0.373, 0.391),
    "income of helpers, a round left": (0.116, 0.127),
    "income, a round left squared": (0.002, 0.002),
    "income that a General doubles, a round left": (0.032, 0.011),
    "stars that Magicians can put away": (0.099, 0.080),
    "Magicians": (0.341, 0.437),
    "Knights": (0.113, 0.313),
    "Knights, a round left": (0.211, 0.233),
    "Knights against a Princess": (-0.377, -0.385),
    "Nobles": (0.932, 0.429),
    "Nobles, a round left": (0.060, 0.295),
    "a Princess and what brings her back": (0.441, 1.587),
    "a Princess and that, a round left": (0.152, 0.101),
    "a Princess and that, a Knight of others": (-0.658, -0.795),
    "a Princess alone": (2.026, 2.492),
    "a Princess alone, a round left": (0.098, 0.033),
    "a Princess alone, a Knight of others": (-1.029, -0.784),
    "Generals": (0.801, 1.140),
    "Generals, a round left": (0.252, 0.182),
    "being the parent": (-0.057, -0.026),
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
