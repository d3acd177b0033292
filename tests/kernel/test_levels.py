"""Levels of computers: chosen once a table, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from core.desk.board import board_of
from core.desk.lobby_board import BotSits, LevelIs, MannerSits
from core.kernel.minds import DEFAULT, Level, Manner, level_of, manner_of, stand_in
from core.table.commands import Choose, HandOver, Open, Rematch, SeatBot, Start
from core.table.course import kind_at
from core.table.levels import ComputersPlay, LevelWord, MannerWord, next_kind
from core.table.sayings import BotName, HostOnly, NoSuchBot, Pace, TableFull, UnknownChoice
from core.table.table import Chair
from tests.kernel.hall import DEEP_GAMES, Hall
from tests.kernel.test_sheets import verbs

replace = msgspec.structs.replace


@pytest.fixture
def deep() -> Iterator[Hall]:
    """A room in which a game with levels can be played."""
    hall = Hall(games=DEEP_GAMES)
    yield hall
    hall.store.close()


def kinds(hall: Hall) -> list[str | None]:
    return [chair.bot for chair in hall.table.chairs if chair.user is None]


def test_a_kind_tells_its_level_and_manner() -> None:
    assert (level_of("hard.bold"), manner_of("hard.bold")) == (Level.HARD, Manner.BOLD)
    assert (level_of("clever"), manner_of("clever")) == (None, Manner.CAREFUL)
    assert (level_of("idle"), manner_of("idle")) == (None, None)
    assert stand_in("hard.patient") == "normal.patient"
    assert stand_in("chance") == DEFAULT


def test_a_computer_sits_down_on_the_level_of_the_table_in_its_own_manner(deep: Hall) -> None:
    deep.open(game="deep")
    deep.do(SeatBot("a"))
    deep.do(SeatBot("a"))
    assert kinds(deep) == ["normal.bold", "normal.careful"]
    deep.do(Choose("a", "level", "hard"))
    deep.do(SeatBot("a"))
    assert kinds(deep) == ["hard.bold", "hard.careful", "hard.patient"]


def test_another_level_is_told_once_and_changes_all_computers(deep: Hall) -> None:
    deep.open(game="deep")
    assert deep.do(Choose("a", "level", "easy")) == []  # nobody plays on it yet
    deep.do(SeatBot("a"))
    assert kinds(deep) == ["easy.bold"]
    assert deep.do(Choose("a", "level", "hard")) == [ComputersPlay(LevelWord.HARD)]
    assert kinds(deep) == ["hard.bold"]
    assert deep.do(Choose("a", "level", "hard")) == []


def test_only_the_host_chooses_a_level_that_there_is(deep: Hall) -> None:
    deep.open("b", game="deep")
    assert deep.refused(Choose("b", "level", "hard")) == HostOnly("Ann")
    assert deep.refused(Choose("a", "level", "divine")) == UnknownChoice()
    deep.do(Choose("a", "game", "toy"))  # whose computers have none
    assert deep.refused(Choose("a", "level", "hard")) == UnknownChoice()


def test_another_game_keeps_the_level_where_it_has_one(deep: Hall) -> None:
    deep.open(game="deep")
    deep.do(SeatBot("a"))
    deep.do(SeatBot("a", "idle"))
    deep.do(Choose("a", "level", "hard"))
    deep.do(SeatBot("a", "idle"))
    deep.do(Choose("a", "game", "love-letter"))
    assert kinds(deep) == ["hard.bold", "hard.careful", "idle"]
    deep.do(Choose("a", "game", "toy"))
    assert kinds(deep) == ["bold", "bold", "idle"]
    deep.do(Choose("a", "game", "deep"))
    assert kinds(deep) == ["hard.bold", "hard.careful", "idle"]


def test_a_computer_of_an_older_release_stays_until_another_level_is_chosen(deep: Hall) -> None:
    deep.open(game="deep", bots=1, bot="clever")
    deep.do(Choose("a", "game", "love-letter"))
    assert kinds(deep) == ["clever"]
    assert MannerSits(2, BotName.FUMI, MannerWord.CAREFUL) in board_of(deep.table, DEEP_GAMES).lines
    deep.do(Choose("a", "level", "normal"))
    assert kinds(deep) == ["normal.bold"]


def test_a_rematch_keeps_level_and_computers(deep: Hall) -> None:
    deep.open(game="deep")
    deep.do(Choose("a", "level", "easy"))
    deep.do(SeatBot("a"))
    deep.do(Start("a"))
    deep.finish()
    old = deep.id
    deep.do(Rematch("a", "Ann"), table=old)
    assert deep.id != old
    assert (deep.lobby.level, kinds(deep)) == (Level.EASY, ["easy.bold"])


def test_whoever_hands_their_seat_over_is_played_by_the_usual_one(deep: Hall) -> None:
    deep.open("b", game="deep")
    deep.do(Choose("a", "level", "hard"))
    deep.do(Start("a"))
    deep.do(HandOver("b"))
    assert deep.chair("b").bot == DEFAULT


def test_the_board_tells_level_and_manners(deep: Hall) -> None:
    deep.open(game="deep")
    deep.do(SeatBot("a"))
    deep.do(Choose("a", "level", "hard"))
    board = board_of(deep.table, DEEP_GAMES)
    assert LevelIs(LevelWord.HARD) in board.lines
    assert MannerSits(2, BotName.FUMI, MannerWord.BOLD) in board.lines
    assert "panel.level" in verbs(board)
    deep.do(Choose("a", "panel", "level"))
    panel = verbs(board_of(deep.table, DEEP_GAMES))
    assert panel[-4:] == ["set.level.easy", "set.level.normal", "set.level.hard", "panel."]
    deep.do(Choose("a", "panel", ""))
    deep.do(Choose("a", "game", "toy"))
    board = board_of(deep.table, DEEP_GAMES)
    assert "panel.level" not in verbs(board) and BotSits(2, BotName.FUMI) in board.lines
    assert not any(isinstance(line, LevelIs) for line in board.lines)


def test_no_computer_sits_down_where_no_name_is_left(deep: Hall) -> None:
    deep.open(game="deep", preset="big")
    deep.do(Choose("a", "most", "14"))
    for _ in BotName:
        deep.do(SeatBot("a"))
    assert deep.refused(SeatBot("a")) == TableFull(14)
    full = replace(deep.lobby, chairs=tuple(Chair(name.value, bot="idle") for name in BotName))
    assert next_kind(full, DEEP_GAMES["deep"]) == ""


def test_an_unknown_kind_is_none(deep: Hall) -> None:
    deep.do(Open("a", "Ann", "deep", Pace.NONE))
    assert deep.refused(SeatBot("a", "divine.bold")) == NoSuchBot()


def test_words_of_levels_and_manners_are_those_of_the_kinds() -> None:
    assert [word.value for word in LevelWord] == [level.value for level in Level]
    assert [word.value for word in MannerWord] == [manner.value for manner in Manner]
    assert all(word.named("").context for word in (*LevelWord, *MannerWord))


def test_a_computer_that_an_older_release_seated_for_another_game_does_the_least(
    deep: Hall,
) -> None:
    deep.start(game="deep", bots=1, bot="clever")
    table = deep.playing
    seat = next(i for i, chair in enumerate(table.chairs, 1) if chair.bot)
    assert kind_at(table, DEEP_GAMES["deep"], seat) == "clever"
    assert kind_at(table, DEEP_GAMES["toy"], seat) == "idle"
