"""A finished game is drawn again: the whole of it, and to each reader only what was theirs."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from adapters.heard import RecordAfterTheGame
from adapters.page import wire
from adapters.page.packed import pack
from adapters.page.reel import ALL_OPEN, Film, Shot, film, reel, reel_frame
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.text import Announce, Whisper
from core.records.record import Record, read, record_of
from core.records.story import Pressed
from core.table.table import Closed, Finished
from locales.tongue import Context, languages, say
from tests.adapters.page.drawing import check
from tests.recorded.made import BY_NAME, Data, game_by_decks
from tests.recorded.real import a_real_game, real_game

GAMES = list(BY_NAME)
replace = msgspec.structs.replace


@cache
def a_film(game: str, number: int = 0) -> Film:
    return film(a_record(game, number), BY_NAME)


@cache
def a_record(game: str, number: int = 0) -> Record:
    return read(record_of(a_real_game(game, number * 10), BY_NAME), BY_NAME)


# ------------------------------------------------------------------ the whole game


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_its_picture(game: str, language: str) -> None:
    shown = a_film(game)
    for reader in shown.readers:
        found = reel(shown, reader, language)
        check(msgspec.json.encode(found))
        assert [each.move for each in found.pictures] == [*range(len(shown.record.moves) + 1)]
        assert {each.scene.me for each in found.pictures} == {reader}
        assert any(seat.winner for seat in found.pictures[-1].scene.seats)
        numbers = [line.id for each in found.pictures for line in each.lines]
        assert numbers == [*range(1, len(numbers) + 1)]
        assert len(found.seats) == len(shown.record.seats)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_to_all_and_to_a_seat_is_told_again(game: str) -> None:
    shown = a_film(game)
    for reader in shown.readers:
        heard = sum(
            isinstance(note, Announce) or note.seat == reader
            for shot in shown.shots
            for note in shot.notes
        )
        lines = [line for each in reel(shown, reader, "en").pictures for line in each.lines]
        assert len(lines) == heard
        assert {line.seat for line in lines} <= {0, reader}


@pytest.mark.parametrize("game", GAMES)
def test_with_all_hands_open_everybody_s_cards_lie_there(game: str) -> None:
    shown = a_film(game)
    every = reel(shown, ALL_OPEN, "en").pictures
    for seat in range(1, len(shown.sitters) + 1):
        own = reel(shown, seat, "en").pictures
        for all_open, mine in zip(every[:-1], own[:-1], strict=True):
            drawn = all_open.scene.seats[seat - 1]
            assert drawn.hand == 0
            assert drawn.opened == mine.scene.hand


def test_a_silent_move_is_told_by_its_button() -> None:
    shown = film(read(_coup(["1:steal.2", "3:allow"]), BY_NAME), BY_NAME)
    (note,) = shown.shots[-1].notes
    assert isinstance(note.message, Pressed)
    (line,) = reel(shown, 0, "ja").pictures[-1].lines
    assert line.text == "Chie：許可。"


def _coup(moves: list[str]) -> Data:
    return {
        "record": 1,
        "game": "coup",
        "seats": ["Aki", "Ben", "Chie"],
        "start": {
            "position": {
                "seats": [
                    {"hidden": ["duke", "captain"]},
                    {"hidden": ["duke", "captain"]},
                    {"hidden": ["contessa", "captain"]},
                ]
            }
        },
        "moves": moves,
    }


def test_entries_that_were_refused_are_no_pictures() -> None:
    data = game_by_decks() | {"moves": ["!2:spy", "1:guard.2.baron", "!2:spy", "2:prince.3"]}
    shown = film(read(data, BY_NAME), BY_NAME)
    assert [shot.moves for shot in shown.shots] == [0, 2, 4]
    assert [len(shot.table.moves) for shot in shown.shots] == [0, 1, 2]


def test_computers_are_marked_and_called_by_their_names() -> None:
    number = 0
    while not (found := _with_computer(number)):
        number += 1
    shown, seat = found
    drawn = reel(shown, 0, "ja").pictures[0].scene.seats[seat - 1]
    assert drawn.computer
    assert drawn.name != shown.record.seats[seat - 1]


def _with_computer(number: int) -> tuple[Film, int] | None:
    finished = real_game("love-letter", number)
    if finished is None:
        return None
    for seat, chair in enumerate(finished.chairs, 1):
        if chair.user is None:
            record = read(record_of(finished, BY_NAME), BY_NAME)
            return film(record, BY_NAME, finished.chairs), seat
    return None


# ------------------------------------------------------------------ secrets


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_no_reel_of_a_seat_follows_from_what_was_hidden_from_it(game: str, number: int) -> None:
    """In other worlds which the seat could not tell from the real one it sees the same."""
    shown = a_film(game, number)
    chance = random.Random(f"{game}{number}")
    rules = BY_NAME[game]
    for reader in shown.readers[1:]:
        shots = []
        for shot in shown.shots:
            table, notes = shot.table, shot.notes
            if isinstance(rules.ask(table.state), Over):
                shots.append(shot)
                continue
            other = rules.imagine(table.state, reader, Dice(chance.randbytes(32)))
            mine = tuple(
                note for note in notes if not isinstance(note, Whisper) or note.seat == reader
            )
            shots.append(Shot(shot.moves, replace(table, state=other), mine))
        imagined = replace(shown, shots=tuple(shots))
        real, dreamt = (msgspec.json.encode(reel(each, reader, "en")) for each in (shown, imagined))
        assert dreamt == real


def test_a_reel_is_for_games_that_are_over() -> None:
    told = reel_frame(RecordAfterTheGame(), BY_NAME, 0, "ja")
    assert told == wire.Told(text=say(RecordAfterTheGame(), "ja", Context()))


def test_a_game_that_was_closed_before_the_deal_has_no_reel() -> None:
    finished = a_real_game()
    deal = replace(finished.deal, commit="", seed="")
    closed = Closed(finished.id, finished.game, finished.chairs, deal)
    told = reel_frame(closed, BY_NAME, 0, "en")
    assert told == wire.Told(text="the table was closed before anything was dealt.")


def test_a_reader_who_is_nobody_sees_the_open_hands() -> None:
    finished: Finished = a_real_game()
    found = reel_frame(finished, BY_NAME, 19, "en")
    assert isinstance(found, wire.Reel)
    assert found.reader == ALL_OPEN


# ------------------------------------------------------------------ packed


def unpacked(packed: dict[str, Any]) -> Any:
    made: list[Any] = []
    for part in packed["parts"]:
        if not isinstance(part, list):
            made.append(part)
            continue
        kind, *numbers = part
        values = [made[number] for number in numbers]
        made.append(
            values if kind == 0 else dict(zip(packed["keys"][kind - 1], values, strict=True))
        )
    return made[packed["whole"]]


def test_packed_data_is_the_same_data_and_small() -> None:
    shown = a_film("love-letter")
    data = [
        msgspec.to_builtins(reel(shown, reader, language))
        for language in languages()
        for reader in shown.readers
    ]
    packed = pack(data)
    assert msgspec.json.encode(unpacked(packed)) == msgspec.json.encode(data)
    assert len(msgspec.json.encode(packed)) * 3 < len(msgspec.json.encode(data))


def test_what_looks_alike_is_told_apart() -> None:
    data = {"a": [1, True, 1.5, "1", None, [], {}, [1], {"a": 1}, {"b": 1}, 0, False, ""]}
    again = unpacked(pack(data))
    assert msgspec.json.encode(again) == msgspec.json.encode(data)
