"""What the host of a table may choose: one edition, and switches."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck import manual_words as say
from core.games.lady_luck.model import Options
from core.kernel.asks import Choice, Switch


def switches(options: Options) -> Sequence[Switch]:
    """What the host of a table may set; all of it makes sense with everything else."""
    return (
        Switch(
            "princess_scope",
            say.PrincessScopeAsked(),
            (Choice("same_card", say.SameCard()), Choice("same_player", say.SamePlayer())),
        ),
        Switch(
            "general_scope",
            say.GeneralScopeAsked(),
            (Choice("any_player", say.AnyPlayer()), Choice("own_only", say.OwnOnly())),
        ),
        Switch(
            "loop_guard",
            say.LoopGuardAsked(),
            (Choice(True, say.Guarded()), Choice(False, say.Unguarded())),
        ),
        Switch(
            "auto_pass",
            say.AutoPassAsked(),
            (Choice(True, say.Automatic()), Choice(False, say.ByHand())),
        ),
        Switch(
            "reveal_boxed_at_end",
            say.BoxedAsked(),
            (Choice(False, say.BoxClosed()), Choice(True, say.BoxOpened())),
        ),
    )
