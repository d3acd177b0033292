"""The games of the house. One line each."""

from core.games.coup import COUP
from core.games.lady_luck import LADY_LUCK
from core.games.love_letter import LOVE_LETTER
from core.games.old_maid import OLD_MAID
from core.kernel.game import AnyGame

GAMES: tuple[AnyGame, ...] = (LOVE_LETTER, COUP, LADY_LUCK, OLD_MAID)
