"""What the host of a table may choose: the deck."""

from __future__ import annotations

from core.games.old_maid.model import Options
from core.kernel.asks import Choice, Switch
from core.kernel.plain import phrase
from core.kernel.text import N_

PRESETS = {"half": Options("half"), "full": Options("full")}
LABELS = {"half": phrase(N_("♣, ♥ and a joker")), "full": phrase(N_("52 cards and a joker"))}


def preset_for(seated: int) -> str:
    """Half a deck for two or three, else all of it (OM-1)."""
    return "half" if seated < 4 else "full"


def switches(options: Options) -> tuple[Switch, ...]:
    """The deck."""
    return (Switch("deck", phrase(N_("Deck")), tuple(Choice(*each) for each in LABELS.items())),)
