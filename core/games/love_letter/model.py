"""The things of Love Letter: cards, switches, moves, the state and what a reader sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from core.games.love_letter.names import Card

Deck = Literal["c16", "z21"]
Countess = Literal["sum12", "royal", "minister"]


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """The switches of a table (rules section 11) and the facts of its edition."""

    countess: Countess = "sum12"  # what the card of the Countess does (LL-6.7)
    target: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None  # points; None: by `targets`
    protected_target: Literal["forbid", "fizzle"] = "forbid"  # LL-5.2, LL-5.3
    tie: Literal["discard_sum", "none"] = "discard_sum"  # LL-8.4
    unbroken: Literal["nobody", "all"] = "nobody"  # LL-8.5
    princess_points: Literal[1, 2] = 1  # LL-8.6
    reveal_all_at_round_end: bool = False  # LL-8.7
    deck: Deck = "c16"  # LL-1
    names: Literal["bga", "jp", "z19"] = "bga"  # LL-1.3
    least: int = 3  # players (LL-2.1)
    most: int = 4
    targets: tuple[int, ...] = (5, 5, 4)  # points to win with `fewest`, one more, … players
    fewest: int = 2  # the number of players that `targets` begins with


PRESETS: dict[str, Options] = {
    "bga": Options(),
    "aeg": Options(countess="royal", unbroken="all", least=2, targets=(7, 5, 4)),
    "jp": Options(
        countess="minister",
        protected_target="fizzle",
        tie="none",
        princess_points=2,
        names="jp",
        least=2,
        most=5,
        targets=(3, 3, 3, 3),
    ),
    "z19": Options(
        countess="royal",
        tie="none",
        unbroken="all",
        deck="z21",
        names="z19",
        least=2,
        most=6,
        targets=(6, 5, 4, 3, 3),
    ),
}


class Kit(msgspec.Struct, frozen=True):
    """What follows from a deck and its Countess, worked out once."""

    cards: tuple[Card, ...]  # the whole deck, by rank
    ranks: dict[Card, int]
    names: tuple[Card, ...]  # what a Guard may name, always the same list (LL-5.4)
    countess: Card  # the Countess or the Minister
    clash: frozenset[Card]  # what may not be held beside it on one's own turn (LL-6.7)
    rules_out: dict[Card, tuple[Card, ...]]  # what the kept card cannot be after this one
    up_to: dict[Card, tuple[Card, ...]]  # cards of this rank and lower
    single: tuple[Card, ...]  # cards of which there is only one
    span: int  # the most cards in one hand


_COUNTS: dict[Deck, tuple[tuple[Card, int, int], ...]] = {
    "c16": (
        (Card.GUARD, 1, 5),
        (Card.PRIEST, 2, 2),
        (Card.BARON, 3, 2),
        (Card.HANDMAID, 4, 2),
        (Card.PRINCE, 5, 2),
        (Card.KING, 6, 1),
        (Card.COUNTESS, 7, 1),
        (Card.PRINCESS, 8, 1),
    ),
    "z21": (
        (Card.SPY, 0, 2),
        (Card.GUARD, 1, 6),
        (Card.PRIEST, 2, 2),
        (Card.BARON, 3, 2),
        (Card.HANDMAID, 4, 2),
        (Card.PRINCE, 5, 2),
        (Card.CHANCELLOR, 6, 2),
        (Card.KING, 7, 1),
        (Card.COUNTESS, 8, 1),
        (Card.PRINCESS, 9, 1),
    ),
}


def _make_kit(deck: Deck, countess: Countess) -> Kit:
    lady = Card.MINISTER if countess == "minister" else Card.COUNTESS
    rows = [(lady if c is Card.COUNTESS else c, rank, n) for c, rank, n in _COUNTS[deck]]
    ranks = {card: rank for card, rank, _ in rows}
    clash = _clash(ranks, lady, countess)
    return Kit(
        cards=tuple(card for card, _, n in rows for _ in range(n)),
        ranks=ranks,
        names=tuple(c for c in ranks if c is not Card.GUARD),
        countess=lady,
        clash=clash,
        rules_out=_rules_out(ranks, lady, clash, countess),
        up_to={c: tuple(o for o in ranks if ranks[o] <= ranks[c]) for c in ranks},
        single=tuple(card for card, _, n in rows if n == 1),
        span=3 if Card.CHANCELLOR in ranks else 2,
    )


def _clash(ranks: Mapping[Card, int], lady: Card, countess: Countess) -> frozenset[Card]:
    """The cards that the lady does not bear beside her."""
    if countess == "royal":
        return frozenset((Card.PRINCE, Card.KING))
    return frozenset(c for c in ranks if c is not lady and ranks[c] + ranks[lady] >= 12)


def _rules_out(
    ranks: Mapping[Card, int], lady: Card, clash: frozenset[Card], countess: Countess
) -> dict[Card, tuple[Card, ...]]:
    """What cannot lie beside each card in the hand of somebody who is in the round."""
    found: dict[Card, tuple[Card, ...]] = {c: (lady,) if c in clash else () for c in ranks}
    if countess == "minister":
        found[lady] = tuple(c for c in ranks if c in clash)
    return found


_DECKS: tuple[Deck, ...] = ("c16", "z21")
_COUNTESSES: tuple[Countess, ...] = ("sum12", "royal", "minister")
_KITS = {(deck, rule): _make_kit(deck, rule) for deck in _DECKS for rule in _COUNTESSES}


def kit(options: Options) -> Kit:
    """The deck of these options and what follows from it."""
    return _KITS[options.deck, options.countess]


def target(options: Options, seats: int) -> int:
    """The points that win the match, by the number of seats it began with (LL-2.2, LL-15.1)."""
    if options.target is not None:
        return options.target
    return options.targets[seats - options.fewest]


class Play(msgspec.Struct, frozen=True):
    """Play a card: perhaps on somebody (0 means nobody), perhaps naming another card."""

    code: str
    card: Card
    target: int = 0
    name: Card | None = None


class Keep(msgspec.Struct, frozen=True):
    """The Chancellor's choice: the first card is kept, the last one is the very bottom."""

    code: str
    cards: tuple[Card, ...]


Move = Play | Keep


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that one seat has learnt: what lies at `slot` (from 0) of another seat's hand.

    It is `felt` if the other can tell; not if the card was seen in a third hand and came by a
    King, after turns in which only its holder then knew whether it was still that card.
    """

    by: int
    seat: int
    slot: int
    card: Card
    felt: bool = True


class Laid(msgspec.Struct, frozen=True):
    """A fact that one seat knows from its Chancellor: a card with `below` cards under it."""

    by: int
    below: int
    card: Card


Phase = Literal["play", "keep", "over"]


class State(msgspec.Struct, frozen=True):
    """A match between two commands. Tuples that speak of seats begin with seat 1."""

    options: Options
    round: int
    phase: Phase
    turn: int
    alive: tuple[int, ...]  # the seats still in the round
    shielded: tuple[int, ...]  # the protected ones
    gone: tuple[int, ...]  # the seats that have left the match
    deck: tuple[Card, ...]  # top first
    aside: Card | None
    faceup: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]  # in the order in which the cards came
    discards: tuple[tuple[Card, ...], ...]
    tokens: tuple[int, ...]
    versions: tuple[int, ...]  # how often each hand has changed in public
    ruled_out: tuple[tuple[Card, ...], ...]  # what the first card of a hand cannot be, in public
    seen: tuple[Seen, ...] = ()
    under: tuple[Laid, ...] = ()
    last: tuple[int, ...] = ()  # the winners of the last finished round
    winners: tuple[int, ...] = ()  # of the match


class View(msgspec.Struct, frozen=True):
    """What one reader may know. `me` is 0 for the group."""

    options: Options
    me: int
    round: int
    phase: Phase
    turn: int
    alive: tuple[int, ...]
    shielded: tuple[int, ...]
    gone: tuple[int, ...]
    deck: int
    aside: bool
    faceup: tuple[Card, ...]
    hand: tuple[Card, ...]  # of the reader; empty for the group
    sizes: tuple[int, ...]  # how many cards each hand has
    discards: tuple[tuple[Card, ...], ...]
    tokens: tuple[int, ...]
    versions: tuple[int, ...]
    ruled_out: tuple[tuple[Card, ...], ...]
    seen: tuple[Seen, ...]  # by the reader
    under: tuple[Laid, ...]  # by the reader
    known: tuple[Seen, ...]  # of the reader's hand by others, as far as the reader can tell
    opened: tuple[tuple[Card, ...], ...]  # hands that lie open at the end of the match
    last: tuple[int, ...]
    winners: tuple[int, ...]
