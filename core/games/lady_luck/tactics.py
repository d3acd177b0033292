"""How the computer players use their helpers, and which score card they turn up."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck.model import Move, Pass, Reveal, Use, View
from core.games.lady_luck.names import KIND, STARS, Card, Kind
from core.games.lady_luck.threats import SOON, princesses, ready, stoppers, threats, used
from core.games.lady_luck.worth import AP_GAIN, Outlook, ap_worth, as_helper, own
from core.kernel.dice import Dice

GO = 50.0  # a step towards winning at once
NEVER = -9.0
NEAR = 0.005  # promises that are as good as equal


def helping(look: Outlook, moves: Sequence[Move], dice: Dice) -> Move:
    """The use that promises most; passing when nothing is left that helps."""
    found = promises(look, moves)
    most = max(found.values(), default=0.0)
    if most <= 0:
        return Pass()
    return dice.choose([move for move, promise in found.items() if promise >= most - NEAR])


def promises(look: Outlook, moves: Sequence[Move]) -> dict[Move, float]:
    """What every use of a helper is good for; below 0 it is better not to."""
    return {move: _promise(look, move) for move in moves if isinstance(move, Use)}


def _promise(look: Outlook, move: Use) -> float:
    match KIND[move.card]:
        case Kind.PRINCESS:
            return _princess(look.view, move.card)
        case Kind.GENERAL:
            return _general(look, move.target)
        case Kind.KNIGHT:
            return _knight(look, move.target)
        case Kind.MAGICIAN:
            return _magician(look, move.target)
        case Kind.NOBLE:
            assert move.seat is not None, "a Noble names a player"
            return _noble(look, move.seat)
        case Kind.FORTUNE_TELLER:
            return 0.5 if look.view.closed and look.view.peek is None else 0.01
        case kind:
            return 3.0 * AP_GAIN[kind]


def _princess(view: View, card: Card) -> float:
    seat = own(view)
    both = view.options.princess_scope == "same_player"
    if used(view, card) or (both and any(used(view, c) for c in princesses(view, seat))):
        return 2 * GO
    mine = ready(view, seat)
    several = both and mine.count(Kind.PRINCESS) > 1
    if several or Kind.GENERAL in mine or (Kind.MAGICIAN in mine and Kind.NOBLE in mine):
        return GO if not stoppers(view) else 0.4
    return 0.02


def _owner(view: View, card: Card) -> int:
    return next(
        seat
        for seat, player in enumerate(view.players, 1)
        if any(helper.card == card for helper in player.helpers)
    )


def _general(look: Outlook, target: Card | None) -> float:
    view = look.view
    if target is None:
        return 0.0
    if _owner(view, target) != own(view):
        return NEVER
    kind = KIND[target]
    if kind is Kind.PRINCESS:
        return GO - 1 if used(view, target) else NEVER
    if kind is Kind.KNIGHT and threats(view):
        return SOON
    if Kind.PRINCESS in look.helpers[own(view) - 1]:
        return NEVER  # she may still be used twice in this round
    if kind is Kind.MAGICIAN and look.left == 1:
        return 2.0  # one more helper becomes a score card
    return 2.0 * AP_GAIN[kind] - 0.5 if kind in AP_GAIN else NEVER


def _knight(look: Outlook, target: Card | None) -> float:
    view = look.view
    against = threats(view)
    if target is None:
        return -0.5 if against else 0.03
    for urgent, card in sorted(against, reverse=True):
        if card == target:
            # A Princess not yet used can wait until nothing else is left to do.
            return urgent if urgent >= SOON else 0.2
    owner = _owner(view, target)
    if against or owner == own(view) or owner in view.passed:
        return NEVER
    kind = KIND[target]
    gain = 2 if kind is Kind.MAGICIAN else AP_GAIN.get(kind, 0)
    if kind is Kind.KNIGHT and Kind.PRINCESS in look.helpers[own(view) - 1]:
        gain = 4
    return 0.3 * gain + 0.04


def _magician(look: Outlook, target: Card | None) -> float:
    if target is None:
        return 0.0
    view, kind = look.view, KIND[target]
    mine = ready(view, own(view))
    acted = not any(
        helper.card == target and not helper.acted for helper in view.player(own(view)).helpers
    )
    again = kind is Kind.PRINCESS and used(view, target) and acted
    if again and Kind.NOBLE in mine and not stoppers(view):
        return GO - 1
    if not acted and kind in AP_GAIN:
        return NEVER
    if not acted and kind in (Kind.MAGICIAN, Kind.PRINCESS):
        return -0.5
    gain = STARS[target] - _later(look, kind, look.left - 1)
    return gain if gain > 0 else NEVER


def _later(look: Outlook, kind: Kind, rounds: int) -> float:
    """What an own helper is worth in the last rounds, as many as that."""
    return as_helper(look, own(look.view), kind) * rounds / look.left


def _noble(look: Outlook, seat: int) -> float:
    view = look.view
    target = view.player(seat)
    if seat == own(view):
        hidden = [card for card in target.logged if used(view, card)]
        return GO - 1 if hidden and not stoppers(view) else NEVER
    if not target.count:
        return 0.02
    awake = 0.0 if seat in view.passed else 1.0
    lost = 1.0 + 2.0 / target.count
    got = ap_worth(look.style, view.round + 1) * (look.left - 1 + awake) * 1.5
    gain = lost - got
    return (gain * 0.5 if gain > 0 else NEVER) + 0.001 * target.ap


def revealing(look: Outlook, moves: Sequence[Move]) -> Move:
    """Turn up a Princess that was used and can win, else what is worth least face down."""
    view = look.view
    active = own(view) not in view.passed

    def loss(card: Card) -> float:
        if active and KIND[card] is Kind.PRINCESS and used(view, card):
            return -GO
        rounds = look.left if active else look.left - 1
        return STARS[card] - _later(look, KIND[card], rounds)

    cards = [move.card for move in moves if isinstance(move, Reveal)]
    return Reveal(min(cards, key=loss))
