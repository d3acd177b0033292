"""The score of a group, and being forgotten: every button and every typed word has its effect."""

from __future__ import annotations

import random

import msgspec
import pytest

from adapters.forgetting import ForgetInPrivate
from adapters.heard import Reply
from adapters.scoring import ScoreInTheGroup
from core.desk.kept_sheet import (
    EraseAll,
    KeptCalls,
    KeptLanguage,
    KeptMoreTime,
    KeptName,
    KeptOpen,
    KeptReserved,
    KeptRooms,
    KeptScores,
    KeptSmall,
    KeptTables,
    NotErased,
    NothingKept,
)
from core.desk.score_board import OwnTitle, TopTitle
from core.desk.sheets import Sheet
from core.house.forgetting import Erased
from core.house.scoring import CountedAgain, NotCounted, PlayHereFirst
from core.table.places import Reserved, Wishes
from core.table.score import Counted
from core.table.table import Finished, Playing
from locales import tongue
from locales.tongue import Context
from locales.words import spellings
from tests.adapters.recounted import recounted
from tests.adapters.table import GAMES_BY_NAME, Parlour

MOST = 3000  # moves until a match must be over
every_language = pytest.mark.parametrize("language", ["en", "ja"])


def match(game: str = "love-letter", number: int = 1, *names: str) -> Parlour:
    """A whole match by chance."""
    parlour = Parlour(number=number)
    parlour.start(*(names or ("Aki", "Ben", "Chie")), game=game)
    play(parlour, random.Random(number))
    return parlour


def play(parlour: Parlour, whims: random.Random) -> None:
    for _ in range(MOST):
        if not isinstance(parlour.now(), Playing):
            break
        who = parlour.awaited()
        codes = parlour.codes(who)
        assert parlour.press(who, f"m:{whims.choice(codes)}").message is None
    assert isinstance(parlour.now(), Finished)


def score(parlour: Parlour) -> list[Counted]:
    return list(parlour.store.read(lambda reads: reads.score(parlour.room.id)))


def keeps(parlour: Parlour) -> bool:
    return parlour.store.read(lambda reads: reads.habits(parlour.room.id)).scores


def say(parlour: Parlour, name: str, act: str, language: str, *, private: bool = False) -> Reply:
    """Every spelling means the same; the first one is said."""
    return parlour.type(name, spellings(act, language)[0], private=private, addressed=True)


def keys(reply: Reply) -> list[str]:
    assert isinstance(reply.sheet, Sheet)
    return [button.data for row in reply.sheet.buttons for button in row]


def words(reply: Reply, language: str = "en") -> str:
    assert isinstance(reply.sheet, Sheet)
    lines = (reply.sheet.title, *reply.sheet.lines, *reply.sheet.asked)
    return "\n".join(tongue.say(line, language, Context()) for line in lines)


@pytest.mark.parametrize("typed", [False, True])
@every_language
def test_the_score_is_switched_on_and_off(typed: bool, language: str) -> None:
    parlour = match()
    table = parlour.table

    def do(name: str, act: str, verb: str) -> Reply:
        if typed:
            return say(parlour, name, act, language)
        return parlour.press(name, verb, table=table)

    assert do("Zoe", "keep-score", "score.1").message == PlayHereFirst()
    assert not keeps(parlour)
    reply = do("Aki", "keep-score", "score.1")
    assert reply.message is None and reply.result is not None and reply.result.notes
    assert keeps(parlour)
    assert {entry.user for entry in score(parlour)} == {"test:Aki", "test:Ben", "test:Chie"}
    assert do("Ben", "stop-score", "score.0").message is None
    assert not keeps(parlour) and len(score(parlour)) == 3


@every_language
def test_every_spelling_is_understood(language: str) -> None:
    for act in ("keep-score", "stop-score", "top", "stats", "notme"):
        for spelling in spellings(act, language):
            reply = match_once().type("Aki", spelling, addressed=True)
            assert reply != Reply(), spelling


def match_once() -> Parlour:
    if not _ONCE:
        _ONCE.append(match())
    return _ONCE[0]


_ONCE: list[Parlour] = []


@every_language
def test_the_list_of_the_group(language: str) -> None:
    parlour = match()
    assert keys(say(parlour, "Zoe", "top", language)) == ["-:0:stats", "-:0:score.1"]
    parlour.press("Aki", "score.1")
    reply = say(parlour, "Zoe", "top", language)
    assert isinstance(reply.sheet, Sheet) and reply.sheet.title == TopTitle()
    assert keys(reply) == ["-:0:stats", "-:0:notme", "-:0:score.0"]
    table = parlour.table
    pressed = [f"{table}:0:{verb}" for verb in ("stats", "notme", "score.0")]
    assert keys(parlour.press("Aki", "top")) == pressed
    assert keys(parlour.press("Aki", "top", private=True)) == pressed


@every_language
def test_ones_own_results(language: str) -> None:
    parlour = match()
    parlour.press("Aki", "score.1")
    here = say(parlour, "Aki", "stats", language)
    alone = say(parlour, "Aki", "stats", language, private=True)
    assert keys(here) == [] and keys(alone) == ["-:0:forget"]
    for reply in (here, alone):
        assert isinstance(reply.sheet, Sheet) and reply.sheet.title == OwnTitle("Aki")
    assert "In “Group”:" in words(alone) or "Group" in words(alone)
    assert "Group" not in words(here)
    assert "Love Letter" in words(here)


@pytest.mark.parametrize("typed", [False, True])
@every_language
def test_not_me(typed: bool, language: str) -> None:
    parlour = match()
    parlour.press("Aki", "score.1")

    def out(name: str) -> Reply:
        if typed:
            return say(parlour, name, "notme", language)
        return parlour.press(name, "notme")

    assert out("Ben").message == NotCounted("Ben")
    assert {entry.user for entry in score(parlour)} == {"test:Aki", "test:Chie"}
    assert out("Ben").message == CountedAgain("Ben")


def test_a_press_that_comes_twice_turns_once() -> None:
    parlour = match()
    parlour.press("Aki", "score.1")
    assert parlour.press("Ben", "notme", receipt="r").message == NotCounted("Ben")
    again = parlour.press("Ben", "notme", receipt="r")
    assert again.message is None and again.result is not None and again.result.repeated


def test_in_private_a_group_must_be_meant() -> None:
    parlour = match()
    for word in ("top", "keep score", "not me"):
        reply = parlour.type("Aki", word, private=True)
        assert reply.message == ScoreInTheGroup("stats"), word
    reply = parlour.press("Aki", "score.1", private=True)
    assert reply.message is None and keeps(parlour), "the table tells which group"


def test_a_group_that_chats_is_not_answered() -> None:
    parlour = match()
    for word in ("score", "top", "stats", "not me", "forget me", "成績", "順位", "忘れて"):
        assert parlour.type("Aki", word) == Reply(), word


# Forgetting


@every_language
def test_forgotten(language: str) -> None:
    parlour = match()
    parlour.press("Aki", "score.1")
    parlour.store.remember(
        msgspec.structs.replace(
            parlour.store.person("test:Aki"),
            name="Aki",
            language=language,
            wishes=Wishes(more_time=True, calls="turns"),
        )
    )
    parlour.store.run(lambda work: work.arrived(parlour.room.id, "test:Aki"))
    place = Reserved("test:Aki", "Aki")
    parlour.store.run(lambda work: work.reserve(parlour.room.id, place, 1.0))
    reply = say(parlour, "Aki", "forget", language, private=True)
    assert isinstance(reply.sheet, Sheet)
    kinds = [type(line) for line in reply.sheet.lines]
    assert kinds == [
        *(KeptName, KeptLanguage, KeptMoreTime, KeptCalls, KeptRooms, KeptTables, KeptScores),
        *(KeptReserved, KeptSmall, NotErased),
    ]
    assert "rings for you: Only my turn\n" in words(reply), "a code is no word"
    assert reply.sheet.asked == (EraseAll(),) and keys(reply) == ["-:0:forget!", "-:0:no"]
    assert {entry.user for entry in score(parlour)} >= {"test:Aki"}
    parlour.at += 1000
    assert parlour.press("Aki", "forget!", private=True, table="-").message == Erased()
    assert "test:Aki" not in {entry.user for entry in score(parlour)}
    table = parlour.now()
    assert table is not None and "Aki" not in {chair.name for chair in table.chairs}
    reply = say(parlour, "Aki", "forget", language, private=True)
    assert isinstance(reply.sheet, Sheet) and reply.sheet.lines == (NothingKept(),)
    assert keys(reply) == []


@every_language
def test_not_while_one_sits(language: str) -> None:
    parlour = Parlour()
    parlour.start("Aki", "Ben", game="love-letter")
    reply = say(parlour, "Aki", "forget", language, private=True)
    assert isinstance(reply.sheet, Sheet)
    assert isinstance(reply.sheet.asked[0], KeptOpen) and keys(reply) == []
    assert "Love Letter" in words(reply) and "Group" in words(reply)


@every_language
def test_not_where_others_read(language: str) -> None:
    parlour = match()
    reply = say(parlour, "Aki", "forget", language)
    assert reply.message == ForgetInPrivate("forget me") and reply.sheet is None


def test_on_a_page_nobody_else_reads() -> None:
    parlour = match()
    heard = parlour.heard("Aki")
    heard = msgspec.structs.replace(heard, text="/forget", addressed=True, alone=True)
    assert isinstance(parlour.speech.hear(heard).sheet, Sheet)


# Kept equals recomputed


@pytest.mark.parametrize("game", list(GAMES_BY_NAME))
def test_scores_kept_equal_those_of_the_records(game: str) -> None:
    """Whole matches by chance; what was counted follows from what the records say."""
    parlour = match(game, 7)
    parlour.press("Aki", "score.1", table=parlour.table)
    tables = [parlour.table]
    for number in range(3):
        old = parlour.table
        assert parlour.press("Ben", "again", table=old).message is None
        assert parlour.press("Aki", "start").message is None
        play(parlour, random.Random(number))
        tables.append(parlour.table)
    kept = {
        (entry.table, entry.user): (entry.place, entry.seats, entry.won) for entry in score(parlour)
    }
    assert kept == {key: value for name in tables for key, value in recounted(parlour, name)}
    assert len(kept) == 3 * len(tables)
