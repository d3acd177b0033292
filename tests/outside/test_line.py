"""A group at LINE plays on the installed program, with the settings of the hosting page."""

from __future__ import annotations

import random
from pathlib import Path

from tests.outside.host import Host
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.playing_line import open_love_letter, play_by_letters


def test_a_whole_game(line: LineServer, tmp_path: Path) -> None:
    host = Host(
        tmp_path,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LANGUAGE="ja",
        PUBLIC_URL=PUBLIC,
        LINE_API=line.address,
    )
    line.use_webhook(host.address)
    line.fake.endpoint["endpoint"] = "https://old.example/line/webhook"  # of a host that moved
    mina, ken = line.person("ミナ", friend=True), line.person("ケン")
    group = line.group("みんなの卓", mina, ken)
    with host:
        here = f"{PUBLIC}/line/webhook"
        host.until(lambda: line.fake.endpoint["endpoint"] == here, "tells LINE where it is")
        line.invite(group)
        open_love_letter(group, [mina, ken], computers=1)
        assert play_by_letters(line, group, [mina, ken], random.Random(1)) >= 1
        doctor = host.run("doctor")
        assert doctor.returncode == 0, doctor.stdout + doctor.stderr
        assert "✗" not in doctor.stdout
        assert not doctor.stderr
        assert host.stop() == 0
    assert line.fake.billed == 0
    assert not line.fake.refusals
    # LINE does not tell the name of somebody who has not added the account
    assert not [
        c for c in line.calls if c.status != 200 and (c.method, c.status) != ("profile", 404)
    ]
    assert all(each.good for each in line.deliveries)
    assert "Traceback" not in host.log()
