"""The games of the house. One line each."""

from core.game import AnyGame
from core.games.coup import COUP
from core.games.lady_luck import LADY_LUCK
from core.games.love_letter import LOVE_LETTER

GAMES: tuple[AnyGame, ...] = (LOVE_LETTER, COUP, LADY_LUCK)
