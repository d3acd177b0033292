"""The games of the house. One line each."""

from core.game import AnyGame
from core.games.love_letter import LOVE_LETTER

GAMES: tuple[AnyGame, ...] = (LOVE_LETTER,)
