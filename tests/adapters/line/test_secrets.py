"""Nothing that a member of the group can see depends on a hidden card."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec
import pytest

from adapters.letter import BoardShown, Told
from adapters.line import board_face, compose, flex, more_keys, result_face
from adapters.line.flex import Look
from adapters.line.limits import faults_of
from adapters.line.pieces import Frame
from adapters.line.words import words_of
from core.desk.board import board_of
from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.dice import Dice, bot_dice
from core.kernel.text import Announce, Note, words_in
from core.table.commands import Answer, Start
from core.table.places import Room, Showing
from core.table.playing import step
from core.table.table import (
    Chair,
    Deal,
    Finished,
    Lobby,
    Playing,
    Table,
)
from locales import tongue
from tests.adapters.contexts import context_at
from tests.adapters.line.fake import Data, texts
from tests.adapters.line.fake_limits import refused
from tests.adapters.line.players import Match
from tests.adapters.line.schema import MESSAGES
from tests.adapters.line.stage import GAMES_BY_NAME, Stage
from tests.sample import spans

MATCHES = 200
MOST_MOVES = 25  # of each match
EVERY = 5  # how many of its moves pass between two looks at the group's messages
LONG = "ＷＷ龍{}👨‍👩‍👧‍👦 " * 30  # the longest name, with everything that needs care
ROOM = Room(1, "line", "C1", "ja")
LOVE_LETTER = GAMES_BY_NAME["love-letter"]


def lobby(number: int, game: str) -> Lobby:
    """A table of random size and edition."""
    dice = Dice(f"secrets {number}".encode())
    rules = GAMES_BY_NAME[game]
    presets = sorted(rules.presets)
    preset = presets[dice.below(len(presets))]
    fit = rules.seats(rules.presets[preset])
    seated = fit.start + dice.below(len(fit))
    chairs = tuple(
        Chair(f"{LONG}{i}" if i % 2 else f"P{i}", user=f"line:U{i}", letters=True)
        for i in range(seated)
    )
    secret = hashlib.sha256(f"secrets {number}".encode()).hexdigest()
    return Lobby(Deal("secrets0", game, secret, preset, True), "line:U0", chairs)


def run(table: Table, command: Any) -> tuple[Table, list[Note]]:
    notes: list[Note] = []
    tale = step(table, command, GAMES_BY_NAME)
    while True:
        try:
            notes.append(next(tale))
        except StopIteration as end:
            return end.value, notes


def messages(table: Playing, notes: list[Note], language: str, typed: bool) -> list[Data]:
    """What the group is sent, as `LineSay` makes it."""
    game = GAMES_BY_NAME[table.game]
    context = context_at(table, game.edition(table.options), language)
    board = board_of(table, GAMES_BY_NAME)
    shown = BoardShown(Showing(table.id), board, context, 1e9, 30, (), (ROOM,))
    look = Look(language, context, flex.hand_link("@1", "hand X"), flex.friend_link("@1"), typed)
    adapted = compose.adapted(board, clock=True)
    if typed:
        look = msgspec.structs.replace(look, words=words_of(adapted, language, context))
    lines = [
        Told(i, table.id, note.message, context)
        for i, note in enumerate(notes)
        if isinstance(note, Announce)
    ]
    users = [str(table.chairs[seat - 1].user)[5:] for seat in board.asks]
    frame = Frame(shown, adapted, look, tuple(lines), compose.notes(shown, typed=typed))
    mention = compose.with_mention((), language, users)
    if not isinstance(table, Playing):
        return [mention, result_face.board(frame)]
    more = more_keys.rest_of_secret(frame)
    paged = msgspec.structs.replace(frame, page="https://cards.example/t/secrets0")
    boards = [board_face.board(frame), board_face.board(paged)]
    return [mention, *boards, *([more] if more is not None else [])]


@pytest.mark.parametrize("numbers", spans(40, MATCHES))
def test_the_group_sees_the_same_in_every_world_it_can_imagine(numbers: range) -> None:
    """On 200 random matches: number, order, labels and data of the buttons, and every text,
    are the same for every possible hand; no hidden card is named; every limit is kept."""
    names = [game.name for game in GAMES]
    for number in numbers:
        name = "love-letter" if number % 2 else names[number // 2 % len(names)]
        table, notes = run(lobby(number, name), Start("line:U0"))
        game = GAMES_BY_NAME[name]
        language, typed = ("ja", "en")[number % 2], number % 3 == 0
        for move in range(MOST_MOVES):
            if not isinstance(table, Playing):
                break
            if move % EVERY == number % EVERY:
                _check(table, notes, language, typed, Dice(f"{number}.{move}".encode()))
            asked = game.ask(table.state)
            assert isinstance(asked, Ask)
            seat = min(asked.seats)
            moves = game.moves(table.state, seat)
            dice = bot_dice(table.seed_bytes, table.question, seat)
            chosen = moves[dice.below(len(moves))]
            user = str(table.chairs[seat - 1].user)
            table, notes = run(table, Answer(user, table.question, chosen.code))


@pytest.mark.parametrize("name", ["coup", "lady-luck"])
@pytest.mark.parametrize("numbers", spans(3, 12))
def test_long_random_games_with_orders_of_everybody(numbers: range, name: str) -> None:
    """Deep into the game, in every world that the group can imagine; and whatever anybody has
    ordered, as long as it has not become a move: limits are never shown."""
    game = GAMES_BY_NAME[name]
    assert game.orders is not None
    ordered = 0
    for number in numbers:
        table, notes = run(lobby(number, name), Start("line:U0"))
        language, typed = ("ja", "en")[number % 2], number % 3 == 0
        for move in range(120):
            if not isinstance(table, Playing):
                break
            dice = Dice(f"{name}{number}.{move}".encode())
            if move % 7 == number % 7:
                _check(table, notes, language, typed, dice)
                here = messages(table, notes, language, typed)
                for given in ("bid.5", "bid.11", "pass.0", "pass.3", "allow"):
                    chairs = tuple(
                        msgspec.structs.replace(
                            chair, order=game.orders.read(table.state, seat, given) or ""
                        )
                        for seat, chair in enumerate(table.chairs, 1)
                    )
                    ordered += any(chair.order for chair in chairs)
                    other = msgspec.structs.replace(table, chairs=chairs)
                    assert messages(other, notes, language, typed) == here
            asked = game.ask(table.state)
            assert isinstance(asked, Ask)
            seat = dice.choose(sorted(asked.seats))
            code = dice.choose(game.moves(table.state, seat)).code
            table, notes = run(
                table, Answer(str(table.chairs[seat - 1].user), table.question, code)
            )
    assert ordered > len(numbers) * 2, "so many orders that could show themselves"


def _check(table: Playing, notes: list[Note], language: str, typed: bool, dice: Dice) -> None:
    game = GAMES_BY_NAME[table.game]
    here = messages(table, notes, language, typed)
    world = game.imagine(table.state, None, dice)
    other = msgspec.structs.replace(table, state=world)
    assert messages(other, notes, language, typed) == here
    _check_hidden(table, here, language)
    for message in here:
        assert not faults_of(message), message
        assert not refused([message]), message
    body = {"replyToken": "x", "messages": here}
    assert not MESSAGES.faults("ReplyMessageRequest", body)


def _check_hidden(table: Playing, here: list[Data], language: str) -> None:
    """No card that nobody may see is named on the board of a secret question."""
    game = GAMES_BY_NAME[table.game]
    if not getattr(game.ask(table.state), "secret", False):
        return
    edition = game.edition(table.options)
    public = set(words_in(game.view(table.state, None)))
    hidden = set(words_in(table.state)) - public
    words = {tongue.word(word, language, edition) for word in hidden}
    shown = {text for text in texts(here[1]) if text in words}
    assert not shown


@pytest.mark.parametrize("numbers", spans(4, 16))
def test_no_hidden_card_in_whole_matches(numbers: range) -> None:
    """Through the whole host: what the group could read while a hand was hidden, down to the
    data behind the buttons, never names it unless it was played or shown before."""

    async def play(number: int) -> None:
        stage = Stage(f"secrets {number}", language=("ja", "en")[number % 2])
        language = stage.language
        users = [stage.person(name) for name in ("P1", "P2", "P3")[: 2 + number % 2]]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, language)
        await match.gather("", {"target": "1"})
        table = stage.table(chat)
        while isinstance(table, Playing):
            since = len(stage.entries(chat))
            await match.turn(table)
            fresh = stage.entries(chat)[since:]
            _check_entries(stage, table, stage.table(chat), fresh, language)
            table = stage.table(chat)
        assert isinstance(table, Finished)
        assert stage.line.billed == 0 and not stage.line.refusals
        for user in users:  # what one person was told alone, no other person ever reads
            for other in users:
                if other is not user:
                    assert not _private(stage, user.id) & _seen(stage, chat, other.id)

    for number in numbers:
        asyncio.run(play(number))


def _check_entries(
    stage: Stage, before: Playing, after: Table, fresh: list[Any], language: str
) -> None:
    if not isinstance(after, Playing):
        return
    game = GAMES_BY_NAME[before.game]
    edition = game.edition(before.options)
    told = "\n".join(
        tongue.say(each.note.message, language, context_at(before, edition, language))
        for each in stage.store.told(before.id, 40)
    )
    # what can be named is on the keys of every board alike, whatever anybody holds
    board = board_of(after, GAMES_BY_NAME)
    context = context_at(after, edition, language)
    same = {tongue.say(each, language, context) for _, each in (*board.named, *board.captions)}
    public = {tongue.word(w, language, edition) for w in words_in(game.view(after.state, None))}
    for word in set(words_in(after.state)):
        name = tongue.word(word, language, edition)
        if name in public or name in told:
            continue
        for text in (text for entry in fresh for text in texts(entry.message)):
            assert same & {text, text[2:], text[2:-2]} or name not in text.replace(told, ""), text


def _private(stage: Stage, user: str) -> set[str]:
    """Texts of the hand cards of a person that tell a hand."""
    return {
        text
        for entry in stage.entries(user)
        if entry.by == "bot"
        for text in texts(entry.message)
        if ("手札：" in text or "Hand: " in text) and len(text) < 60
    }


def _seen(stage: Stage, chat: str, user: str) -> set[str]:
    return {text for entry in stage.entries(chat) for text in texts(entry.message)} | {
        f"{user}{text}" for entry in stage.entries(user) for text in texts(entry.message)
    }
