"""No hidden card stands in anything that a group can see."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import msgspec
import pytest

from adapters.names import context_of
from adapters.post import Letter, Line, Shown
from adapters.telegram import render
from adapters.telegram.style import LONGEST, length
from adapters.telegram.texts import TurnHere
from core import dice
from core.board import group_sheet
from core.games import GAMES
from core.games.love_letter.names import Card as LoveCard
from core.ports import Card, Room
from core.sheets import read_datum
from core.steps import step
from core.table import Answer, Chair, Lobby, Playing, Start, Table
from core.text import Announce, Message
from tests.adapters.telegram.players import play, push, seat
from tests.adapters.telegram.players import table as stored
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_match import four

MATCHES = 200
ROOM = Room(1, "telegram", "-1", "en", title="Friends")
GAME = {game.name: game for game in GAMES}
CODES = "|".join(card.value for card in LoveCard)


def lobby(number: int, seats: int) -> Lobby:
    chairs = tuple(
        Chair(f"P{seat}", user=f"telegram:{seat}", letters=bool(number >> seat & 1))
        for seat in range(1, seats + 1)
    )
    return Lobby("abcdefgh", "love-letter", "telegram:1", f"{number:064x}", chairs)


def after(table: Table, command: object) -> tuple[Table, list[Message]]:
    tale = step(table, command, GAME)  # type: ignore[arg-type]
    told: list[Message] = []
    while True:
        try:
            note = next(tale)
        except StopIteration as end:
            return end.value, told
        if isinstance(note, Announce):
            told.append(note.message)


def positions(number: int, rng: random.Random) -> Iterator[tuple[Playing, list[Message]]]:
    """Every position of a random match, and what everybody was told so far."""
    table, told = after(lobby(number, rng.choice((2, 3, 4))), Start("telegram:1"))
    while isinstance(table, Playing):
        yield table, told
        game = GAME[table.game]
        seat_now = min(game.ask(table.state).seats)  # type: ignore[union-attr]
        move = rng.choice(game.moves(table.state, seat_now))
        user = str(table.chairs[seat_now - 1].user)
        table, more = after(table, Answer(user, table.question, move.code))
        told = (told + more)[-20:]


def seen(table: Playing, told: list[Message], language: str) -> render.Page:
    """The board as the group gets it."""
    edition = GAME[table.game].edition(table.options)
    context = context_of(table, edition, language)
    lines = tuple(Line(i, table.id, message, context) for i, message in enumerate(told, 1))
    sheet = group_sheet(table, GAME)
    shown = Shown(Card(table.id), sheet, context, table, 1_764_400_000.0, True, lines, (ROOM,))
    letter = Letter("room:1", language, (), (shown,), ROOM)
    events, _ = render.happened(letter, shown)
    return render.board(letter, shown, events, [TurnHere((1,))])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_board_is_the_same_for_every_world_that_the_group_could_imagine(language: str) -> None:
    boards = 0
    for number in range(MATCHES // 2):
        rng = random.Random(f"{language}{number}")
        for table, told in positions(number, rng):
            page = seen(table, told, language)
            game = GAME[table.game]
            other = game.imagine(table.state, None, dice.Dice(bytes([number]) * 32, 0))
            world = msgspec.structs.replace(table, state=other)
            assert seen(world, told, language) == page
            assert length(page.text) <= LONGEST
            if page.keyboard is not None:
                for row in page.keyboard.inline_keyboard:
                    for button in row:
                        data = str(button.callback_data)
                        assert 1 <= len(data.encode()) <= 64
                        press = read_datum(data)
                        assert press is not None
                        assert not re.search(CODES, press.verb)
            boards += 1
    assert boards > MATCHES * 10


@pytest.mark.parametrize("text", ["/hand", "手札", "hand", "/hand@fumibako_bot", "guard", "cards"])
def test_whoever_asks_for_the_hand_in_words_gets_no_answer_that_others_read(text: str) -> None:
    async def story() -> None:
        stage = Stage("words")
        await stage.begin()
        people, chat = four(stage, 1), stage.group()
        name = await seat(stage, chat, people[:3])
        await push(stage, chat, people[0], "start")
        seen_table = stored(stage, name)
        assert isinstance(seen_table, Playing)
        page = seen(seen_table, [], "en")
        before = len(chat.log)
        for who in people:
            await stage.says(who, text, chat)
            await stage.quiet()
        for entry in chat.log[before:]:
            lines = [line for line in entry["text"].split("\n") if not line.startswith("▸")]
            assert "Your hand" not in entry["text"]
            for line in lines:
                for card in ("Guard", "Priest", "Baron", "Handmaid", "Prince", "King", "Countess"):
                    assert card not in line
        assert "Round 1" in page.text

    run(story())


def test_what_goes_to_a_group_names_no_hand() -> None:
    """Through the whole host: what the group and other people get while hands are dealt."""

    async def match() -> None:
        stage = Stage("secrets")
        await stage.begin()
        people, chat = four(stage, 2), stage.group()
        await seat(stage, chat, people)
        await play(stage, chat, random.Random(3), people[2:])
        for entry in chat.log:
            assert "Your hand" not in entry["text"]
            assert "You draw" not in entry["text"]
            for row in entry["rows"]:
                for button in row:
                    press = read_datum(button.get("callback_data", ""))
                    assert press is None or not re.search(CODES, press.verb)
        # Answers to presses reach the presser alone; hands are told to nobody else.
        for person in people:
            own = stage.server.chat(person.number)
            if person in people[2:]:
                assert not own.log
            for entry in own.log:
                assert entry["protected"] or "Your hand" not in entry["text"]

    run(match())
