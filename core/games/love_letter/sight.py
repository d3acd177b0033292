"""What a reader may know, and other worlds that the reader could not tell from the real one."""

from __future__ import annotations

from collections import Counter

import msgspec

from core.games.love_letter.board import IfGuard
from core.games.love_letter.events import Ranked
from core.games.love_letter.model import Laid, Seen, State, View, kit
from core.games.love_letter.names import Card
from core.kernel.asks import Hidden, Row
from core.kernel.dice import Dice


def view(state: State, seat: int | None) -> View:
    """Everything that is public, and what this seat alone knows: its hand and what it learnt."""
    me = seat or 0
    return View(
        options=state.options,
        me=me,
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        alive=state.alive,
        shielded=state.shielded,
        gone=state.gone,
        deck=len(state.deck),
        aside=state.aside is not None,
        faceup=state.faceup,
        hand=state.hands[me - 1] if me else (),
        sizes=tuple(map(len, state.hands)),
        discards=state.discards,
        tokens=state.tokens,
        versions=state.versions,
        ruled_out=state.ruled_out,
        seen=tuple(fact for fact in state.seen if fact.by == me),
        under=tuple(fact for fact in state.under if fact.by == me),
        known=tuple(fact for fact in state.seen if fact.seat == me and fact.felt),
        opened=_opened(state),
        last=state.last,
        winners=state.winners,
    )


def _opened(state: State) -> tuple[tuple[Card, ...], ...]:
    """The hands that everybody has seen when the match is over: of a showdown (LL-8.2); of the
    last one left where everything is shown (LL-8.7), or a Princess for which it was paid more
    (LL-8.6)."""
    shown = len(state.alive) > 1 or state.options.reveal_all_at_round_end
    if state.options.princess_points > 1 and not shown:
        shown = any(Card.PRINCESS in hand for hand in state.hands)
    return state.hands if state.phase == "over" and shown else ((),) * len(state.hands)


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """A fair pick among all deals of the hidden cards that this reader cannot exclude.

    The reader's hand, what it has learnt and what everybody knows (`ruled_out`, and that the
    seat on turn has not been put out by the Minister) hold in all of them. What others have
    learnt stays learnt, about the card that they see in the imagined world.
    """
    me = seat or 0
    known = view(state, seat)
    hands = [list[Card | None]((None,) * size) for size in known.sizes]
    for seat, opened in enumerate(known.opened):
        hands[seat] = list(opened) or hands[seat]
    if me:
        hands[me - 1] = list(known.hand)
    deck: list[Card | None] = [None] * known.deck
    for fact in known.seen:
        hands[fact.seat - 1][fact.slot] = fact.card
    for laid in known.under:
        deck[-1 - laid.below] = laid.card
    unseen = _unseen(known, hands, deck)
    while True:
        cards = iter(dice.order(unseen))
        filled = tuple(tuple(card or next(cards) for card in hand) for hand in hands)
        if _possible(known, filled):
            break
    below = tuple(card or next(cards) for card in deck)
    return msgspec.structs.replace(
        state,
        hands=filled,
        deck=below,
        aside=next(cards) if known.aside else None,
        seen=tuple(
            Seen(fact.by, fact.seat, fact.slot, filled[fact.seat - 1][fact.slot], fact.felt)
            for fact in state.seen
        ),
        under=tuple(Laid(laid.by, laid.below, below[-1 - laid.below]) for laid in state.under),
    )


def _unseen(
    known: View, hands: list[list[Card | None]], deck: list[Card | None]
) -> tuple[Card, ...]:
    """The cards of the full deck that lie where the reader cannot see them."""
    left = Counter(kit(known.options).cards)
    for pile in (known.faceup, *known.discards, *hands, deck):
        left.subtract(card for card in pile if card is not None)
    return tuple(left.elements())


def _possible(known: View, hands: tuple[tuple[Card, ...], ...]) -> bool:
    """Whether these hands agree with what everybody knows."""
    for seat in known.alive:
        hand = hands[seat - 1]
        if seat != known.me and hand and hand[0] in known.ruled_out[seat - 1]:
            return False
    if known.phase == "over" and known.options.princess_points > 1 and not any(known.opened):
        return not any(Card.PRINCESS in hand for hand in hands)
    if known.phase != "play" or known.turn == known.me:
        return True
    hand = hands[known.turn - 1]
    clash = kit(known.options).clash
    return not (Card.MINISTER in hand and len(hand) == 2 and not clash.isdisjoint(hand))


def hidden(state: State, seat: int) -> Hidden:
    """The cards in a hand, for its letters. The version grows with every public change."""
    return Hidden(
        words=tuple(card.value for card in state.hands[seat - 1]),
        version=state.versions[seat - 1],
        span=kit(state.options).span,
    )


def rows(seen: View) -> tuple[Row, ...]:
    """Letters for the hand, seats that some card could be aimed at, ranks for the Guard.

    All from public facts. For the Chancellor: what is kept, and what goes to the very bottom.
    """
    if seen.phase == "over":
        return ()
    if seen.phase == "keep":
        places = (1, 3) if seen.sizes[seen.turn - 1] == 3 else (1,)
        return tuple(Row("letters", place) for place in places)
    others = tuple(seat for seat in seen.alive if seat != seen.turn)
    free = tuple(seat for seat in others if seat not in seen.shielded)
    aims = others if seen.options.protected_target == "fizzle" else free
    seats = tuple(str(seat) for seat in sorted((*aims, seen.turn)))
    found = [Row("letters", 0), Row("seats", 1, seats, seats)]
    if free:
        pack = kit(seen.options)
        ranks = tuple(str(pack.ranks[name]) for name in pack.names)
        named = tuple(Ranked(pack.ranks[name], name) for name in pack.names)
        spelled = tuple(name.value for name in pack.names)
        found.append(Row("digits", 2, ranks, spelled, IfGuard(Card.GUARD), named))
    return tuple(found)
