"""One truth about ourselves: `fumibako status`, the doctor, `/health` and the log agree."""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.request import urlopen

from tests.outside.host import Host, free_port
from tests.outside.line_server import LineServer
from tests.outside.tables import open_lobby
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import down, lost, refuse


def test_a_host_tells_how_it_is(telegram: TelegramServer, tmp_path: Path) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        open_lobby(telegram, group, aki)
        host.until(lambda: host.run("status").returncode == 0, "is ready")
        told = host.run("status")
        assert str(host.port) in told.stdout and "Telegram" in told.stdout
        polls = len(telegram.made("getUpdates"))
        doctor = host.run("doctor")
        assert doctor.returncode == 0, doctor
        assert "✗" not in doctor.stdout
        # the doctor did not ask beside the host: nobody was thrown out
        assert all(call.status in (0, 200) for call in telegram.made("getUpdates")[polls:])
        assert len({call.fields.get("timeout") for call in telegram.made("getUpdates")}) == 1
        telegram.trouble("*", down())
        telegram.update("message", {"message_id": 1, "date": 0, "chat": group.info()})
        host.until(lambda: host.health() == {"live": True, "ready": False}, "know it is deaf")
        host.until(lambda: host.run("status").returncode == 1, "tell that it is deaf")
        assert host.run("status", "--runs").returncode == 0, "deaf, but it runs"
        before = len(host.log().splitlines())
        time.sleep(8.0)
        assert len(host.log().splitlines()) - before <= 6
        telegram.well()
        host.until(lambda: host.run("status").returncode == 0, "be ready again", 60.0)
        assert host.stop() == 0
        over = host.run("status")
        assert host.run("status", "--runs").returncode == 3
        assert over.returncode == 1 and "Traceback" not in over.stderr
    for secret in (telegram.token, "Aki", "Friends"):
        assert secret not in host.log()
    assert "Traceback" not in host.log()


def test_a_host_tells_it_as_data(telegram: TelegramServer, tmp_path: Path) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        host.until(lambda: host.run("status", "--json").returncode == 0, "is ready")
        told = json.loads(host.run("status", "--json").stdout)
        assert told["address"] == f"{host.address}/"
        assert [each["name"] for each in told["channels"]] == ["telegram"]
        assert host.health() == {"live": True, "ready": True}
        assert host.stop() == 0


def test_figures_and_a_log_for_programs(telegram: TelegramServer, tmp_path: Path) -> None:
    port = free_port()
    host = Host(
        tmp_path,
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API=telegram.address,
        METRICS=port,
        LOG="debug",
        LOG_FORMAT="json",
    )
    aki, group = telegram.person("Aki"), telegram.group("Friends")

    def figures() -> str:
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            return str(answer.read(), "utf-8")

    with host:
        open_lobby(telegram, group, aki)
        host.until(lambda: 'fumibako_tables{state="lobby"} 1.0' in figures(), "count the lobby")
        told = figures()
        assert "fumibako_ready 1.0" in told and "fumibako_leads 1.0" in told
        assert host.stop() == 0
    log = host.log()
    objects = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert objects and {"time", "level", "logger", "message"} <= set(objects[0])
    for secret in (telegram.token, "Aki", "Friends"):
        assert secret not in told and secret not in log


def test_one_platform_in_trouble_leaves_the_other_alone(
    telegram: TelegramServer, line: LineServer, tmp_path: Path
) -> None:
    host = Host(
        tmp_path,
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API=telegram.address,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LINE_API=line.address,
    )
    line.use_webhook(host.address)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        line.trouble("*", refuse(401, "Authentication failed"))
        open_lobby(telegram, group, aki)
        line.vanish()
        aki.press("Add a computer", group)
        telegram.until_shown(group, "(computer)")
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_one_refusal_of_the_token_does_not_end_the_host(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=f" {telegram.token} ", TELEGRAM_API=telegram.address)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        telegram.trouble("sendMessage", refuse(401, "Unauthorized"), times=1)
        telegram.trouble("getMe", lost(502), times=1)
        aki.says(f"/play@{telegram.username}", group)
        aki.find(group, "Join", patience=90.0)
        assert host.stop() == 0


def test_a_port_that_telegram_refuses_is_a_wrong_setting(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(
        tmp_path,
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API=telegram.address,
        PUBLIC_URL="https://cards.example.org:9000",
    )
    host.start(wait=False)
    assert host.ended() == 78
    assert "8443" in host.log() and "Traceback" not in host.log()
