"""Figures for Prometheus under `/metrics`, at an address of their own. They count; no name, no
chat, no table and no card stands in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector, exposition
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from adapters.status import Status, Tally

PATH = "/metrics"
STATES = ("lobby", "playing", "aside")


GAUGES: tuple[tuple[str, str, Callable[[Status], float]], ...] = (
    ("ready", "1 while people can play.", lambda told: told.ready),
    ("started_seconds", "Since when it runs: seconds since 1970.", lambda told: told.started),
    ("deaf_seconds", "For how long the house itself hears nothing.", lambda told: told.deaf),
    ("store_trouble", "1 while the database cannot be used.", lambda told: bool(told.store)),
    ("letters_waiting", "Letters that could go out now.", lambda told: told.waiting),
    ("letters_oldest_seconds", "How long the oldest of them has waited.", lambda told: _age(told)),
    ("inputs_aside", "Inputs that were set aside.", lambda told: told.inputs_aside),
    ("database_bytes", "The size of the database.", lambda told: told.size),
    ("thinking", "Tables that wait for a computer.", lambda told: told.thinking),
)
"""What is read from a status: the end of its name, what it means, its value."""


class Figures(Collector):
    """What a host tells of itself at each look: from its status, what was counted of each
    platform since its start, and whether it leads among the workers of its database."""

    def __init__(
        self,
        status: Callable[[], Status],
        tallies: Callable[[], dict[str, Tally]],
        leads: Callable[[], bool],
    ) -> None:
        self._status = status
        self._tallies = tallies
        self._leads = leads

    def collect(self) -> Iterable[Metric]:
        """All figures at this moment."""
        status = self._status()
        yield InfoMetricFamily("fumibako", "The program.", {"version": status.version})
        yield _gauge("leads", "1 if this worker sends and ticks.", self._leads())
        for name, what, value in GAUGES:
            yield _gauge(name, what, value(status))
        if status.free is not None:
            yield _gauge("disk_free_bytes", "The room on the disk of the database.", status.free)
        tables = GaugeMetricFamily("fumibako_tables", "Tables by state.", labels=["state"])
        for state in STATES:
            tables.add_metric([state], status.tables.get(state, 0))
        yield tables
        deaf = GaugeMetricFamily(
            "fumibako_platform_deaf_seconds", "For how long nothing is heard.", labels=["platform"]
        )
        for channel in status.channels:
            deaf.add_metric([channel.name], channel.deaf)
        yield deaf
        yield from self._counted()

    def _counted(self) -> Iterable[Metric]:
        """What was counted of each platform since the start."""
        heard = _counter("fumibako_heard", "Signs of life that came in.")
        answered = _counter("fumibako_answered", "Calls that a platform took.")
        trouble = _counter("fumibako_trouble", "Calls that went wrong.")
        for platform, tally in self._tallies().items():
            heard.add_metric([platform], tally.heard)
            answered.add_metric([platform], tally.answered)
            trouble.add_metric([platform], tally.trouble)
        return heard, answered, trouble


def _gauge(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"fumibako_{name}", what, float(value))


def _age(status: Status) -> float:
    return max(0.0, status.at - status.oldest) if status.oldest is not None else 0.0


def _counter(name: str, what: str) -> CounterMetricFamily:
    return CounterMetricFamily(name, what, labels=["platform"])


def application(figures: Figures) -> web.Application:
    """A server of the figures, and of nothing else."""
    registry = CollectorRegistry()
    registry.register(figures)
    ProcessCollector(registry=registry)

    async def tell(request: web.Request) -> web.Response:
        body, kind = exposition.choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=body(registry), headers={"Content-Type": kind})

    app = web.Application()
    app.add_routes([web.get(PATH, tell)])
    return app
