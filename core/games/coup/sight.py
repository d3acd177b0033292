"""What a reader may know of a game of Coup, and other worlds that fit it (12.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from core.games.coup.model import (
    Action,
    Ended,
    Options,
    Player,
    State,
    Step,
    Sunk,
    Swapping,
    copies,
)
from core.games.coup.names import Role, cast
from core.games.coup.seats import living
from core.kernel.dice import Dice

replace = msgspec.structs.replace


class View(msgspec.Struct, frozen=True):
    """The game as one reader sees it: `reader` is a seat, or 0 for the group.

    `players` have empty hands except where the reader knows them; `cards` are the numbers of
    hidden cards, `deck` that of the court deck. `step` and `sunk` lack what is not for this
    reader.
    """

    reader: int
    options: Options
    players: tuple[Player, ...]
    cards: tuple[int, ...]
    turn: int
    deck: int
    step: Step
    act: Action | None
    number: int
    sunk: Sunk | None


def _shown_to(state: State, reader: int) -> frozenset[int]:
    """The seats whose hidden cards this reader sees: the own one, and a shown winner's."""
    if isinstance(state.step, Ended) and state.options.reveal_winner_hand:
        return frozenset((reader, state.step.winner))
    return frozenset((reader,))


def view(state: State, seat: int | None) -> View:
    """What this reader may know: a seat, or (None) the group."""
    reader = seat or 0
    known = _shown_to(state, reader)
    players = [
        player if number in known or not player.hidden else replace(player, hidden=())
        for number, player in enumerate(state.players, 1)
    ]
    step, sunk = state.step, state.sunk
    if isinstance(step, Swapping) and state.turn != reader:
        step = Swapping(())
    if sunk is not None and sunk.seat != reader:
        sunk = replace(sunk, cards=() if sunk.took is None else sunk.cards, took=None)
    return View(
        reader,
        state.options,
        tuple(players),
        tuple([len(player.hidden) for player in state.players]),
        state.turn,
        len(state.deck),
        step,
        state.act,
        state.number,
        sunk,
    )


def everything(seats: int, diplomat: bool) -> tuple[Role, ...]:
    """All cards of a game, in the order of their rank."""
    return tuple([role for role in cast(diplomat) for _ in range(copies(seats))])


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """Another world that this reader could not tell from the real one.

    Every such world can come; how likely each is depends on what the reader knows alone.
    """
    reader = seat or 0
    known = _shown_to(state, reader)
    own_draw = isinstance(state.step, Swapping) and state.turn == reader
    sure = _surely_in_deck(state, reader)
    unseen = Counter(everything(len(state.players), state.options.diplomat))
    for number, player in enumerate(state.players, 1):
        unseen.subtract(player.lost)
        if number in known:
            unseen.subtract(player.hidden)
    if own_draw:
        assert isinstance(state.step, Swapping)
        unseen.subtract(state.step.drawn)
    unseen.subtract(sure)
    pool = tuple(unseen.elements())
    while True:
        world = _deal(state, known, own_draw, sure, dice.order(pool))
        if any(set(player.lacks) & set(player.hidden) for player in world.players):
            continue
        sunk = _imagine_sunk(world, reader, dice)
        if world.sunk is None or sunk is not None:
            return replace(world, deck=dice.order(world.deck), sunk=sunk)


def _surely_in_deck(state: State, reader: int) -> tuple[Role, ...]:
    """The cards that this reader knows to lie in the court deck."""
    sunk = state.sunk
    if sunk is None or sunk.seat != reader or sunk.took in sunk.cards:
        return ()
    return sunk.cards


def _deal(
    state: State,
    known: frozenset[int],
    own_draw: bool,
    sure: Sequence[Role],
    cards: tuple[Role, ...],
) -> State:
    """The unseen cards in their order: hands, drawn cards, the rest of the deck."""
    players = list(state.players)
    for number in sorted(living(state.players) - known):
        count = len(players[number - 1].hidden)
        players[number - 1] = replace(players[number - 1], hidden=cards[:count])
        cards = cards[count:]
    step = state.step
    if isinstance(step, Swapping) and not own_draw:
        step, cards = Swapping(cards[:2]), cards[2:]
    return replace(state, players=tuple(players), step=step, deck=(*cards, *sure))


def _imagine_sunk(world: State, reader: int, dice: Dice) -> Sunk | None:
    """What went into the deck last, in this world; None if the world contradicts it."""
    sunk = world.sunk
    if sunk is None or sunk.seat == reader:
        return sunk
    if sunk.took is None:
        return replace(sunk, cards=tuple(sorted(dice.order(world.deck)[:2])))
    player = world.players[sunk.seat - 1]
    (shown,) = sunk.cards
    since = player.hidden + player.lost[sunk.lost :]
    able = [card for card in since if card is shown or shown in world.deck]
    return replace(sunk, took=dice.choose(able)) if able else None
