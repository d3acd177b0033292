"""What waits at an address, rendered from the newest state of its tables when it is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from core.desk.sheets import Board, Hand
from core.kernel.drawn import Moment
from core.kernel.text import Message, Public, Standing
from core.table.places import Individual, Room, Showing, Wishes
from locales.tongue import Context

M = TypeVar("M", bound=Message, covariant=True)


class Told(msgspec.Struct, Generic[M], frozen=True):
    """A note to tell: its number in the outbox, its table, in what context it reads, and what
    it tells as it can be shown (None: words only)."""

    id: int
    table: str
    message: M
    context: Context
    moment: Moment | None = None


def on_board(line: Told[Message]) -> bool:
    """Whether a board or a hand tells this: what stands has a message of its own, which is never
    changed."""
    return not isinstance(line.message, Standing)


def is_noise(line: Told[Message]) -> bool:
    """That a turn begins, or a card is drawn from the deck: a board shows both without words."""
    moment = line.moment
    if moment is None or not moment.quiet or moment.target or moment.shown:
        return False
    return moment.kind in ("turn", "draw")


def of_this_round(lines: Sequence[Told[M]]) -> list[Told[M]]:
    """What somebody was told alone, without all that came before their newest cards at a table: it
    is of a round that is over, and may be false by now."""
    begins: dict[str, int] = {}
    for number, line in enumerate(lines):
        if deals(line):
            begins[line.table] = number
    return [line for number, line in enumerate(lines) if number >= begins.get(line.table, 0)]


def deals(line: Told[Message]) -> bool:
    """Somebody is told the cards with which a round begins for them."""
    return line.moment is not None and line.moment.kind == "deal" and line.moment.quiet


class BoardShown(msgspec.Struct, frozen=True):
    """A board to show in a room, as it is right now.

    `due` is when the time is over, if a clock runs, `limit` the whole time for the question
    (seconds; 0: no clock). `told` are the last things that everybody at the table was told,
    `rooms` where it is played, oldest first. `ordered` are the seats with a standing order: for
    deciding who must be told anything, never to be shown; so are the `wishes` of people who play by
    letters, by seat.
    """

    showing: Showing
    board: Board
    context: Context
    due: float | None = None
    limit: int = 0
    told: tuple[Told[Public], ...] = ()
    rooms: tuple[Room, ...] = ()
    ordered: frozenset[int] = frozenset()
    wishes: dict[int, Wishes] = {}

    @property
    def table(self) -> str:
        """The name of the table."""
        return self.board.table


class HandShown(msgspec.Struct, frozen=True):
    """A hand to show to its owner, as it is right now. The fields are those of a `BoardShown`."""

    showing: Showing
    hand: Hand
    context: Context
    due: float | None = None
    told: tuple[Told[Public], ...] = ()
    rooms: tuple[Room, ...] = ()

    @property
    def table(self) -> str:
        """The name of the table."""
        return self.hand.table


class RoomLetter(msgspec.Struct, frozen=True):
    """Everything that waits for a room: nothing but what is fit for every eye."""

    lane: str
    language: str
    lines: tuple[Told[Public], ...]
    shown: tuple[BoardShown, ...]
    room: Room


class PersonLetter(msgspec.Struct, frozen=True):
    """Everything that waits for one person, for their private chat."""

    lane: str
    language: str
    lines: tuple[Told[Message], ...]
    shown: tuple[HandShown, ...]
    user: str
    person: Individual | None = None


Letter = RoomLetter | PersonLetter
"""Everything that waits for one address."""


class Sent(msgspec.Struct, frozen=True):
    """What of a letter was sent: numbers of notes, and what shows a table now.

    `wait` (seconds) asks for a pause of this lane; infinity parks it until something new
    comes. `unsure`: the last thing that was tried may or may not have arrived.
    """

    notes: tuple[int, ...] = ()
    cards: tuple[Showing, ...] = ()
    wait: float = 0.0
    unsure: bool = False


Settle = Callable[[Sent], Awaitable[None]]
"""Stores what was sent so far. To be called after each page that went out."""


PLENTY = 1000  # letters for which a platform has room that counts none


class Say(Protocol):
    """How a platform delivers a letter."""

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what the platform allows now. Errors of the platform are its own affair. What
        goes out before the last page is settled at once; what is returned is settled by the
        post (settling something twice does no harm)."""

    async def alive(self) -> bool:
        """Ask the platform for a sign of life, by a call that nobody sees."""

    def room(self) -> int:
        """For how many more letters the platform has room right now. Only so many are taken out
        of the outbox: what cannot go out now keeps its place there."""
        return PLENTY


def platform_for(letter: Letter) -> str:
    """The platform by which a letter goes out."""
    if isinstance(letter, RoomLetter):
        return letter.room.platform
    return letter.user.partition(":")[0]
