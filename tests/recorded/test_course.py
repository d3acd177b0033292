"""Refusals, deadlines, leaving, letters and prescribed chance in a record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.kernel.text import Message
from core.records.expect import check, named_to, seen_by
from core.records.faults import (
    NotRefused,
    RecordError,
    RefusalChanged,
)
from core.records.record import read
from core.records.replay import DEAL, replay
from core.table.sayings import Left, Started, TimedOut
from core.table.table import (
    Games,
    Playing,
)
from tests.recorded.made import (
    BY_NAME,
    DECK,
    Picky,
    failures,
    game_by_decks,
    game_by_position,
    played,
)

# ------------------------------------------------------------------ refusals, deadlines, leaving


def test_refused_moves_change_nothing_and_say_why() -> None:
    data = game_by_decks()
    data["moves"] = [
        "!2:prince.3",
        "!1:guard.1.king",
        "!whatever it is",
        "!1:",
        "1:guard.2.baron",
        "!tick tock",
        "2:prince.3",
        "2:leave",
        "!2:leave",
        "!2:leave",
        "3:leave",
        "!1:leave",
        "!tick",
    ]
    game = played(data)
    refused = [step.index for step in game.steps if step.refused is not None]
    assert refused == [0, 1, 2, 3, 5, 8, 9, 11, 12]
    assert all(step.kept for step in game.steps)
    assert not any(step.letters for step in game.steps if step.refused is not None)
    assert check(game, BY_NAME) == ()


def test_a_legal_move_behind_the_mark_fails_and_is_not_played() -> None:
    data = game_by_decks()
    data["moves"] = ["!1:guard.2.baron", "!tick", "!3:leave", "1:handmaid"]
    assert failures(data) == (
        NotRefused("moves[0]", "!1:guard.2.baron"),
        NotRefused("moves[1]", "!tick"),
        NotRefused("moves[2]", "!3:leave"),
    )


def test_a_refusal_that_changes_the_table_fails() -> None:
    game = played(game_by_decks() | {"moves": ["!2:prince.3"]})
    last = msgspec.structs.replace(game.steps[-1], kept=False)
    changed = msgspec.structs.replace(game, steps=(*game.steps[:-1], last))
    assert check(changed, BY_NAME) == (RefusalChanged("moves[0]", "!2:prince.3"),)


def test_who_is_out_of_the_game_cannot_leave() -> None:
    class WithoutBen(Picky):
        def active(self, _: Any) -> frozenset[int]:
            return frozenset((1, 3))

    games: Games = {"love-letter": WithoutBen("")}  # type: ignore[dict-item]
    record = read(game_by_decks() | {"moves": ["!2:leave"]}, games)
    assert check(replay(record, games), games) == ()


def test_a_deadline_gives_the_default_answer_and_removes_nobody() -> None:
    data = game_by_decks()
    data["moves"] = ["tick"] * 4
    game = played(data)
    for step_ in game.steps[1:]:
        assert step_.letters[0].messages == (TimedOut((_first_seat(step_.letters[0].messages),)),)
    assert not any(chair.away or chair.silent or chair.left for chair in game.table.chairs)


def _first_seat(messages: tuple[Message, ...]) -> int:
    (said,) = messages
    assert isinstance(said, TimedOut)
    return said.seats[0]


def test_a_deadline_ends_with_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not asked any more, once somebody's default answer counts, answers nothing."""
    monkeypatch.setattr("core.records.replay.awaited", lambda *_: (1, 2, 3))
    game = played(game_by_decks() | {"moves": ["tick"]})
    assert isinstance(game.table, Playing)
    assert len(game.table.moves) == 1


def test_who_has_left_gets_no_letters() -> None:
    data = game_by_decks()
    data["moves"] = ["2:leave", "1:handmaid"]
    game = played(data)
    assert [step.letters[0].messages for step in game.steps[1:2]] == [(Left(2),)]
    assert all(letter.to != 2 for step in game.steps[1:] for letter in step.letters)


# ------------------------------------------------------------------ letters


def test_the_deal_shows_every_card_and_a_move_what_changed() -> None:
    game = played(game_by_decks())
    deal = game.steps[0]
    assert deal.index == DEAL
    assert deal.letters[0].messages == (Started((1, 2, 3)),)
    assert [letter.to for letter in deal.letters if letter.is_card] == [0, 1, 2, 3]
    for step_ in game.steps[1:]:
        assert {letter.to for letter in step_.letters if letter.is_card} == {0, 1, 2, 3}


def test_letters_hide_the_cards_of_the_group_s_buttons() -> None:
    game = played(game_by_decks())
    assert "handmaid" in named_to(game, 1)
    assert "handmaid" not in seen_by(game, 0)
    assert len([mark for mark in seen_by(game, 0) if mark.isalpha() and mark.isupper()]) >= 2


# ------------------------------------------------------------------ prescribed chance


def test_draws_come_after_the_start() -> None:
    data = game_by_decks()
    data["draws"] = ["princess", "king"]
    data["moves"] = ["1:handmaid", "2:priest.3", "3:baron.2"]
    assert {"princess"} <= named_to(played(data), 2)
    data = game_by_position()
    assert "handmaid" in named_to(played(data), 1)


def test_first_in_every_round() -> None:
    data = game_by_decks()
    data["start"] = {"decks": [DECK, DECK], "first": [2, 3]}
    data["moves"] = ["tick"] * 20
    game = played(data)
    moved = [step.line for step in game.steps[1:]]
    assert moved
    data["start"]["first"] = [None, 3]
    assert played(data).steps
    del data["start"]["first"]
    assert played(data).steps


def test_who_has_left_cannot_begin() -> None:
    data = game_by_decks()
    data["moves"] = ["3:leave", *["tick"] * 20]
    data["start"]["first"] = [1, 3]
    with pytest.raises(RecordError) as caught:
        played(data)
    assert caught.value.place == "start.first[1]"


def test_replay_is_the_same_every_time() -> None:
    data = game_by_position()
    data["moves"] = ["tick"] * 30
    assert played(data) == played(data)
