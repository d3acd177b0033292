"""The table of Love Letter to Lady Luck: switches, seats, moves, and what a reader sees of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from core.games.lady_luck.names import Card

replace = msgspec.structs.replace

ROUNDS = 8
BOXED = 8  # cards that leave the game of three (LL-3.1)
START_AP = 10
AP_PER_POINT = 3


class Options(msgspec.Struct, frozen=True):
    """The switches of a table (section 9)."""

    princess_scope: Literal["same_card", "same_player"] = "same_card"
    general_scope: Literal["any_player", "own_only"] = "any_player"
    loop_guard: bool = True
    auto_pass: bool = True
    reveal_boxed_at_end: bool = False


class Phase(StrEnum):
    """Where a round stands."""

    AUCTION = "auction"
    HELPER = "helper"
    OVER = "over"


class End(StrEnum):
    """How a game ended."""

    PRINCESS = "princess"
    POINTS = "points"
    ALONE = "alone"  # all others have left


class Helper(msgspec.Struct, frozen=True):
    """A card face up before its owner: upright, or sideways when it has acted."""

    card: Card
    acted: bool = False


class Player(msgspec.Struct, frozen=True):
    """A seat. `scores` lie face down, by number; `learnt` are hidden cards it was shown.

    `changes` counts how often the score cards changed, for everybody to see.
    """

    ap: int = START_AP
    helpers: tuple[Helper, ...] = ()
    scores: tuple[Card, ...] = ()
    learnt: tuple[Card, ...] = ()
    changes: int = 0
    left: bool = False

    @property
    def upright(self) -> tuple[Card, ...]:
        """The helpers that have not acted."""
        return tuple(helper.card for helper in self.helpers if not helper.acted)


class Auction(msgspec.Struct, frozen=True):
    """The running auction; `still` are the seats in it, in seat order, the bidder included."""

    slot: int
    bid: int
    by: int
    still: tuple[int, ...]


class Pending(msgspec.Struct, frozen=True):
    """A Noble whose named player has to choose a score card."""

    card: Card
    by: int
    on: int


class Pose(msgspec.Struct, frozen=True):
    """How the table stood when a helper turn was due, as far as Generals can change it."""

    turn: int
    passed: tuple[int, ...]
    upright: tuple[Card, ...]


class State(msgspec.Struct, frozen=True):
    """The whole table, hidden cards included. Castle slots count from 1; None is empty.

    The last slot of the castle is the face-down one. `box` holds the cards out of play,
    `logged` the score cards that everybody saw before they were turned face down, `poses`
    what the loop guard must not let happen again (LL-6.3.1).
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    parent: int
    castle: tuple[Card | None, ...] = ()
    deck: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    round: int = 1
    phase: Phase = Phase.AUCTION
    auction: Auction | None = None
    won: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    uses: tuple[tuple[Card, int], ...] = ()
    noble: Pending | None = None
    logged: tuple[Card, ...] = ()
    poses: tuple[Pose, ...] = ()
    winners: tuple[int, ...] = ()
    end: End | None = None

    @property
    def placing(self) -> bool:
        """Whether the winner of an auction has to choose between helper and score."""
        return self.auction is not None and self.auction.by in self.won

    @property
    def face_down(self) -> Card | None:
        """The face-down card of the castle, if it is still there."""
        return self.castle[-1] if self.castle else None

    def player(self, seat: int) -> Player:
        """What a seat has."""
        return self.players[seat - 1]

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise from the next one, the given seat last."""
        seats = len(self.players)
        return tuple((seat + step) % seats + 1 for step in range(seats))

    def put(self, seat: int, player: Player) -> State:
        """The table with another state of one seat."""
        return replace(self, players=(*self.players[: seat - 1], player, *self.players[seat:]))


class Open(msgspec.Struct, frozen=True, tag="open"):
    """The parent names a castle slot and a first bid in AP."""

    slot: int
    bid: int

    @property
    def code(self) -> str:
        return f"open.{self.slot}.{self.bid}"


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    """A higher bid, in AP."""

    bid: int

    @property
    def code(self) -> str:
        return f"bid.{self.bid}"


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Out of this auction, or out of this helper phase."""

    @property
    def code(self) -> str:
        return "pass"


class Place(msgspec.Struct, frozen=True, tag="place"):
    """The card that was won becomes a helper or a score card."""

    to: Literal["helper", "score"]

    @property
    def code(self) -> str:
        return self.to


class Use(msgspec.Struct, frozen=True, tag="use"):
    """The ability of a helper, on a card or a seat if it needs one."""

    card: Card
    target: Card | None = None
    seat: int | None = None

    @property
    def code(self) -> str:
        if self.target is not None:
            return f"use.{self.card.value}.{self.target.value}"
        if self.seat is not None:
            return f"use.{self.card.value}.{self.seat}"
        return f"use.{self.card.value}"


class Reveal(msgspec.Struct, frozen=True, tag="reveal"):
    """The player whom a Noble named turns a score card up."""

    card: Card

    @property
    def code(self) -> str:
        return f"reveal.{self.card.value}"


Move = Open | Bid | Pass | Place | Use | Reveal


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a reader may know it.

    `scores` are the score cards that the reader sees (the own ones; all after the scoring),
    `logged` those that were public before, `learnt` those that the reader saw in secret.
    """

    ap: int
    helpers: tuple[Helper, ...]
    count: int
    scores: tuple[Card, ...]
    logged: tuple[Card, ...]
    learnt: tuple[Card, ...]
    changes: int
    left: bool


class View(msgspec.Struct, frozen=True):
    """What one seat, or the group (`seat` is None), may know of the table.

    `castle` shows the open cards only; `closed` is the slot of the face-down card (0: none),
    `peek` that card if the reader knows it, `lookers` the seats that do.
    """

    seat: int | None
    options: Options
    players: tuple[SeatView, ...]
    round: int
    phase: Phase
    turn: int
    parent: int
    castle: tuple[Card | None, ...]
    closed: int
    peek: Card | None
    lookers: tuple[int, ...]
    deck: int
    auction: Auction | None
    won: tuple[int, ...]
    passed: tuple[int, ...]
    uses: tuple[tuple[Card, int], ...]
    noble: Pending | None
    winners: tuple[int, ...]
    end: End | None
    box: tuple[Card, ...]

    @property
    def placing(self) -> bool:
        """Whether the winner of an auction has to choose between helper and score."""
        return self.auction is not None and self.auction.by in self.won

    def player(self, seat: int) -> SeatView:
        """What the reader knows of a seat."""
        return self.players[seat - 1]
