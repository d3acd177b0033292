"""What guards the secrets by type: a hand cannot be sent where everybody reads."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SENDING = """
from adapters.letter import BoardShown, HandShown, PersonLetter, RoomLetter
from adapters.line import decide as line
from adapters.page import draw as page
from adapters.telegram.board import board as telegram
from adapters.telegram.story import Story
from core.desk.board import board_of
from core.desk.hand import hand_of
from core.desk.sheets import Board, Button, Hand
from core.kernel.text import Message, Public, Secret
from core.table.places import Room, Showing
from core.table.table import Games, Table
from locales.tongue import Context


def board(table: Table, games: Games, room: Room) -> None:
    shown = BoardShown(Showing(table.id), board_of(table, games), Context())
    letter = RoomLetter("room:1", "en", (), (shown,), room)
    telegram(letter, shown, Story(), ())
    line.group_plan(letter, [line.Made(shown, {}, {})], line.Chat(0.0))
    page.scene("coup", board_of(table, games), None, page.Voice("en", Context()), 0.0)


def hand(table: Table, games: Games, user: str, letter: RoomLetter, room: Room) -> None:
    held = HandShown(Showing(table.id), hand_of(table, games, user), Context())
    PersonLetter("person:1", "en", (), (held,), user)
    BoardShown(Showing(table.id), hand_of(table, games, user), Context())  # error
    RoomLetter("room:1", "en", (), (held,), room)  # error
    telegram(letter, held, Story(), ())  # error
    line.Made(held, {}, {})  # error
    page.scene("coup", hand_of(table, games, user), None, page.Voice("en", Context()), 0.0)  # error


def secret(board: Board, hand: Hand, whispered: Secret, label: Message) -> None:
    Board("t", "playing", board.game, board.title, lines=board.lines)
    Board("t", "playing", board.game, board.title, lines=hand.own)  # error
    Board("t", "playing", board.game, board.title, status=(whispered,))  # error
    Board("t", "playing", board.game, board.title, choice=hand.choice)  # error
    Hand("t", "playing", board.game, board.title, common=hand.own)  # error
"""


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What the type checker says of each line."""
    file = tmp_path_factory.mktemp("types") / "sending.py"
    file.write_text(SENDING)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = re.findall(r"sending\.py:(\d+): error: (.*)", done.stdout)
    assert found, done.stdout + done.stderr
    return {int(number): text for number, text in found}


def test_a_board_may_be_sent_to_a_room_and_a_hand_may_not(complaints: dict[int, str]) -> None:
    lines = SENDING.splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    assert set(complaints) == wrong
    assert all("incompatible type" in text for text in complaints.values())
