"""The owner of the installed program lets groups in, over its death and a new start."""

from __future__ import annotations

from pathlib import Path

from tests.outside.host import Host
from tests.outside.telegram_server import TelegramServer

WAITS = "To play here I need the consent of whoever runs me."


def test_a_stranger_waits_until_the_owner_lets_them_in(
    tmp_path: Path, telegram: TelegramServer
) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    mina, aki, ben = (telegram.person(name) for name in ("Mina", "Aki", "Ben"))
    friends, others = telegram.group("Friends"), telegram.group("Others")
    with host:
        mina.says("/whoami")
        line = f"OWNER=telegram:{mina.number}"
        telegram.until_shown(mina.private, line)
        assert host.stop() == 0
        host.configure(OWNER=line.partition("=")[2])
        host.start()
        telegram.add_bot(friends, aki)
        telegram.until_shown(friends, WAITS)
        asked = telegram.until_shown(mina.private, "Friends")
        assert "Aki" in asked["text"]
        waits = "Groups that wait to be let in: 1."
        host.until(lambda: waits in host.run("status").stdout, "tell that a group waits")
        host.kill()
        host.start()
        mina.press("Let in", mina.private)
        telegram.until_shown(mina.private, "“Friends” is let in.")
        aki.find(friends, "Play")
        aki.press("Play", friends)
        aki.find(friends, "Join")
        telegram.add_bot(others, ben)
        telegram.until_shown(others, WAITS)
        doctor = host.run("doctor")
        assert "✓ The OWNER can be written to on Telegram." in doctor.stdout, doctor.stdout
        assert host.stop() == 0
        host.configure(GUESTS="none")
        host.start()
        telegram.until_shown(others, "I may not play in this group")
        host.until(lambda: others.state == "left", "the bot leaves")
        assert host.stop() == 0
    assert "Traceback" not in host.log()
    said = "\n".join([*telegram.texts(friends), *telegram.texts(others)])
    assert "Mina" not in said and str(mina.number) not in said


def test_a_wrong_owner_is_told(tmp_path: Path) -> None:
    for settings, words in (
        ({"OWNER": "@mina"}, ("OWNER", "/whoami")),
        ({"GUESTS": "ask"}, ("GUESTS", "OWNER")),
        ({"GUESTS": "some"}, ("GUESTS", "open, ask or none")),
    ):
        host = Host(tmp_path, TELEGRAM_TOKEN="42:sesame")
        host.configure(OWNER="", GUESTS="")
        host.configure(**settings)
        found = host.run("run")
        assert found.returncode != 0
        assert all(word in found.stdout + found.stderr for word in words), found
        assert "@mina" not in found.stdout + found.stderr
