"""What a reader may know of a game of Coup, and other worlds that fit it (12.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from core.games.coup.model import (
    Action,
    Ended,
    Examining,
    Options,
    Player,
    Seen,
    State,
    Step,
    Sunk,
    Swapping,
    copies,
)
from core.games.coup.names import Played, Role, cast
from core.kernel.dice import Dice

replace = msgspec.structs.replace


class View(msgspec.Struct, frozen=True):
    """The game as one reader sees it: `reader` is a seat, or 0 for the group.

    `players` have empty hands except where the reader knows them; `cards` are the numbers of
    hidden cards, `deck` that of the court deck. `step`, `sunk` and what has been `seen` of a hand
    lack what is not for this reader. `reserve` are the coins in the almshouse.
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
    reserve: int = 0


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
    if state.options.inquisitor:
        players = [
            player if not player.seen or number == reader else _seen_by(player, reader)
            for number, player in enumerate(players, 1)
        ]
    step, sunk = state.step, state.sunk
    if isinstance(step, Swapping) and state.turn != reader:
        step = Swapping(())
    if isinstance(step, Examining) and not _sees_examined(state, reader):
        step = Examining(None)
    if sunk is not None and sunk.seat != reader:
        known_to_me = sunk.knower == reader if sunk.knower else sunk.took is not None
        cards = sunk.cards if known_to_me else ()
        sunk = replace(sunk, cards=cards, took=None, second=None)
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
        state.reserve,
    )


def _seen_by(player: Player, reader: int) -> Player:
    """A seat with what this reader has seen of its hand, and nobody else."""
    return replace(player, seen=tuple([each for each in player.seen if each.by == reader]))


def _sees_examined(state: State, reader: int) -> bool:
    """Whether this reader knows the card that is examined now (13.2.10)."""
    return state.act is not None and reader in (state.turn, state.act.target)


def everything(seats: int, played: Played) -> tuple[Role, ...]:
    """All cards of a game, in the order of their rank."""
    return tuple([role for role in cast(played) for _ in range(copies(seats))])


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """Another world that this reader could not tell from the real one.

    Every such world can come; how likely each is depends on what the reader knows alone.
    """
    reader = seat or 0
    known = _shown_to(state, reader)
    own_draw = isinstance(state.step, Swapping) and state.turn == reader
    sure = surely_in_deck(state, reader)
    unseen = Counter(everything(len(state.players), state.options))
    held: dict[int, tuple[Role, ...]] = {}
    for number, player in enumerate(state.players, 1):
        unseen.subtract(player.lost)
        if number in known:
            unseen.subtract(player.hidden)
        elif player.hidden:
            held[number] = surely_held(player, reader)
            unseen.subtract(held[number])
    if own_draw:
        assert isinstance(state.step, Swapping)
        unseen.subtract(state.step.drawn)
    unseen.subtract(sure)
    pool = tuple(unseen.elements())
    while True:
        world = _deal(state, held, own_draw, sure, pool, dice)
        if any(set(player.lacks) & set(player.hidden) for player in world.players):
            continue
        sunk = _imagine_sunk(world, reader, dice)
        if world.sunk is None or sunk is not None:
            world = replace(world, deck=dice.order(world.deck), sunk=sunk)
            return _imagine_seen(world, reader, dice) if state.options.inquisitor else world


def surely_in_deck(state: State | View, reader: int) -> tuple[Role, ...]:
    """The cards that this reader knows to lie in the court deck."""
    sunk = state.sunk
    if sunk is None or reader not in (sunk.seat, sunk.knower):
        return ()
    if sunk.knower and state.options.examine_redraw == "draw_first":
        return sunk.cards
    if sunk.seat != reader:
        return ()
    back = Counter(sunk.cards)
    back.subtract([card for card in (sunk.took, sunk.second) if card is not None])
    return tuple((+back).elements())


def surely_held(player: Player, reader: int) -> tuple[Role, ...]:
    """What this reader knows to be in the hand of another seat."""
    seen = [each.role for each in player.seen if each.by == reader]
    return tuple(dict.fromkeys((*player.has, *seen)))


def _deal(
    state: State,
    held: Mapping[int, tuple[Role, ...]],
    own_draw: bool,
    sure: Sequence[Role],
    pool: tuple[Role, ...],
    dice: Dice,
) -> State:
    """The unseen cards in some order: hands, drawn cards, the rest of the deck. `held` are the
    seats whose hands are not known, with what is known of them, though not in which slot."""
    cards = dice.order(pool)
    players = list(state.players)
    for number in sorted(held):
        count = len(players[number - 1].hidden) - len(held[number])
        hand = (*held[number], *cards[:count])
        hand = dice.order(hand) if held[number] else hand
        players[number - 1] = replace(players[number - 1], hidden=hand)
        cards = cards[count:]
    step = state.step
    if isinstance(step, Swapping) and not own_draw:
        count = len(step.drawn)
        step, cards = Swapping(cards[:count]), cards[count:]
    return replace(state, players=tuple(players), step=step, deck=(*cards, *sure))


def _imagine_sunk(world: State, reader: int, dice: Dice) -> Sunk | None:
    """What went into the deck last, in this world; None if the world contradicts it."""
    sunk = world.sunk
    if sunk is None or sunk.seat == reader:
        return sunk
    if sunk.took is None:
        cards = dice.order(world.deck)[: len(sunk.cards)]
        return replace(sunk, cards=tuple(sorted(cards)))
    player = world.players[sunk.seat - 1]
    since = player.hidden + player.lost[sunk.lost :]
    if sunk.knower:
        return _imagine_forced(world, sunk, since, reader, dice)
    if sunk.second is not None:
        return _imagine_redrawn(world, sunk, since, dice)
    (shown,) = sunk.cards
    able = [card for card in since if card is shown or shown in world.deck]
    return replace(sunk, took=dice.choose(able)) if able else None


def _imagine_redrawn(world: State, sunk: Sunk, since: tuple[Role, ...], dice: Dice) -> Sunk | None:
    """A whole hand of two was shown: what has not been drawn again lies in the deck."""
    missing = Counter(sunk.cards)
    missing.subtract(since)
    if +missing - Counter(world.deck):
        return None
    took, second = dice.order(since)
    return replace(sunk, took=took, second=second)


def _imagine_forced(
    world: State, sunk: Sunk, since: tuple[Role, ...], reader: int, dice: Dice
) -> Sunk | None:
    """Somebody had to exchange a card that only they and `knower` saw. The new card may be the
    same one, unless it was drawn before the other went into the deck."""
    back_first = world.options.examine_redraw == "shuffle_first"
    took = dice.choose(since)
    can_be = (*world.deck, took) if back_first else world.deck
    if sunk.knower == reader:
        fits = [
            each
            for each in since
            if sunk.cards[0] in ((*world.deck, each) if back_first else world.deck)
        ]
        return replace(sunk, took=dice.choose(fits)) if fits else None
    return replace(sunk, took=took, cards=(dice.choose(can_be),))


def _imagine_seen(world: State, reader: int, dice: Dice) -> State:
    """What others have seen of hands, and of an examined card, in this world."""
    players = tuple(
        [
            _seen_otherwise(player, reader, dice) if player.seen and seat != reader else player
            for seat, player in enumerate(world.players, 1)
        ]
    )
    step = world.step
    if isinstance(step, Examining) and not _sees_examined(world, reader):
        assert world.act is not None
        owner = players[world.act.target - 1]
        shown = [each.role for each in owner.seen if each.by == world.turn]
        return replace(world, players=players, step=Examining(shown[-1]))
    return replace(world, players=players)


def _seen_otherwise(player: Player, reader: int, dice: Dice) -> Player:
    """A seat in an imagined world: others have seen one of the cards that it holds there."""
    seen = [
        each if each.by == reader else Seen(each.by, dice.choose(player.hidden))
        for each in player.seen
    ]
    latest = tuple(dict.fromkeys(reversed(seen)))  # each once, where it was seen last
    return replace(player, seen=latest[::-1])
