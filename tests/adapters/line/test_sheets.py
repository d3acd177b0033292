"""Everything that can be shown, in both languages and with the longest names, keeps the limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from linebot.v3.messaging import ReplyMessageRequest

from adapters.letter import BoardShown
from adapters.line import board_face, compose, flex, hand_face, lobby_face, more_keys
from adapters.line.flex import Look
from adapters.line.limits import faults_of, size
from adapters.line.pieces import Frame
from adapters.line.texts import LimitsAtOnce, LineWords
from core.desk.acts import Act
from core.desk.board import board_of
from core.desk.fairness import cut_sheet, proof_sheet
from core.desk.hand import hand_of
from core.desk.manual import help_sheet, rules_sheet, sure_sheet
from core.desk.sheets import AnySheet, Hand, Sheet
from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.table.commands import Answer, Start
from core.table.places import Showing
from core.table.table import Chair, Deal, Lobby, Playing, Table
from locales import tongue
from tests.adapters.contexts import context_at
from tests.adapters.line.fake import Data
from tests.adapters.line.fake_limits import refused
from tests.adapters.line.schema import MESSAGES
from tests.adapters.line.stage import GAMES_BY_NAME
from tests.adapters.line.test_secrets import LONG, run

PAGE = "https://cards.example/t/limits00"
PRESETS = [(game.name, preset) for game in GAMES for preset in game.presets]


def lobby(game: str, preset: str) -> Lobby:
    """A full table of people with impossible names."""
    rules = GAMES_BY_NAME[game]
    most = rules.seats(rules.presets[preset]).stop - 1
    chairs = tuple(Chair(f"{LONG}{i}", user=f"u:{i}", letters=i % 2 == 0) for i in range(most))
    return Lobby(Deal("limits00", game, "cd" * 32, preset, True), "u:0", chairs)


def sheets(table: Table, game: str, preset: str) -> Iterator[tuple[Table, AnySheet]]:
    """All that is shown of a lobby and of the course of a game."""
    assert isinstance(table, Lobby)
    rules = GAMES_BY_NAME[game]
    for panel in ("", "game", "preset", "pace", "switches"):
        open_panel = msgspec.structs.replace(table, panel=panel)
        yield open_panel, board_of(open_panel, GAMES_BY_NAME)
    for number in range(len(rules.rules(rules.presets[preset]))):
        yield table, rules_sheet(table, GAMES_BY_NAME, number)
    yield table, help_sheet(table, GAMES_BY_NAME)
    yield table, proof_sheet(table)
    yield table, cut_sheet(table)
    yield table, sure_sheet(table, Act.LEAVE)
    now, _ = run(table, Start("u:0"))
    dice = Dice(preset.encode())
    for number in range(40):
        if not isinstance(now, Playing):
            break
        if number % 8 == 0:
            yield now, board_of(now, GAMES_BY_NAME)
            for chair in now.chairs[:2]:
                yield now, hand_of(now, GAMES_BY_NAME, str(chair.user))
        asked = rules.ask(now.state)
        assert isinstance(asked, Ask)
        seat = dice.choose(sorted(asked.seats))
        move = dice.choose(rules.moves(now.state, seat))
        now, _ = run(now, Answer(str(now.chairs[seat - 1].user), now.question, move.code))


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_sheet_keeps_the_limits(game: str, preset: str) -> None:
    rules = GAMES_BY_NAME[game]
    for number, (table, shown) in enumerate(sheets(lobby(game, preset), game, preset)):
        for language in tongue.languages():
            edition = rules.edition(table.options) if isinstance(table, Playing) else ""
            context = context_at(table, edition, language)
            link, friend = flex.hand_link("@1234567", "手札AAAAA"), flex.friend_link("@1234567")
            look = Look(language, context, link, friend, number % 2 == 1, {}, "0" * 8)
            for message in made(shown, look):
                assert not faults_of(message), message
                assert not refused([message]), message
                assert size(message["contents"]) < 30_000
                body = {"replyToken": "x", "messages": [message]}
                assert not MESSAGES.faults("ReplyMessageRequest", body)
                assert as_the_sdk_reads_it(body) == body


def as_the_sdk_reads_it(body: Data) -> Any:
    """A body after a way through the classes of LINE's own library, which drop what they do not
    know and refuse what they do not allow."""
    read = ReplyMessageRequest.from_dict(body)
    assert read is not None
    return {key: value for key, value in read.to_dict().items() if key in body}


def made(shown: AnySheet, look: Look) -> Iterator[Data]:
    """What is shown as it is sent, with all that may be on it."""
    if isinstance(shown, Hand):
        links = [flex.link(LineWords.PAGE, "https://cards.example/line/seat/x", look)]
        yield hand_face.hand(shown, look, ["x"], links)
    elif isinstance(shown, Sheet):
        yield flex.sheet(shown, look, "before")
    elif shown.phase == "lobby":
        yield lobby_face.board(compose.adapted(shown, clock=True), look, ("Ann",))
    else:
        adapted = compose.adapted(shown, clock=True)
        about = BoardShown(Showing(shown.table), shown, look.context, 1e9, 30)
        for page, letters in (("", False), (PAGE, False), (PAGE, True)):
            frame = Frame(about, adapted, look, (), (LimitsAtOnce(),), page, letters, asked=True)
            yield board_face.board(frame)
            more = more_keys.rest_of_secret(frame)
            if more is not None:
                yield more
