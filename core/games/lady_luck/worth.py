"""What ladies are worth to a seat, in points: the judgement of the computer players."""

from __future__ import annotations

from collections import Counter

import msgspec

from core.games.lady_luck.model import ROUNDS, View
from core.games.lady_luck.names import KIND, STARS_OF, Card, Kind
from core.games.lady_luck.style import Style

AP_GAIN = {Kind.MAID: 1, Kind.PRIEST: 2}
COPIES = Counter(KIND.values())


class Outlook(msgspec.Struct, frozen=True):
    """A table as a player judges it: what is worked out once for a decision."""

    style: Style
    view: View
    left: int  # helper phases still to come, the one of this round included
    income: float  # what one AP in each of them is worth, in points
    unseen: Counter[Kind]  # the ladies whose place the reader does not know
    helpers: tuple[tuple[Kind, ...], ...]  # what stands before every seat
    winning: tuple[float, ...]  # what having all pieces is worth to every seat, in points
    princess: float  # the chance that another Princess comes in a later round
    general: float  # and another General


def outlook(style: Style, view: View) -> Outlook:
    """The table as a player of this style judges it."""
    helpers = tuple(
        tuple(KIND[helper.card] for helper in player.helpers) for player in view.players
    )
    knights = [
        0 if p.left else mine.count(Kind.KNIGHT)
        for p, mine in zip(view.players, helpers, strict=True)
    ]
    unseen = _unseen(view)
    total = unseen.total()
    shown = min(view.deck / total, 1.0) if total else 0.0
    return Outlook(
        style=style,
        view=view,
        left=ROUNDS + 1 - view.round,
        income=sum(ap_worth(style, later + 1) for later in range(view.round, ROUNDS + 1)),
        unseen=unseen,
        helpers=helpers,
        winning=tuple(
            style.win * style.risk ** max(sum(knights) - 1.5 * own_knights, 0)
            for own_knights in knights
        ),
        princess=1 - (1 - shown) ** unseen[Kind.PRINCESS],
        general=1 - (1 - shown) ** unseen[Kind.GENERAL],
    )


def ap_worth(style: Style, number: int) -> float:
    """What one AP is worth in the auctions of a round: more while there is much to buy."""
    return style.late + style.early * max(ROUNDS - number, 0) / (ROUNDS - 1)


def own(view: View) -> int:
    """The seat of the reader."""
    assert view.seat is not None, "only a seat decides"
    return view.seat


def rivals(view: View, seat: int) -> list[int]:
    """The other seats that have not left."""
    seats = range(1, len(view.players) + 1)
    return [other for other in seats if other != seat and not view.player(other).left]


def known_cards(view: View) -> set[Card]:
    """The cards whose place the reader knows."""
    known = {card for card in (*view.castle, view.peek) if card is not None}
    for player in view.players:
        known.update(helper.card for helper in player.helpers)
        known.update(player.scores, player.logged, player.learnt)
    return known


def _unseen(view: View) -> Counter[Kind]:
    return COPIES - Counter(KIND[card] for card in known_cards(view))


def as_helper(look: Outlook, seat: int, kind: Kind) -> float:
    """What a lady is worth as a helper of a seat, from this round on."""
    mine = look.helpers[seat - 1]
    match kind:
        case Kind.MAID | Kind.PRIEST:
            return AP_GAIN[kind] * look.income + _put_away(look, mine, kind)
        case Kind.PRINCESS:
            return _princess(look, seat, mine)
        case Kind.GENERAL:
            again = max((AP_GAIN.get(other, 0) for other in mine), default=0)
            hope = 1.0 if Kind.PRINCESS in mine else look.style.hope * look.princess
            return again * look.income + hope * look.winning[seat - 1]
        case Kind.MAGICIAN:
            return _magician(look, mine)
        case Kind.NOBLE:
            whole = Kind.PRINCESS in mine and Kind.MAGICIAN in mine
            return min(look.left, 2) * 0.8 + (look.winning[seat - 1] if whole else 0.0)
        case Kind.KNIGHT:
            stop = look.style.denial if danger(look, seat) else 0.0
            return look.left * look.style.knight + stop
        case _:
            return 0.1 * (look.left - 1)


def _put_away(look: Outlook, mine: tuple[Kind, ...], kind: Kind) -> float:
    """What it adds that a Magician turns the helper face down at last."""
    turns = mine.count(Kind.MAGICIAN) * look.left
    better = sum(STARS_OF[other] >= STARS_OF[kind] for other in mine)
    return look.style.bank * STARS_OF[kind] if turns > better else 0.0


def _princess(look: Outlook, seat: int, mine: tuple[Kind, ...]) -> float:
    both = look.view.options.princess_scope == "same_player"
    if (
        Kind.GENERAL in mine
        or (Kind.MAGICIAN in mine and Kind.NOBLE in mine)
        or (both and Kind.PRINCESS in mine)
    ):
        return look.winning[seat - 1]
    hope = look.style.hope * look.general * look.winning[seat - 1]
    return max(hope, _put_away(look, mine, Kind.PRINCESS))


def _magician(look: Outlook, mine: tuple[Kind, ...]) -> float:
    """Each round one helper becomes a score card: the best ones, as late as possible."""
    stars = sorted((STARS_OF[kind] for kind in mine if kind is not Kind.MAGICIAN), reverse=True)
    before = mine.count(Kind.MAGICIAN) * look.left
    put = sum(stars[before : before + look.left])
    return look.style.bank * put + (look.left - 1) * 0.25


def as_score(kind: Kind) -> float:
    """What a lady is worth face down."""
    return float(STARS_OF[kind])


def worth(look: Outlook, seat: int, kind: Kind) -> float:
    """The better of both sides."""
    return max(as_score(kind), as_helper(look, seat, kind))


def danger(look: Outlook, seat: int) -> bool:
    """Whether some opponent may use a Princess twice in the rounds to come."""
    return any(
        Kind.PRINCESS in theirs
        and (Kind.GENERAL in theirs or (Kind.MAGICIAN in theirs and Kind.NOBLE in theirs))
        for other in rivals(look.view, seat)
        for theirs in (look.helpers[other - 1],)
    )


def slot_worths(look: Outlook, seat: int) -> dict[int, float]:
    """What every card of the castle is worth to a seat, by slot."""
    view = look.view
    found = {
        slot: worth(look, seat, KIND[card])
        for slot, card in enumerate(view.castle, 1)
        if card is not None
    }
    if view.closed:
        found[view.closed] = _face_down(look, seat)
    return found


def _face_down(look: Outlook, seat: int) -> float:
    """The face-down card: known, or as good as the cards nobody has seen, on the average."""
    peek, counts = look.view.peek, Counter(look.unseen)
    if peek is not None:
        if seat in look.view.lookers:
            return worth(look, seat, KIND[peek])
        counts[KIND[peek]] += 1
    total = counts.total()
    return sum(worth(look, seat, kind) * count for kind, count in counts.items()) / total
