"""Old Maid, for two to eight: draw from each other, lay down pairs, get rid of the joker."""

from __future__ import annotations

from core.games.old_maid import board, drawing, lobby, manual, positions, rules, sight
from core.games.old_maid.lesson import LESSON
from core.games.old_maid.model import Options, State
from core.kernel.lessons import Lesson
from core.kernel.plain import Assembled, phrase
from core.kernel.text import N_


class OldMaid(Assembled, parts=(lobby, rules, sight, board, drawing, manual, positions)):
    """The rules of `OM-1` to `OM-11`, part by part; see the modules of this package."""

    name = "old-maid"
    title = phrase(N_("Old Maid"))
    state = State
    options = Options
    presets = lobby.PRESETS
    labels = lobby.LABELS
    lesson: Lesson | None = LESSON
    minutes = 10


OLD_MAID = OldMaid()
