"""With a webhook: whether Telegram can bring us what happens is asked once a minute."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from adapters.crew import Crew
from adapters.telegram.watching import SAID_OFTEN, Watcher
from tests.adapters.telegram.fake_limits import BadCallError
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_intake import WEB, until
from tests.adapters.telegram.test_match import four


def told(stage: Stage, **more: Any) -> None:
    """What `getWebhookInfo` tells from now on."""
    info = {"url": stage.server.webhook, "pending_update_count": 0, **more}
    stage.server.do_getWebhookInfo = lambda fields: info  # type: ignore[method-assign]


def deaf(stage: Stage) -> bool:
    return stage.telegram.edge.hearing.deaf_for("telegram") > 0


def test_errors_with_updates_that_wait_make_us_deaf_until_one_comes() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        look = stage.telegram.watcher.look
        await look()
        assert not deaf(stage)
        stage.clock.advance(100)
        told(stage, pending_update_count=3, last_error_date=int(stage.clock()))
        await look()
        assert deaf(stage)
        stage.clock.advance(5)
        (channel,) = stage.telegram.edge.channels.channels()
        assert channel.deaf > 0
        assert channel.blind
        people, chat = four(stage), stage.group()
        await stage.add_bot(chat, people[0])  # an update comes
        assert not deaf(stage)
        await look()  # the error is older than that
        assert not deaf(stage)

    run(story())


def test_what_another_worker_hears_is_heard() -> None:
    """The balancer may bring everything to a worker that does not lead."""

    class Others(Crew):
        def __init__(self) -> None:
            self.said: list[tuple[str, str]] = []
            self.heard: dict[str, Callable[[str], None]] = {}

        def say(self, topic: str, text: str) -> None:
            self.said.append((topic, text))

        def on(self, topic: str, heard: Callable[[str], None]) -> None:
            self.heard[topic] = heard

    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        telegram, clock, others = stage.telegram, stage.clock, Others()
        watcher = Watcher(
            *(telegram.bot, telegram.edge, telegram.theirs, telegram.watcher.url),
            *(telegram.watcher._renew, others),
        )
        clock.advance(100)
        told(stage, pending_update_count=3, last_error_date=int(clock()))
        await watcher.look()
        assert deaf(stage)
        others.heard["heard"]("line")
        assert deaf(stage)
        clock.advance(2)
        others.heard["heard"]("telegram")
        assert not deaf(stage)
        await watcher.look()
        assert not deaf(stage), "the error is older than that"
        assert not others.said, "what was said is not said again"
        for _ in range(5):
            watcher.heard()
        assert others.said == [("heard", "telegram")]
        clock.advance(SAID_OFTEN)
        watcher.heard()
        assert len(others.said) == 2

    run(story())


@pytest.mark.parametrize("more", [{"pending_update_count": 0}, {"last_error_date": None}])
def test_it_ends_when_the_error_is_gone(more: dict[str, Any]) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        stage.clock.advance(100)
        error = {"pending_update_count": 3, "last_error_date": int(stage.clock())}
        told(stage, **error)
        await stage.telegram.watcher.look()
        assert deaf(stage)
        told(stage, **(error | more))
        await stage.telegram.watcher.look()
        assert not deaf(stage)

    run(story())


@pytest.mark.parametrize("url", ["", "https://rival.example.com/x"])
def test_a_webhook_that_was_taken_away_is_taken_back(url: str) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        ours, stage.server.webhook = stage.server.webhook, url
        await stage.telegram.watcher.look()
        assert deaf(stage)
        assert stage.server.webhook == ours
        await stage.telegram.watcher.look()
        assert not deaf(stage)

    run(story())


def test_trouble_of_asking_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        await stage.begin()
        asked = list[str]()

        def fault(name: str, fields: dict[str, Any]) -> BadCallError | None:
            asked.append(name)
            return BadCallError(502, "Bad Gateway")

        stage.server.fault = fault
        monkeypatch.setattr("adapters.telegram.watching.OFTEN", 0.01)
        watching = asyncio.create_task(stage.telegram.watcher.run())
        await until(lambda: len(asked) >= 3)
        assert not watching.done()
        assert not deaf(stage)
        watching.cancel()

    run(story())
