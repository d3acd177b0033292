"""Before the deal: one behaviour each."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from core.kernel import dice
from core.table.commands import (
    Choose,
    Close,
    CutDeck,
    Open,
    Rematch,
    Rise,
    SeatBot,
    Sit,
    Start,
    UnseatBot,
)
from core.table.editions import options_of
from core.table.lobby import open_table
from core.table.playing import step
from core.table.proof_sayings import Committed, Sealed
from core.table.sayings import (
    BotJoined,
    BotLeft,
    BotName,
    ClosedEmpty,
    EmptyCut,
    FixedNumber,
    HostChanged,
    HostOnly,
    Joined,
    NoSuchBot,
    NoTable,
    Opened,
    Pace,
    Reopened,
    Rose,
    Started,
    TableFull,
    TooManyCuts,
    UnknownChoice,
    WasCut,
    WrongNumber,
)
from core.table.sayings import Closed as ClosedNote
from core.table.snapshot import freeze
from core.table.table import (
    Chair,
    Closed,
    Deal,
    Lobby,
    Playing,
    Refused,
    SaidCut,
    spell,
)
from tests.kernel.hall import AT, GAMES, Hall
from tests.police.toy import Edition
from tests.police.walk import run

replace = msgspec.structs.replace


def names(hall: Hall) -> list[str]:
    return [chair.name for chair in hall.table.chairs]


def test_whoever_opens_a_table_hosts_it_and_sits(hall: Hall) -> None:
    opened, sealed = hall.do(Open("a", "Ann", "toy"))
    assert opened == Opened("Ann")
    assert isinstance(sealed, Sealed)
    assert hall.lobby.host == "a"
    salt = hall.lobby.chairs[0].salt
    assert hall.lobby.chairs == (Chair("Ann", user="a", room=1, salt=salt, seen=int(AT)),)
    assert len(bytes.fromhex(salt)) == 16


def test_a_table_has_a_name_and_a_secret_from_chance(hall: Hall) -> None:
    hall.open()
    assert len(hall.id) == 8
    assert set(hall.id) <= set("23456789abcdefghjkmnpqrstuvwxyz")
    assert len(bytes.fromhex(hall.lobby.secret)) == 32


def test_people_sit_in_the_order_of_joining(hall: Hall) -> None:
    hall.open()
    assert hall.do(Sit("b", "Ben")) == [Joined("Ben")]
    hall.do(Sit("c", "Cho"))
    assert names(hall) == ["Ann", "Ben", "Cho"]


def test_leaving_frees_the_seat(hall: Hall) -> None:
    hall.open("b", "c")
    assert hall.do(Rise("b")) == [Rose("Ben")]
    assert names(hall) == ["Ann", "Cho"]
    hall.do(Sit("b", "Ben"))
    assert names(hall) == ["Ann", "Cho", "Ben"]


def test_the_host_who_leaves_hands_over_to_the_next_person(hall: Hall) -> None:
    hall.open(bots=1)
    hall.do(Sit("b", "Ben"))
    assert hall.do(Rise("a")) == [Rose("Ann"), HostChanged("Ben")]
    assert hall.lobby.host == "b"


def test_the_last_person_who_leaves_closes_the_table(hall: Hall) -> None:
    hall.open(bots=1)
    assert hall.do(Rise("a")) == [Rose("Ann"), ClosedEmpty()]
    assert isinstance(hall.table, Closed)
    room = hall.store.room(hall.room.id)
    assert room is not None
    assert room.table is None


def test_the_host_closes_the_table(hall: Hall) -> None:
    hall.open("b")
    assert hall.refused(Close("b")) == HostOnly("Ann")
    assert hall.do(Close("a")) == [ClosedNote("Ann")]
    assert isinstance(hall.table, Closed)


def test_a_closed_table_makes_room_for_another(hall: Hall) -> None:
    hall.open()
    first = hall.id
    hall.do(Close("a"))
    hall.do(Open("b", "Ben", "toy"), table=None)
    assert hall.id != first


def test_computers_have_names_of_their_own(hall: Hall) -> None:
    hall.open()
    assert hall.do(SeatBot("a")) == [BotJoined(BotName.FUMI)]
    assert hall.do(SeatBot("a", "idle")) == [BotJoined(BotName.HAKO)]
    assert [chair.bot for chair in hall.lobby.chairs] == [None, "bold", "idle"]


def test_anybody_seated_may_add_and_remove_computers(hall: Hall) -> None:
    hall.open("b")
    hall.do(SeatBot("b"))
    hall.do(SeatBot("a"))
    assert hall.do(UnseatBot("b")) == [BotLeft(BotName.HAKO)]
    assert hall.do(UnseatBot("a")) == [BotLeft(BotName.FUMI)]
    assert hall.refused(UnseatBot("a")) == NoSuchBot()


def test_the_name_of_a_computer_that_left_is_free_again(hall: Hall) -> None:
    hall.open(bots=2)
    hall.do(UnseatBot("a"))
    assert hall.do(SeatBot("a")) == [BotJoined(BotName.HAKO)]


def test_an_unknown_computer_is_refused(hall: Hall) -> None:
    hall.open()
    assert hall.refused(SeatBot("a", "oracle")) == NoSuchBot()


def test_the_edition_follows_the_number_seated(hall: Hall) -> None:
    hall.start("b")
    assert (hall.playing.preset, hall.playing.deal.preset_chosen) == ("small", False)
    hall.do(Close("a"))
    hall.id = ""
    hall.start("b", "c", "d")
    assert hall.playing.preset == "big"


def test_the_edition_chosen_stays(hall: Hall) -> None:
    hall.start("b", preset="big")
    assert (hall.playing.preset, hall.playing.deal.preset_chosen) == ("big", True)


def test_nobody_is_full_while_another_edition_would_seat_them(hall: Hall) -> None:
    hall.open("b", "c", preset="pair")
    hall.do(Sit("d", "Dan"))
    assert len(hall.lobby.chairs) == 4


def test_nobody_is_full_while_a_switch_would_seat_them(hall: Hall) -> None:
    hall.open(bots=10)
    for number in range(3):
        hall.do(Sit(f"p{number}", "Pat"))
    assert len(hall.lobby.chairs) == 14
    assert hall.refused(Sit("x", "Xin")) == TableFull(14)
    assert hall.refused(SeatBot("a")) == TableFull(14)


def test_no_more_computers_than_names(hall: Hall) -> None:
    hall.open(bots=10)
    assert hall.refused(SeatBot("a")) == TableFull(14)


def test_too_few_cannot_start(hall: Hall) -> None:
    hall.open(preset="small")
    assert hall.refused(Start("a")) == WrongNumber(Edition("small"), 2, 3, 1)


def test_too_many_cannot_start(hall: Hall) -> None:
    hall.open("b", "c", "d", preset="small")
    assert hall.refused(Start("a")) == WrongNumber(Edition("small"), 2, 3, 4)


def test_a_switch_may_seat_fewer_than_its_edition(hall: Hall) -> None:
    hall.open("b", "c", "d", preset="big")
    hall.do(Choose("a", "most", "3"))
    assert hall.refused(Start("a")) == WrongNumber(Edition("big"), 2, 3, 4)


def test_a_switch_may_seat_more_than_its_edition(hall: Hall) -> None:
    hall.open(preset="big", bots=10)
    hall.open_more("b", "c")
    assert hall.refused(Start("a")) == WrongNumber(Edition("big"), 2, 12, 13)
    hall.do(Choose("a", "most", "14"))
    hall.do(Start("a"))
    assert len(hall.playing.chairs) == 13


def test_an_edition_for_one_number_says_so(hall: Hall) -> None:
    hall.open("b", "c", preset="pair")
    assert hall.refused(Start("a")) == FixedNumber(Edition("pair"), 2, 3)


def test_anybody_seated_may_start(hall: Hall) -> None:
    hall.open("b", "c")
    told = hall.do(Start("b"))
    assert isinstance(told[0], Committed)
    assert told[1] == Started((1, 2, 3))
    assert isinstance(hall.table, Playing)


def test_a_switch_that_no_longer_exists_refuses_the_start() -> None:
    chairs = (Chair("Ann", user="a"), Chair("Ben", user="b"))
    for name, value in (("colour", 1), ("turns", 0)):
        lobby = Lobby(Deal("t", "toy", "00", switches={name: value}), "a", chairs)
        with pytest.raises(Refused) as refused:
            run(step(lobby, Start("a"), GAMES))
        assert refused.value.message == UnknownChoice()


def test_a_game_may_be_over_with_the_deal(hall: Hall) -> None:
    """As soon as it has ended it is finished, whatever ended it."""
    hall.start("b", setting={"turns": "1"})
    hall.answer(hall.asked[0], "rest")
    assert hall.finished.winners == (1, 2)


# Choices


def test_the_host_alone_chooses(hall: Hall) -> None:
    hall.open("b")
    assert hall.refused(Choose("b", "preset", "big")) == HostOnly("Ann")


def test_the_game_is_chosen(hall: Hall) -> None:
    hall.open("b", preset="big")
    hall.do(Choose("a", "turns", "6"))
    hall.do(Choose("a", "game", "love-letter"))
    assert (hall.lobby.game, hall.lobby.preset, hall.lobby.switches) == ("love-letter", "", {})


def test_the_same_game_again_changes_nothing(hall: Hall) -> None:
    hall.open("b", preset="big")
    before = freeze(hall.lobby)
    hall.do(Choose("a", "game", "toy"))
    assert freeze(hall.lobby) == before


def test_a_game_that_seats_fewer_is_refused(hall: Hall) -> None:
    hall.open(bots=6)
    assert hall.refused(Choose("a", "game", "love-letter")) == TableFull(6)


def test_a_game_that_seats_exactly_so_many_is_taken(hall: Hall) -> None:
    hall.open(bots=5)
    hall.do(Choose("a", "game", "love-letter"))
    assert hall.lobby.game == "love-letter"


def test_a_computer_of_another_game_plays_as_it_can(hall: Hall) -> None:
    """Whoever was seated for one game may be unknown in the next."""
    hall.open(game="love-letter")
    hall.do(Choose("a", "game", "toy"))
    hall.do(SeatBot("a", "bold"))
    hall.do(Choose("a", "game", "love-letter"))
    hall.do(Start("a"))
    me = hall.seat("a")
    hall.answer(me, GAMES["love-letter"].moves(hall.playing.state, me)[0].code)
    assert any(line.startswith(f"{3 - me}:") for line in hall.playing.moves)


def test_the_preset_is_chosen_and_follows_again(hall: Hall) -> None:
    hall.open()
    hall.do(Choose("a", "preset", "pair"))
    assert hall.lobby.preset == "pair"
    hall.do(Choose("a", "preset", ""))
    assert hall.lobby.preset == ""


def test_the_pace_is_chosen(hall: Hall) -> None:
    hall.open()
    hall.do(Choose("a", "pace", "relaxed"))
    assert hall.lobby.pace is Pace.RELAXED
    assert [pace.factor for pace in Pace] == [1, 5, 0]


def test_the_panel_is_chosen(hall: Hall) -> None:
    hall.open()
    for panel in ("game", "preset", "pace", "switches", ""):
        hall.do(Choose("a", "panel", panel))
        assert hall.lobby.panel == panel


def test_a_switch_is_set_and_put_back(hall: Hall) -> None:
    hall.open("b", preset="small")
    hall.do(Choose("a", "turns", "6"))
    assert hall.lobby.switches == {"turns": 6}
    hall.do(Choose("a", "game", "love-letter"))
    hall.do(Choose("a", "preset", "bga"))
    hall.do(Choose("a", "tie", "none"))
    assert hall.lobby.switches == {"tie": "none"}
    hall.do(Choose("a", "tie", "discard_sum"))
    assert hall.lobby.switches == {}


def test_a_switch_outlives_an_edition_that_follows(hall: Hall) -> None:
    hall.open("b", "c")
    hall.do(Choose("a", "turns", "6"))
    hall.do(Sit("d", "Dan"))
    hall.do(Start("a"))
    assert (hall.playing.preset, hall.playing.options.turns) == ("big", 6)


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("panel", "magic"),
        ("game", "chess"),
        ("preset", "huge"),
        ("pace", "slow"),
        ("turns", "7"),
        ("colour", "red"),
        ("most", "3"),
    ],
)
def test_what_is_not_offered_cannot_be_chosen(hall: Hall, what: str, value: str) -> None:
    hall.open("b")
    assert hall.refused(Choose("a", what, value)) == UnknownChoice()


def test_values_are_spelled_as_words() -> None:
    assert [spell(value) for value in (True, False, 3, "forbid")] == [
        "true",
        "false",
        "3",
        "forbid",
    ]


def test_an_unknown_switch_is_named() -> None:
    with pytest.raises(msgspec.ValidationError, match="no such switch: colour"):
        options_of("small", {"colour": 1}, GAMES["toy"])


# Cuts, seal, seed of a lobby that an older release opened (else: test_proof)


def test_cuts_go_into_the_seed(hall: Hall) -> None:
    hall.open("b")
    hall.age()
    secret = bytes.fromhex(hall.lobby.secret)
    assert hall.do(CutDeck("a", text=" snow ")) == [WasCut("Ann", "snow")]
    hall.do(CutDeck("b", text="雪"))
    hall.do(Start("a"))
    raw = secret + b"\0\0\0\4snow" + b"\0\0\0\3" + "雪".encode()
    assert hall.playing.deal.seed == hashlib.sha256(raw).hexdigest()
    assert dice.seal(secret) == hashlib.sha256(secret).hexdigest()


def test_nobody_can_tell_the_seed_from_the_seal(hall: Hall) -> None:
    """Where nobody cuts the house does: the bare hash of the secret is the seal."""
    hall.open("b")
    hall.age()
    hall.do(Start("a"))
    secret = bytes.fromhex(hall.playing.secret)
    assert hall.playing.deal.seed != dice.seal(secret)
    assert hall.playing.deal.cuts == (SaidCut("Fumibako", hall.id),)
    assert hall.playing.deal.seed == dice.mix(secret, [hall.id]).hex()


def test_the_house_does_not_cut_where_people_do(hall: Hall) -> None:
    hall.open("b")
    hall.age()
    hall.do(CutDeck("b", text="snow"))
    hall.do(CutDeck("b", 2))
    hall.do(Start("a"))
    assert hall.playing.deal.cuts == (SaidCut("Ben", "snow"), SaidCut("Ben", "moon"))


def test_the_seats_are_the_first_draw(hall: Hall) -> None:
    hall.open("b", "c")
    hall.age()
    chairs = hall.lobby.chairs
    hall.do(Start("a"))
    stream = dice.Dice(hall.playing.seed_bytes)
    order = [replace(chair, seen=0) for chair in stream.order(chairs)]
    assert list(hall.playing.chairs) == order
    assert hall.playing.deal.joined == ("Ann", "Ben", "Cho")
    state, _ = run(GAMES["toy"].setup(3, hall.playing.options, stream))
    assert (hall.playing.state, hall.playing.drawn) == (state, stream.drawn)


def test_a_long_cut_is_cut_off(hall: Hall) -> None:
    hall.open()
    hall.age()
    assert hall.do(CutDeck("a", text="z" * 4000)) == [WasCut("Ann", "z" * 200)]


def test_an_empty_cut_is_refused(hall: Hall) -> None:
    hall.open()
    hall.age()
    assert hall.refused(CutDeck("a", text=" \n ")) == EmptyCut()


def test_the_deck_can_be_cut_twenty_times(hall: Hall) -> None:
    hall.open()
    hall.age()
    for number in range(20):
        hall.do(CutDeck("a", text=str(number)))
    assert hall.refused(CutDeck("a", text="once more")) == TooManyCuts()


# Again


def test_a_rematch_seats_everybody_who_stayed(hall: Hall) -> None:
    hall.start("b", "c", bots=1, preset="big", setting={"turns": "6"})
    hall.do(Rise("c"))
    hall.finish()
    old = hall.finished
    reopened, sealed = hall.do(Rematch("b", "Ben"))
    assert reopened == Reopened("Ben")
    assert isinstance(sealed, Sealed)
    new = hall.lobby
    assert new.host == "b"
    assert {chair.name for chair in new.chairs} == {"Ann", "Ben", "fumi"}
    assert (new.preset, new.switches, new.deal.cuts) == ("big", {"turns": 6}, ())
    assert new.id != old.id
    assert new.secret != old.secret
    hall.do(Start("a"))
    assert hall.playing.deal.seed != old.deal.seed


def test_a_rematch_lets_the_edition_follow_again(hall: Hall) -> None:
    hall.start("b")
    hall.finish()
    hall.do(Rematch("a", "Ann"))
    assert hall.lobby.preset == ""
    hall.do(Sit("c", "Cho"))
    hall.do(Sit("d", "Dan"))
    hall.do(Start("d"))
    assert hall.playing.preset == "big"


def test_only_who_played_asks_for_a_rematch(hall: Hall) -> None:
    hall.start("b", "c")
    hall.do(Rise("c"))
    hall.finish()
    for stranger in ("x", "c"):
        assert type(hall.refused(Rematch(stranger, "?"))).__name__ == "NotSeated"


def test_a_second_rematch_meets_the_first(hall: Hall) -> None:
    hall.start("b")
    hall.finish()
    old = hall.id
    hall.do(Rematch("a", "Ann"))
    assert type(hall.refused(Rematch("b", "Ben"), table=old)).__name__ == "AlreadyOpen"


@pytest.mark.parametrize("table", [None, "nothing", "lobby"])
def test_only_a_finished_game_is_played_again(hall: Hall, table: str | None) -> None:
    if table == "lobby":
        hall.open()
        table = hall.id
        hall.room = hall.store.enter("test", "elsewhere", "en")
    assert hall.refused(Rematch("a", "Ann"), table=table) == NoTable()


def test_a_lobby_alone_cannot_be_opened_again() -> None:
    """Below the house, opening is no command of a table that is there."""
    lobby, _ = run(open_table(Open("a", "Ann", "toy")))
    commands: list[Any] = [Open("b", "Ben", "toy"), Rematch("a", "Ann")]
    for command in commands:
        with pytest.raises(Refused, match="AlreadyRunning"):
            run(step(lobby, command, GAMES))
