"""A host goes back to a copy: what was sent since is dead, and people play on at new tables."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.outside.host import Host
from tests.outside.people import Button, TelegramPerson
from tests.outside.tables import first_choice, open_lobby, start_alone
from tests.outside.telegram_server import TelegramServer

WEB = "https://cards.example.org"
SEAL = re.compile(r"[0-9a-f]{64}")


def hosted(telegram: TelegramServer, folder: Path) -> Host:
    host = Host(
        folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address, PUBLIC_URL=WEB
    )
    telegram.leads[WEB] = host.address
    return host


def tables(host: Host) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(host.run("tables", "--json").stdout)["tables"]
    return found


def kept(host: Host, key: str) -> str:
    with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as look:
        found: str = look.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()[0]
        return found


def move(person: TelegramPerson) -> Button:
    """Choose something until the move is made; what was pressed last."""
    while not (button := first_choice(person)[0]).verb.startswith("m:"):
        person.press(button)
        _until_other(person, button.data)
    person.press(button)
    return button


def _until_other(person: TelegramPerson, data: str) -> None:
    person.server.until(lambda: first_choice(person)[0].data != data, "another choice is shown")


def test_a_host_goes_back_to_a_copy(telegram: TelegramServer, tmp_path: Path) -> None:
    host = hosted(telegram, tmp_path)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    bea, other = telegram.person("Bea"), telegram.group("Others")
    file = tmp_path / "copy.gz"
    with host:
        open_lobby(telegram, other, bea)
        [table] = tables(host)
        assert host.run("end", str(table["id"])).returncode == 0
        telegram.until_shown(other, "has ended this table", 30.0)
        start_alone(telegram, group, aki)
        old = first_choice(aki)[0]
        told = host.run("backup", str(file))
        assert told.returncode == 0 and "1 running game" in told.stdout, told
        assert file.stat().st_mode & 0o777 == 0o600
        [table] = tables(host)
        key = kept(host, "page.key") if _has(host, "page.key") else ""
        # what is played after the copy
        since = move(aki)
        open_lobby(telegram, other, bea)
        lost = bea.find(other, "Join", patience=30.0)
        seals = {seal for chat in (group, other) for seal in _seals(telegram, chat)}
        assert len(seals) >= 3
        refused = host.run("restore", str(file))
        assert refused.returncode == 1 and "hosted already" in refused.stderr
        host.kill()
        back = host.run("restore", str(file))
        assert back.returncode == 0, back
        assert "1 open table ended" in back.stdout and "1 group had opened" in back.stdout
        assert list(host.data.glob("fumibako.db-before-*"))
        assert host.database.stat().st_mode & 0o777 == 0o600
        host.start()
        # the groups are told, in words
        telegram.until_shown(group, "go back to its copy", 30.0)
        telegram.until_shown(other, "The table that was open here is lost", 30.0)
        # nothing that was sent lives
        for dead in (old, since):
            _is_dead(telegram, aki, dead)
        assert bea.press(lost).text
        assert not key or kept(host, "page.key") != key
        [new] = tables(host)
        assert new["id"] != table["id"] and new["people"] == ["Aki"] and new["state"] == "lobby"
        # a new seal, and new moves work
        telegram.until(
            lambda: [each for each in _seals(telegram, group) if each not in seals], "a new seal"
        )
        aki.press("Start", group, patience=30.0)
        telegram.until(lambda: first_choice(aki)[0].data not in (old.data, since.data), "is asked")
        move(aki)
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_a_house_moves_with_every_button_alive(telegram: TelegramServer, tmp_path: Path) -> None:
    before, after = hosted(telegram, tmp_path / "old"), hosted(telegram, tmp_path / "new")
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    file = str(tmp_path / "house.gz")
    telegram.leads[WEB] = before.address
    with before:
        start_alone(telegram, group, aki)
        assert before.run("backup", "--moving", file).returncode == 1, "it runs"
        assert before.stop() == 0
    moved = before.run("backup", "--moving", file)
    assert moved.returncode == 0, moved
    closed = before.run("run")
    assert closed.returncode == 78 and "have moved house" in closed.stderr
    there = after.run("restore", "--moved", file)
    assert there.returncode == 0 and "every button still counts" in there.stdout, there
    telegram.leads[WEB] = after.address
    with after:
        [table] = tables(after)
        assert table["state"] == "playing"
        move(aki)
        assert "been decided" not in _last(aki)
        assert after.stop() == 0
    assert "Traceback" not in before.log() + after.log()


def _has(host: Host, key: str) -> bool:
    with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as look:
        return look.execute("SELECT 1 FROM kept WHERE key = ?", (key,)).fetchone() is not None


def _seals(telegram: TelegramServer, chat: object) -> list[str]:
    return [found for text in telegram.texts(chat) for found in SEAL.findall(text)]  # type: ignore[arg-type]


def _last(person: TelegramPerson) -> str:
    return str(person.alerts[-1]) if person.alerts else ""


def _is_dead(telegram: TelegramServer, who: TelegramPerson, button: Button) -> None:
    """Press a button that must be dead: it says that the table is over; or, where it only led on to
    other keys, its card does, and has no moves any more."""

    def gone() -> bool:
        return not any(
            each.message == button.message and each.verb.startswith(("m:", "?:"))
            for each in who.sees()
        )

    assert "over" in who.press(button).text or telegram.until(gone, "the card has no moves")
