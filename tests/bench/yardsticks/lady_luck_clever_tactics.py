"""How the computer player uses its helpers, and which score card it turns up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.lady_luck.model import Helper, Move, Pass, Reveal, Use, View
from core.games.lady_luck.names import KIND, STARS, Card, Kind
from tests.bench.yardsticks.lady_luck_clever_worth import (
    AP_GAIN,
    WIN,
    ap_worth,
    as_helper,
    kinds,
    own,
    rounds_left,
)

STOP = 100.0  # keeping a game from being lost at once
GO = 50.0  # a step towards winning at once
NEVER = -9.0


def helping(view: View, moves: Sequence[Move]) -> Move:
    """The use that promises most; passing when nothing is left that helps."""
    best: Move = Pass()
    most = 0.0
    for move in moves:
        if isinstance(move, Use):
            promise = _promise(view, move)
            if promise > most:
                best, most = move, promise
    return best


def _promise(view: View, move: Use) -> float:
    match KIND[move.card]:
        case Kind.PRINCESS:
            return _princess(view, move.card)
        case Kind.GENERAL:
            return _general(view, move)
        case Kind.KNIGHT:
            return _knight(view, move)
        case Kind.MAGICIAN:
            return _magician(view, move)
        case Kind.NOBLE:
            return _noble(view, move)
        case Kind.FORTUNE_TELLER:
            return 0.5 if view.closed and view.peek is None else 0.01
        case kind:
            return 3.0 * AP_GAIN[kind]


def _uses(view: View, card: Card) -> int:
    return dict(view.uses).get(card, 0)


def _ready(view: View, seat: int) -> list[Kind]:
    """The ladies of a seat that can still be used in this phase."""
    if seat in view.passed:
        return []
    return [KIND[helper.card] for helper in view.player(seat).helpers if not helper.acted]


def _rivals(view: View) -> list[int]:
    seats = range(1, len(view.players) + 1)
    return [seat for seat in seats if seat != view.seat and not view.player(seat).left]


def _stoppers(view: View) -> int:
    """Knights of opponents that can still act in this phase."""
    return sum(_ready(view, seat).count(Kind.KNIGHT) for seat in _rivals(view))


def _princess(view: View, card: Card) -> float:
    seat = own(view)
    used = _uses(view, card)
    if view.options.princess_scope == "same_player":
        used = sum(_uses(view, other) for other in _princesses(view, seat))
    if used:
        return WIN * GO
    ready = _ready(view, seat)
    if view.options.princess_scope == "same_player" and ready.count(Kind.PRINCESS) > 1:
        return GO if not _stoppers(view) else 0.4
    if Kind.GENERAL in ready or (Kind.MAGICIAN in ready and Kind.NOBLE in ready):
        return GO if not _stoppers(view) else 0.4
    return 0.02


def _princesses(view: View, seat: int) -> list[Card]:
    player = view.player(seat)
    cards = (*(helper.card for helper in player.helpers), *player.scores, *player.logged)
    return [card for card in set(cards) if KIND[card] is Kind.PRINCESS]


def _owner(view: View, card: Card) -> int:
    return next(
        seat
        for seat, player in enumerate(view.players, 1)
        if any(helper.card == card for helper in player.helpers)
    )


def _general(view: View, move: Use) -> float:
    seat = own(view)
    mine = view.player(seat).helpers
    waiting = _waiting_princess(view, mine)
    if move.target is None:
        return 0.0
    if _owner(view, move.target) != seat:
        return NEVER
    kind = KIND[move.target]
    if kind is Kind.PRINCESS:
        return GO - 1 if _uses(view, move.target) else NEVER
    if kind is Kind.KNIGHT and _threats(view):
        return STOP / 2
    if waiting:
        return NEVER
    if kind in AP_GAIN:
        return 2.0 * AP_GAIN[kind] - 0.5
    return NEVER


def _waiting_princess(view: View, mine: Sequence[Helper]) -> bool:
    """Whether an own Princess may still be used twice in this round."""
    return any(KIND[helper.card] is Kind.PRINCESS for helper in mine)


def _threats(view: View) -> list[tuple[float, Card]]:
    """Cards of opponents on the way to winning at once, each with how urgent it is."""
    return [threat for seat in _rivals(view) for threat in _threats_of(view, seat)]


def _threats_of(view: View, seat: int) -> Iterator[tuple[float, Card]]:
    if seat in view.passed:
        return
    used = [card for card in _princesses(view, seat) if _uses(view, card)]
    fresh = [helper.card for helper in view.player(seat).helpers if not helper.acted]
    yield from _by_princesses(view, seat, used, fresh)
    if not used and Kind.PRINCESS not in kinds(view, seat):
        return
    shown = Kind.MAGICIAN in _ready(view, seat) or any(c in view.player(seat).logged for c in used)
    for card in fresh:
        if KIND[card] is Kind.GENERAL or (KIND[card] is Kind.NOBLE and shown):
            yield (STOP / 2 if used else STOP / 10), card


def _by_princesses(
    view: View, seat: int, used: Sequence[Card], fresh: Sequence[Card]
) -> Iterator[tuple[float, Card]]:
    """What Princesses threaten that have not acted; `used` ones have been used once."""
    both = view.options.princess_scope == "same_player"
    several = both and _ready(view, seat).count(Kind.PRINCESS) > 1
    for card in fresh:
        if KIND[card] is not Kind.PRINCESS:
            continue
        if card in used or (both and used):
            yield STOP, card
        elif several:
            yield STOP / 10, card


def _knight(view: View, move: Use) -> float:
    threats = _threats(view)
    if move.target is None:
        return -0.5 if threats else 0.03
    for urgent, card in sorted(threats, reverse=True):
        if card == move.target:
            # A Princess not yet used can wait until nothing else is left to do.
            return urgent if urgent >= STOP / 2 else 0.2
    if threats:
        return NEVER
    owner = _owner(view, move.target)
    if owner == own(view) or owner in view.passed:
        return NEVER
    gain = AP_GAIN.get(KIND[move.target], 0)
    if KIND[move.target] is Kind.MAGICIAN:
        gain = 2
    if KIND[move.target] is Kind.KNIGHT and Kind.PRINCESS in kinds(view, own(view)):
        gain = 4
    return 0.3 * gain + 0.04


def _magician(view: View, move: Use) -> float:
    seat = own(view)
    if move.target is None:
        return 0.0
    kind = KIND[move.target]
    helper = next(h for h in view.player(seat).helpers if h.card == move.target)
    ready = _ready(view, seat)
    again = kind is Kind.PRINCESS and _uses(view, move.target) and helper.acted
    if again and Kind.NOBLE in ready and not _stoppers(view):
        return GO - 1
    if not helper.acted and (kind in AP_GAIN or kind in (Kind.MAGICIAN, Kind.PRINCESS)):
        return NEVER if kind in AP_GAIN else -0.5
    later = rounds_left(view) - 1
    lost = _future(view, kind, later)
    gain = STARS[move.target] - lost
    return gain if gain > 0 else NEVER


def _future(view: View, kind: Kind, later: int) -> float:
    """What a helper would still do in the rounds after this one."""
    if later == 0:
        return 0.0
    return as_helper(view, kind) * later / (later + 1)


def _noble(view: View, move: Use) -> float:
    seat = own(view)
    assert move.seat is not None, "a Noble names a player"
    target = view.player(move.seat)
    if move.seat == seat:
        hidden = [card for card in target.logged if _uses(view, card)]
        return GO - 1 if hidden and not _stoppers(view) else NEVER
    if not target.count:
        return 0.02
    later = rounds_left(view) - 1
    cost = 1.0 if move.seat not in view.passed else 0.0
    low = 1.0 + 2.0 / target.count
    gain = low - ap_worth(view) * (later + cost) * 1.5
    return (gain * 0.5 if gain > 0 else NEVER) + 0.01 * target.ap / 10


def revealing(view: View, moves: Sequence[Move]) -> Move:
    """Turn up a Princess that was used and can win, else what is worth least face down."""
    seat = own(view)
    active = seat not in view.passed

    def loss(card: Card) -> float:
        if active and KIND[card] is Kind.PRINCESS and _uses(view, card):
            return -WIN
        left = rounds_left(view) if active else rounds_left(view) - 1
        kept = as_helper(view, KIND[card]) * left / max(rounds_left(view), 1)
        return STARS[card] - kept

    cards = [move.card for move in moves if isinstance(move, Reveal)]
    return Reveal(min(cards, key=loss))
