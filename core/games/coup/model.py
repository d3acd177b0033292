"""What a game of Coup is made of: switches, seats, the pending action, the open step, moves.

Frozen data that never refers to itself: the garbage collector need not look at it (`gc`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, assert_never

import msgspec

from core.games.coup.names import CLAIMS, Deed, Role, blockers


class Options(msgspec.Struct, frozen=True):
    """The switches of a table (3). The defaults are the preset `bga_seed`."""

    response_timing: Literal["combined", "sequential"] = "combined"
    block_after_failed_challenge: bool = True
    steal_min_target: Literal[1, 2] = 2
    prove: Literal["auto", "choice"] = "auto"
    start_coins_2p: Literal["each2", "each1", "starter1"] = "each2"
    first_player: Literal["random", "last_winner"] = "random"
    table_size: Literal[6, 8, 10] = 6
    reveal_winner_hand: bool = True
    diplomat: bool = False
    answer_seconds: Literal[15, 30, 45, 60, 120, 300] = 45  # for a window, at the usual pace


PRESETS = {
    "bga_seed": Options(),
    "bga_live": Options(steal_min_target=1, prove="choice", start_coins_2p="each1", table_size=8),
    "official": Options(
        response_timing="sequential",
        steal_min_target=1,
        prove="choice",
        start_coins_2p="starter1",
        first_player="last_winner",
        reveal_winner_hand=False,
    ),
}


def copies(seats: int) -> int:
    """How many cards of each character a table of this size plays with (13.4)."""
    return 3 if seats <= 6 else 4 if seats <= 8 else 5


class Player(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat. Everything but `hidden` is public.

    `hidden` is in slot order. `version` grows with every public change of the hand. `claims`
    are the characters this seat has claimed and neither shown, lost nor been caught with
    since its last Exchange, the latest last; `shown` those it has proved and shuffled back;
    `caught` those it did not show; `let` those it could have blocked as but did not; `lacks`
    those that everybody knows it not to hold, since it would have had to show them.
    """

    coins: int
    hidden: tuple[Role, ...]
    lost: tuple[Role, ...] = ()
    version: int = 1
    claims: tuple[Role, ...] = ()
    shown: tuple[Role, ...] = ()
    caught: tuple[Role, ...] = ()
    let: tuple[Role, ...] = ()
    lacks: tuple[Role, ...] = ()


class Sunk(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What went into the court deck last, while nobody has drawn since.

    After an Exchange `cards` are the two that `seat` returned, known to that seat alone. After
    a proof it is the shown card, and `took` the one drawn for it, known to that seat; `lost`
    is the number of cards that lay face up before the seat then.
    """

    seat: int
    cards: tuple[Role, ...]
    took: Role | None = None
    lost: int = 0


class Action(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The action of the turn, declared and not yet over.

    `target` and `blocker` are seats, 0 for nobody; `role` is the character of the block.
    `dropped` tells that the actor has left: nothing of it happens any more (12.3).
    """

    deed: Deed
    target: int = 0
    blocker: int = 0
    role: Role | None = None
    dropped: bool = False


class Window(StrEnum):
    """What the awaited seats may answer."""

    RESPOND = "respond"  # allow, challenge or block the action, all at once
    CHALLENGE = "challenge"  # sequential: allow or challenge the action
    BLOCK = "block"  # sequential: allow or block the action
    SECOND = "second"  # after a failed challenge the target may still block
    COUNTER = "counter"  # allow or challenge the block


class Cause(StrEnum):
    """Why a seat loses an influence."""

    MISTAKE = "mistake"  # challenged a true claim
    BLUFF = "bluff"  # could not show the claimed character
    COUP = "coup"
    MURDER = "murder"


class Choosing(msgspec.Struct, frozen=True, gc=False, tag="choose"):
    """The seat on turn chooses an action."""


class Answering(msgspec.Struct, frozen=True, gc=False, tag="answer"):
    """A window is open; `awaited` have not answered yet."""

    window: Window
    awaited: frozenset[int]


class Proving(msgspec.Struct, frozen=True, gc=False, tag="prove"):
    """A challenged claimant with two cards turns one up (`prove` = `choice`)."""

    claimant: int
    role: Role
    challenger: int


class Losing(msgspec.Struct, frozen=True, gc=False, tag="lose"):
    """`seat` chooses which influence to lose; `by` is the seat that brought it about."""

    seat: int
    cause: Cause
    by: int


class Swapping(msgspec.Struct, frozen=True, gc=False, tag="swap"):
    """The seat on turn has drawn two cards and keeps as many as it had."""

    drawn: tuple[Role, ...]


class Ended(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """The game is over."""

    winner: int


Step = Choosing | Answering | Proving | Losing | Swapping | Ended

CHOOSING = Choosing()


class State(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A game of Coup. `players[0]` is seat 1.

    `turn` is the seat whose turn it is, `number` counts the turns from 1.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    deck: tuple[Role, ...]
    step: Step = CHOOSING
    act: Action | None = None
    number: int = 1
    sunk: Sunk | None = None


class Verb(StrEnum):
    """The kinds of moves."""

    DEED = "deed"
    ALLOW = "allow"
    CHALLENGE = "challenge"
    BLOCK = "block"
    LOSE = "lose"
    SHOW = "show"
    KEEP = "keep"


class Move(msgspec.Struct, frozen=True):
    """One legal input, spelled `code` (`coup.2`, `block.duke`, `keep.captain.duke`)."""

    code: str
    verb: Verb
    deed: Deed | None = None
    target: int = 0
    cards: tuple[Role, ...] = ()


MOST_SEATS = 10

ALLOW = Move("allow", Verb.ALLOW)
CHALLENGE = Move("challenge", Verb.CHALLENGE)
BLOCKS = {role: Move(f"block.{role}", Verb.BLOCK, cards=(role,)) for role in Role}
LOSSES = {role: Move(f"lose.{role}", Verb.LOSE, cards=(role,)) for role in Role}
SHOWS = {role: Move(f"show.{role}", Verb.SHOW, cards=(role,)) for role in Role}
INCOME = Move("income", Verb.DEED, Deed.INCOME)
DEEDS = {deed: Move(str(deed), Verb.DEED, deed) for deed in Deed}
AIMED = {
    deed: tuple(Move(f"{deed}.{seat}", Verb.DEED, deed, seat) for seat in range(MOST_SEATS + 1))
    for deed in (Deed.COUP, Deed.STEAL, Deed.ASSASSINATE, Deed.COOPERATE)
}
"""The moves of actions with a target, by its seat (number 0 is never used)."""


def keeping(cards: tuple[Role, ...]) -> Move:
    """The move that keeps these cards, spelled in alphabetical order."""
    kept = tuple(sorted(cards))
    return Move(".".join(("keep", *kept)), Verb.KEEP, cards=kept)


KEEPS = {
    pair: keeping(pair)
    for pair in [(role,) for role in Role] + [tuple(sorted((a, b))) for a in Role for b in Role]
}


def _answers(window: Window, deed: Deed, diplomat: bool, asked: bool) -> tuple[Move, ...]:
    """What may be answered in a window; `asked` tells that this seat may block the action."""
    blocks = tuple(BLOCKS[role] for role in blockers(deed, diplomat)) if asked else ()
    claimed = deed in CLAIMS
    match window:
        case Window.RESPOND:
            return (ALLOW, CHALLENGE, *blocks) if claimed else (ALLOW, *blocks)
        case Window.CHALLENGE | Window.COUNTER:
            return (ALLOW, CHALLENGE)
        case Window.BLOCK | Window.SECOND:
            return (ALLOW, *blocks)
    assert_never(window)


ANSWERS = {
    (window, deed, diplomat, asked): _answers(window, deed, diplomat, asked)
    for window in Window
    for deed in Deed
    for diplomat in (False, True)
    for asked in (False, True)
}
"""The answers of a window, by action, variant and whether the seat may block the action."""


def spelled(said: str) -> str:
    """The spelling among the legal moves of what somebody said: kept cards in any order."""
    first, *cards = said.split(".")
    return ".".join(("keep", *sorted(cards))) if first == "keep" else said
