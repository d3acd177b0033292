"""The action phase: opening, bidding, winning a card, and laying it down (section 5)."""

from __future__ import annotations

from core.games.lady_luck.events import (
    BecameHelper,
    Bought,
    BoughtCardSeen,
    BoughtFaceDown,
    GotLast,
    GotLastFaceDown,
    LaidAsScore,
    LaidUnseen,
    Opened,
    OpenedFaceDown,
)
from core.games.lady_luck.model import (
    Auction,
    Helper,
    Open,
    Player,
    State,
    replace,
)
from core.games.lady_luck.names import STARS, in_order
from core.kernel.game import Telling
from core.kernel.text import announce, whisper


def slots(state: State) -> tuple[int, ...]:
    """The castle slots that still hold a card, from the left."""
    return tuple(slot for slot, card in enumerate(state.castle, 1) if card is not None)


def is_face_down(state: State, slot: int) -> bool:
    """Whether the slot is the one whose card lies face down: the last (LL-3.3)."""
    return slot == len(state.castle)


def waiting(state: State) -> tuple[int, ...]:
    """The seats that have not won a card in this phase, in seat order."""
    return tuple(seat for seat in range(1, len(state.players) + 1) if seat not in state.won)


def bids(state: State, seat: int) -> range:
    """The bids that the seat may make in the running auction (LL-5.2)."""
    assert state.auction is not None, "somebody bids in an auction"
    return range(state.auction.bid + 1, state.player(seat).ap + 1)


def open_auction(state: State, move: Open) -> Telling[State]:
    """The parent names a card and a bid (LL-5.1); the next seat is to speak."""
    seat = state.turn
    if is_face_down(state, move.slot):
        yield announce(OpenedFaceDown(seat, move.bid))
    else:
        card = state.castle[move.slot - 1]
        assert card is not None, "only cards that lie there are put up"
        yield announce(Opened(seat, card, move.bid))
    auction = Auction(move.slot, move.bid, seat, waiting(state))
    return replace(state, auction=auction, parent=seat, turn=_next(state, auction, seat))


def raise_bid(state: State, bid: int) -> State:
    """The seat on turn bids more."""
    assert state.auction is not None, "somebody bids in an auction"
    auction = replace(state.auction, bid=bid, by=state.turn)
    return replace(state, auction=auction, turn=_next(state, auction, state.turn))


def drop(state: State) -> State:
    """The seat on turn is out of this auction for good (LL-5.2)."""
    old = state.auction
    assert old is not None, "somebody drops out of an auction"
    auction = replace(old, still=tuple(seat for seat in old.still if seat != state.turn))
    return replace(state, auction=auction, turn=_next(state, auction, state.turn))


def _next(state: State, auction: Auction, seat: int) -> int:
    return next(other for other in state.after(seat) if other in auction.still)


def drop_who_cannot_raise(state: State) -> tuple[State, tuple[int, ...]]:
    """Automatic passes (LL-5.4), and those of seats that have left (LL-12.2)."""
    dropped: list[int] = []
    while state.auction is not None and len(state.auction.still) > 1:
        player = state.player(state.turn)
        broke = state.options.auto_pass and player.ap <= state.auction.bid
        if not (player.left or broke):
            break
        dropped.append(state.turn)
        state = drop(state)
    return state, tuple(dropped)


def award(state: State) -> Telling[State]:
    """The last bidder pays and has the card (LL-5.3); a face-down one is looked at (LL-5.6)."""
    auction = state.auction
    assert auction is not None, "an auction is won"
    seat, price = auction.by, auction.bid
    card = state.castle[auction.slot - 1]
    assert card is not None, "the card lies there until it is laid down"
    player = state.player(seat)
    if is_face_down(state, auction.slot):
        yield announce(BoughtFaceDown(seat, price))
        yield whisper(seat, BoughtCardSeen(card, STARS[card]))
        player = learn(player, state)
    else:
        yield announce(Bought(seat, card, price))
    return _won(state.put(seat, replace(player, ap=player.ap - price)), seat)


def award_last(state: State) -> Telling[State]:
    """The only seat without a card takes the last one for nothing (LL-5.8)."""
    (seat,), (slot,) = waiting(state), slots(state)
    card = state.castle[slot - 1]
    assert card is not None, "the slot is not empty"
    if is_face_down(state, slot):
        yield announce(GotLastFaceDown(seat))
        yield whisper(seat, BoughtCardSeen(card, STARS[card]))
        state = state.put(seat, learn(state.player(seat), state))
    else:
        yield announce(GotLast(seat, card))
    state = replace(state, auction=Auction(slot, 0, seat, (seat,)), parent=seat, turn=seat)
    return _won(state, seat)


def _won(state: State, seat: int) -> State:
    return replace(state, won=tuple(sorted((*state.won, seat))), turn=seat)


def learn(player: Player, state: State) -> Player:
    """The player has been shown the face-down card of the castle."""
    card = state.face_down
    if card is None or card in player.learnt:
        return player
    return replace(player, learnt=(*player.learnt, card))


def lay(state: State, to: str) -> Telling[State]:
    """The winner makes the card a helper or a score card (LL-5.5); the next parent follows."""
    auction = state.auction
    assert auction is not None, "a card was won"
    seat, slot = auction.by, auction.slot
    card = state.castle[slot - 1]
    assert card is not None, "the card lies there until it is laid down"
    player, logged = state.player(seat), state.logged
    if to == "helper":
        yield announce(BecameHelper(seat, card))
        player = replace(player, helpers=(*player.helpers, Helper(card)))
    else:
        if is_face_down(state, slot):
            yield announce(LaidUnseen(seat))
        else:
            yield announce(LaidAsScore(seat, card))
            logged = in_order((*logged, card))
        scores = in_order((*player.scores, card))
        player = replace(player, scores=scores, changes=player.changes + 1)
    castle = (*state.castle[: slot - 1], None, *state.castle[slot:])
    state = replace(state.put(seat, player), castle=castle, auction=None, logged=logged)
    return _next_parent(state, seat)


def _next_parent(state: State, winner: int) -> State:
    """The first seat after the winner that has no card yet (LL-5.7)."""
    for seat in state.after(winner):
        if seat not in state.won:
            return replace(state, turn=seat, parent=seat)
    return state
