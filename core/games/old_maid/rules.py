"""The rules of Old Maid: what is legal, what a draw does, and when the game ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from core.games.old_maid import events
from core.games.old_maid.model import Draw, Options, Seen, State, holders, seats_from
from core.games.old_maid.names import Card, by_rank
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.plain import ranked
from core.kernel.text import announce, whisper

PATIENCE = 30  # seconds for a draw at the pace "quick"


def seats(options: Options) -> range:
    """Two to eight, with either deck (OM-1)."""
    return range(2, 9)


def deck_of(options: Options) -> tuple[Card, ...]:
    """All cards, or ♣, ♥ and the joker (OM-1)."""
    return tuple(card for card in Card if options.deck == "full" or card.value[-1] in "chr")


def setup(seats: int, options: Options, dice: Dice) -> Telling[State]:
    """Deal all cards, one by one from seat 1 on; the dice say who begins (OM-2)."""
    deck = dice.shuffle(deck_of(options))
    first = dice.first(range(1, seats + 1))
    state = State(options, first, tuple(deck[seat::seats] for seat in range(seats)))
    return (yield from settle(state, seats_from(first, seats), first))


def active(state: State) -> frozenset[int]:
    """The seats that hold cards, while there are several."""
    inside = holders(state.hands)
    return frozenset(inside if len(inside) > 1 else ())


def ask(state: State) -> Ask | Over:
    """Whoever is in turn draws from the next seat that holds cards; until one alone does."""
    if not active(state):
        lost = {*state.gone, state.loser}
        return Over(frozenset(range(1, len(state.hands) + 1)) - lost)
    source = holders(state.hands, state.turn)[1]
    prompt = events.TurnAsked(state.turn, source, len(state.hands[source - 1]))
    return Ask(frozenset((state.turn,)), prompt, PATIENCE)


def moves(state: State, seat: int) -> tuple[Draw, ...]:
    """Any position of the hand that is drawn from (OM-4)."""
    if seat != state.turn or not active(state):
        return ()
    count = len(state.hands[holders(state.hands, seat)[1] - 1])
    return tuple(Draw(f"draw.{position}", position) for position in range(1, count + 1))


def play(state: State, seat: int, move: Draw, dice: Dice) -> Telling[State]:
    """Shuffle the hand that is drawn from, take a card of it, lay down a pair (OM-4, OM-5)."""
    source, hands = holders(state.hands, seat)[1], list(state.hands)
    mixed, at = dice.shuffle(hands[source - 1]), move.position - 1
    card, hands[source - 1] = dice.draw(mixed[at:] + mixed[:at])
    paired = card.rank in {held.rank for held in hands[seat - 1]}
    hands[seat - 1] += (card,)
    yield announce(events.Drew(seat, source))
    for reader in (seat, source):
        yield whisper(reader, events.CardDrawn(seat, card, source))
    # What others know of that hand holds on only if they see which card has left it.
    seen = [fact for fact in state.seen if fact.seat != source or paired or fact.by == seat]
    after = replace(state, hands=tuple(hands), seen=(*seen, Seen(source, seat, card)))
    return (yield from settle(after, (source, seat), source))


def leave(state: State, seat: int, dice: Dice) -> Telling[State]:
    """A seat leaves for good: its cards go to those still in, from the next on (OM-9)."""
    cards, others = dice.shuffle(state.hands[seat - 1]), holders(state.hands, seat)[1:]
    hands = list(state.hands)
    hands[seat - 1] = ()
    yield announce(events.DealtOn(seat))
    for i, other in enumerate(others[: len(cards)]):
        got = cards[i :: len(others)]
        hands[other - 1] += got
        yield whisper(other, events.YouGot(by_rank(got)))
    after = replace(state, hands=tuple(hands), gone=(*state.gone, seat))
    return (yield from settle(after, seats_from(state.turn, len(hands)), state.turn, left=True))


def pairs(hand: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a hand that are laid down, of three the two lower suits (OM-3)."""
    cards = by_rank(hand)
    ranks = [card.rank for card in cards]
    paired = {rank: ranks.index(rank) + ranks.count(rank) // 2 * 2 for rank in ranks}
    return tuple(card for i, card in enumerate(cards) if i < paired[card.rank])


def settle(state: State, order: Sequence[int], turn: int, left: bool = False) -> Telling[State]:
    """Lay down pairs and give places in this order; the next from `turn` on draws, or it ends."""
    hands, laid, places = list(state.hands), state.laid, state.places
    for seat in order:
        if down := pairs(hands[seat - 1]):
            yield announce(events.LaidDown(seat, down))
            hands[seat - 1] = tuple(card for card in hands[seat - 1] if card not in down)
            laid += down
    for seat in order:
        if not hands[seat - 1] and seat not in places + state.gone:
            places += (seat,)
            yield announce(events.WentOut(seat, len(places)))
    drawing, *others = holders(hands, turn)
    loser = 0 if others or left else drawing
    if loser:
        yield announce(events.LeftWithJoker(loser))
    seen = tuple(fact for fact in state.seen if fact.card in hands[fact.seat - 1])
    return State(state.options, drawing, tuple(hands), laid, places, state.gone, loser, seen)


def places(state: State, seats: int) -> Sequence[int]:
    """In the order in which they went out; then who is left over, then who left (OM-6, OM-9)."""
    order = state.places
    worth = [
        (seat not in state.gone, -order.index(seat) if seat in order else -seats)
        for seat in range(1, seats + 1)
    ]
    return ranked(worth)
