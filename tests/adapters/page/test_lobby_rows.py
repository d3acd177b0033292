"""The lobby of a page has Join and Start, whatever panel is open."""

from __future__ import annotations

import pytest

from adapters.page import draw
from core.desk.board import board_of
from core.table.commands import Choose
from core.table.lobby import PANELS
from locales import tongue
from tests.adapters.contexts import context_at
from tests.kernel.hall import Hall


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("language", tongue.languages())
def test_a_page_s_lobby_always_has_join_and_start(panel: str, language: str) -> None:
    hall = Hall()
    hall.open("b", game="love-letter")
    hall.do(Choose("a", "panel", panel))
    board = board_of(hall.table, hall.games)
    voice = draw.Voice(language, context_at(hall.table, "", language))
    shown = draw.lobby(hall.lobby, hall.games, board, "a", voice)
    verbs = {button.verb for row in shown.rows for button in row}
    assert {"join", "start"} <= verbs and len(shown.games) == 2
