"""What cards are worth to a seat, in points: the judgement of the computer player."""

from __future__ import annotations

from collections import Counter

from core.games.lady_luck.model import ROUNDS, View
from core.games.lady_luck.names import KIND, STARS, STARS_OF, Card, Kind

WIN = 14.0  # a game won at once, in points
HOPE = 7.0  # a Princess that waits for a General, in round 1
DENIAL = 4.0  # a piece that an opponent lacks for a Princess
POINT_OF_AP = 1 / 3  # at the end of the game
AP_GAIN = {Kind.MAID: 1, Kind.PRIEST: 2}
COPIES = Counter(KIND.values())


def rounds_left(view: View) -> int:
    """The helper phases that are still to come, the one of this round included."""
    return ROUNDS + 1 - view.round


def ap_worth(view: View) -> float:
    """What one AP is worth: more while there is much to buy."""
    return POINT_OF_AP + 0.03 * (ROUNDS - view.round)


def own(view: View) -> int:
    """The seat of the reader."""
    assert view.seat is not None, "only a seat decides"
    return view.seat


def kinds(view: View, seat: int) -> list[Kind]:
    """The ladies that stand before a seat."""
    return [KIND[helper.card] for helper in view.player(seat).helpers]


def to_come(view: View, kind: Kind) -> int:
    """How many copies of a lady nobody has got yet, as far as the reader knows."""
    held = 0
    for player in view.players:
        held += sum(KIND[helper.card] is kind for helper in player.helpers)
        # One's own score cards are all seen; of those of others, the logged and the learnt.
        known = player.scores or (*player.logged, *player.learnt)
        held += sum(KIND[card] is kind for card in known)
    return COPIES[kind] - held


def as_helper(view: View, kind: Kind) -> float:
    """What a lady is worth as a helper of the reader, from this round on."""
    left, ap = rounds_left(view), ap_worth(view)
    mine = kinds(view, own(view))
    if kind in AP_GAIN:
        worth = AP_GAIN[kind] * left * ap
        return worth + (STARS_OF[kind] * 0.6 if Kind.MAGICIAN in mine else 0.0)
    match kind:
        case Kind.PRINCESS:
            return _princess(view, mine)
        case Kind.GENERAL:
            gain = max((AP_GAIN.get(other, 0) for other in mine), default=0)
            return gain * left * ap + (WIN if Kind.PRINCESS in mine else 0.0)
        case Kind.MAGICIAN:
            return _magician(view, mine)
        case Kind.NOBLE:
            combo = Kind.PRINCESS in mine and Kind.MAGICIAN in mine
            return min(left, 2) * 0.8 + (WIN if combo else 0.0)
        case Kind.KNIGHT:
            return left * 0.25 + (DENIAL if danger(view) else 0.0)
        case _:
            return 0.0


def _princess(view: View, mine: list[Kind]) -> float:
    if Kind.GENERAL in mine or (Kind.MAGICIAN in mine and Kind.NOBLE in mine):
        return WIN
    if view.options.princess_scope == "same_player" and Kind.PRINCESS in mine:
        return WIN
    hope = min(to_come(view, Kind.GENERAL), 2) / 2
    return HOPE * hope * (rounds_left(view) - 1) / (ROUNDS - 1)


def _magician(view: View, mine: list[Kind]) -> float:
    """Each round one helper becomes a score card: the best ones, as late as possible."""
    left, ap = rounds_left(view), ap_worth(view)
    banked = sorted((STARS_OF[kind] for kind in mine if kind is not Kind.MAGICIAN), reverse=True)
    other = mine.count(Kind.MAGICIAN)
    worth = sum(banked[other * left : (other + 1) * left]) * 0.8
    return worth + (left - 1) * ap * 0.4


def as_score(kind: Kind) -> float:
    """What a lady is worth face down."""
    return float(STARS_OF[kind])


def worth(view: View, kind: Kind) -> float:
    """The better of both sides, and what it keeps others from."""
    return max(as_score(kind), as_helper(view, kind)) + _denial(view, kind)


def _denial(view: View, kind: Kind) -> float:
    lacking = {Kind.GENERAL: Kind.PRINCESS, Kind.PRINCESS: Kind.GENERAL}.get(kind)
    if lacking is None:
        return 0.0
    others = (seat for seat in range(1, len(view.players) + 1) if seat != view.seat)
    return DENIAL if any(lacking in kinds(view, seat) for seat in others) else 0.0


def danger(view: View) -> bool:
    """Whether some opponent may use a Princess twice in the rounds to come."""
    for seat, player in enumerate(view.players, 1):
        if seat == view.seat or player.left:
            continue
        theirs = kinds(view, seat)
        if Kind.PRINCESS in theirs and (
            Kind.GENERAL in theirs or (Kind.MAGICIAN in theirs and Kind.NOBLE in theirs)
        ):
            return True
    return False


def face_down_worth(view: View) -> float:
    """The face-down card: known, or as good as the cards that nobody has seen, on the average."""
    if view.peek is not None:
        return worth(view, KIND[view.peek])
    counts = {kind: _unseen(view, kind) for kind in Kind}
    total = sum(counts.values())
    return sum(worth(view, kind) * count for kind, count in counts.items()) / max(total, 1)


def _unseen(view: View, kind: Kind) -> int:
    lying = sum(card is not None and KIND[card] is kind for card in view.castle)
    return max(to_come(view, kind) - lying, 0)


def slot_worths(view: View) -> dict[int, float]:
    """What every card of the castle is worth, by slot."""
    found = {
        slot: worth(view, KIND[card])
        for slot, card in enumerate(view.castle, 1)
        if card is not None
    }
    if view.closed:
        found[view.closed] = face_down_worth(view)
    return found


def slot_stars(view: View, slot: int) -> int:
    """What the others are likely to bid for the card in a slot, in AP."""
    card: Card | None = view.castle[slot - 1]
    return 2 if card is None else STARS[card]
