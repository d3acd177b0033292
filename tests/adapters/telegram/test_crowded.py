"""Keys of moves have room on a phone: where they are too many they bear numbers."""

from __future__ import annotations

import random
import re

import pytest

from core.desk.board import board_of
from core.desk.presses import Key, Play, read_datum
from tests.adapters.telegram.test_secrets import GAME, positions, seen

MEANS = re.compile(r"[\[［](\d+)[\]］] ?([^·・\n]+)")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_keys_of_helpers_are_eight_rows_at_most(language: str) -> None:
    numbered = 0
    for number in (3, 5, 8):
        for table, told in positions(number, random.Random(number), "lady-luck", (4,)):
            shown = seen(table, told, language)
            keyboard = shown.keyboard
            assert keyboard is not None
            rows = keyboard.inline_keyboard
            assert len(rows) <= 8
            data = [str(key.callback_data) for row in rows for key in row]
            offered = [key.data for row in board_of(table, GAME).choice for key in row]
            assert [each for each in data if each in offered] == offered, "no key is lost"
            means = dict(MEANS.findall(shown.text))
            bare = [key for row in rows for key in row if key.text in means]
            assert [key.text for key in bare] == [str(at + 1) for at in range(len(bare))]
            assert len(bare) == len(means)
            numbered += bool(bare)
            for key in bare:
                press = read_datum(str(key.callback_data))
                assert press is not None
                assert isinstance(press.verb, Key | Play)
    assert numbered, "no helper phase was crowded"
