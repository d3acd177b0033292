"""Words that are too old open, seat, start and answer nothing; they are answered once."""

from __future__ import annotations

import msgspec
import pytest

from adapters.expiry import LASTS, WordsTooOld
from adapters.heard import SILENCE, Reply
from core.desk.presses import read_datum
from core.table.table import Lobby, Playing
from tests.adapters.table import Parlour

HOURS = 36_000.0


def old(parlour: Parlour, name: str, text: str, *, private: bool = False, age: float) -> Reply:
    heard = parlour.heard(name, private=private)
    addressed = text.startswith("/")
    return parlour._hear(msgspec.structs.replace(heard, text=text, age=age, addressed=addressed))


def test_old_words_do_nothing_and_are_answered_once() -> None:
    parlour = Parlour()
    words = ["/play", "/join", "/join", "/join", "/help", "/help", "/start", "遊ぶ"]
    replies = [old(parlour, "Aki", text, age=HOURS) for text in words]
    assert isinstance(replies[0].message, WordsTooOld)
    assert replies[1:] == [SILENCE] * 7
    room = parlour.store.room(parlour.room.id)
    assert room is not None
    assert room.table is None


def test_words_in_time_are_done_as_ever() -> None:
    parlour = Parlour()
    assert old(parlour, "Aki", "/play", age=LASTS).message is None
    assert isinstance(parlour.now(), Lobby)


def test_the_next_absence_is_told_again_but_not_within_five_minutes() -> None:
    parlour = Parlour()
    assert old(parlour, "Aki", "/play", age=HOURS).message is not None
    old(parlour, "Aki", "/play", age=0.0)
    assert old(parlour, "Aki", "/join", age=HOURS) is SILENCE
    parlour.at += LASTS
    assert old(parlour, "Aki", "/join", age=HOURS).message is not None
    parlour.at += LASTS
    assert old(parlour, "Aki", "/join", age=HOURS) is SILENCE  # nobody has written since


def test_an_old_move_in_words_is_answered_and_not_played() -> None:
    parlour = Parlour()
    parlour.start("Aki", "Ben")
    before = parlour.now()
    assert isinstance(before, Playing)
    game = parlour.house.games[before.game]
    asked = min(seat for seat in (1, 2) if game.moves(before.state, seat))
    name = before.chairs[asked - 1].name
    text = game.moves(before.state, asked)[0].code.replace(".", " ")
    assert isinstance(old(parlour, name, text, age=HOURS).message, WordsTooOld)
    assert parlour.now() == before
    assert old(parlour, name, text, age=0.0) is not SILENCE
    assert parlour.now() != before


def test_each_chat_is_told_by_itself() -> None:
    parlour = Parlour()
    told = [
        old(parlour, "Aki", "/play", age=HOURS),
        old(parlour, "Aki", "help", private=True, age=HOURS),
        old(parlour, "Ben", "help", private=True, age=HOURS),
    ]
    assert all(isinstance(reply.message, WordsTooOld) for reply in told)


@pytest.mark.parametrize("text", ["who plays tonight?", "2", "参加", "hello"])
def test_old_chat_that_was_not_meant_for_us_stays_unanswered(text: str) -> None:
    assert old(Parlour(), "Aki", text, age=HOURS) is SILENCE


def test_a_press_never_expires() -> None:
    parlour = Parlour()
    heard = msgspec.structs.replace(parlour.heard("Aki"), press=read_datum("-:0:open"), age=HOURS)
    assert parlour._hear(heard).message is None
    assert isinstance(parlour.now(), Lobby)
