"""Figures for programs that watch hosts: they count, and name nobody."""

from __future__ import annotations

import asyncio

from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families

from adapters.edge import bare_edge
from adapters.metrics import Figures, application
from adapters.status import Channel, Status, Tally
from storage.migrate import open_store

STATUS = Status(
    "0.8.0",
    7,
    started=1000.0,
    at=1060.0,
    channels=(Channel("telegram", deaf=12.5), Channel("line")),
    waiting=3,
    oldest=1050.0,
    tables={"lobby": 2, "playing": 5},
    size=4096,
    free=10**9,
    store="",
)


def figures(status: Status, tallies: dict[str, Tally], leads: bool = True) -> dict[str, float]:
    """What a look brings, by name and labels."""

    async def look() -> str:
        app = application(Figures(lambda: status, lambda: tallies, lambda: leads))
        async with TestClient(TestServer(app)) as client:
            assert (await client.get("/")).status == 404
            answer = await client.get("/metrics")
            assert answer.status == 200 and answer.content_type == "text/plain"
            return await answer.text()

    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(asyncio.run(look()))
        for sample in family.samples
    }


def test_a_status_as_figures() -> None:
    told = figures(STATUS, {"telegram": Tally(9, 4, 1)})
    assert told["fumibako_info 0.8.0"] == 1
    assert told["fumibako_letters_waiting"] == 3
    assert told["fumibako_letters_oldest_seconds"] == 10
    assert told["fumibako_tables playing"] == 5 and told["fumibako_tables aside"] == 0
    assert told["fumibako_platform_deaf_seconds telegram"] == 12.5
    assert told["fumibako_ready"] == 0 and told["fumibako_leads"] == 1
    assert told["fumibako_disk_free_bytes"] == 10**9
    assert told["fumibako_heard_total telegram"] == 9
    assert told["fumibako_trouble_total telegram"] == 1
    assert "process_resident_memory_bytes" in told


def test_what_is_not_known_is_left_out() -> None:
    told = figures(Status("1", 1, 0.0, 0.0), {}, leads=False)
    assert "fumibako_disk_free_bytes" not in told
    assert told["fumibako_ready"] == 1 and told["fumibako_leads"] == 0
    assert told["fumibako_letters_oldest_seconds"] == 0


def test_what_comes_in_and_goes_out_is_counted() -> None:
    store = open_store("sqlite://")
    channels = bare_edge(lambda: 0.0, store).channels
    channels.heard("line")
    channels.heard("line")
    channels.answered("line")
    channels.trouble("line", "HTTP 500")
    assert channels.tallies() == {"line": Tally(2, 1, 1)}
    store.close()
