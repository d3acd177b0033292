"""Hands and secrets stand in the files of a host: they are for their owner alone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.outside.host import Host
from tests.outside.tables import open_lobby
from tests.outside.telegram_server import TelegramServer


def test_files_and_secrets_are_for_their_owner_alone(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    host.data.mkdir(parents=True, mode=0o755)
    with host:
        open_lobby(telegram, group, aki)
        assert host.data.stat().st_mode & 0o777 == 0o700
        for file in host.data.iterdir():
            assert file.stat().st_mode & 0o777 == 0o600, file
        with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as look:
            [(secret,)] = look.execute('SELECT secret FROM "table"').fetchall()
            entries = [json.loads(entry) for (entry,) in look.execute("SELECT entry FROM journal")]
        assert len(bytes.fromhex(secret)) == 32
        assert all(secret not in json.dumps(entry) for entry in entries)
        assert host.stop() == 0
    assert secret not in host.log() and telegram.token not in host.log()
