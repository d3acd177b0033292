"""No hidden card stands in anything that a group can see."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adapters.letter import BoardShown, RoomLetter, Told
from adapters.telegram import render
from adapters.telegram.board import board as page_of
from adapters.telegram.posted import Posted
from adapters.telegram.story import story
from adapters.telegram.style import LONGEST, length
from core.desk.board import board_of
from core.desk.presses import read_datum
from core.games import GAMES
from core.games.love_letter.names import Card as LoveCard
from core.kernel import dice
from core.kernel.asks import Ask
from core.kernel.text import Announce, Public
from core.table.commands import Answer, Start
from core.table.places import Room, Showing
from core.table.playing import step
from core.table.table import Chair, Deal, Lobby, Playing, Table
from tests.adapters.contexts import context_at
from tests.adapters.telegram.open_players import gather, play_openly
from tests.adapters.telegram.players import play, push, seat, verb
from tests.adapters.telegram.players import table as stored
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_match import four
from tests.sample import spans

MATCHES = 100  # of Love Letter, in each language
MANY = {"coup": (2, 3, 5, 6), "lady-luck": (3, 4)}
"""How many sit at the tables of the other games."""
ROOM = Room(1, "telegram", "-1", "en", title="Friends")
GAME = {game.name: game for game in GAMES}
CODES = "|".join(card.value for card in LoveCard)


VARIANTS: dict[str, Any] = {
    "": {},
    "shown": {"inquisitor": True, "factions": True},
    "asked": {
        "inquisitor": True,
        "factions": True,
        "prove": "choice",
        "embezzle_bluff": "concede",
    },
}
"""Switches of Coup."""


def lobby(number: int, seats: int, game: str = "love-letter", variant: str = "") -> Lobby:
    chairs = tuple(
        Chair(f"P{seat}", user=f"telegram:{seat}", letters=bool(number >> seat & 1))
        for seat in range(1, seats + 1)
    )
    deal = Deal("abcdefgh", game, f"{number:064x}", switches=VARIANTS[variant])
    return Lobby(deal, "telegram:1", chairs)


def after(table: Table, command: object) -> tuple[Table, list[Public]]:
    tale = step(table, command, GAME)  # type: ignore[arg-type]
    told: list[Public] = []
    while True:
        try:
            note = next(tale)
        except StopIteration as end:
            return end.value, told
        if isinstance(note, Announce):
            told.append(note.message)


def positions(
    number: int,
    rng: random.Random,
    game: str = "love-letter",
    seats: tuple[int, ...] = (2, 3, 4),
    variant: str = "",
) -> Iterator[tuple[Playing, list[Public]]]:
    """Every position of a random game, and what everybody was told so far."""
    table, told = after(lobby(number, rng.choice(seats), game, variant), Start("telegram:1"))
    while isinstance(table, Playing):
        yield table, told
        rules = GAME[table.game]
        seat_now = rng.choice(sorted(rules.ask(table.state).seats))  # type: ignore[union-attr]
        move = rng.choice(rules.moves(table.state, seat_now))
        user = str(table.chairs[seat_now - 1].user)
        table, more = after(table, Answer(user, table.question, move.code))
        told = (told + more)[-20:]


def seen(table: Playing, told: list[Public], language: str) -> render.Page:
    """The board as the group gets it."""
    edition = GAME[table.game].edition(table.options)
    context = context_at(table, edition, language)
    lines = tuple(Told(i, table.id, message, context) for i, message in enumerate(told, 1))
    board = board_of(table, GAME)
    shown = BoardShown(Showing(table.id), board, context, 1_764_400_000.0, 60, lines, (ROOM,))
    letter = RoomLetter("room:1", language, (), (shown,), ROOM)
    return page_of(letter, shown, story(letter, shown, Posted()), frozenset((1,)))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("numbers", spans(24, MATCHES))
def test_a_board_is_the_same_for_every_world_that_the_group_could_imagine(
    numbers: range, language: str
) -> None:
    boards = 0
    for number in numbers:
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
                        assert not re.search(CODES, press.code)
            boards += 1
    assert boards > len(numbers) * 20


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("name", "variant", "numbers"),
    [
        ("coup", "", range(20)),
        pytest.param("coup", "", range(20, 100), marks=pytest.mark.soak),
        ("coup", "asked", range(12)),
        pytest.param("coup", "asked", range(12, 60), marks=pytest.mark.soak),
        pytest.param("coup", "shown", range(60), marks=pytest.mark.soak),
        ("lady-luck", "", range(3)),
        pytest.param("lady-luck", "", range(3, 14), marks=pytest.mark.soak),
    ],
)
def test_the_boards_of_the_other_games_hide_as_well(
    language: str, name: str, variant: str, numbers: range
) -> None:
    """Equal for every world the group could imagine, buttons and data included; and where the
    choice is secret nothing that a button sends names a card."""
    game, boards, secret = GAME[name], 0, 0
    for number in numbers:
        rng = random.Random(f"{language}{name}{number}")
        seats = (3, 4, 6) if variant else MANY[name]
        for table, told in positions(number, rng, name, seats, variant):
            page = seen(table, told, language)
            other = game.imagine(table.state, None, dice.Dice(bytes([number]) * 32, 0))
            assert seen(msgspec.structs.replace(table, state=other), told, language) == page
            assert length(page.text) <= LONGEST
            asked = game.ask(table.state)
            assert isinstance(asked, Ask)
            assert page.keyboard is not None
            verbs = []
            for row in page.keyboard.inline_keyboard:
                for button in row:
                    data = str(button.callback_data)
                    assert 1 <= len(data.encode()) <= 64
                    verbs.append(verb(data))
            boards += 1
            if asked.secret:
                secret += 1
                cards = "|".join(game.hidden(table.state, min(asked.seats)).words)
                assert not [each for each in verbs if re.search(cards, each)]
    assert boards > len(numbers) * 10
    assert secret > len(numbers) // 4


@pytest.mark.parametrize("name", ["coup", "lady-luck"])
def test_what_the_other_games_send_to_a_group_names_no_hand(name: str) -> None:
    """Through the whole host: what a hand card says stands in private chats and alerts only."""

    async def game() -> None:
        stage = Stage(f"secrets {name}")
        await stage.begin()
        people, chat = four(stage, 2), stage.group()
        table = await gather(stage, chat, people, name)
        await play_openly(stage, chat, table, random.Random(5), people[2:])
        own = ("You have", "Your score cards", "known to you", "that you know", "Automatic:")
        for entry in chat.log:
            assert not [each for each in own if each in entry["text"]], entry["text"]
        for person in people[2:]:
            assert not stage.server.chat(person.number).log
        cards = [entry for p in people[:2] for entry in stage.server.chat(p.number).log]
        cards = [entry for entry in cards if "You have" in entry["text"]]
        assert len(cards) > 10
        assert all(entry["protected"] for entry in cards)

    run(game())


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
        assert "round 1" in page.text

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
                    assert press is None or not re.search(CODES, press.code)
        # Answers to presses reach the presser alone; hands are told to nobody else.
        for person in people:
            own = stage.server.chat(person.number)
            if person in people[2:]:
                assert not own.log
            for entry in own.log:
                assert entry["protected"] or "Your hand" not in entry["text"]

    run(match())
