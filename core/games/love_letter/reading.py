"""What a computer player reads off a view: what the others may hold, and what a round is worth.

Everything here follows from what the player may know. Chances are numbers from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from core.games.love_letter.habits import likely
from core.games.love_letter.model import Kit, View, kit, target
from core.games.love_letter.names import Card

Odds = Mapping[Card, float]


class Table(msgspec.Struct, frozen=True):
    """A view as a player reads it."""

    pack: Kit
    me: int
    rivals: tuple[int, ...]  # the others who are still in
    unseen: Mapping[Card, int]  # the cards that lie where the player cannot see them
    odds: Mapping[int, Odds]  # of every rival: what it may hold
    below: Odds  # the share of the unseen cards that each card beats, half for equal ones
    known: Mapping[Card, tuple[int, ...]]  # cards of the own hand, and the rivals who know them
    sure: bool  # a rival who can be aimed at is known to hold something else than a Guard
    leaders: frozenset[int]  # the rivals who win the match if they win the round
    stakes: Mapping[int, float]  # by seat: what it is worth to the player that it wins the round


def read(view: View) -> Table:
    """Read a view in which the reader is still in the round."""
    pack, me = kit(view.options), view.me
    rivals = tuple(seat for seat in view.alive if seat != me)
    unseen = dict.fromkeys(pack.ranks, 0)
    for card in pack.cards:
        unseen[card] += 1
    seen = {fact.seat: fact.card for fact in view.seen}
    laid = [fact.card for fact in view.under]
    for pile in (view.faceup, view.hand, *view.discards, laid, seen.values()):
        for card in pile:
            unseen[card] -= 1
    odds = {
        seat: {seen[seat]: 1.0}
        if seat in seen
        else guessed(pack, unseen, view.ruled_out[seat - 1], last(view.discards[seat - 1]))
        for seat in rivals
    }
    known: dict[Card, tuple[int, ...]] = {}
    for fact in view.known:
        known[fact.card] = (*known.get(fact.card, ()), fact.by)
    return Table(
        pack=pack,
        me=me,
        rivals=rivals,
        unseen=unseen,
        odds=odds,
        below=_below(pack, unseen),
        known=known,
        sure=any(
            card is not Card.GUARD and seat not in view.shielded for seat, card in seen.items()
        ),
        leaders=at_match_point(view),
        stakes=stakes(view),
    )


def last(pile: Sequence[Card]) -> Card | None:
    """The card that somebody laid down last."""
    return pile[-1] if pile else None


def guessed(
    pack: Kit, unseen: Mapping[Card, int], out: Iterable[Card], played: Card | None
) -> dict[Card, float]:
    """How likely each unseen card is in a hand, given what was played from it last."""
    chances: dict[Card, float] = {}
    for card, count in unseen.items():
        if count > 0 and card not in out:
            chances[card] = count * likely(pack, played, card)
    whole = sum(chances.values()) or 1.0
    return {card: chance / whole for card, chance in chances.items()}


def _below(pack: Kit, unseen: Mapping[Card, int]) -> dict[Card, float]:
    whole = max(1, sum(unseen.values()))
    share: dict[Card, float] = {}
    lower = 0.0
    for card in pack.ranks:
        share[card] = (lower + unseen[card] / 2) / whole
        lower += unseen[card]
    return share


# ---------------------------------------------------------------------- the match


class Race(msgspec.Struct, frozen=True):
    """The match as it stands, for the reader."""

    seats: tuple[int, ...]  # all who have not left
    needs: tuple[int, ...]  # the points that each of them lacks
    at: int  # the place of the reader among them

    def after(self, gains: Mapping[int, int]) -> float:
        """The reader's chance of winning the match, or of sharing it, after these points."""
        lacks = tuple(
            need - gains.get(seat, 0) for seat, need in zip(self.seats, self.needs, strict=True)
        )
        return standing(lacks, self.at)


def race(view: View) -> Race:
    """The match of a reader who has not left."""
    goal = target(view.options, len(view.tokens))
    seats = tuple(seat for seat in range(1, len(view.tokens) + 1) if seat not in view.gone)
    needs = tuple(goal - view.tokens[seat - 1] for seat in seats)
    return Race(seats, needs, seats.index(view.me))


@lru_cache(maxsize=4096)
def standing(lacks: tuple[int, ...], at: int) -> float:
    """The chance of one player to win a match, by the points that everybody lacks: each point
    more costs a fixed part of it."""
    if min(lacks) <= 0:
        return float(lacks[at] <= 0)
    part = 1 / (1 + len(lacks) / 2)
    return float(part ** lacks[at] / sum(part**lack for lack in lacks))


def stakes(view: View) -> dict[int, float]:
    """What it is worth to the reader that each seat in the round wins it.

    Its own win is worth 1, and the win of the rivals 0 on the average; the win of a rival who is
    about to win the match is worth less than that of one who lies behind.
    """
    match = race(view)
    worth = {seat: match.after({seat: 1}) for seat in view.alive}
    middle = (sum(worth.values()) - worth[view.me]) / (len(worth) - 1)
    span = worth[view.me] - middle
    return {seat: (each - middle) / span for seat, each in worth.items()}


def at_match_point(view: View) -> frozenset[int]:
    """The rivals in the round who win the match if they win the round."""
    goal = target(view.options, len(view.tokens))
    return frozenset(
        seat for seat in view.alive if seat != view.me and view.tokens[seat - 1] >= goal - 1
    )
