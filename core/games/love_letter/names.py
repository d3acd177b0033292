"""The cards of Love Letter and their names, edition by edition (LL-1.3)."""

from __future__ import annotations

from core.kernel.text import P_, GameWord, Named


class Card(GameWord):
    """A card by its effect. Ranks and names depend on the deck and on the edition."""

    SPY = "spy"
    GUARD = "guard"
    PRIEST = "priest"
    BARON = "baron"
    HANDMAID = "handmaid"
    PRINCE = "prince"
    CHANCELLOR = "chancellor"
    KING = "king"
    COUNTESS = "countess"
    MINISTER = "minister"
    PRINCESS = "princess"

    def named(self, edition: str) -> Named:
        """The name in an edition. A card that it lacks has its newest name."""
        return _NAMES.get(edition, {}).get(self) or _NAMES["z19"][self]


_NAMES: dict[str, dict[Card, Named]] = {
    "bga": {
        Card.GUARD: P_("love-letter.bga.guard", "Guard"),
        Card.PRIEST: P_("love-letter.bga.priest", "Priest"),
        Card.BARON: P_("love-letter.bga.baron", "Baron"),
        Card.HANDMAID: P_("love-letter.bga.handmaid", "Handmaid"),
        Card.PRINCE: P_("love-letter.bga.prince", "Prince"),
        Card.KING: P_("love-letter.bga.king", "King"),
        Card.COUNTESS: P_("love-letter.bga.countess", "Countess"),
        Card.MINISTER: P_("love-letter.bga.minister", "Minister"),
        Card.PRINCESS: P_("love-letter.bga.princess", "Princess"),
    },
    "jp": {
        Card.GUARD: P_("love-letter.jp.guard", "Soldier"),
        Card.PRIEST: P_("love-letter.jp.priest", "Clown"),
        Card.BARON: P_("love-letter.jp.baron", "Knight"),
        Card.HANDMAID: P_("love-letter.jp.handmaid", "Priestess"),
        Card.PRINCE: P_("love-letter.jp.prince", "Wizard"),
        Card.KING: P_("love-letter.jp.king", "General"),
        Card.COUNTESS: P_("love-letter.jp.countess", "Marchioness"),
        Card.MINISTER: P_("love-letter.jp.minister", "Minister"),
        Card.PRINCESS: P_("love-letter.jp.princess", "Princess"),
    },
    "z19": {
        Card.SPY: P_("love-letter.z19.spy", "Spy"),
        Card.GUARD: P_("love-letter.z19.guard", "Guard"),
        Card.PRIEST: P_("love-letter.z19.priest", "Priest"),
        Card.BARON: P_("love-letter.z19.baron", "Baron"),
        Card.HANDMAID: P_("love-letter.z19.handmaid", "Handmaid"),
        Card.PRINCE: P_("love-letter.z19.prince", "Prince"),
        Card.CHANCELLOR: P_("love-letter.z19.chancellor", "Chancellor"),
        Card.KING: P_("love-letter.z19.king", "King"),
        Card.COUNTESS: P_("love-letter.z19.countess", "Countess"),
        Card.MINISTER: P_("love-letter.z19.minister", "Minister"),
        Card.PRINCESS: P_("love-letter.z19.princess", "Princess"),
    },
}
