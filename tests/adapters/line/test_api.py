"""The library, the fake behind a socket, and what is read out of answers."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import uuid

import pytest
from aiohttp.test_utils import TestServer

from adapters.line.api import NOBODY, LineApi, Outcome, account, group_name, member_name, outcome
from tests.adapters.line.fake import BOT, TOKEN, Clock, FakeLine, Group, User
from tests.adapters.line.served import application
from tests.adapters.standing_still import curt


def test_against_a_server(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        line = FakeLine(Clock())
        line.users["U" + "1" * 32] = User("U" + "1" * 32, "ミナ", friend=True)
        line.groups["C1"] = Group("C1", "みんな", members=["U" + "1" * 32], bot="fumibako")
        async with TestServer(application(line)) as server:
            host = str(server.make_url("")).rstrip("/")
            api = LineApi(TOKEN, host)
            status, told = await account(api)
            assert status == 200 and told.basic_id == "@123abcde" and told.user == BOT
            assert await member_name(api, "group", "C1", "U" + "1" * 32) == "ミナ"
            assert await member_name(api, "group", "C1", "U2") == ""
            assert await group_name(api, "C1") == "みんな"
            event = line.text("C1", "U" + "1" * 32, "hm")
            body = {
                "replyToken": event["replyToken"],
                "messages": [{"type": "text", "text": "文箱🎴"}],
            }
            assert await api.reply(body) is Outcome.DONE
            assert line.seen_in("C1")[-1].message["text"] == "文箱🎴"
            assert await api.reply(body) is Outcome.SPENT
            assert await api.reply({**body, "messages": []}) is Outcome.REFUSED
            push = {"to": "U" + "1" * 32, "messages": body["messages"]}
            key = str(uuid.uuid4())
            assert await api.push(push, key) is Outcome.DONE
            assert await api.push(push, key) is Outcome.DONE and line.billed == 1
            line.quota = 1
            assert await api.push(push, str(uuid.uuid4())) is Outcome.QUOTA
            await api.close()
            wrong = LineApi("wrong", host)
            with caplog.at_level(logging.ERROR):
                assert await wrong.reply(body) is Outcome.DENIED
                assert await wrong.reply(body) is Outcome.DENIED
            assert len(caplog.records) == 1
            assert "LINE_CHANNEL_ACCESS_TOKEN" in caplog.text
            await wrong.close()
        gone = LineApi(TOKEN, host)
        assert await gone.reply(body) is Outcome.AWAY
        assert (await account(gone))[0] == NOBODY
        await gone.close()

    asyncio.run(run())


def test_answers_are_told_apart() -> None:
    late = {"message": "The API rate limit has been exceeded. Try again later."}
    assert outcome(429, late) is Outcome.LATER
    assert outcome(429, {"message": "You have reached your monthly limit."}) is Outcome.QUOTA
    assert outcome(409, {}) is Outcome.DONE
    assert outcome(500, {}) is Outcome.FAILED
    assert outcome(400, {"message": "Invalid reply token"}) is Outcome.SPENT
    assert outcome(400, {"message": "May not be empty"}) is Outcome.REFUSED
    assert outcome(413, {}) is Outcome.REFUSED


def test_the_library_is_loaded_only_with_line() -> None:
    code = "import sys, adapters.main; sys.exit('linebot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_connection_that_ended_while_the_loop_stood_still_takes_no_reply() -> None:
    async def run() -> None:
        with curt(b"{}") as server:
            api = LineApi(TOKEN, server.url)
            assert await api.reply({"replyToken": "1"}) is Outcome.DONE
            await asyncio.sleep(0)
            server.hang_up()
            assert await api.reply({"replyToken": "2"}) is Outcome.DONE
            await api.close()
            assert server.calls == 2

    asyncio.run(run())
