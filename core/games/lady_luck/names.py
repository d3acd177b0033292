"""The 32 cards of Love Letter to Lady Luck: eight ladies, their stars and their copies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.kernel.text import P_, GameWord, Named


class Kind(GameWord):
    """One of the eight ladies, in the order of the rulebook."""

    PRINCESS = "pr"
    NOBLE = "no"
    GENERAL = "ge"
    MAGICIAN = "mg"
    PRIEST = "ps"
    KNIGHT = "kn"
    FORTUNE_TELLER = "ft"
    MAID = "md"

    def named(self, edition: str) -> Named:
        return _NAMES[self]


_NAMES: Mapping[Kind, Named] = {
    Kind.PRINCESS: P_("lady-luck.standard.pr", "Princess"),
    Kind.NOBLE: P_("lady-luck.standard.no", "Noble"),
    Kind.GENERAL: P_("lady-luck.standard.ge", "General"),
    Kind.MAGICIAN: P_("lady-luck.standard.mg", "Magician"),
    Kind.PRIEST: P_("lady-luck.standard.ps", "Priest"),
    Kind.KNIGHT: P_("lady-luck.standard.kn", "Knight"),
    Kind.FORTUNE_TELLER: P_("lady-luck.standard.ft", "Fortune-teller"),
    Kind.MAID: P_("lady-luck.standard.md", "Maid"),
}

STARS_OF: Mapping[Kind, int] = {
    Kind.PRINCESS: 5,
    Kind.NOBLE: 4,
    Kind.GENERAL: 4,
    Kind.MAGICIAN: 3,
    Kind.PRIEST: 3,
    Kind.KNIGHT: 2,
    Kind.FORTUNE_TELLER: 2,
    Kind.MAID: 1,
}


class Card(GameWord):
    """One of the 32 cards: every copy is a card of its own (LL-1.2)."""

    PR1 = "pr1"
    PR2 = "pr2"
    NO1 = "no1"
    NO2 = "no2"
    GE1 = "ge1"
    GE2 = "ge2"
    MG1 = "mg1"
    MG2 = "mg2"
    MG3 = "mg3"
    MG4 = "mg4"
    PS1 = "ps1"
    PS2 = "ps2"
    PS3 = "ps3"
    PS4 = "ps4"
    KN1 = "kn1"
    KN2 = "kn2"
    KN3 = "kn3"
    KN4 = "kn4"
    FT1 = "ft1"
    FT2 = "ft2"
    FT3 = "ft3"
    FT4 = "ft4"
    MD1 = "md1"
    MD2 = "md2"
    MD3 = "md3"
    MD4 = "md4"
    MD5 = "md5"
    MD6 = "md6"
    MD7 = "md7"
    MD8 = "md8"
    MD9 = "md9"
    MD10 = "md10"

    def named(self, edition: str) -> Named:
        return _NAMES[KIND[self]]


KIND: Mapping[Card, Kind] = {card: Kind(card.value[:2]) for card in Card}
STARS: Mapping[Card, int] = {card: STARS_OF[kind] for card, kind in KIND.items()}
ORDER: Mapping[Card, int] = {card: number for number, card in enumerate(Card)}
DECK: tuple[Card, ...] = tuple(Card)
CARDS: Mapping[str, Card] = {card.value: card for card in Card}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by their number, so that the order tells nothing of how they came."""
    return tuple(sorted(cards, key=ORDER.__getitem__))
