"""What an Examine is worth: to whom it is done, and by whom; which card is shown, and its fate.

Whoever is examined chooses the card, so it is mostly the lesser one that is seen. To know it is
worth something, for it tells what its owner can and cannot do; to have it exchanged is worth
something where it threatens the reader more than another one would.
"""

from __future__ import annotations

from core.games.coup.names import Role, exchanger
from core.games.coup.outlook import WORTH, less
from core.games.coup.standing import Standing

WISER = (0.0, 0.08, 0.05)
"""What it is worth to know a card of somebody, by the cards of the hand."""

CURIOSITY = 0.2
"""By this part an Examine seems worth more than it is reckoned: what one learns pays later."""

DEADLY = 0.4
"""By this an Assassin is worse for whoever cannot say Contessa, while it can be paid."""

ROBBING = 0.3
"""… a Captain for whoever has coins and nothing against it."""

HINDERING = 0.35
"""… a Contessa for an assassin."""

TOLD = 0.05
"""What a card tells, once it is seen, that nobody would have thought of."""

Hand = tuple[Role, ...]


def menace(mind: Standing, seat: int, role: Role) -> float:
    """What a card is worth in the hand of a seat, as far as it harms the reader."""
    harm, purse = WORTH[role], mind.view.players[seat - 1].coins
    match role:
        case Role.ASSASSIN if Role.CONTESSA not in mind.hand and purse >= 2:
            harm += DEADLY / len(mind.others)
        case Role.CAPTAIN if mind.player.coins >= 2:
            safe = {Role.CAPTAIN, exchanger(mind.view.options)}
            harm += 0 if safe & set(mind.hand) else ROBBING
        case Role.CONTESSA if Role.ASSASSIN in mind.hand:
            harm += HINDERING
        case _:
            pass
    return harm


def another(mind: Standing, seat: int) -> float:
    """The same of a card that nobody knows yet."""
    free = mind.beliefs.free
    return sum(count * menace(mind, seat, role) for role, count in free.items()) / free.total()


def returned(mind: Standing, seat: int, gain: float = 0.0) -> float:
    """What it is worth to have seen a card, by which the seat is so much stronger than it was
    thought to be."""
    wiser = WISER[mind.view.cards[seat - 1]]
    return mind.chance(hand=mind.worth(mind.hand) + wiser, theirs={seat: gain})


def forced(mind: Standing, seat: int, gain: float = 0.0) -> float:
    """… to have it exchanged."""
    return mind.chance(theirs={seat: gain})


def verdict(mind: Standing, seat: int, card: Role) -> tuple[float, float]:
    """What it is worth to return this card, and to force an exchange of it."""
    change = another(mind, seat) - menace(mind, seat, card)
    return returned(mind, seat), forced(mind, seat, change)


def examining(mind: Standing, seat: int) -> float:
    """What it is worth to examine a seat."""
    shown = [(lesser(hand), weight) for hand, weight in mind.beliefs.hands(seat)]
    harms = {card: menace(mind, seat, card) for card, _ in shown}
    usual = sum(harms[card] * weight for card, weight in shown)
    new = another(mind, seat) - usual
    if len(mind.beliefs.held[seat]) == mind.view.cards[seat - 1]:  # nothing is to be learned
        return max(mind.chance(), forced(mind, seat, new))
    exchanged = forced(mind, seat, new)
    values = {card: max(returned(mind, seat, harms[card] - usual), exchanged) for card in harms}
    return (1 + CURIOSITY) * sum(values[card] * weight for card, weight in shown)


def lesser(hand: Hand) -> Role:
    """The card that a person shows."""
    return min(hand, key=WORTH.__getitem__)


def examined(mind: Standing) -> float:
    """What is left to a reader who is examined now."""
    return max(showing(mind, card) for card in set(mind.hand))


def showing(mind: Standing, card: Role) -> float:
    """What it is worth to show this card of the own hand to the seat on turn."""
    seen = {each.role for each in mind.witnessed if each.by == mind.view.turn}
    told = 0.0 if card in {*seen, *mind.player.has, *mind.player.claims} else TOLD
    rest = less(mind.hand, card)
    free = mind.beliefs.free
    new = sum(count * mind.worth((*rest, role)) for role, count in free.items()) / free.total()
    kept = mind.worth(mind.hand) - (0.0 if card in seen else told + TOLD)
    # A good card goes into the deck, a bad one stays.
    return mind.chance(hand=min(kept, new))
