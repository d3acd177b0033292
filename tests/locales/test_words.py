"""What people type is understood."""

from __future__ import annotations

import pytest

from locales.words import COMMANDS, commands, fold, spellings, understand


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("join", "join"),
        (" Join ", "join"),
        ("/join", "join"),
        ("／ＪＯＩＮ！", "join"),
        ("「参加」。", "参加"),
        ("参加！！", "参加"),
        ("ﾊﾟｽ", "パス"),
        ("１２", "12"),
        ("add\u3000 bot", "add bot"),
        ("jo\u200bin\u202e", "join"),
        ("“play again”?", "play again"),
        ("-1", "-1"),
        ("1.5", "1.5"),
        ("コンピューター", "コンピューター"),
        ("/", ""),
        ("！？", ""),
        ("", ""),
    ],
)
def test_folding(typed: str, folded: str) -> None:
    assert fold(typed) == folded
    assert fold(folded) == folded


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("/join", "join"),
        ("参加", "join"),
        ("さんか。", "join"),
        ("参加する", "join"),
        ("ＳＴＡＲＴ", "start"),
        ("開始！", "start"),
        ("手札", "hand"),
        ("てふだ", "hand"),
        ("やめる", "leave"),
        ("もう一度", "rematch"),
        ("play again", "rematch"),
        ("遊ぶ", "open"),
        ("状況", "status"),
        ("ルール？", "rules"),
        ("言語", "lang"),
        ("記録", "record"),
        ("封印", "seal"),
        ("カット", "cut"),
        ("ダウト！", "challenge"),
        ("許可", "allow"),
        ("はい", "yes"),
        ("no", "no"),
    ],
)
def test_commands_are_understood_in_every_language(typed: str, command: str) -> None:
    assert understand(typed) == command


@pytest.mark.parametrize("typed", ["", "/", "join us", "joined", "参加したい", "hello", "1"])
def test_other_words_are_no_commands(typed: str) -> None:
    assert understand(typed) is None


def test_the_first_spelling_is_shown() -> None:
    assert spellings("join", "ja")[0] == "参加"
    assert spellings("join", "en")[0] == "join"


def test_a_language_alone() -> None:
    assert commands("ja")["参加"] == "join"
    assert "join" not in commands("ja")
    assert commands("en")["add bot"] == "bot"
    assert set(commands("en").values()) == set(COMMANDS)
