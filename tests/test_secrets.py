"""Through the whole house: what leaves it for a group, or for the wrong person, hides all cards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from core.desk.alert import brief
from core.desk.board import board_of
from core.desk.fairness import proof_sheet
from core.desk.hand import hand_of
from core.desk.letters import letters
from core.games import GAMES
from core.games.coup import Coup
from core.games.coup.model import PRESETS, Options, with_switches
from core.house.clock import shown
from core.house.drafts import PressInput
from core.house.house import House
from core.house.ports import Work
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.plain import Plain
from core.kernel.text import Announce, Message, Public, Secret, Whisper, leaves
from core.table.commands import (
    Answer,
    Choose,
    Open,
    Rise,
    Sit,
    Start,
    Tick,
)
from core.table.places import StoredTable
from core.table.sayings import LookAtYourHand
from core.table.snapshot import freeze
from core.table.table import Finished, Playing
from storage.notes import read, write
from tests.kernel.hall import AT, Chance, Hall
from tests.police.toy import Hat, Holding
from tests.police.walk import Casting, Match, play_out, seated

replace = msgspec.structs.replace

USERS = ("a", "b", "c", "d")


class BothVariants(Coup):
    """Coup with the Inquisitor and the Factions in every edition."""

    presets: Mapping[str, Options] = {
        preset: with_switches(options, {"inquisitor": True, "factions": True})
        for preset, options in PRESETS.items()
    }


def named(game: AnyGame) -> str:
    return f"{game.name}-variants" if isinstance(game, BothVariants) else game.name


ALL: list[AnyGame] = [*GAMES, BothVariants()]
every_game = pytest.mark.parametrize("game", ALL, ids=named)
SECRETIVE = [game for game in ALL if getattr(game.rows, "__func__", None) is not Plain.rows]
every_secretive_game = pytest.mark.parametrize("game", SECRETIVE, ids=named)


@pytest.fixture
def hall(request: pytest.FixtureRequest) -> Iterator[Hall]:
    hall = Hall()
    games: dict[str, AnyGame] = {game.name: game for game in GAMES}
    played = request.node.callspec.params["game"]
    games[played.name] = played
    hall.house = House(hall.store, games, Chance())
    yield hall
    hall.store.close()


def seat_all(hall: Hall, game: AnyGame) -> None:
    """Four people sit down to a game; two of them want to play by letters."""
    hall.do(Open("a", "Ann", game.name))
    for user in USERS[1:]:
        hall.do(Sit(user, user.upper()))
    hall.do(Choose("a", "pace", "relaxed"))
    hall.do(Start("a"))


def asked(hall: Hall, game: AnyGame) -> list[int]:
    return sorted(game.ask(hall.playing.state).seats)  # type: ignore[union-attr]


def inputs(hall: Hall, game: AnyGame, whims: Random) -> None:
    """One input of some kind at a running table."""
    seat = whims.choice(asked(hall, game))
    user = hall.user(seat)
    luck = whims.random()
    question = hall.playing.question
    if luck < 0.03:
        shown(hall.house, hall.id, question, hall.at)
        hall.at = hall.row.due or hall.at
        hall.tell(Tick(question))
    elif luck < 0.1:
        hall.tell(Answer(whims.choice([*USERS, "x"]), question, "no.such.move"))
    else:
        codes = [move.code for move in game.moves(hall.playing.state, seat)]
        word = whims.choice(sorted({code.partition(".")[0] for code in codes}))
        code = whims.choice([code for code in codes if code.partition(".")[0] == word])
        hall.tell(Answer(user, question, code))


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_every_letter_goes_to_whom_it_is_for(hall: Hall, game: AnyGame, seed: int) -> None:
    seat_all(hall, game)
    whims = Random(seed)
    seats = {user: hall.seat(user) for user in USERS}
    for number in range(300):
        for lane, notes in hall.sent().items():
            for note in notes:
                if lane.startswith("room:"):
                    assert isinstance(note, Announce)
                    assert isinstance(note.message, Public)
                    assert not list(secrets_in(note.message))
                else:
                    assert isinstance(note, Whisper)
                    assert lane == f"person:{hall.chair(lane.partition(':')[2]).user}"
                    assert note.seat == seats[lane.partition(":")[2]]
        if not isinstance(hall.table, Playing):
            break
        if number == 40:
            hall.do(Rise(USERS[-1]))
        else:
            inputs(hall, game, whims)


def secrets_in(value: object) -> Iterator[Secret]:
    if isinstance(value, Secret):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from secrets_in(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from secrets_in(getattr(value, name))


def worlds(hall: Hall, game: AnyGame, seed: int, reader: int | None) -> Iterator[tuple[Any, Any]]:
    """States of a match as they come, with another world that a reader cannot tell apart."""
    seat_all(hall, game)
    whims, dice = Random(seed), Dice(b"worlds%d" % seed)
    for _ in range(60):
        if not isinstance(hall.table, Playing):
            return
        table = hall.playing
        other = game.imagine(table.state, reader, dice)
        yield table, msgspec.structs.replace(table, state=other)
        inputs(hall, game, whims)


@every_game
def test_a_hand_card_shows_one_hand_alone(hall: Hall, game: AnyGame) -> None:
    """It is the same in every world that its owner may imagine."""
    games = hall.house.games
    for table, other in worlds(hall, game, 1, 2):
        user = str(table.chairs[1].user)
        assert hand_of(table, games, user) == hand_of(other, games, user)
        assert brief(table, games, user) == brief(other, games, user)


@every_game
def test_a_stranger_sees_what_the_group_sees(hall: Hall, game: AnyGame) -> None:
    games = hall.house.games
    for table, other in worlds(hall, game, 2, None):
        for user in ("x", "", "None"):
            assert hand_of(table, games, user) == hand_of(other, games, user)
        assert board_of(table, games) == board_of(other, games)
        assert board_of(table, games, True) == board_of(other, games, True)


@every_game
def test_a_refusal_tells_the_sender_nothing_new(hall: Hall, game: AnyGame) -> None:
    """What is refused, and why, depends only on what the sender may know."""
    for table, other in worlds(hall, game, 3, 2):
        said = [move.code for seat in asked(hall, game) for move in game.moves(table.state, seat)]
        for code in ["no.such.move", "", *said[:6]]:
            assert game.why_not(table.state, 2, code) == game.why_not(other.state, 2, code)


@every_secretive_game
def test_a_press_on_letters_tells_the_group_nothing(hall: Hall, game: AnyGame) -> None:
    """The hint to look first, and silence, are the same in every world."""
    match, state = _secretly_asked(game)
    seat = min(game.ask(state).seats)  # type: ignore[union-attr]
    row = game.rows(game.view(state, None))[0]
    label = letters(game.hidden(state, seat))[0] if row.kind == "letters" else row.labels[0]
    told = []
    for each in (state, game.imagine(state, None, Dice(b"other"))):
        other = Hall()
        other.house = House(other.store, hall.house.games, Chance())
        other.do(Open("a", "Ann", game.name))
        table = seated(game, match, each)
        table = replace(table, deal=replace(table.deal, id=other.id))
        stored = msgspec.structs.replace(
            other.row, snapshot=freeze(table), question=table.question, version=9
        )
        other.store.run(_storing(stored))
        user = f"user:{seat}"
        press = PressInput(user, other.id, table.question, str(row.place), label, AT)
        told.append((other.house.press(press).notes, other.house.press(press).notes))
        other.store.close()
    assert told[0] == told[1] == ((Announce(LookAtYourHand(seat)),), ())


def _secretly_asked(game: AnyGame) -> tuple[Match, Any]:
    """Some match, and a state of it with a secret question."""
    preset = next(iter(game.presets))
    seats = game.seats(game.presets[preset]).start
    for whims in range(100):
        match = play_out(game, Casting(preset, {}, seats, b"seed", ("random",) * seats, whims))
        for state in match.states:
            if getattr(game.ask(state), "secret", False):
                return match, state
    raise AssertionError("this game has no secret choice")


def _storing(row: StoredTable) -> Callable[[Work], None]:
    return lambda work: work.update(row)


@every_game
def test_seed_and_secret_stay_in_the_house_until_the_end(hall: Hall, game: AnyGame) -> None:
    games = hall.house.games
    for table, _ in worlds(hall, game, 5, None):
        sheets = [board_of(table, games), proof_sheet(table)]
        sheets += [hand_of(table, games, user) for user in USERS]
        for text in map(repr, sheets):
            assert table.secret not in text
            assert table.deal.seed not in text


@every_game
def test_nothing_of_a_game_is_logged(
    hall: Hall, game: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="fumibako"), caplog.at_level(logging.INFO):
        for _ in worlds(hall, game, 6, None):
            hall.sent()
    assert not caplog.records


@every_game
def test_a_finished_game_shows_no_hand_that_was_not_shown(hall: Hall, game: AnyGame) -> None:
    """Even the last board is the same in every world with the same public end."""
    for _ in worlds(hall, game, 7, None):
        pass
    whims = Random(8)
    for _ in range(2000):
        if not isinstance(hall.table, Playing):
            break
        inputs(hall, game, whims)
    table = hall.table
    assert isinstance(table, Finished)
    other = msgspec.structs.replace(table, state=game.imagine(table.state, None, Dice(b"e")))
    assert board_of(table, hall.house.games) == board_of(other, hall.house.games)


def test_a_message_for_one_seat_cannot_be_announced() -> None:
    """The types forbid it, and so does the store when it reads a note."""
    note = Announce(Holding((Hat.RED,)))  # type: ignore[arg-type]
    assert read(write(note)) is None


def test_every_message_is_for_all_or_for_one() -> None:
    for kind in leaves(Message):
        assert issubclass(kind, Public) != issubclass(kind, Secret)
