"""What the page costs: `python -m tests.bench.page`.

A slow phone is Chromium with a processor four times as slow, 1.6 Mbit/s and 150 ms to the server
and back. Each figure is the median of a few cold starts. How long a press takes is told beside a
bare echo over the same library, on the same machine, by turns.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from aiohttp import ClientSession, WSMsgType, web
from playwright.sync_api import Browser

from tests.adapters.page import ground
from tests.adapters.page.alone import Listening
from tests.adapters.page.browser import PHONE, WAIT, WIDE, Host, chromium, looking, ready
from tests.adapters.page.states import WAYS

STARTS = 5
PRESSES = 60
CHOICES = 16
WATCHED = 20  # half seconds
SLOW = 4
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}

NOTE_READY = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("#page main")) return;
  requestAnimationFrame(() => { window.readyAt ??= performance.now(); });
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
PAINTED = """() => performance.getEntriesByType("paint")
  .find((entry) => entry.name === "first-contentful-paint")?.startTime ?? NaN"""
WATCH_FRAMES = """() => {
  window.gaps = [];
  let last = 0;
  const moves = () => document.getAnimations().some((it) => it.playState === "running"
    && it.effect.getComputedTiming().iterations !== Infinity);
  const step = (now) => {
    if (last && moves()) window.gaps.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""
COUNT_MOVES = """() => {
  window.moves = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type === "press") window.moves += 1;
    return send.call(this, text);
  };
}"""


@contextmanager
def hosting(state: str) -> Iterator[Host]:
    """A playground in a state of the page."""
    with tempfile.TemporaryDirectory() as folder:
        host = Host(Path(folder))
        host.start()
        try:
            host.drive(WAYS[state])
            yield host
        finally:
            host.stop()


# ------------------------------------------------------------------ the first look


def loaded(browser: Browser, host: Host) -> dict[str, int]:
    """The bytes that come over the line until the page stands and nothing more is fetched, by kind:
    everything but the font, and the frames of the socket as they are before compression."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="ja-JP")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def begun(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "?")
        sizes[kind] = sizes.get(kind, 0) + int(event["encodedDataLength"])

    wire.on("Network.responseReceived", begun)
    wire.on("Network.loadingFinished", ended)
    wire.send("Network.enable")
    page.goto(host.address)
    ready(page)
    page.wait_for_load_state("networkidle")
    context.close()
    return {kind: size for kind, size in sizes.items() if kind != "Font"}


def first_look(browser: Browser, host: Host) -> tuple[float, float]:
    """Milliseconds to the first paint and until the table is drawn, on a slow phone."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, locale="ja-JP", is_mobile=True
    )
    context.add_init_script(NOTE_READY)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", LINE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    page.goto(host.address, wait_until="commit")
    page.wait_for_selector("#page main", timeout=WAIT)
    page.wait_for_timeout(300)
    found = float(page.evaluate(PAINTED)), float(page.evaluate("window.readyAt"))
    context.close()
    return found


# ------------------------------------------------------------------ what moves


def frames(browser: Browser, slow: int) -> list[float]:
    """The milliseconds between frames while cards slide."""
    with (
        hosting("love-letter") as host,
        looking(browser, host, "ja-JP", WIDE, reduced_motion="no-preference") as page,
    ):
        wire = page.context.new_cdp_session(page)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.evaluate(WATCH_FRAMES)
        person = Listening(page, "ja", Random(3))
        for _ in range(WATCHED):
            if person.may_choose():
                person.choose()
            page.wait_for_timeout(500)
        return [float(gap) for gap in page.evaluate("window.gaps")]


# ------------------------------------------------------------------ a press


async def _echo(request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for frame in socket:
        if frame.type is WSMsgType.TEXT:
            await socket.send_str(frame.data)
    return socket


async def _echoed(count: int) -> list[float]:
    """How long a bare echo takes, with a server of its own."""
    app = web.Application()
    app.router.add_get("/", _echo)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    times = []
    async with ClientSession() as session, session.ws_connect(f"http://127.0.0.1:{port}/") as line:
        for _ in range(count):
            begun = time.perf_counter()
            await line.send_str('{"type":"press","id":"a-1","data":"k7mq2xw9:0:panel.game"}')
            await line.receive_str()
            times.append(time.perf_counter() - begun)
    await runner.cleanup()
    return times


async def _pressed(page: ground.Page, count: int) -> list[float]:
    """How long it takes until a press is acknowledged, which is after it is stored."""
    times = []
    for _ in range(count):
        verb = "panel." if page.offers("panel.") else "panel.game"
        data = page.button(verb)
        begun = time.perf_counter()
        await page.press(data)
        times.append(time.perf_counter() - begun)
        await page.when(partial(page.offers, "panel." if verb == "panel.game" else "panel.game"))
    return times


# ------------------------------------------------------------------ touches


def touches(browser: Browser, state: str) -> list[int]:
    """How many touches each move of somebody took who chooses at random on a phone."""
    found: list[int] = []
    with hosting(state) as host, looking(browser, host, "ja-JP", PHONE) as page:
        page.evaluate(COUNT_MOVES)
        person, count, moves = Listening(page, "ja", Random(5)), 0, 0
        for _ in range(CHOICES * 4):
            if len(found) >= CHOICES or person.over():
                break
            if not person.may_choose():
                person.go_on()
                page.wait_for_timeout(50)
                continue
            person.choose()
            count += 1
            now = int(page.evaluate("window.moves"))
            if now > moves:
                found.append(count)
                moves, count = now, 0
    return found


def spread(times: list[float]) -> str:
    """Median and the slowest of twenty."""
    return f"{statistics.median(times):.2f} (of 20: {statistics.quantiles(times, n=20)[-1]:.2f})"


def main() -> None:
    """Print the figures."""
    with chromium() as browser:
        with hosting("lobby") as host:
            sizes = loaded(browser, host)
            told = ", ".join(f"{kind} {size / 1000:.0f}" for kind, size in sorted(sizes.items()))
            print(f"first load {sum(sizes.values()) / 1000:.0f} kB without the font ({told})")
        for state in ("lobby", "love-letter", "coup-ten"):
            with hosting(state) as host:
                looks = [first_look(browser, host) for _ in range(STARTS)]
            painted, stands = (statistics.median(each) for each in zip(*looks, strict=True))
            print(f"slow phone, {state}: first paint {painted:.0f} ms, ready {stands:.0f} ms")
        for slow in (1, SLOW):
            gaps = frames(browser, slow)
            late = sum(gap > 20 for gap in gaps) / max(1, len(gaps))
            print(f"processor 1/{slow}: {len(gaps)} frames, {spread(gaps)} ms, {late:.0%} over 20")
        for state in ("love-letter", "coup", "lady-luck", "old-maid"):
            taken = touches(browser, state)
            most = f"most {max(taken)}" if taken else "none"
            middle = statistics.median(taken) if taken else 0
            print(f"touches a move, {state}: {middle:.0f}, {most} ({len(taken)} moves)")
    with hosting("lobby") as host:
        pressed, echoed = [], []
        for _ in range(3):
            pressed += host.drive(lambda page: _pressed(page, PRESSES))
            echoed += asyncio.run(_echoed(PRESSES))
        ratio = statistics.median(pressed) / statistics.median(echoed)
        print(
            f"press to acknowledged {spread([1000 * each for each in pressed])} ms,"
            f" echo {spread([1000 * each for each in echoed])} ms: {ratio:.1f}x"
        )


if __name__ == "__main__":
    main()
