"""Every run of the tests is the same: hypothesis chooses its examples by the test alone. And
coverage is measured over the tests of the core alone."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, database=None)
settings.load_profile("steady")

REAL_CLOCKS = ("adapters", "edge", "frozen", "outside")
"""The tests in which threads, processes or browsers run on real clocks."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What runs on real clocks is run once more where it failed: a machine may stall for longer
    than the patience of what is tested. The summary names it."""
    for item in items:
        if item.path.relative_to(Path(__file__).parent).parts[0] in REAL_CLOCKS:
            item.add_marker(pytest.mark.flaky(reruns=1))


MEASURED = ("kernel", "games", "recorded", "test_every_game.py")
"""The tests of the core: they alone must reach every branch of it. The others would reach it by
chance, and run faster without being watched."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Coverage looks away while the tests of everything else run."""
    plugin = item.config.pluginmanager.getplugin("_cov")
    controller = plugin and plugin.cov_controller
    if not controller or item.path.relative_to(Path(__file__).parent).parts[0] in MEASURED:
        return (yield)
    controller.pause()
    try:
        return (yield)
    finally:
        controller.resume()
