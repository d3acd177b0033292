"""A table as it can be drawn, and what happens on it as it can be shown: data, no pictures."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.kernel.text import Public

BadgeKind = Literal[
    "points",
    "coins",
    "cards",
    "protected",
    "out",
    "left",
    "passed",
    "place",
    "side",
    "claims",
    "bid",
    "starts",
]
"""What a badge of a seat is about: points towards the end, coins (or Ability Points), cards in
hand, cannot be aimed at, out of the round, has left, has passed, the place in which somebody
finished, a faction, what was claimed, the standing bid, begins."""

MomentKind = Literal["deal", "turn", "draw", "play", "claim", "answer", "reveal", "bid", "end"]
"""What a moment is: cards are dealt or a round begins, somebody's turn begins, a card is drawn,
a card is played or an action carried out, something is declared, somebody answers it, cards are
shown or lost, something is bid for, a round or the match ends."""

PileKind = Literal["deck", "aside", "treasury", "almshouse"]
"""What lies in the middle."""


class Face(msgspec.Struct, frozen=True):
    """A card as it can be drawn: `code` chooses the drawing (empty: face down), `corner` is
    the rank or another short mark, `text` what the card does. A `turned` card lies sideways: it
    is lost, or has been used. `word` is how moves name it where that is not its code: several
    copies of a card may be told apart by it."""

    code: str
    name: Public
    corner: str = ""
    text: Public | None = None
    turned: bool = False
    word: str = ""


class Badge(msgspec.Struct, frozen=True):
    """Something short about a seat: in words, and as what can be drawn, `count` of `of` (0: no
    end is set). `code` tells kinds apart that are drawn in several ways (a faction). Where a chat
    has no room for words a `symbol` with its number stands for them (empty: the words do)."""

    kind: BadgeKind
    text: Public
    count: int = 0
    of: int = 0
    code: str = ""
    symbol: str = ""


class Pile(msgspec.Struct, frozen=True):
    """Something in the middle that is not looked through: a deck, coins, a card set aside. What
    nobody counts (the treasury) has no `count`."""

    kind: PileKind
    name: Public
    count: int = 0


class Held(msgspec.Struct, frozen=True):
    """The hand of a seat, laid open."""

    seat: int
    cards: tuple[Face, ...]


class Moment(msgspec.Struct, frozen=True):
    """What happened to whom, as it can be shown beside the line that tells it.

    Seats are numbers, 0 for nobody; in what one seat alone is told an actor 0 is that seat. `card`
    goes from the actor to the middle, or is what they claim, or comes into the hand where it is
    drawn; `named` is what they name with it; `result` is what came of it, in very few words.
    `shown` are cards that lie open by it before `target` (or the actor, or in the middle); where
    several hands are laid open at once they are `hands`. `coins` go to the actor from the `pile`
    (without one from the target), or back where they are less than nothing; in a bid they are what
    is offered, which nobody has paid yet. `out` are the seats that are out by it. `begins` tells
    that the actor's turn begins with it. A `quiet` moment need not be dwelt on. `ends` is "round"
    or "match", won by `winners` (the actor too, if there is one alone).
    """

    kind: MomentKind
    actor: int = 0
    target: int = 0
    card: Face | None = None
    named: Public | None = None
    result: Public | None = None
    shown: tuple[Face, ...] = ()
    hands: tuple[Held, ...] = ()
    coins: int = 0
    pile: PileKind | Literal[""] = ""
    out: tuple[int, ...] = ()
    begins: bool = False
    quiet: bool = False
    ends: Literal["", "round", "match"] = ""
    winners: tuple[int, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A seat as it can be drawn: its badges, the open cards before it, and its hand: `hand` cards
    that are hidden from the reader, those of them that the reader knows all the same (`known`), or
    the cards themselves where everybody may see them (`opened`)."""

    seat: int
    badges: tuple[Badge, ...] = ()
    cards: tuple[Face, ...] = ()
    hand: int = 0
    known: tuple[Face, ...] = ()
    opened: tuple[Face, ...] = ()
    out: bool = False


class Stage(msgspec.Struct, frozen=True):
    """The table as it can be drawn: what it is about in short lines, whose turn it is (0: over),
    what lies in the middle, what is declared and not settled yet, and every seat in order.

    Where there is no room to draw, `head` stands beside the title (the round, the deck), which may
    be `short`, and `brief` are lines for all that is told neither there nor with a seat: with these
    and the badges and cards of the seats a reader has the whole table.

    Where moves name the cards in the middle by numbers `slots` are these, one for each card; a
    number that is missing is an empty slot. `raised` is the one that is being dealt with."""

    lines: tuple[Public, ...] = ()
    short: Public | None = None
    head: tuple[Public, ...] = ()
    brief: tuple[Public, ...] = ()
    turn: int = 0
    piles: tuple[Pile, ...] = ()
    middle: tuple[Face, ...] = ()
    under_way: Moment | None = None
    places: tuple[Place, ...] = ()
    slots: tuple[int, ...] = ()
    raised: int = 0


class Unseen(msgspec.Struct, frozen=True):
    """How many of a card the reader has not seen yet, of how many in the game."""

    face: Face
    left: int
    of: int
