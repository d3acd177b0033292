"""The table in words and pictures: the board and the hand card (section 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.lady_luck.board_words import (
    ActedHelper,
    ApLabel,
    AskedBid,
    AskedBidUnseen,
    AskedHelper,
    AskedHowMuch,
    AskedSide,
    AskedSideUnseen,
    AskedWhatToHide,
    AskedWhichCard,
    AskedWhichHelper,
    AskedWhichScore,
    AskedWhom,
    AskedWhomToReady,
    AskedWhomToStop,
    AuctionsShown,
    BareSeatShown,
    BidLabel,
    BidShown,
    BoughtShown,
    BriefEmptyHand,
    BriefHand,
    BriefPeek,
    CastleShown,
    EmptyCastleShown,
    EmptyHandShown,
    FaceDownSlot,
    HandLabel,
    HandShown,
    HelperLabel,
    HelpersShown,
    Lady,
    LearntShown,
    LeftShown,
    NextCastleShown,
    NoTargetLabel,
    NumberedLady,
    OpenLabel,
    OpenSlot,
    OverShown,
    OwnApShown,
    OwnedLabel,
    PassedShown,
    PassLabel,
    PeekShown,
    RevealLabel,
    ScoreLabel,
    SeatShown,
    Starred,
    UsedOnceLabel,
    UseLabel,
    UsesShown,
    WonShown,
)
from core.games.lady_luck.model import ROUNDS, Phase, State, View
from core.games.lady_luck.names import KIND, STARS, Card, Kind
from core.kernel.asks import Hidden, Row, Scene
from core.kernel.plain import SeatLabel
from core.kernel.text import Message, Public

SPAN = 8  # the most score cards of a seat in a game


def scene(view: View) -> Scene:
    """The board for the group; the hand card for a seat."""
    return Scene(tuple(_board(view))) if view.seat is None else Scene(own=tuple(_hand(view)))


def _board(view: View) -> Iterator[Public]:
    yield head(view)
    if view.phase is not Phase.OVER:
        yield from _middle(view)
    for seat, player in enumerate(view.players, 1):
        if player.helpers:
            held = tuple(helper.card for helper in player.helpers)
            helpers = tuple(
                ActedHelper(lady(helper.card, held)) if helper.acted else lady(helper.card, held)
                for helper in player.helpers
            )
            yield SeatShown(seat, player.ap, player.count, helpers)
        else:
            yield BareSeatShown(seat, player.ap, player.count)
    yield from used(view)
    left = tuple(seat for seat, player in enumerate(view.players, 1) if player.left)
    if left:
        yield LeftShown(left)


def used(view: View) -> Iterator[Public]:
    """The Princesses that were used in this round: once more, and the game is won."""
    for card, times in view.uses:
        seat = owner(view, card)
        if seat is not None:
            yield UsesShown(card, seat, times)


def head(view: View) -> Public:
    """The round and its phase."""
    if view.phase is Phase.OVER:
        return OverShown(view.round, ROUNDS)
    if view.phase is Phase.AUCTION:
        return AuctionsShown(view.round, ROUNDS, view.parent, view.deck)
    return HelpersShown(view.round, ROUNDS, view.deck)


def castle(view: View) -> Public:
    """What lies in the castle."""
    slots = tuple(_slots(view))
    if not slots:
        return EmptyCastleShown()
    return NextCastleShown(slots) if view.phase is Phase.HELPER else CastleShown(slots)


def _middle(view: View) -> Iterator[Public]:
    """The castle, the auction, and who has no more to do there."""
    yield castle(view)
    if view.auction is not None and not view.placing:
        auction = view.auction
        yield BidShown(slot_shown(view, auction.slot), auction.bid, auction.by, auction.still)
    if view.won:
        yield WonShown(view.won)
    if view.passed:
        yield PassedShown(view.passed)


def _slots(view: View) -> Iterator[OpenSlot | FaceDownSlot]:
    for slot, card in enumerate(view.castle, 1):
        if card is not None or slot == view.closed:
            yield slot_shown(view, slot)


def slot_shown(view: View, slot: int) -> OpenSlot | FaceDownSlot:
    """A slot of the castle; after the last round nothing lies there."""
    card = view.castle[slot - 1] if view.castle else None
    return FaceDownSlot(slot) if card is None else OpenSlot(slot, STARS[card], card)


def owner(view: View, card: Card) -> int | None:
    """Whose helper, or publicly hidden score card, this is."""
    for seat, player in enumerate(view.players, 1):
        if card in player.logged or any(helper.card == card for helper in player.helpers):
            return seat
    return None


def lady(card: Card, beside: Sequence[Card]) -> Lady | NumberedLady:
    """A card by its name, numbered if others of its kind lie beside it."""
    alike = [other for other in beside if KIND[other] is KIND[card]]
    if len(alike) < 2 or card not in alike:
        return Lady(card)
    return NumberedLady(card, alike.index(card) + 1)


def starred(card: Card) -> Starred:
    """A card with its stars in front, as in lists."""
    return Starred(STARS[card], card)


def _hand(view: View) -> Iterator[Message]:
    assert view.seat is not None, "the group has no hand"
    own = view.player(view.seat)
    if own.scores:
        total = sum(STARS[card] for card in own.scores)
        yield HandShown(tuple(starred(card) for card in own.scores), total)
    else:
        yield EmptyHandShown()
    yield OwnApShown(own.ap)
    if view.peek is not None:
        bought = view.placing and view.turn == view.seat and _slot_won(view) == view.closed
        yield (BoughtShown if bought else PeekShown)(starred(view.peek))
    for seat, player in enumerate(view.players, 1):
        if player.learnt:
            yield LearntShown(seat, tuple(starred(card) for card in player.learnt))


def _slot_won(view: View) -> int:
    return view.auction.slot if view.auction is not None else 0


def brief(view: View) -> Sequence[Message]:
    """The hand in very few words; nothing for the group."""
    if view.seat is None:
        return ()
    scores = view.player(view.seat).scores
    first: Message = BriefHand(scores) if scores else BriefEmptyHand()
    return (first,) if view.peek is None else (first, BriefPeek(view.peek))


def hidden(state: State, seat: int) -> Hidden:
    """The score cards of a seat, for the letters of a Noble's question."""
    player = state.player(seat)
    words = tuple(card.value for card in player.scores)
    return Hidden(words, player.changes, max(SPAN, len(words)))


def rows(view: View) -> Sequence[Row]:
    """Letters for the score cards while a Noble waits for one (LL-8.1)."""
    return () if view.noble is None else (Row("letters", 1),)


def label(view: View, said: Sequence[str], word: str) -> Message:
    """The label of the button that says `word` after `said`.

    The empty word after `use.CARD` is the use without a target.
    """
    match tuple(said):
        case ():
            return _FIRST[word]
        case ("open",):
            return slot_shown(view, int(word))
        case ("reveal",):
            card = Card(word)
            return HandLabel(STARS[card], lady(card, _own_scores(view)))
        case ("use",):
            card = Card(word)
            named = lady(card, _beside(view, owner(view, card)))
            return UsedOnceLabel(named) if dict(view.uses).get(card) else named
        case ("use", _):
            return _target(view, word)
        case _:
            return ApLabel(int(word))


def _own_scores(view: View) -> tuple[Card, ...]:
    return view.player(view.seat).scores if view.seat is not None else ()


def _beside(view: View, seat: int | None) -> tuple[Card, ...]:
    return tuple(helper.card for helper in view.player(seat).helpers) if seat is not None else ()


_FIRST: dict[str, Public] = {
    "open": OpenLabel(),
    "bid": BidLabel(),
    "pass": PassLabel(),
    "helper": HelperLabel(),
    "score": ScoreLabel(),
    "use": UseLabel(),
    "reveal": RevealLabel(),
}


def _target(view: View, word: str) -> Message:
    if not word:
        return NoTargetLabel()
    if word.isdigit():
        return SeatLabel(int(word))
    card = Card(word)
    seat = owner(view, card)
    named = lady(card, _beside(view, seat))
    return named if seat is None else OwnedLabel(named, seat)


def hint(view: View, said: Sequence[str]) -> Message:
    """The question that the next word answers."""
    match tuple(said):
        case ():
            return _asked(view)
        case ("open",):
            return AskedWhichCard()
        case ("use",):
            return AskedWhichHelper()
        case ("use", card):
            return _ON_WHOM[KIND[Card(card)]]
        case ("reveal",):
            return AskedWhichScore()
        case _:
            return AskedHowMuch()


def _asked(view: View) -> Message:
    """The open question, complete, to whom it is asked."""
    if view.noble is not None:
        return AskedWhichScore()
    if view.phase is Phase.HELPER:
        return AskedHelper()
    auction = view.auction
    if auction is None:
        return AskedWhichCard()
    card = view.castle[auction.slot - 1]
    if view.placing:
        return AskedSideUnseen() if card is None else AskedSide(starred(card))
    if card is None:
        return AskedBidUnseen(auction.bid, auction.by)
    return AskedBid(starred(card), auction.bid, auction.by)


_ON_WHOM: dict[Kind, Public] = {
    Kind.NOBLE: AskedWhom(),
    Kind.GENERAL: AskedWhomToReady(),
    Kind.KNIGHT: AskedWhomToStop(),
    Kind.MAGICIAN: AskedWhatToHide(),
}
