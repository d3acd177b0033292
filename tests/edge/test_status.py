"""One truth about ourselves: what the host tells, and from where it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adapters import main
from adapters.doctor import examine
from adapters.letter import Sent
from adapters.settings import Settings
from adapters.status import FULL, OLD, Channel, Status, changes, read, room_on_disk, write
from adapters.status_texts import in_bytes, lines, whole
from core.table.commands import HandOver, Tick
from core.table.failures import OurTrouble
from storage.backup import LAST
from storage.instance import last_word
from storage.store import SqlStore
from tests.edge.host import AT, B, Host, Hosts, Time, locked

replace = msgspec.structs.replace

GOOD = Status(
    "0.2.0",
    4711,
    AT - 600,
    AT,
    "http://127.0.0.1:8000/",
    channels=(Channel("telegram", heard=AT - 5, answered=AT - 7),),
    database="/data/x.db",
    size=1_500_000,
    free=9_000_000_000,
    tables={"lobby": 1, "playing": 2},
    backup=AT - 86400,
)
DEAF = Channel("telegram", heard=AT - 90, trouble="Conflict", trouble_at=AT - 3, deaf=90.0)


def settings(folder: Path, **more: Any) -> Settings:
    given: dict[str, Any] = {"database": str(folder / "x.db"), "language": "en"}
    return Settings(_env_file=None, **(given | more))


def told(host: Host) -> Status:
    """The status that stands in the database after the next report."""
    asyncio.run(host.app.reporter.tell())
    word = last_word(host.app.settings.database_url)
    assert word is not None
    status = read(word.status)
    assert status is not None
    assert word.instance == host.store.instance
    return status


def kinds(status: Status, now: float = AT) -> dict[str, bool | None]:
    return {type(each.message).__name__: each.good for each in lines(status, now)}


def test_what_a_host_tells(host: Host, time: Time) -> None:
    host.start(B)
    host.id = ""
    host.open_in(host.store.enter("test", "another chat", "en"))
    time.go(30)
    host.app.serve("http://127.0.0.1:8000/")
    status = told(host)
    assert status.tables == {"lobby": 1, "playing": 1}
    assert status.waiting > 2
    assert status.oldest == AT
    assert status.address == "http://127.0.0.1:8000/"
    assert status.database.endswith("x.db")
    assert status.size > 10_000
    assert status.free is not None
    assert [channel.name for channel in status.channels] == ["test"]
    assert (status.store, status.deaf, status.inputs_aside) == ("", 0.0, 0)
    host.show()
    assert told(host).waiting == 0


def test_what_is_put_off_for_ever_does_not_wait(host: Host) -> None:
    async def blocked(lane: str) -> Sent | None:
        return Sent(wait=float("inf"))

    host.say.answers = blocked
    host.open()
    host.show()
    assert told(host).waiting == 0


def test_what_was_set_aside_is_counted(host: Host) -> None:
    host.start(B)
    with host.store.begin() as connection:
        connection.exec_driver_sql("DELETE FROM journal")
    torn = replace(host.row, snapshot=b'{"format":1}')
    host.store.run(lambda work: work.update(torn))
    host.refused(Tick(1))
    host.store.keep("aside:test:r1", "{}", AT)
    status = told(host)
    assert status.tables == {"aside": 1}
    assert status.inputs_aside == 1
    assert kinds(status)["TablesAside"] is False


@pytest.mark.parametrize("journal", [True, False])
def test_which_tables_were_damaged_stands_in_log_and_status(
    host: Host, caplog: pytest.LogCaptureFixture, journal: bool
) -> None:
    host.start(B)
    if not journal:
        with host.store.begin() as connection:
            connection.exec_driver_sql("DELETE FROM journal")
    torn = replace(host.row, snapshot=b'{"format":0}')
    host.store.run(lambda work: work.update(torn))
    host.tell(HandOver(B))
    status = told(host)
    [damage] = status.damages
    assert (damage.table, damage.reason) == (host.id, "format 0 is none that was ever written")
    assert damage.lost == ("" if journal else "there is no journal")
    found = kinds(status)
    assert (found.get("TableRebuilt", True), found.get("TableAside", True)) == (
        (None, True) if journal else (True, False)
    )
    [line] = [each for each in caplog.records if host.id in each.getMessage()]
    assert damage.reason in line.getMessage() and damage.lost in line.getMessage()
    assert line.levelname == ("WARNING" if journal else "ERROR")


def test_a_store_in_trouble_is_known_without_it(host: Host, tmp_path: Path) -> None:
    host.open()
    asyncio.run(host.app.reporter.tell())
    before = host.app.reporter.status
    host.store.hurry(0.0)
    with locked(tmp_path):
        asyncio.run(host.app.reporter.tell())
        status = host.app.reporter.status
        assert status.store == "locked"
        assert status.tables == before.tables == {"lobby": 1}
        assert host.app.reporter.health() == (True, False)
        word = last_word(host.app.settings.database_url)  # a reader waits for nobody
        assert word is not None
        assert word.at == before.at
    asyncio.run(host.app.reporter.tell())
    assert host.app.reporter.health() == (True, True)


@pytest.mark.parametrize(
    ("change", "ready"),
    [
        ({}, True),
        ({"store": "full"}, False),
        ({"deaf": 3.0}, False),
        ({"channels": (DEAF,)}, False),
        ({"channels": (Channel("line", ended=True),)}, False),
        ({"channels": (Channel("line", blind=True),)}, True),
        ({"free": FULL - 1}, False),
        ({"free": 0}, False),
        ({"free": None}, True),
        ({"waiting": 5, "oldest": AT}, True),
    ],
)
def test_when_people_can_play(change: dict[str, Any], ready: bool) -> None:
    assert replace(GOOD, **change).ready is ready


def test_a_host_that_does_not_look_at_its_clock_is_not_ready(host: Host, time: Time) -> None:
    assert host.app.reporter.health() == (True, True)
    time.go(20)
    assert host.app.reporter.health() == (True, False)
    host.looks()
    assert host.app.reporter.health() == (True, True)


def test_a_status_is_read_as_it_was_written() -> None:
    assert read(write(GOOD)) == GOOD
    assert read("{}") is None
    assert read("no JSON") is None
    assert room_on_disk(None) == (0, None)
    assert room_on_disk(Path("/nowhere/x.db")) == (0, None)


def test_the_log_hears_of_a_platform_that_falls_deaf_once() -> None:
    good, deaf = GOOD, replace(GOOD, channels=(DEAF,))
    known = {channel.name: channel for channel in GOOD.channels}
    deafened = {"telegram": DEAF}
    assert changes(known, good) == []
    assert changes(known, deaf) == ["telegram: nothing is heard (Conflict)"]
    assert changes(deafened, deaf) == []
    assert changes(deafened, good) == ["telegram: heard again after 90 seconds"]


def test_what_is_told_in_words() -> None:
    assert kinds(GOOD) == {
        "Listening": None,
        "PlatformHears": True,
        "NoLetters": True,
        "TablesAre": None,
        "DatabaseAndDisk": True,
        "BackupWas": True,
    }
    assert kinds(replace(GOOD, channels=(DEAF,)))["PlatformDeaf"] is False
    assert "PlatformTrouble" in kinds(replace(GOOD, channels=(DEAF,)))
    assert kinds(replace(GOOD, channels=(replace(DEAF, ended=True),)))["PlatformEnded"] is False
    blind = kinds(replace(GOOD, channels=(Channel("line", blind=True),)))
    assert (blind["PlatformQuiet"], blind["PlatformBlind"]) == (None, None)
    assert kinds(replace(GOOD, channels=(Channel("line", heard=AT),)))["PlatformHeard"] is True
    only = Channel("line", answered=AT)
    assert kinds(replace(GOOD, channels=(only,)))["PlatformAnswered"] is None
    assert kinds(replace(GOOD, deaf=6.0))["HouseDeaf"] is False
    assert kinds(replace(GOOD, deaf=0.1)) == kinds(GOOD)  # a start, or a moment's crowd
    starting = replace(DEAF, deaf=0.1, trouble="")
    assert kinds(replace(GOOD, channels=(starting,)))["PlatformHeard"] is True
    assert kinds(replace(GOOD, store="full"))["DiskFull"] is False
    assert kinds(replace(GOOD, free=1000))["DiskNearlyFull"] is False
    assert kinds(replace(GOOD, free=None))["DatabaseIs"] is True
    assert kinds(replace(GOOD, waiting=3, oldest=AT - 10))["LettersWait"] is None
    assert kinds(replace(GOOD, waiting=3, oldest=AT - 1000))["LettersWait"] is False
    assert kinds(replace(GOOD, inputs_aside=2))["InputsAside"] is None
    thinking = kinds(replace(GOOD, thinking=3, thoughtless=1))
    assert (thinking["TablesThink"], thinking["Thoughtless"]) == (None, None)


def test_when_the_last_backup_was_made(host: Host, time: Time) -> None:
    assert told(host).backup is None
    host.store.keep(LAST, "nan", time.wall)  # whatever stands there
    assert told(host).backup is None
    host.store.keep(LAST, str(round(time.wall)), time.wall)
    status = told(host)
    assert status.backup == round(time.wall)
    assert json.loads(write(status))["backup"] == round(time.wall)
    assert read(write(status)) == status


@pytest.mark.parametrize(
    ("days", "page", "found"),
    [
        (None, False, {"NoBackup": None}),
        (None, True, {}),
        (1, False, {"BackupWas": True}),
        (8, False, {"BackupWas": None}),
    ],
)
def test_how_a_backup_is_told(days: float | None, page: bool, found: dict[str, bool]) -> None:
    made = None if days is None else AT - days * 86400
    told = kinds(replace(GOOD, backup=made, page=page))
    assert {kind: good for kind, good in told.items() if "Backup" in kind} == found


def test_sizes_for_people() -> None:
    assert [in_bytes(n) for n in (0, 999, 1000, 10**15)] == ["0 B", "999 B", "1.0 kB", "1000.0 TB"]


@pytest.mark.parametrize(
    ("status", "runs", "now", "kind"),
    [
        (None, False, AT, "HostNever"),
        (None, True, AT, "HostUnknown"),
        (GOOD, False, AT + 5, "HostEnded"),
        (GOOD, True, AT + OLD + 1, "HostSilent"),
        (GOOD, True, AT, "HostRuns"),
    ],
)
def test_whether_a_host_runs(status: Status | None, runs: bool, now: float, kind: str) -> None:
    found = whole(status, runs, now, "x.db")
    assert type(found[0].message).__name__ == kind
    assert found[0].good is (kind == "HostRuns")
    assert (len(found) > 1) == (runs and status is not None)


Asked = Callable[..., tuple[bool, str]]


@pytest.fixture
def asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> Asked:
    """What `fumibako status` says on the test's folder."""

    def ask(**how: Any) -> tuple[bool, str]:
        capsys.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr("adapters.main.time.time", lambda: time.wall)
            good = main.status(settings(tmp_path, **how.pop("settings", {})), **how)
        return good, capsys.readouterr().out

    return ask


def test_the_command_tells_of_a_host_that_runs(host: Host, asked: Asked, tmp_path: Path) -> None:
    host.open()
    told(host)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir() if "shm" not in each.name}
    good, text = asked()
    assert good
    assert "is running" in text
    assert "People can play." in text
    assert all(line[0] in "✓·" for line in text.splitlines())
    good, text = asked(settings={"language": "ja"})
    assert "遊べる状態です" in text
    good, text = asked(as_json=True)
    assert good
    assert json.loads(text)["tables"] == {"lobby": 1}
    after = {each.name: each.read_bytes() for each in tmp_path.iterdir() if "shm" not in each.name}
    assert after == before


def test_the_command_tells_of_a_host_that_is_deaf(host: Host, asked: Asked, time: Time) -> None:
    host.hearing.lost("test", "polls")
    time.go(30)
    host.looks()
    told(host)
    good, text = asked()
    assert not good
    assert "test: nothing has been heard for 30 seconds" in text


def test_the_command_tells_of_a_host_that_hangs(host: Host, asked: Asked, time: Time) -> None:
    told(host)
    time.go(OLD + 1)
    good, text = asked()
    assert not good
    assert "has told nothing about itself for 31 seconds" in text


def test_the_command_needs_no_lock_and_no_host(
    begin: Hosts, asked: Asked, tmp_path: Path, time: Time
) -> None:
    good, text = asked()
    assert not good
    assert list(tmp_path.iterdir()) == []
    assert "fumibako run" in text
    host = begin()
    told(host)
    with locked(tmp_path):
        assert asked()[0]
    host.app.hold.let_go()
    host.app.store.close()
    time.go(7200)
    files = {each.name for each in tmp_path.iterdir()}
    good, text = asked()
    assert not good
    assert "2 hours ago" in text
    assert asked(as_json=True)[0] is False
    assert {each.name for each in tmp_path.iterdir()} == files


def test_the_command_is_silent_about_other_files(asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database" * 100)
    good, text = asked(as_json=True)
    assert (good, text) == (False, "null\n")


def test_an_older_word_of_a_wrong_clock_does_not_stay_the_newest(begin: Hosts, time: Time) -> None:
    host = begin()
    time.set(86400)
    told(host)
    time.set(-86400)
    host = begin()
    assert told(host).at == time.wall


def test_the_doctor_leaves_a_running_host_alone(host: Host, tmp_path: Path) -> None:
    """It reads beside it, and says what the host says about itself."""
    host.open()
    status = told(host)
    url = host.app.settings.database_url
    reader = SqlStore(url, 1.0, read_only=True)
    try:
        found = asyncio.run(examine(settings(tmp_path), reader, reader.path, lambda: status))
        assert [room.chat for room in reader.rooms_on("test")] == ["chat"]
        with pytest.raises(OurTrouble):
            reader.keep("key", "value", AT)
    finally:
        reader.close()
    assert "HostSilent" in {type(each.message).__name__ for each in found}  # of another year
    assert "DatabaseGood" not in {type(each.message).__name__ for each in found}
    assert host.app.hold.locked


def test_the_doctor_as_a_command(
    host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str], time: Time
) -> None:
    told(host)
    assert main.doctor(settings(tmp_path)) is False  # its word is of another year
    assert "Fumibako is running" in capsys.readouterr().out
    assert host.app.hold.locked
    host.app.hold.let_go()
    assert main.doctor(settings(tmp_path))
    assert "can be read and written" in capsys.readouterr().out
