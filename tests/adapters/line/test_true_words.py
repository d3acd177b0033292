"""What is said on LINE is true there: nothing is named that is not there."""

from __future__ import annotations

import msgspec
import pytest

from adapters.letter import BoardShown
from adapters.line import compose, hand_face
from adapters.line.flex import Look
from core.desk.acts import Act
from core.desk.presses import Key
from core.desk.sheets import Board, Hand
from core.kernel.text import Message
from core.table.places import Room, Showing
from core.table.table import Lobby, Playing
from locales import tongue
from tests.adapters.contexts import context_at
from tests.adapters.line.fake import texts
from tests.adapters.line.stage import GAMES_BY_NAME
from tests.adapters.line.test_sheets import PRESETS, lobby, sheets

LETTERS = {"ja": "文字", "en": "letter"}
COMES = {"ja": "届き", "en": "will be shown here"}
TIME_IS_UP = {"ja": "時間切れ", "en": "Time is up"}
NO_OBJECTION = {"ja": "異議なし", "en": "bjection"}
ROOM = Room(1, "line", "C1", "ja")


def said(messages: tuple[Message, ...], look: Look) -> str:
    return "\n".join(look.say(each) for each in messages)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("language", tongue.languages())
def test_letters_are_named_where_letters_are(game: str, preset: str, language: str) -> None:
    """Small print of boards and hands, over the course of a game."""
    hands = boards = 0
    for table, shown in sheets(lobby(game, preset), game, preset):
        if not isinstance(table, Playing | Lobby):
            continue
        edition = GAMES_BY_NAME[game].edition(table.options) if isinstance(table, Playing) else ""
        look = Look(language, context_at(table, edition, language))
        if isinstance(shown, Hand):
            hand = compose.hand_for_line(shown)
            hands += 1
            told = said(compose.notes_of_hand(hand, None), look)
            assert (LETTERS[language] in told) is (hand.letters >= 0), told
            whole = "\n".join(texts(hand_face.hand(hand, look, [told], [])))
            assert COMES[language] not in whole, "a hand does not come by itself on LINE"
        elif isinstance(shown, Board) and shown.phase == "playing":
            boards += 1
            board = compose.adapted(shown, clock=True)
            card = BoardShown(Showing(board.table), board, look.context, 9.0, 30, rooms=(ROOM,))
            told = said(compose.notes(card, typed=False), look)
            rows = any(isinstance(each.verb, Key) for row in shown.choice for each in row)
            assert rows or LETTERS[language] not in told, told
    assert hands and (boards or game == "old-maid")


@pytest.mark.parametrize("language", tongue.languages())
def test_silence_in_a_window_is_no_objection(language: str) -> None:
    """Nobody's time is up where silence is an answer."""
    met = {True: 0, False: 0}
    for game, preset in PRESETS:
        for table, shown in sheets(lobby(game, preset), game, preset):
            if not isinstance(shown, Board) or shown.phase != "playing":
                continue
            assert isinstance(table, Playing)
            edition = GAMES_BY_NAME[game].edition(table.options)
            look = Look(language, context_at(table, edition, language))
            for window in (shown.window, True):
                each = msgspec.structs.replace(shown, window=window)
                board = compose.adapted(each, clock=True)
                card = BoardShown(Showing("t"), board, look.context, 9.0, 30, rooms=(ROOM,))
                keys = [b for b in board.foot if b.verb is Act.NEXT]
                told = "\n".join(
                    [
                        said(compose.notes(card, typed=False), look),
                        *(look.say(b.label) for b in keys),
                    ]
                )
                met[window] += 1
                if window:
                    assert NO_OBJECTION[language] in told and TIME_IS_UP[language] not in told
    assert all(met.values())


@pytest.mark.parametrize("language", tongue.languages())
@pytest.mark.parametrize("window", [True, False])
def test_whoever_is_called_is_told_for_what(language: str, window: bool) -> None:
    made = compose.with_mention(["…"], language, ["U1"], window=window)
    assert "{m0}" in made["text"] and set(made["substitution"]) == {"m0"}
    other = compose.with_mention(["…"], language, ["U1"], window=not window)
    assert made["text"] != other["text"]
