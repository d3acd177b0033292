"""The course of Love Letter to Lady Luck: eight rounds of auctions and helper phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from core.games.lady_luck.abilities import (
    pass_turn,
    pass_who_cannot_act,
    pose,
    reveal,
    use,
    uses,
)
from core.games.lady_luck.auction import (
    award,
    award_last,
    bids,
    drop,
    drop_who_cannot_raise,
    is_face_down,
    lay,
    open_auction,
    raise_bid,
    slots,
    waiting,
)
from core.games.lady_luck.events import (
    BidAwaited,
    Dealt,
    FaceDownBidAwaited,
    FaceDownPlaceAwaited,
    HelperAwaited,
    HelpersCalled,
    LastHelpersCalled,
    NobodyCalled,
    NobodyCalledAtLast,
    OpeningAwaited,
    Passed,
    PassedUnasked,
    PlaceAwaited,
    Raised,
    RevealAwaited,
    RoundBegan,
    SeatPlaysOn,
)
from core.games.lady_luck.model import (
    BOXED,
    ROUNDS,
    START_AP,
    Bid,
    End,
    Helper,
    Move,
    Open,
    Options,
    Pass,
    Phase,
    Place,
    Player,
    Reveal,
    State,
    Use,
    replace,
)
from core.games.lady_luck.names import DECK, ORDER, STARS, Card, in_order
from core.games.lady_luck.scoring import alone, score, show
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.game import PositionError, Telling
from core.kernel.text import Public, announce

BID_TIME = 45  # seconds (section 12)
TIME = 90


def setup(seats: int, options: Options, dice: Dice) -> Telling[State]:
    """Shuffle, box eight cards with three players, deal the castle, draw lots (section 3)."""
    deck = dice.shuffle(DECK)
    box: tuple[Card, ...] = ()
    if seats == 3:
        box, deck = _take(deck, BOXED, dice)
    castle, deck = _take(deck, seats, dice)
    parent = dice.first(tuple(range(1, seats + 1)))
    state = State(
        options=options,
        players=(Player(),) * seats,
        turn=parent,
        parent=parent,
        castle=castle,
        deck=deck,
        box=in_order(box),
    )
    yield announce(Dealt(START_AP, castle[:-1], parent))
    return state


def _take(
    deck: tuple[Card, ...], count: int, dice: Dice
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    taken: list[Card] = []
    for _ in range(count):
        card, deck = dice.draw(deck)
        taken.append(card)
    return tuple(taken), deck


def ask(state: State) -> Ask | Over:
    """What is waited for: always one seat alone."""
    if state.phase is Phase.OVER:
        return Over(frozenset(state.winners))
    seats = frozenset({state.turn})
    if state.noble is not None:
        return Ask(seats, RevealAwaited(state.turn), TIME, secret=True)
    if state.phase is Phase.HELPER:
        return Ask(seats, HelperAwaited(state.turn), TIME)
    if state.auction is None:
        return Ask(seats, OpeningAwaited(state.turn), TIME)
    prompt = _auction_prompt(state)
    return Ask(seats, prompt, TIME if state.placing else BID_TIME)


def _auction_prompt(state: State) -> Public:
    auction, seat = state.auction, state.turn
    assert auction is not None, "an auction is running"
    card = state.castle[auction.slot - 1]
    assert card is not None, "the card lies there until it is laid down"
    if is_face_down(state, auction.slot):
        if state.placing:
            return FaceDownPlaceAwaited(seat)
        return FaceDownBidAwaited(auction.bid, auction.by, seat)
    if state.placing:
        return PlaceAwaited(seat, card)
    return BidAwaited(card, auction.bid, auction.by, seat)


def active(state: State) -> frozenset[int]:
    """The seats that can still be asked something: all that have not left."""
    if state.phase is Phase.OVER:
        return frozenset()
    return frozenset(seat for seat, player in enumerate(state.players, 1) if not player.left)


def moves(state: State, seat: int) -> Sequence[Move]:
    """The legal moves of a seat; none unless it is on turn."""
    if state.phase is Phase.OVER or seat != state.turn:
        return ()
    if state.noble is not None:
        return tuple(Reveal(card) for card in state.player(seat).scores)
    if state.phase is Phase.HELPER:
        return (*uses(state, seat), Pass())
    if state.auction is None:
        most = state.player(seat).ap
        return tuple(Open(slot, bid) for slot in slots(state) for bid in range(most + 1))
    if state.placing:
        return (Place("helper"), Place("score"))
    return (*(Bid(bid) for bid in bids(state, seat)), Pass())


def spoken(options: Options, seats: int) -> Sequence[str]:
    """Every slot at any price, any bid, every helper on anybody and anything."""
    named = (*DECK, "@")
    return (
        *("pass", "helper", "score", "bid.#"),
        *(f"open.{slot}.#" for slot in range(1, seats + 1)),
        *(f"use.{card}" for card in DECK),
        *(f"use.{card}.{other}" for card in DECK for other in named),
        *(f"reveal.{card}" for card in DECK),
    )


def default(legal: Sequence[Move]) -> Move:
    """The move of a seat that does not answer (LL-12.1).

    Open the leftmost face-up card at 0 (the face-down one lies last), pass, lay as a score
    card, turn up the score card with the fewest stars.
    """
    first = legal[0]
    match first:
        case Open():
            return first
        case Place():
            return Place("score")
        case Reveal():
            cards = [move.card for move in legal if isinstance(move, Reveal)]
            return Reveal(min(cards, key=lambda card: (STARS[card], ORDER[card])))
        case Bid() | Use() | Pass():
            return Pass()
    assert_never(first)


def play(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """Carry out a legal move, then every automatic step up to the next decision."""
    state = yield from _carry_out(state, seat, move)
    if state.end is End.PRINCESS:
        yield from show(state)
    return (yield from go_on(state, dice))


def _carry_out(state: State, seat: int, move: Move) -> Telling[State]:
    match move:
        case Open():
            return (yield from open_auction(state, move))
        case Bid(bid):
            yield announce(Raised(seat, bid))
            return raise_bid(state, bid)
        case Pass():
            yield announce(Passed(seat))
            if state.phase is Phase.AUCTION:
                return drop(state)
            return pass_turn(replace(state, poses=()))
        case Place(to):
            return (yield from lay(state, to))
        case Use():
            return (yield from use(state, move))
        case Reveal(card):
            return (yield from reveal(state, card))
    assert_never(move)


def leave(state: State, seat: int, dice: Dice) -> Telling[State]:
    """The seat goes on by the rules of time-outs; the last one who stays wins (LL-12.2)."""
    state = state.put(seat, replace(state.player(seat), left=True))
    if len(active(state)) == 1:
        return (yield from alone(state))
    yield announce(SeatPlaysOn(seat))
    return (yield from go_on(state, dice))


def go_on(state: State, dice: Dice) -> Telling[State]:
    """All automatic steps (LL-8.4), until somebody must decide or the game is over."""
    while state.phase is not Phase.OVER:
        if state.noble is not None:
            pass
        elif state.phase is Phase.HELPER:
            state, skipped = pass_who_cannot_act(state)
            if skipped:
                yield announce(PassedUnasked(skipped))
            if len(state.passed) == len(state.players):
                state = yield from _end_round(state)
                continue
        elif state.auction is None:
            left = waiting(state)
            if len(left) < 2:
                state = yield from (award_last(state) if left else _call_helpers(state, dice))
                continue
        elif not state.placing:
            state, skipped = drop_who_cannot_raise(state)
            if skipped:
                yield announce(PassedUnasked(skipped))
            if state.auction is not None and len(state.auction.still) == 1:
                state = yield from award(state)
                continue
        if not state.player(state.turn).left:
            return _remember(state)
        state = yield from _carry_out(state, state.turn, default(moves(state, state.turn)))
    return state


def _remember(state: State) -> State:
    """Note how the table stands when a helper turn is due, for the loop guard (LL-6.3.1)."""
    if state.phase is not Phase.HELPER or state.noble is not None or not state.options.loop_guard:
        return state
    now = pose(state)
    return state if now in state.poses else replace(state, poses=(*state.poses, now))


def _call_helpers(state: State, dice: Dice) -> Telling[State]:
    """The castle is refilled, except in the last round; the last winner begins (LL-6.0.1)."""
    castle: tuple[Card, ...] = ()
    deck = state.deck
    if state.round < ROUNDS:
        if len(deck) < len(state.players):
            reason = f"deck: too short for the castle of round {state.round + 1}"
            raise PositionError("start.position", reason)
        castle, deck = _take(deck, len(state.players), dice)
    state = replace(state, phase=Phase.HELPER, castle=castle, deck=deck, won=(), turn=state.parent)
    after, _ = pass_who_cannot_act(state)
    nobody = len(after.passed) == len(after.players)
    yield announce(_call(castle[:-1], nobody))
    return after if nobody else state


def _call(castle: tuple[Card, ...], nobody: bool) -> Public:
    if castle:
        return NobodyCalled(castle) if nobody else HelpersCalled(castle)
    return NobodyCalledAtLast() if nobody else LastHelpersCalled()


def _end_round(state: State) -> Telling[State]:
    """All helpers stand upright again; who passed first is the parent (LL-6.0.6)."""
    players = tuple(
        replace(player, helpers=tuple(Helper(helper.card) for helper in player.helpers))
        for player in state.players
    )
    parent = state.passed[0]
    state = replace(
        state, players=players, turn=parent, parent=parent, passed=(), uses=(), poses=()
    )
    if state.round == ROUNDS:
        return (yield from score(state))
    yield announce(RoundBegan(state.round + 1, parent))
    return replace(state, round=state.round + 1, phase=Phase.AUCTION)
