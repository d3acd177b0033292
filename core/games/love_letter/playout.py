"""Playing a light round out to its end, everybody by a few quick rules of thumb.

Nobody looks into another's hand here, unless they have seen it: a name for the Guard is that of
any card that the player cannot see.
"""

from __future__ import annotations

from core.games.love_letter.light import (
    BARON,
    CHANCELLOR,
    EMPTY,
    GUARD,
    HANDMAID,
    KING,
    LADY,
    PRIEST,
    PRINCE,
    PRINCESS,
    SPY,
    Light,
)

HELD_BACK = (PRIEST, HANDMAID)  # what is played before a Guard, which waits for a name
UNAIMED = frozenset((SPY, HANDMAID, LADY, PRINCESS))


def play_out(light: Light, seat: int) -> list[int]:
    """Play from the end of a seat's turn to the end of the round; who is best then."""
    while len(light.alive) > 1 and light.deck:
        seat = _after(light.alive, seat)
        take_turn(light, seat)
    return light.winners()


def _after(alive: list[int], seat: int) -> int:
    for other in alive:
        if other > seat:
            return other
    return alive[0]


def take_turn(light: Light, seat: int) -> None:
    """One whole turn of a seat: draw and play."""
    light.shields.discard(seat)
    old, new = light.hands[seat], light.deck.pop()
    low, high = (old, new) if old < new else (new, old)
    code = light.code
    if LADY in (low, high) and (low if high == LADY else high) in code.clash:
        if code.minister:
            light.discard(seat, new)
            light.put_out(seat)
            return
        card = LADY
    else:
        card = choose(light, seat, old, low, high)
    kept = low if card == high else high
    free = [other for other in light.alive if other != seat and other not in light.shields]
    if card == CHANCELLOR:
        light.lay(seat, card, kept)
        consult(light, seat)
    elif card == PRINCE and not free and not code.fizzle:
        light.lay(seat, card, kept, seat)
    elif card in UNAIMED or not free:
        light.lay(seat, card, kept)
    else:
        target, name = aim(light, seat, card, kept, free)
        light.lay(seat, card, kept, target, name)


def choose(light: Light, seat: int, old: int, low: int, high: int) -> int:
    """Which of two cards is played: mostly the lower one, often one that somebody knows, and
    no Baron with a low card beside it."""
    if high == PRINCESS:
        return low
    if low == high:
        return low
    if old != GUARD and any(whose == seat for _, whose in light.knows) and light.below(2):
        return HANDMAID if HANDMAID in (low, high) else old
    if low == GUARD:
        sees = any(by == seat and light.hands[whose] != GUARD for by, whose in light.knows)
        return high if not sees and high in HELD_BACK and light.below(3) else GUARD
    return high if low == BARON and high < PRINCE else low


def aim(light: Light, seat: int, card: int, kept: int, free: list[int]) -> tuple[int, int]:
    """On whom a card is played, and which card a Guard names: by what was seen, else anybody."""
    hands = light.hands
    for other in free:
        if (seat, other) in light.knows:
            theirs = hands[other]
            if card == GUARD and theirs != GUARD:
                return other, theirs
            if (card == BARON and theirs < kept) or (card == PRINCE and theirs == PRINCESS):
                return other, EMPTY
            if card == KING and theirs > kept:
                return other, EMPTY
    target = free[light.below(len(free))] if len(free) > 1 else free[0]
    return target, _name(light, target, seat) if card == GUARD else EMPTY


def _name(light: Light, target: int, seat: int) -> int:
    """A card that may be in a hand: one of the deck and of the others' hands, but no Guard."""
    places = len(light.deck) + 1
    for _ in range(4):
        place = light.below(places)
        card = light.deck[place] if place < places - 1 else light.hands[target]
        if card != GUARD:
            return card
    return PRIEST


def consult(light: Light, seat: int) -> None:
    """LL-6.10: up to two cards are drawn, and the highest of all stays."""
    if light.deck:
        drawn = [light.deck.pop() for _ in range(min(2, len(light.deck)))]
        kept, *under = sorted((light.hands[seat], *drawn), reverse=True)
        light.keep(seat, kept, under)
