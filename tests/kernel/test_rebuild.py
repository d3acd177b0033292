"""Tables made again from their journals: the same at every line, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from core.games import GAMES as ALL
from core.house.clock import shown, wake_up
from core.house.house import House
from core.house.journal import Entry, Written, read, write
from core.house.mending import ASIDE, REBUILT, Damage, read_damage
from core.house.rebuild import NotRebuilt, rebuild
from core.house.timing import Pause
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.proof import Entrant
from core.table.commands import (
    AddRoom,
    Admit,
    Answer,
    Choose,
    Close,
    Command,
    CutDeck,
    GiveOrder,
    HandOver,
    Knock,
    Open,
    Rematch,
    Rename,
    Rise,
    SeatBot,
    Sit,
    Sleep,
    Start,
    TakeBack,
    Tick,
    UnseatBot,
    UseLetters,
)
from core.table.sayings import AlreadyOpen, SetAside, TableBroken
from core.table.snapshot import Unreadable, thaw
from core.table.table import Finished, Lobby, Playing, Table
from tests.kernel.hall import GAMES as FEW
from tests.kernel.hall import Chance, Hall, messages

replace = msgspec.structs.replace

GAMES: dict[str, Any] = FEW | {game.name: game for game in ALL}
PAUSES = {"at once": Pause(50), "in threes": Pause(3, 1.0), "one by one": Pause(0, 1.0)}


class Watched(Hall):
    """A hall of all games that remembers what its tables were after each line."""

    def __init__(self, pause: Pause | None = None) -> None:
        super().__init__()
        self.damages: list[Damage] = []
        self.house = House(
            self.store, GAMES, Chance(), pause, on_damage=lambda damage: self.damages.append(damage)
        )
        self.tables: dict[str, list[Table]] = {}

    def tell(self, command: Command, **more: Any) -> Any:
        """One input, whatever becomes of it."""
        result = super().tell(command, **more)
        if result.refused is None and result.table is not None:
            table_id = self.id = result.table
            known = self.tables.setdefault(table_id, [])
            if self.row.version > len(known):
                known.append(thaw(self.row.snapshot, GAMES))
            assert len(known) == self.row.version, "every version has a line"
        return result

    def again(self, table_id: str, lines: int | None = None) -> Table:
        """The table as its journal tells it (its first lines)."""
        secret = self.store.run(lambda work: work.secret_of(table_id))
        assert len(secret) == 64
        entries = self.store.journal_of(table_id)[:lines]
        assert secret.encode() not in b"".join(entry.entry for entry in entries)
        return rebuild(entries, secret, GAMES, self.before)

    def before(self, table_id: str) -> Finished:
        """The game that was played at another table."""
        table = self.tables[table_id][-1]
        assert isinstance(table, Finished)
        return table


@pytest.fixture
def watched() -> Iterator[Watched]:
    hall = Watched()
    yield hall
    hall.store.close()


def gather(hall: Watched, game: AnyGame, whims: Random) -> None:
    """A lobby in which much is changed before the game begins."""
    users = ["b", "c", "d", "e"][: whims.randrange(1, 4)]
    hall.tell(Open("a", "Ann", "toy"))
    hall.tell(Choose("a", "game", game.name))
    other = hall.store.enter("other", f"chat {hall.id}", "ja")
    for user in users:
        hall.tell(Sit(user, "", letters=whims.random() < 0.5), room=whims.choice([1, other.id]))
        hall.tell(Rename(user, user.upper()))
    for bot in (*list(game.bots)[:2], "", "nobody"):
        hall.tell(SeatBot("a", bot))
    if whims.random() < 0.5:
        hall.tell(Knock("b", other.id, "Else", "Here"))
        hall.tell(Admit("a", other.id, whims.random() < 0.7))
    hall.tell(Choose("a", "preset", whims.choice(["", *game.presets])))
    hall.tell(Choose("a", "pace", whims.choice(["none", "quick", "relaxed"])))
    hall.tell(CutDeck("b", text="snow"))
    for _ in range(12):
        hall.tell(Start("a"))
        if isinstance(hall.table, Playing):
            return
        others: list[Command] = [SeatBot("a"), UnseatBot("a"), Choose("a", "preset", "")]
        hall.tell(whims.choice(others))
    pytest.fail("it never begins")


def finish(hall: Watched) -> None:
    """The people at a table answer until the game is over."""
    while isinstance(hall.table, Playing):
        people = [seat for seat in hall.asked if hall.playing.chairs[seat - 1].decides]
        codes = [move.code for move in GAMES["toy"].moves(hall.playing.state, people[0])]
        hall.answer(people[0], "rest" if "rest" in codes else codes[0])


def whim(hall: Watched, whims: Random) -> Command | None:
    """Something besides a move, now and then."""
    people = [chair.user for chair in hall.table.chairs if chair.user and not chair.left]
    user = whims.choice(people)
    table, chance = hall.playing, whims.randrange(60)
    game = GAMES[table.game]
    if chance < 4 and game.orders is not None:
        seat = next(n for n, chair in enumerate(table.chairs, 1) if chair.user == user)
        offers = game.orders.offers(game.view(table.state, seat))
        return GiveOrder(user, whims.choice([code for code, _ in offers]) if offers else "")
    several: dict[int, Command] = {
        5: HandOver(user),
        6: TakeBack(user),
        7: UseLetters(user, whims.random() < 0.5),
        8: Sleep(),
        9: Sleep(False),
        10: Rename(user, f"{user}{chance}"),
        11: AddRoom(hall.store.enter("further", f"chat {whims.randrange(9)}", "en").id),
    }
    if chance == 12 and len(people) > 1:
        return Rise(user)
    return several.get(chance)


def play(hall: Watched, whims: Random) -> None:
    """A game to its end, with people who answer, are silent, leave and come back."""
    for _ in range(1500):
        if not isinstance(hall.table, Playing):
            return
        table, game = hall.playing, GAMES[hall.playing.game]
        another = whim(hall, whims)
        if another is not None:
            hall.tell(another)
            continue
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        awaited = [seat for seat in sorted(asked.seats) if table.chairs[seat - 1].decides]
        if awaited and whims.random() < 0.8:
            seat = whims.choice(awaited)
            hall.answer(seat, whims.choice(game.moves(table.state, seat)).code)
            continue
        if awaited:
            shown(hall.house, hall.id, table.question, hall.at)
        if table.asleep or hall.row.due is None:
            hall.tell(TakeBack(next(str(c.user) for c in table.chairs if c.user and not c.left)))
        else:
            hall.at = max(hall.at, hall.row.due)
            hall.tell(Tick(table.question))
    pytest.fail("it never ends")


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_at_every_line_a_journal_gives_the_same_table(game: AnyGame, pause: str) -> None:
    for number in range(2):
        hall, whims = Watched(PAUSES[pause]), Random(f"{game.name} {pause} {number}")
        gather(hall, game, whims)
        play(hall, whims)
        if isinstance(hall.table, Finished):
            host = next(str(chair.user) for chair in hall.table.chairs if chair.user)
            hall.tell(Rematch(host, "Ann"))
            hall.tell(Start(host))
        for table_id, tables in hall.tables.items():
            assert hall.again(table_id) == tables[-1]
            for lines in (*range(1, len(tables), 7), len(tables) - 1):
                if lines:
                    assert hall.again(table_id, lines) == tables[lines - 1]
        hall.store.close()


def test_no_computer_is_asked_again(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.start("b", bots=2, bot="bold", preset="big", game="toy")
    finish(watched)

    def ask(*_: object) -> None:
        raise AssertionError("a computer is asked")

    monkeypatch.setattr("core.table.oracle.Oracle.answer", ask)
    assert watched.again(watched.id) == watched.tables[watched.id][-1]


def test_a_line_is_the_whole_command_and_its_moves(watched: Watched) -> None:
    watched.do(Open("a", "Ann", "toy"))
    watched.do(SeatBot("a"))
    watched.do(Sit("b", "Ben"))
    watched.do(Choose("a", "preset", "big"))
    watched.do(Start("a"))
    watched.do(HandOver("b"))
    finish(watched)
    lines = [read(entry.entry) for entry in watched.store.journal_of(watched.id)]
    commands = [line.command for line in lines if line is not None]
    best, room = GAMES["toy"].default_bot, watched.room.id
    salts = [
        next(each for each in watched.finished.deal.people if each.name == name)
        for name in ("Ann", "Ben")
    ]
    ann, ben = (each.salt for each in salts if isinstance(each, Entrant))
    assert commands[0] == Open("a", "Ann", "toy", table=watched.id, room=room, salt=ann)
    assert commands[1] == SeatBot("a", best)
    assert commands[2] == Sit("b", "Ben", room=room, salt=ben)
    assert commands[5] == HandOver("b", best)
    moves = [move for line in lines if line is not None for move in line.moves]
    assert tuple(moves) == watched.finished.moves
    assert len(commands) < len(moves), "some lines have moves of computers too"


def test_the_journal_tells_in_which_rooms_a_table_is_played(watched: Watched) -> None:
    second = watched.store.enter("other", "second", "en").id
    third = watched.store.enter("other", "third", "en").id
    watched.open("b")
    watched.do(Knock("b", second, "Second", "First"))
    watched.do(Admit("a", second, True))
    watched.do(AddRoom(third))
    watched.do(Start("a"))
    watched.finish()
    watched.do(Open("x", "Xin", "toy"), table=None, room=third)
    watched.id = next(iter(watched.tables))
    assert watched.refused(AddRoom(third)) is not None
    watched.do(Rematch("a", "Ann"))
    played: list[list[int]] = []
    for table_id in watched.tables:
        rooms: list[int] = []
        for entry in watched.store.journal_of(table_id):
            line = read(entry.entry)
            assert line is not None
            match line.command:
                case Open(room=room) | AddRoom(room=room) | Admit(room=room, yes=True):
                    rooms.append(room)
                case Rematch(rooms=again):
                    rooms += again
                case _:
                    pass
        assert rooms == [room.id for room in watched.house.rooms_of(table_id)]
        played.append(rooms)
    assert played == [[watched.room.id, second, third], [third], [watched.room.id, second]]


def test_a_room_that_plays_elsewhere_or_is_none_does_not_join(watched: Watched) -> None:
    watched.open("b")
    assert watched.refused(AddRoom(99)) == AlreadyOpen()
    assert watched.refused(AddRoom(watched.room.id)) == AlreadyOpen()


# A table that was damaged goes on


def twins() -> tuple[Watched, Watched]:
    """Two halls in which the same happens."""
    halls = Watched(), Watched()
    for hall in halls:
        hall.start("b", "c", bots=1, game="love-letter")
    return halls


def test_a_damaged_table_goes_on_and_nobody_notices() -> None:
    torn, twin = twins()
    whims = Random(5)
    while isinstance(twin.table, Playing):
        seat = twin.asked[0]
        code = whims.choice(GAMES["love-letter"].moves(twin.playing.state, seat)).code
        torn.tear()
        assert torn.house.read(torn.id) is None
        command = twin.playing.question
        assert torn.do(_answer(twin, seat, code, command)) == twin.answer(seat, code)
        assert torn.row == twin.row
    assert torn.finished == twin.finished
    assert torn.sent() == twin.sent()
    lines = [read(entry.entry) for entry in twin.store.journal_of(twin.id)]
    assert len(torn.damages) == sum(
        line is not None and isinstance(line.command, Answer) for line in lines
    )
    for hall in (torn, twin):
        hall.store.close()


def _answer(hall: Hall, seat: int, code: str, question: int) -> Command:
    return Answer(hall.user(seat), question, code)


def test_a_table_of_an_older_release_is_rebuilt_from_its_journal() -> None:
    """Its lines know of no salts and no pictures: they lead to the deal that they led to."""
    hall = Watched()
    hall.open("b", bots=1)
    hall.age()
    hall.do(CutDeck("b", text="snow"))
    hall.do(CutDeck("a", 2))
    old = b'{"type":"cut","user":"b","text":"snow"}'
    assert any(old in line.entry for line in hall.store.journal_of(hall.id))
    lobby = hall.lobby
    hall.tear()
    hall.do(Choose("a", "panel", ""))
    assert hall.lobby == lobby
    hall.do(Start("b"))
    table = hall.playing
    assert [cut.text for cut in table.deal.cuts] == ["snow", "moon"]
    hall.tear()
    hall.do(UseLetters("b", False))
    assert hall.playing == table
    assert [damage.lost for damage in hall.damages] == ["", ""]
    hall.store.close()


def test_what_was_damaged_is_told_to_the_host_and_kept(watched: Watched) -> None:
    watched.start("b")
    watched.tear(b'{"format":2,"table":{"type":"playing","deal":7}}')
    watched.do(UseLetters("b", True))
    [damage] = watched.damages
    assert damage == Damage(
        watched.id, watched.at, "Expected `object`, got `int` - at `$.table.deal`"
    )
    kept = watched.store.kept_like(REBUILT)
    assert [read_damage(value) for _, value in kept] == [damage]
    assert not watched.store.kept_like(ASIDE)
    assert read_damage("{") is None


def test_a_table_is_mended_when_the_house_wakes(watched: Watched) -> None:
    watched.start("b")
    before = watched.row
    watched.tear()
    wake_up(watched.house, watched.id, watched.at)
    assert watched.row.snapshot == before.snapshot and not watched.row.broken
    assert not watched.damages[0].lost


def test_a_refusal_does_not_take_the_mending_back(watched: Watched) -> None:
    watched.start("b")
    before = watched.row
    watched.tear()
    assert watched.tell(Start("a")).refused is not None
    assert watched.row == before


@pytest.mark.parametrize("old_release", [False, True])
def test_a_game_is_played_again_though_it_was_damaged(watched: Watched, old_release: bool) -> None:
    """Then the new table is damaged too. Until 0.7.0 it leads back to the old one."""
    watched.start("b", setting={"turns": "1"})
    watched.finish()
    old = watched.id
    watched.tear()
    watched.do(Rematch("b", "Ben"))
    assert watched.id != old
    watched.do(Start("a"))
    expected = watched.row
    if old_release:
        watched.refer()
    watched.tear()
    new, watched.id = watched.id, old
    watched.tear()
    watched.id = new
    watched.do(UseLetters("a", False))
    assert watched.playing == thaw(expected.snapshot, GAMES)
    assert [damage.table for damage in watched.damages] == [old, new]


# What cannot be rebuilt


def spoiled(hall: Watched, **changed: Any) -> Any:
    """Why the journal gives no table when its last line is otherwise."""
    entries = hall.store.journal_of(hall.id)
    line = read(entries[-1].entry)
    assert line is not None
    last = replace(entries[-1], entry=write(replace(line, **changed)))
    secret = hall.store.run(lambda work: work.secret_of(hall.id))
    with pytest.raises(NotRebuilt) as why:
        rebuild([*entries[:-1], last], secret, GAMES, hall.before)
    return str(why.value)


def test_why_a_journal_gives_no_table(watched: Watched) -> None:
    watched.open("b", bots=2, bot="bold", preset="big")
    lobby = len(watched.store.journal_of(watched.id))
    watched.do(Start("a"))
    assert spoiled(watched, command=Start("x")) == f"line {lobby + 1}: refused (NotSeated)"
    assert spoiled(watched, moves=("1:rest",)).startswith(f"line {lobby + 1}: ")
    while not read(watched.store.journal_of(watched.id)[-1].entry).moves[1:]:  # type: ignore[union-attr]
        watched.answer(watched.asked[0], "rest")
    number = len(watched.store.journal_of(watched.id))
    line = read(watched.store.journal_of(watched.id)[-1].entry)
    assert line is not None
    place = len(watched.playing.moves)
    nobody = (*line.moves[:-1], f"9:{line.moves[-1].partition(':')[2]}")
    where = f"line {number}: move {place} does not fit the table"
    assert spoiled(watched, moves=nobody) == where
    assert spoiled(watched, moves=line.moves[:-1]) == where
    moreover = (*line.moves, "1:rest")
    assert spoiled(watched, moves=moreover) == (
        f"line {number}: its moves are not those that were made"
    )
    bad = Choose("a", "panel", "preset")
    assert spoiled(watched, command=bad) == f"line {number}: refused (AlreadyRunning)"


def entry(version: int, text: bytes) -> Entry:
    return Entry(version, 0.0, text)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([], "there is no journal"),
        ([entry(1, b'{"type":"open","user":"a"}')], "line 1: written by an older release"),
        ([entry(2, write(Written(Open("a", "Ann", "toy"))))], "line 1: lines are missing"),
        ([entry(1, write(Written(Close("a"))))], "line 1: it opens no table"),
        ([entry(1, b'{"journal":2}')], "line 1: ValidationError"),
        ([entry(1, write(Written(Rematch("a", "Ann", finished="t"))))], "line 1: KeyError"),
    ],
)
def test_no_table_comes_of_it(entries: list[Entry], why: str) -> None:
    def nothing(table_id: str) -> Finished:
        raise KeyError(table_id)

    with pytest.raises(NotRebuilt) as refused:
        rebuild(entries, "ab" * 32, GAMES, nothing)
    assert str(refused.value) == why


def lost(hall: Watched) -> str:
    """The table is damaged and cannot be rebuilt; why."""
    assert hall.tell(Sit("e", "Eve")).refused == TableBroken(hall.id)
    assert hall.row.broken
    assert SetAside(hall.id) in messages(hall.sent()[f"room:{hall.room.id}"])
    [(key, value)] = hall.store.kept_like(ASIDE)
    assert key == f"{ASIDE}{hall.id}"
    assert hall.damages[-1] == read_damage(value)
    return hall.damages[-1].lost


def test_an_older_journal_is_exempt(watched: Watched) -> None:
    watched.start("b")
    watched.forget()
    watched.tear()
    assert lost(watched) == "line 1: written by an older release"


def test_a_journal_without_its_end_is_not_enough(watched: Watched) -> None:
    watched.start("b")
    watched.answer(watched.asked[0], "rest")
    torn = replace(watched.row, version=9, snapshot=b"{}")
    watched.store.run(lambda work: work.update(torn))
    assert lost(watched) == "its last lines are missing"


def test_a_question_that_was_not_stored_is_not_asked(watched: Watched) -> None:
    watched.start("b")
    torn = replace(watched.row, question=7, snapshot=b"{}")
    watched.store.run(lambda work: work.update(torn))
    assert lost(watched) == "it asks another question than was stored"


def test_a_rebuilt_table_that_cannot_be_thawed_is_set_aside(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(raw: bytes, games: object) -> Table:
        raise Unreadable("never")

    watched.start("b")
    monkeypatch.setattr("core.house.mending.thaw", never)
    watched.tear()
    assert lost(watched) == "never"


@pytest.mark.parametrize("before", ["gone", "a lobby"])
def test_where_a_rematch_of_old_began_the_game_before_must_be_there_and_be_over(
    watched: Watched, before: str
) -> None:
    watched.start("b", setting={"turns": "1"})
    watched.finish()
    watched.do(Rematch("a", "Ann"))
    [*first, line] = map(read, (each.entry for each in watched.store.journal_of(watched.id)))
    assert not first and line is not None and isinstance(line.command, Rematch)
    name = watched.id if before == "a lobby" else "nothing"
    other = write(replace(line, command=replace(line.command, finished=name, taken=None)))
    with watched.store.begin() as connection:
        statement = "UPDATE journal SET entry = ? WHERE entry LIKE '%rematch%'"
        connection.exec_driver_sql(statement, (other.decode(),))
    if before == "gone":
        watched.tear()
        assert lost(watched) == "line 1: the game before is not known"
        return
    good = watched.row
    assert isinstance(watched.table, Lobby)
    watched.do(Open("x", "Xin", "toy"), room=watched.store.enter("test", "2", "en").id)
    third = watched.id
    watched.id = good.id
    with watched.store.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE journal SET entry = replace(entry, ?, ?)", (f'"{good.id}"', f'"{third}"')
        )
    watched.tear()
    assert lost(watched) == "line 1: the game before is not over"
