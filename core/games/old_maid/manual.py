"""The rules in short."""

from __future__ import annotations

from core.games.old_maid.model import Options
from core.kernel.asks import Section
from core.kernel.plain import section
from core.kernel.text import N_

RULES = (
    section(
        N_("Goal"),
        N_("Get rid of your cards. Whoever is left with the joker loses."),
        N_("All cards are dealt. Two of the same rank are laid down at once, face up."),
    ),
    section(
        N_("A turn"),
        N_("Draw a card from the next player who holds any, by its number."),
        N_("That hand is shuffled first, so the numbers tell nothing."),
        N_("Unless it makes a pair, only the two of you learn which card it was."),
        N_("Then the player you drew from draws."),
    ),
    section(
        N_("The end"),
        N_("Whoever holds no card any more takes the next place."),
        N_("If one draw empties two hands, the player drawn from takes the better place."),
        N_("Whoever leaves has lost; their cards are dealt to the others, unseen."),
    ),
)


def rules(options: Options) -> tuple[Section, ...]:
    """Goal, turn and end."""
    return RULES
