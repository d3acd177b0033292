"""By what a regular could read a computer player of Lady Luck: known habits, counted.

A habit is a question about its decisions, and the answer that comes most often. The more often
it comes, the more it tells; what comes in nine of ten cases is named as a habit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping

from core.games.lady_luck.model import Bid, Open, Pass, Phase, Place, State, Use
from core.games.lady_luck.names import KIND, STARS, Kind
from core.games.lady_luck.worth import AP_GAIN
from tests.bench.lady_luck_play import Player, Step, play

NOTICED = 0.9
FEW = 10  # answers; below that nothing is said of a case

Case = tuple[Hashable, Hashable]
"""What the others could see before a decision, and the answer."""


def _first_bid(step: Step) -> Case | None:
    _, _, move = step
    return ((), move.bid) if isinstance(move, Open) else None


def _best_first(step: Step) -> Case | None:
    state, _, move = step
    open_cards = [card for card in state.castle[:-1] if card is not None]
    if not isinstance(move, Open) or len({STARS[card] for card in open_cards}) < 2:
        return None
    card = state.castle[move.slot - 1]
    best = max(STARS[card] for card in open_cards)
    assert card is not None, "only cards that lie there are put up"
    return (), move.slot < len(state.castle) and STARS[card] == best


def _raise(step: Step) -> Case | None:
    state, _, move = step
    if not isinstance(move, Bid) or state.auction is None:
        return None
    return (), move.bid - state.auction.bid


def _stop(step: Step) -> Case | None:
    """The bid at which it gives up a lady, in an early or a late round."""
    state, _, move = step
    if not isinstance(move, Pass) or state.auction is None or state.auction.bid < 1:
        return None
    slot = state.auction.slot
    card = state.castle[slot - 1]
    assert card is not None, "the card lies there until it is laid down"
    unseen = slot == len(state.castle)
    return (None if unseen else KIND[card], state.round > 4), state.auction.bid


def _lays(*ladies: Kind, late: bool) -> Callable[[Step], Case | None]:
    def asked(step: Step) -> Case | None:
        state, _, move = step
        if not isinstance(move, Place) or state.auction is None or (state.round > 4) != late:
            return None
        card = state.castle[state.auction.slot - 1]
        return ((), move.to) if card is not None and KIND[card] in ladies else None

    return asked


def _ap_first(step: Step) -> Case | None:
    """What it uses while a Maid or Priest and something else could be used."""
    state, seat, move = step
    if state.phase is not Phase.HELPER or not isinstance(move, Use):
        return None
    awake = {KIND[card] in AP_GAIN for card in state.player(seat).upright}
    return ((), KIND[move.card] in AP_GAIN) if len(awake) == 2 else None


HABITS: Mapping[str, Callable[[Step], Case | None]] = {
    "opens at the same number": _first_bid,
    "puts up the card with most stars, or never": _best_first,
    "raises by the same step": _raise,
    "gives up the same lady at the same bid": _stop,
    "lays a Princess the same way up to round 4": _lays(Kind.PRINCESS, late=False),
    "lays a Princess the same way from round 5": _lays(Kind.PRINCESS, late=True),
    "lays Maids and Priests the same way up to round 4": _lays(*AP_GAIN, late=False),
    "lays a Knight the same way up to round 4": _lays(Kind.KNIGHT, late=False),
    "takes AP first, or last": _ap_first,
}


def habits(player: Player, seats: int, games: int, seed: int) -> dict[str, tuple[float, int]]:
    """For each habit how often its commonest answer comes, and how many answers there were."""
    answers: dict[str, dict[Hashable, Counter[Hashable]]] = defaultdict(
        lambda: defaultdict(Counter)
    )
    for number in range(games):
        for step in play([player] * seats, b"habits %d %d" % (seed, number)):
            if isinstance(step, State):
                continue
            for name, question in HABITS.items():
                found = question(step)
                if found is not None:
                    answers[name][found[0]][found[1]] += 1
    return {name: _commonest(answers[name]) for name in HABITS}


def _commonest(cases: Mapping[Hashable, Counter[Hashable]]) -> tuple[float, int]:
    enough = [counts for counts in cases.values() if counts.total() >= FEW]
    total = sum(counts.total() for counts in enough)
    common = sum(counts.most_common(1)[0][1] for counts in enough)
    return common / max(total, 1), total
