"""What a game of Coup is made of: switches, seats, the pending action, the open step, moves.

Frozen data that never refers to itself: the garbage collector need not look at it (`gc`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Any, Literal, assert_never, final

import msgspec
from msgspec import UNSET, UnsetType

from core.games.coup.names import Deed, Faction, Role


class Variants(msgspec.Struct, frozen=True):
    """The switches of the two variants that change the actions (13.2, 13.3). The last three mean
    nothing without their variant."""

    inquisitor: bool = False
    factions: bool = False
    contessa_blocks_examine: bool = True
    examine_redraw: Literal["shuffle_first", "draw_first"] = "shuffle_first"
    embezzle_bluff: Literal["open_hand", "concede"] = "open_hand"


class Options(msgspec.Struct, frozen=True, cache_hash=True):
    """The switches of a table (3). The defaults are the preset `bga_seed`.

    `variants` stands in the presets, and in a table only where one of the variants is played: a
    table without them is written as it was before there were any.
    """

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
    variants: Variants | UnsetType = UNSET

    @property
    def varied(self) -> bool:
        """One of the two variants is played at least."""
        more = self.variants or NO_VARIANTS
        return more.inquisitor or more.factions

    @property
    def inquisitor(self) -> bool:
        """The Inquisitor stands in for the Ambassador."""
        return (self.variants or NO_VARIANTS).inquisitor

    @property
    def factions(self) -> bool:
        """There are two factions, and an almshouse."""
        return (self.variants or NO_VARIANTS).factions

    @property
    def contessa_blocks_examine(self) -> bool:
        """Whoever is examined may block as Contessa."""
        return (self.variants or NO_VARIANTS).contessa_blocks_examine

    @property
    def examine_redraw(self) -> str:
        """Whether a card that must be exchanged is shuffled in before another one is drawn."""
        return (self.variants or NO_VARIANTS).examine_redraw

    @property
    def embezzle_bluff(self) -> str:
        """What a challenged embezzler shows."""
        return (self.variants or NO_VARIANTS).embezzle_bluff


NO_VARIANTS = Variants()


def with_switches(base: Options, switches: Mapping[str, Any]) -> Options:
    """The options of a preset with some switches set. Raises `msgspec.ValidationError`."""
    flat = msgspec.to_builtins(base)
    flat.pop("variants", None)
    more = msgspec.to_builtins(base.variants or NO_VARIANTS)
    for name, value in switches.items():
        if name not in more and name not in flat:
            raise msgspec.ValidationError(f"no such switch: {name}")
        (more if name in more else flat)[name] = value
    variants = msgspec.convert(more, type=Variants)
    if variants.inquisitor or variants.factions:
        flat["variants"] = variants
    return msgspec.convert(flat, type=Options)


PRESETS = {
    "bga_seed": Options(variants=NO_VARIANTS),
    "bga_live": Options(
        steal_min_target=1,
        prove="choice",
        start_coins_2p="each1",
        table_size=8,
        variants=NO_VARIANTS,
    ),
    "official": Options(
        response_timing="sequential",
        steal_min_target=1,
        prove="choice",
        start_coins_2p="starter1",
        first_player="last_winner",
        reveal_winner_hand=False,
        variants=Variants(False, False, False, "draw_first", "concede"),
    ),
}


def copies(seats: int) -> int:
    """How many cards of each character a table of this size plays with (13.4)."""
    return 3 if seats <= 6 else 4 if seats <= 8 else 5


class Seen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The seat `by` has seen that a hand has this character."""

    by: int
    role: Role


class Player(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat. Everything but `hidden` and `seen` is public.

    `hidden` is in slot order. `version` grows with every public change of the hand, and wherever
    its letters must be others. `claims` are the characters this seat has claimed and neither
    shown, lost nor been caught with since its last Exchange, the latest last; `shown` those it
    has proved and shuffled back; `caught` those it did not show; `let` those it could have
    blocked as but did not; `lacks` those that everybody knows it not to hold, since it would have
    had to show them, and `has` those that everybody knows it to hold, since it could not show
    that it does not. `denies` tells that it has claimed not to hold the Duke, and since then has
    neither claimed, shown nor lost it nor drawn a card. `seen` are the characters among `hidden`
    that another seat has seen and that cannot have moved since (13.2.10), known to that seat and
    to the owner.
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
    faction: Faction | None = None
    has: tuple[Role, ...] = ()
    denies: bool = False
    seen: tuple[Seen, ...] = ()


class Sunk(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What went into the court deck last, while nobody has drawn since.

    After an Exchange `cards` are those that `seat` returned, known to that seat alone. After a
    proof it is the shown card, and `took` the one drawn for it, known to that seat; `lost` is
    the number of cards that lay face up before the seat then. After a whole hand was shown
    `second` is the other card drawn (13.3.8). Where the seat had to exchange a card that it had
    shown to `knower` alone, these two know the card (13.2.7).
    """

    seat: int
    cards: tuple[Role, ...]
    took: Role | None = None
    lost: int = 0
    second: Role | None = None
    knower: int = 0


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


@final
class Choosing(msgspec.Struct, frozen=True, gc=False, tag="choose"):
    """The seat on turn chooses an action."""


@final
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
    """The seat on turn has drawn two cards (as Inquisitor one) and keeps as many as it had."""

    drawn: tuple[Role, ...]


class Revealing(msgspec.Struct, frozen=True, gc=False, tag="reveal"):
    """EXAMINED: the target of an Examine chooses which of two cards to show (13.2.6)."""


class Examining(msgspec.Struct, frozen=True, gc=False, tag="examine"):
    """EXAMINE: the seat on turn sees a card of its target and returns it or forces an exchange.
    `card` is None for whoever does not know it."""

    card: Role | None


class Denying(msgspec.Struct, frozen=True, gc=False, tag="deny"):
    """PROVE after an Embezzle: the seat on turn, with two hidden cards, shows all of them or
    concedes (13.3.8)."""

    challenger: int


class Ended(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """The game is over."""

    winner: int


Step = Choosing | Answering | Proving | Losing | Swapping | Revealing | Examining | Denying | Ended

CHOOSING = Choosing()


class State(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A game of Coup. `players[0]` is seat 1.

    `turn` is the seat whose turn it is, `number` counts the turns from 1. `reserve` are the coins
    in the almshouse.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    deck: tuple[Role, ...]
    step: Step = CHOOSING
    act: Action | None = None
    number: int = 1
    sunk: Sunk | None = None
    reserve: int = 0


class Verb(StrEnum):
    """The kinds of moves."""

    DEED = "deed"
    ALLOW = "allow"
    CHALLENGE = "challenge"
    BLOCK = "block"
    LOSE = "lose"
    SHOW = "show"
    KEEP = "keep"
    CHOOSE = "choose"
    RETURN = "return"
    FORCE = "force"
    SHOW_ALL = "show.all"


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
CHOICES = {role: Move(f"choose.{role}", Verb.CHOOSE, cards=(role,)) for role in Role}
RETURN = Move("return", Verb.RETURN)
FORCE = Move("force", Verb.FORCE)
SHOW_ALL = Move("show.all", Verb.SHOW_ALL)
INCOME = Move("income", Verb.DEED, Deed.INCOME)
DEEDS = {deed: Move(str(deed), Verb.DEED, deed) for deed in Deed}
AIMED = {
    deed: tuple(Move(f"{deed}.{seat}", Verb.DEED, deed, seat) for seat in range(MOST_SEATS + 1))
    for deed in (
        *(Deed.COUP, Deed.STEAL, Deed.ASSASSINATE, Deed.COOPERATE),
        *(Deed.EXAMINE, Deed.CONVERT),
    )
}
"""The moves of actions with a target, by its seat (number 0 is never used). Who converts without
a target converts itself."""


def keeping(cards: tuple[Role, ...]) -> Move:
    """The move that keeps these cards, spelled in alphabetical order."""
    kept = tuple(sorted(cards))
    return Move(".".join(("keep", *kept)), Verb.KEEP, cards=kept)


KEEPS = {
    pair: keeping(pair)
    for pair in [(role,) for role in Role] + [tuple(sorted((a, b))) for a in Role for b in Role]
}


_SPOKEN = (
    *(move.code for moves in (BLOCKS, LOSSES, SHOWS, CHOICES) for move in moves.values()),
    *(f"{deed}.@" if deed in AIMED else str(deed) for deed in Deed),
    *(move.code for move in (ALLOW, CHALLENGE, DEEDS[Deed.CONVERT], SHOW_ALL, RETURN, FORCE)),
    *(".".join((Verb.KEEP, *kept)) for n in (1, 2) for kept in product(Role, repeat=n)),
)


def spoken(options: Options, seats: int) -> Sequence[str]:
    """Every move of every variant: who names what is not played hears that."""
    return _SPOKEN


@lru_cache(maxsize=1024)
def answers(window: Window, challenge: bool, blocks: tuple[Role, ...]) -> tuple[Move, ...]:
    """What may be answered in a window; `challenge` tells that the action claims something,
    `blocks` as whom this seat may block it."""
    moves = tuple([BLOCKS[role] for role in blocks])
    match window:
        case Window.RESPOND:
            return (ALLOW, CHALLENGE, *moves) if challenge else (ALLOW, *moves)
        case Window.CHALLENGE | Window.COUNTER:
            return (ALLOW, CHALLENGE)
        case Window.BLOCK | Window.SECOND:
            return (ALLOW, *moves)
    assert_never(window)


def spelled(said: str) -> str:
    """The spelling among the legal moves of what somebody said: kept cards in any order."""
    first, *cards = said.split(".")
    return ".".join(("keep", *sorted(cards))) if first == "keep" else said
