"""The board of a group that speaks two languages: its cards bear both names, and it stays short."""

from __future__ import annotations

from statistics import median

import pytest

from tests.adapters.telegram.columns import boards, match, measured
from tests.adapters.telegram.test_columns import check

TYPICAL, LONGEST = 24, 32  # lines of a board: two names take more room than one

CARDS = (("Guard", "兵士"), ("Priest", "道化"), ("Handmaid", "僧侶"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_cards_bear_both_names_and_the_board_stays_short(language: str) -> None:
    played = match("love-letter", language, 6, both=True)
    seen = measured(played)
    shown = boards(played)
    texts = "\n".join(
        "\n".join([str(board["text"]), *(key["text"] for row in board["rows"] for key in row)])
        for board in shown
    )
    named = [pair for pair in CARDS if all(name in texts for name in pair)]
    assert named, "cards of both languages stand on the boards"
    for board in shown:
        check(board)
    assert median(seen.lines) <= TYPICAL, seen.told()
    assert max(seen.lines) <= LONGEST, seen.told()
    assert max(seen.rows) <= 9
    assert seen.worst_minute <= 19
