"""Presses and words reach the house in the same way, and odd ones harm nobody."""

from __future__ import annotations

from itertools import chain

import msgspec
import pytest

from adapters.heard import (
    SILENCE,
    Heard,
    RecordAfterTheGame,
    RecordForThose,
    UnknownButton,
)
from adapters.names import context_of
from core.desk.acts import Act
from core.desk.fairness import CutTitle
from core.desk.hand import hand_of
from core.desk.letters import letters
from core.desk.presses import datum, read_datum
from core.desk.sheets import Labelled, Sheet
from core.desk.which import WhichTable
from core.games.love_letter.names import Card
from core.games.love_letter.rash import PlayingIsOut
from core.house import clock as watch
from core.house.keeping import DAY, Keeping
from core.house.ports import Work
from core.kernel.proof import Cut
from core.kernel.text import Public
from core.table import sayings
from core.table.places import Individual, Wishes
from core.table.snapshot import freeze
from core.table.table import Closed, Finished, Lobby, Playing, put
from locales import tongue
from locales.tongue import Context, say
from tests.adapters.table import GAMES_BY_NAME, Parlour, data_of, deal


@pytest.fixture
def parlour() -> Parlour:
    return Parlour()


def open_lobby(parlour: Parlour) -> None:
    parlour.type("Aki", "/play", addressed=True)
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.table is not None
    parlour.table = room.table


def cut_of_first(parlour: Parlour) -> Cut | None:
    table = parlour.now()
    assert isinstance(table, Lobby)
    return table.chairs[0].cut


@pytest.mark.parametrize("words", ["play", "遊ぶ", "/play", "ＰＬＡＹ"])
def test_a_word_opens_a_table_where_none_is(parlour: Parlour, words: str) -> None:
    reply = parlour.type("Aki", words)
    assert reply.message is None
    assert isinstance(parlour.now(), Lobby)


@pytest.mark.parametrize("join", ["join", "参加", "さんか", "／ＪＯＩＮ"])
def test_joining_by_word_in_both_languages(parlour: Parlour, join: str) -> None:
    open_lobby(parlour)
    parlour.type("Ben", join)
    table = parlour.now()
    assert isinstance(table, Lobby)
    assert [chair.name for chair in table.chairs] == ["Aki", "Ben"]


def test_ordinary_chat_is_never_answered(parlour: Parlour) -> None:
    open_lobby(parlour)
    for text in [
        "hello",
        "who wants to play tonight?",
        "参加しようかな",
        "2",
        "A",
        "🙂",
        "x" * 4000,
    ]:
        assert parlour.type("Dai", text) is SILENCE
    assert isinstance(parlour.now(), Lobby)


def test_a_second_open_is_told_to_the_sender_alone(parlour: Parlour) -> None:
    open_lobby(parlour)
    reply = parlour.press("Ben", "open")
    assert isinstance(reply.message, sayings.AlreadyOpen)


def test_the_host_chooses_by_buttons_and_others_do_not(parlour: Parlour) -> None:
    open_lobby(parlour)
    parlour.press("Ben", "join")
    assert isinstance(parlour.press("Ben", "panel.preset").message, sayings.HostOnly)
    assert parlour.press("Aki", "panel.preset").message is None
    assert parlour.press("Aki", "set.preset.jp").message is None
    assert parlour.press("Aki", "set.target.1").message is None
    assert parlour.press("Aki", "set.pace.relaxed").message is None
    table = parlour.now()
    assert isinstance(table, Lobby)
    assert (table.preset, table.switches, table.pace.value) == ("jp", {"target": 1}, "relaxed")
    for verb in ["set.target.99", "set.colour.red", "set.preset.none", "panel.moon", "set."]:
        assert isinstance(parlour.press("Aki", verb).message, sayings.UnknownChoice), verb


def test_a_game_is_played_by_typed_words(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    for _ in range(200):
        table = parlour.now()
        if not isinstance(table, Playing):
            break
        name = parlour.awaited()
        code = parlour.codes(name)[0]
        reply = parlour.type(name, code.replace(".", " "))
        assert reply.message is None, code
    assert isinstance(parlour.now(), Finished)


def with_a_guard() -> tuple[Parlour, str, str]:
    """A table where a Guard may be played on somebody: who may, and on whom."""
    for number in range(1, 50):
        parlour = Parlour(number=number)
        parlour.start("Aki", "ミナ", "Ken")
        name = parlour.awaited()
        target = "ミナ" if name != "ミナ" else "Ken"
        if f"guard.{parlour.seat(target)}.priest" in parlour.codes(name):
            return parlour, name, target
    raise AssertionError("a Guard should turn up sooner")


@pytest.mark.parametrize(
    "words",
    [
        "兵士　{target}　聖職者",
        "兵士{target}聖職者",
        "guard {target} priest",
        "1 {target} 2",
        "Ｇｕａｒｄ {seat} ２",
        "guard.{seat}.priest",
        "/guard {seat} priest",
    ],
)
def test_words_of_either_language_name_cards_and_people(words: str) -> None:
    parlour, name, target = with_a_guard()
    seat = parlour.seat(target)
    assert parlour.type(name, words.format(target=target, seat=seat)).message is None
    assert f"{parlour.seat(name)}:guard.{seat}.priest" in parlour.playing().moves


def test_a_prefix_of_a_name_is_not_a_name() -> None:
    parlour, name, _ = with_a_guard()
    assert parlour.type(name, "guard K priest") is SILENCE
    assert parlour.playing().moves == ()


def test_half_a_move_shows_the_next_level_and_changes_nothing() -> None:
    parlour, name, target = with_a_guard()
    question = parlour.question
    reply = parlour.press(name, "?:guard", private=True)
    assert reply.level is not None
    assert f"?:guard.{parlour.seat(target)}" in data_of(reply.level)
    reply = parlour.type(name, f"guard {target}", private=True)
    assert reply.level is not None
    assert f"m:guard.{parlour.seat(target)}.priest" in data_of(reply.level)
    assert parlour.question == question


def test_an_old_button_does_nothing(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    name, question = parlour.awaited(), parlour.question
    code = parlour.codes(name)[0]
    assert parlour.press(name, f"m:{code}").message is None
    again = parlour.press(name, f"m:{code}", question=question)
    assert isinstance(again.message, sayings.TooLate)


def test_a_button_of_an_earlier_table_does_not_touch_the_new_one(parlour: Parlour) -> None:
    open_lobby(parlour)
    old = parlour.table
    assert parlour.press("Aki", "close!").message is None
    assert isinstance(parlour.now(), Closed)
    open_lobby(parlour)
    assert isinstance(parlour.press("Ben", "join", table=old).message, sayings.AlreadyOver)
    table = parlour.now()
    assert isinstance(table, Lobby) and len(table.chairs) == 1


def test_one_press_delivered_twice_acts_once(parlour: Parlour) -> None:
    open_lobby(parlour)
    parlour.press("Ben", "join", receipt="r1")
    second = parlour.press("Ben", "join", receipt="r1")
    assert second.message is None
    assert second.result is not None and second.result.repeated


ODD_DATA = [
    *["x", "::", "a:b", "t:0:", ":0:join", "t:ÿ:join", "t:zzzzzzzzzz:join", "t:0:nonsense"],
    *["t:0:~", "t:0:~9", "t:0:rules", "t:0:m:", "t:0:?:", "none0000:0:join"],
]


@pytest.mark.parametrize("datum", ODD_DATA)
def test_an_odd_datum_changes_nothing_and_shows_nothing(parlour: Parlour, datum: str) -> None:
    open_lobby(parlour)
    before = parlour.house.read(parlour.table)
    press = read_datum(datum)
    reply = parlour.speech.hear(Heard("test:x", "x", 1.0, parlour.room, press=press))
    assert reply.sheet is None
    told = sayings.AlreadyOver, UnknownButton  # games are not kept for ever, buttons are
    assert reply.message is None or isinstance(reply.message, told)
    assert parlour.house.read(parlour.table) == before


def test_leaving_a_running_game_asks_once_more(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben", "Chie")
    asked = parlour.press("Ben", "leave")
    assert asked.sheet is not None and "leave!" in data_of(asked.sheet)
    assert not any(chair.left for chair in parlour.playing().chairs)
    parlour.press("Ben", "leave!")
    assert any(chair.left for chair in parlour.playing().chairs)
    assert isinstance(parlour.press("Ben", "leave!").message, sayings.NotSeated)


def test_the_record_is_given_after_the_game_only(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    assert isinstance(parlour.press("Aki", "record").message, RecordAfterTheGame)
    while isinstance(parlour.now(), Playing):
        name = parlour.awaited()
        parlour.press(name, f"m:{parlour.codes(name)[0]}")
    assert isinstance(parlour.press("Aki", "record").message, RecordForThose)
    assert isinstance(parlour.press("Zed", "record", private=True).message, RecordForThose)
    for reply in (
        parlour.press("Aki", "record", private=True),
        parlour.type("Aki", "record", private=True),
        parlour.type("Aki", f"記録：{parlour.table.upper()}", private=True),
    ):
        assert reply.file is not None
        assert b'"secret"' in reply.file[1]
    assert isinstance(parlour.type("Zed", "record", private=True).message, sayings.NoTable)
    assert parlour.type("Aki", "record").sheet is None


def test_a_closed_table_opens_its_secret_to_those_who_sat(parlour: Parlour) -> None:
    open_lobby(parlour)
    parlour.press("Aki", "close!")
    reply = parlour.press("Aki", "record", private=True)
    assert reply.file is not None and b'"closed": true' in reply.file[1]
    assert isinstance(parlour.press("Aki", "record").message, RecordForThose)
    assert isinstance(parlour.press("Zed", "record", private=True).message, RecordForThose)


def test_a_rematch_seats_everybody_in_one_press(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    while isinstance(parlour.now(), Playing):
        name = parlour.awaited()
        parlour.press(name, f"m:{parlour.codes(name)[0]}")
    old = parlour.table
    assert parlour.press("Ben", "again").message is None
    table = parlour.now()
    assert parlour.table != old
    assert isinstance(table, Lobby)
    assert sorted(chair.name for chair in table.chairs) == ["Aki", "Ben"]
    assert isinstance(parlour.press("Aki", "again", table=old).message, sayings.AlreadyOpen)
    assert parlour.press("Chie", "join").message is None


def test_whoever_sits_at_two_tables_is_asked_at_which(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    first = parlour.room
    parlour.room = parlour.store.enter("test", "other", "ja", "Other")
    parlour.start("Aki", "Chie")
    parlour.room = first
    games = [read.id for read in parlour.house.read_seats("test:Aki")]
    asked = parlour.type("Aki", "leave", private=True).sheet
    assert isinstance(asked, Sheet)
    assert [row[0].table for row in asked.buttons] == games and len(games) == 2
    assert [say(row[0].label, "en", Context()) for row in asked.buttons] == [
        "Love Letter in “Other”",
        "Love Letter in “Group”",
    ]
    assert {row[0].verb for row in asked.buttons} == {Act.LEAVE}
    parlour.press("Aki", "leave", private=True, table=games[1])
    assert len(parlour.house.tables_of("test:Aki")) == 2, "it is asked once more"
    parlour.type("Aki", "yes", private=True)
    assert parlour.house.tables_of("test:Aki") == games[:1]


def test_words_of_a_move_go_to_the_table_that_asks(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    first = parlour.table
    parlour.room = parlour.store.enter("test", "other", "ja", "Other")
    parlour.start("Chie", "Aki")
    second, turns = parlour.table, {}
    for name in (first, second):
        parlour.table = name
        turns[name] = parlour.awaited() == "Aki"
    reply = parlour.type("Aki", "lorem ipsum", private=True)
    if sum(turns.values()) == 1:
        assert reply.table == next(name for name, mine in turns.items() if mine)
    else:
        assert isinstance(reply.sheet, Sheet)
        assert {row[0].verb for row in reply.sheet.buttons} == {Act.HAND}


def test_the_language_is_changed_by_whoever_sits_there(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    assert isinstance(parlour.press("Zed", "lang").message, sayings.NotSeated)
    parlour.press("Ben", "lang")
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.language == "ja"
    parlour.type("Ben", "/lang en", addressed=True)
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.language == "en"


@pytest.mark.parametrize("said", ["ja", "日本語", "Japanese", "ja-JP"])
def test_a_language_is_named_in_any_language(parlour: Parlour, said: str) -> None:
    parlour.start("Aki", "Ben")
    parlour.type("Ben", f"/lang {said}", addressed=True)
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.language == "ja"


def test_the_private_button_changes_what_its_presser_reads(parlour: Parlour) -> None:
    """At a bridged table that is their own room's language, whichever room came first."""
    own = parlour.room
    parlour.room = parlour.store.enter("elsewhere", "there", "ja")
    parlour.start("Aki", "Ben")
    parlour.store.run(lambda work: work.bridge(own.id, parlour.table))
    assert parlour.speech.private_language("test:Aki") == "en"
    parlour.press("Aki", "lang", private=True)
    assert parlour.store.person("test:Aki").language == "ja"
    parlour.press("Aki", "lang", private=True)
    assert parlour.store.person("test:Aki").language == "en"


def test_rules_help_status_seal_and_hand_change_nothing(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    row = parlour.house.read(parlour.table)
    assert row is not None
    for verb in ["rules", "rules.1", "rules.99", "help", "status", "seal", "hand"]:
        reply = parlour.press("Aki", verb)
        assert reply.sheet is not None, verb
    assert isinstance(parlour.press("Zed", "hand").message, sayings.NotSeated)
    after = parlour.house.read(parlour.table)
    assert after is not None and after.row == row.row


def test_private_words_are_always_answered(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    name = parlour.awaited()
    reply = parlour.type(name, "abracadabra", private=True)
    assert isinstance(reply.message, sayings.NotUnderstood)
    assert isinstance(parlour.type("Zed", "abracadabra", private=True).message, sayings.NoTable)


@pytest.mark.parametrize(
    "words",
    ["cut 3", "cut moon", "カット 月", "まぜる ３", "cut 🌙", "CUT 🌙\N{VARIATION SELECTOR-16}"],
)
def test_a_deck_is_cut_by_words(parlour: Parlour, words: str) -> None:
    open_lobby(parlour)
    parlour.type("Aki", words)
    assert cut_of_first(parlour) == Cut(2)


@pytest.mark.parametrize("words", ["cut", "cut snow", "cut 9", "cut 0", "カット 月がきれい"])
def test_free_words_do_not_cut(parlour: Parlour, words: str) -> None:
    open_lobby(parlour)
    shown = parlour.type("Aki", words).sheet
    assert shown is not None and shown.title == CutTitle()
    assert cut_of_first(parlour) is None


def test_a_picture_alone_cuts_where_we_are_spoken_to(parlour: Parlour) -> None:
    open_lobby(parlour)
    assert parlour.type("Aki", "🔥") is SILENCE
    assert cut_of_first(parlour) is None
    parlour.type("Aki", "🔥", private=True)
    assert cut_of_first(parlour) == Cut(4)


def test_there_is_nothing_to_cut_without_a_table(parlour: Parlour) -> None:
    assert isinstance(parlour.type("Aki", "cut 3", private=True).message, sayings.NoTable)
    assert isinstance(parlour.type("Aki", "cut", private=True).message, sayings.NoTable)


def test_a_word_said_before_the_question_was_opened_is_late(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    name = parlour.awaited()
    code = parlour.codes(name)[0]
    reply = parlour.type(name, code, said_at=1.0)
    assert isinstance(reply.message, sayings.TooLate)
    assert parlour.codes(name)[0] == code


def test_letters_in_the_group_play_a_move_after_the_hand_was_shown() -> None:
    parlour = Parlour(number=5)
    parlour.start("Aki", "Ben", "Chie")
    name = parlour.awaited()
    user = f"test:{name}"
    parlour.press(name, "letters.1", private=True)
    table = parlour.playing()
    game = GAMES_BY_NAME[table.game]
    hidden = game.hidden(table.state, parlour.seat(name))
    letter = letters(hidden)[0]
    hint = parlour.press(name, f"~0.{letter}")
    assert hint.result is not None and len(hint.result.notes) == 1
    assert parlour.press(name, f"~0.{letter}").result.notes == ()  # type: ignore[union-attr]
    watch.letters_shown(parlour.house, parlour.table, user, hidden.version)
    question = parlour.question
    parlour.press(name, f"~0.{letter}")
    others = [i for i in (1, 2, 3) if i != parlour.seat(name)]
    if parlour.question == question:
        parlour.press(name, f"~1.{others[0]}")
    if parlour.question == question:
        parlour.press(name, "~2.5")
    assert parlour.question > question
    assert hand_of(parlour.playing(), GAMES_BY_NAME, user).faces


def test_names_with_markup_and_nothing_at_all_can_play(parlour: Parlour) -> None:
    parlour.start("<b>x</b>", "\u202e\u200b", "😀" * 60, "")
    assert len(parlour.playing().chairs) == 4


def test_a_move_that_loses_at_once_is_asked_for_once_more_in_private() -> None:
    parlour = Parlour()
    parlour.start("Aki", "Ben", "Chie")
    name = parlour.awaited()
    deal(parlour.house, parlour.table, Card.PRINCESS, Card.HANDMAID)
    level = parlour.press(name, "?:princess", private=True).level
    assert level is not None
    assert data_of(level)[:2] == ["m:princess", "?:"]
    assert any(isinstance(each, PlayingIsOut) for each in level.asked)
    for words in ("princess", "姫", "8"):
        asked = parlour.type(name, words, private=True)
        assert asked.level == level and asked.result is None
        assert not parlour.playing().moves
    back = parlour.press(name, "?:", private=True).level
    assert back is not None and data_of(back)[:2] == ["?:princess", "m:handmaid"]
    assert parlour.press(name, "m:princess", private=True).message is None
    assert parlour.playing().moves[0].endswith(":princess")


def test_what_is_typed_in_a_group_plays_as_ever() -> None:
    parlour = Parlour()
    parlour.start("Aki", "Ben", "Chie")
    name = parlour.awaited()
    deal(parlour.house, parlour.table, Card.PRINCESS, Card.HANDMAID)
    assert parlour.type(name, "princess").level is None
    assert parlour.playing().moves[0].endswith(":princess")


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("level easy", "easy"),
        ("/level hard", "hard"),
        ("Level  Medium", "normal"),
        ("強さ やさしい", "easy"),
        ("強さ　強い", "hard"),
        ("レベル ふつう", "normal"),
    ],
)
def test_the_level_is_chosen_by_words(parlour: Parlour, words: str, level: str) -> None:
    open_lobby(parlour)
    assert (
        parlour.press("Aki", f"set.level.{'easy' if level != 'easy' else 'hard'}").message is None
    )
    assert parlour.type("Aki", words).message is None
    table = parlour.now()
    assert isinstance(table, Lobby) and table.level == level


def test_words_of_levels_are_ordinary_words_otherwise(parlour: Parlour) -> None:
    open_lobby(parlour)
    for text in ("easy", "強い", "level", "level 9", "level of difficulty", "強さは大事"):
        assert parlour.type("Aki", text) is SILENCE
    assert parlour.type("Ben", "level hard") is SILENCE  # who does not sit here
    assert isinstance(parlour.type("Ben", "level hard", addressed=True).message, sayings.NotSeated)
    assert parlour.type("Aki", "level", addressed=True).message is None
    table = parlour.now()
    assert isinstance(table, Lobby) and (table.panel, table.level) == ("level", "normal")


def test_a_table_is_opened_as_the_room_played_last(parlour: Parlour) -> None:
    open_lobby(parlour)
    for verb in ("set.game.coup", "set.preset.official", "set.pace.relaxed", "set.level.hard"):
        assert parlour.press("Aki", verb).message is None
    assert parlour.press("Aki", "close!").message is None
    assert parlour.type("Ben", "遊ぶ").message is None
    table = parlour.now()
    assert isinstance(table, Lobby)
    assert (table.game, table.preset, table.pace) == ("coup", "official", sayings.Pace.RELAXED)
    assert (table.level, table.host) == ("hard", "test:Ben")


@pytest.mark.parametrize(
    "words", ["remove Ben", "外す ベンさん", "はずす　2", "kick ben", "/remove Ben"]
)
def test_the_host_takes_somebody_off_the_table_by_a_word(parlour: Parlour, words: str) -> None:
    open_lobby(parlour)
    name = "ベン" if "ベン" in words else "Ben"
    assert parlour.press(name, "join").message is None
    assert parlour.type("Aki", words).message is None
    table = parlour.now()
    assert isinstance(table, Lobby) and [chair.name for chair in table.chairs] == ["Aki"]


def test_who_is_to_be_removed_must_be_clear(parlour: Parlour) -> None:
    open_lobby(parlour)
    for name in ("Ben", "Cho"):
        assert parlour.press(name, "join").message is None
    assert parlour.type("Aki", "remove the last line") == SILENCE, "people talk"
    assert isinstance(parlour.type("Cho", "remove Ben").message, sayings.HostOnly)
    assert parlour.type("Dan", "remove Ben") == SILENCE
    assert parlour.press("2", "join").message is None
    assert isinstance(parlour.type("Aki", "remove 2").message, sayings.WhichOne)
    assert parlour.type("Aki", "外す").message is None
    table = parlour.now()
    assert isinstance(table, Lobby) and table.panel == "people" and len(table.chairs) == 4
    assert parlour.press("Aki", "start").message is None
    assert parlour.type("Aki", "remove Ben") == SILENCE


# A room of two languages


def languages_of(parlour: Parlour) -> tuple[str, str]:
    room = parlour.store.room(parlour.room.id)
    assert room is not None
    return room.language, room.second


@pytest.mark.parametrize(
    ("words", "then"),
    [
        ("language both", ("en", "ja")),
        ("言語 両方", ("en", "ja")),
        ("/lang en+ja", ("en", "ja")),
        ("言語 日本語＋英語", ("ja", "en")),
        ("言語 日本語とEnglish", ("ja", "en")),
        ("lang Japanese and English", ("ja", "en")),
        ("lang ja, ja", ("ja", "")),
        ("言語 日本語", ("ja", "")),
    ],
)
def test_a_group_may_read_two_languages(
    parlour: Parlour, words: str, then: tuple[str, str]
) -> None:
    open_lobby(parlour)
    assert parlour.type("Aki", words).message is None
    assert languages_of(parlour) == then


def test_both_is_one_again_when_pressed_again(parlour: Parlour) -> None:
    open_lobby(parlour)
    for second in ("ja", "", "ja"):
        assert parlour.press("Aki", "both").message is None
        assert languages_of(parlour) == ("en", second)
    assert parlour.press("Aki", "lang").message is None
    assert languages_of(parlour) == ("ja", "en"), "the first changes, and both stay"
    assert parlour.press("Aki", "speak.en").message is None
    assert languages_of(parlour) == ("en", "")
    assert isinstance(parlour.press("Zoe", "both").message, sayings.NotSeated)
    assert languages_of(parlour) == ("en", "")


@pytest.mark.parametrize(
    "words", ["lang klingon", "lang ja+klingon", "lang ja en ja", "lang a+b+c"]
)
def test_what_names_no_languages_changes_none(parlour: Parlour, words: str) -> None:
    open_lobby(parlour)
    parlour.type("Aki", words)
    assert languages_of(parlour) == ("en", "")


def test_whoever_is_alone_reads_one_language(parlour: Parlour) -> None:
    open_lobby(parlour)
    for reply in (
        parlour.press("Aki", "both", private=True),
        parlour.type("Aki", "lang ja+en", private=True),
    ):
        assert isinstance(reply.message, sayings.UnknownChoice)
    assert parlour.store.person("test:Aki").language == ""


def test_cards_bear_both_names_and_all_the_rest_is_in_the_first(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben", game="love-letter")
    parlour.type("Aki", "language both")
    read = parlour.house.read(parlour.table)
    room = parlour.store.room(parlour.room.id)
    assert read is not None and room is not None
    context = context_of(read, room.language, room)
    assert tongue.say(LabelledCard(Card.GUARD), "en", context) == "Guard（兵士）"
    assert tongue.say(Labelled(Act.RULES), "en", context) == "Rules"
    assert tongue.say(Labelled(Act.BOTH), "en", context) == "English", "one again"
    plain = context_of(read, room.language)
    assert tongue.say(Labelled(Act.BOTH), "en", plain) == "English＋日本語"


class LabelledCard(Public, frozen=True):
    text = "{card}"
    card: Card


# More time


@pytest.mark.parametrize("words", ["more time", "時間を長めに"])
def test_more_time_is_taken_everywhere_and_by_a_word_too(parlour: Parlour, words: str) -> None:
    parlour.start("Aki", "Ben", game="love-letter")
    assert isinstance(parlour.type("Aki", words, private=True).message, sayings.MoreTime)
    assert parlour.store.person("test:Aki").wishes.more_time
    assert parlour.playing().chairs[parlour.seat("Aki") - 1].more_time
    assert not parlour.playing().chairs[parlour.seat("Ben") - 1].more_time
    assert isinstance(parlour.press("Aki", "time.0", private=True).message, sayings.UsualTime)
    assert not parlour.store.person("test:Aki").wishes.more_time
    assert not parlour.playing().chairs[parlour.seat("Aki") - 1].more_time


def test_in_a_group_nothing_is_said_of_it(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben", game="love-letter")
    reply = parlour.type("Aki", "more time")
    assert isinstance(reply.aside, sayings.MoreTime), "it is for them alone"
    assert reply.message is None and parlour.store.person("test:Aki").wishes.more_time
    assert parlour.press("Aki", "time.0").message is None
    assert not parlour.store.person("test:Aki").wishes.more_time
    assert parlour.type("Zoe", "more time") == SILENCE
    assert not parlour.store.person("test:Zoe").wishes.more_time


def test_what_else_is_known_of_a_person_stays(parlour: Parlour) -> None:
    known = Individual("test:Aki", "Aki", "ja", wishes=Wishes(calls="mine"))
    parlour.store.remember(known)
    parlour.press("Aki", "time.1", private=True, table="-")
    wishes = Wishes(more_time=True, calls="mine")
    assert parlour.store.person("test:Aki") == msgspec.structs.replace(known, wishes=wishes)


# The next game


@pytest.mark.parametrize("words", ["next game", "次のゲーム", "/next game"])
def test_a_place_in_the_next_game_is_asked_for_by_a_word(parlour: Parlour, words: str) -> None:
    parlour.start("Aki", "Ben", game="love-letter")
    assert isinstance(parlour.type("Cho", words).message, sayings.NextKept)
    room = parlour.room.id
    kept = parlour.store.read(lambda reads: reads.reserved(room))
    assert [(each.user, each.name) for each in kept] == [("test:Cho", "Cho")]
    assert isinstance(parlour.press("Cho", "next.game").message, sayings.NextReleased)
    assert isinstance(parlour.type("Cho", words, private=True).message, sayings.NoTable)


@pytest.mark.parametrize("words", ["next game", "次のゲーム"])
def test_where_nothing_was_played_people_talk_of_the_next_game(
    parlour: Parlour, words: str
) -> None:
    room = parlour.room.id
    assert parlour.type("Cho", words) == SILENCE
    assert not parlour.store.read(lambda reads: reads.reserved(room))
    assert isinstance(parlour.type("Cho", words, addressed=True).message, sayings.NextKept)


# Windows wait for whoever does something


def waives(parlour: Parlour, who: str) -> None:
    """They have let two windows pass in silence."""

    table, at = parlour.playing(), parlour.seat(who) - 1
    chair = msgspec.structs.replace(table.chairs[at], waived=2)
    table = msgspec.structs.replace(table, chairs=put(table.chairs, at, chair))

    def store(work: Work) -> None:
        row = work.row(parlour.table)
        assert row is not None
        work.update(msgspec.structs.replace(row, snapshot=freeze(table)))

    parlour.store.run(store)
    assert parlour.playing().chairs[parlour.seat(who) - 1].waives


@pytest.mark.parametrize("said", ["press", "word", "private"])
def test_whoever_does_something_is_waited_for_again(parlour: Parlour, said: str) -> None:
    parlour.start("Aki", "Ben", "Cho", game="coup")
    waives(parlour, "Ben")
    parlour.type("Ben", "nice weather today")
    assert parlour.playing().chairs[parlour.seat("Ben") - 1].waives, "people chat"
    if said == "press":
        parlour.press("Ben", "rules")
    else:
        parlour.type("Ben", "rules" if said == "word" else "hand", private=said == "private")
    assert not parlour.playing().chairs[parlour.seat("Ben") - 1].waives


# Without a table


@pytest.mark.parametrize("words", ["more time", "stats", "top", "next game", "forget me"])
def test_what_needs_no_table_is_not_asked_at_which(parlour: Parlour, words: str) -> None:
    parlour.start("Aki", "Ben", game="love-letter")
    other = parlour.store.enter("test", "elsewhere", "en")
    heard = Heard("test:Aki", "Aki", parlour.at, other, text="/play", addressed=True)
    assert parlour.speech.hear(heard).message is None
    assert len(parlour.house.tables_of("test:Aki")) == 2
    for said, which in (("rules", True), (words, False)):
        reply = parlour.type("Aki", said, private=True)
        found = isinstance(reply.sheet, Sheet) and isinstance(reply.sheet.title, WhichTable)
        assert found is which and reply != SILENCE


# Signs of life in a lobby


@pytest.mark.parametrize("words", ["start now", "待たずに開始"])
def test_the_others_start_without_those_of_whom_nothing_is_heard(
    parlour: Parlour, words: str
) -> None:
    open_lobby(parlour)
    for name in ("Ben", "Cho"):
        assert parlour.press(name, "join").message is None
    parlour.at += 500
    assert parlour.type("Ben", "I am here") == SILENCE
    assert parlour.press("Aki", "rules").sheet is not None
    parlour.at += 110
    assert watch.remind(parlour.house, parlour.table, parlour.at)
    assert parlour.type("Ben", words).message is None
    assert {chair.name for chair in parlour.playing().chairs} == {"Aki", "Ben"}


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("play coup", "coup"),
        ("遊ぶ　ラブレター", "love-letter"),
        ("/play Old Maid", "old-maid"),
        ("遊ぶ ババ抜き", "old-maid"),
        ("PLAY love-letter!", "love-letter"),
    ],
)
def test_a_word_opens_the_game_that_it_names(parlour: Parlour, words: str, game: str) -> None:
    reply = parlour.type("Aki", words, addressed=words.startswith("/"))
    table = parlour.now()
    assert reply.message is None and isinstance(table, Lobby) and table.game == game
    assert parlour.type("Ben", "play coup") == SILENCE, "a table is open"
    assert isinstance(
        parlour.type("Ben", "/play coup", addressed=True).message, sayings.AlreadyOpen
    )


@pytest.mark.parametrize("words", ["play football", "play with me", "遊ぶ人いる？"])
def test_people_talk_of_playing(parlour: Parlour, words: str) -> None:
    assert parlour.type("Aki", words) == SILENCE
    assert parlour.now() is None


def test_a_button_of_a_game_that_is_kept_no_more_says_that_it_is_over(parlour: Parlour) -> None:
    """Words name no table, so they are answered as ever."""
    open_lobby(parlour)
    parlour.store.run(lambda work: work.close(parlour.table, parlour.at))
    for _ in chain.from_iterable(parlour.store.tidied(parlour.at + 3 * DAY, Keeping())):
        pass
    press = read_datum(datum(parlour.table, 0, Act.JOIN))
    heard = msgspec.structs.replace(parlour.heard("Aki"), press=press)
    assert isinstance(parlour.speech.hear(heard).message, sayings.AlreadyOver)
    assert isinstance(parlour.type("Aki", "/join", addressed=True).message, sayings.NoTable)
