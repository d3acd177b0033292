"""A person at the playground, in a real browser: a whole round by clicking, in both languages,
with the host killed in the middle of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, sync_playwright

ROOT = Path(__file__).parents[3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = [
    *["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    *["--disable-background-networking", "--disable-component-update", "--disable-sync"],
]
MOST_TURNS = 40
WAIT = 30_000  # milliseconds

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)"),
]


class Host:
    """The program as a person starts it, on a port that it keeps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.port = "0"

    def start(self) -> None:
        """Start (or start again)."""
        environment = {
            **os.environ,
            "DATABASE": str(self.folder / "play.db"),
            "PORT": self.port,
            "LANGUAGE": "en",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "adapters.cli", "play", "--no-browser"],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", told)
        assert found, told
        self.address, self.port = found[0], found[1]

    def kill(self) -> None:
        """As if the machine had lost its power."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        """As a person stops it."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(10)


@contextmanager
def browsing(host: Host, locale: str, width: int, height: int) -> Iterator[Page]:
    """The page of the host in a browser of that language."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(locale=locale, viewport={"width": width, "height": height})
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(host.address)
        page.wait_for_selector('body[data-ready="1"]', timeout=WAIT)
        yield page
        browser.close()
        assert errors == []


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host that has been started."""
    one = Host(tmp_path)
    one.start()
    yield one
    one.stop()


def move(page: Page) -> None:
    """Press through one move of one's own: the first choice of each level, but the Princess
    only if nothing else is left. Returns when the page shows that the move was made."""
    card = page.locator('[data-role="hand"][data-part="foot"]:visible')
    before = card.get_attribute("data-question")
    for _ in range(5):
        choices = card.locator('button[data-kind="move"]')
        data = [str(choices.nth(i).get_attribute("data-data")) for i in range(choices.count())]
        slips = (":m:princess", ":?:princess")
        wanted = [i for i, datum in enumerate(data) if not datum.endswith(slips)] or [0]
        choices.nth(wanted[0]).click()
        if ":m:" in data[wanted[0]]:
            asked = f'body.my-turn [data-role="hand"][data-question="{before}"]'
            page.wait_for_selector(asked, state="detached", timeout=WAIT)
            return
        page.wait_for_selector(f'button[data-data="{data[wanted[0]]}"]', state="detached")
    raise AssertionError("a move has at most five levels")


def until_asked_or(page: Page, words: str) -> bool:
    """Wait until the person is asked, or the words stand in the group. True if asked."""
    ended = page.locator(".log .note", has_text=words)
    for _ in range(WAIT // 100):
        if ended.count():
            return False
        if page.locator("body.my-turn").count():
            return True
        page.wait_for_timeout(100)
    raise AssertionError("nobody was asked, and the round did not end")


@pytest.mark.parametrize(
    ("locale", "end", "size"),
    [("en-US", "Points (", (1280, 800)), ("ja-JP", "得点（", (1280, 800))],
)
def test_a_round_is_played_by_clicking_and_survives_a_kill(
    host: Host, locale: str, end: str, size: tuple[int, int]
) -> None:
    with browsing(host, locale, *size) as page:
        page.click('[data-role="board"] button[data-data$=":start"]')
        turns = 0
        while until_asked_or(page, end) and turns < MOST_TURNS:
            if turns == 1:
                host.kill()
                page.wait_for_selector('body:not([data-wire="open"])', timeout=WAIT)
                host.start()
                page.wait_for_selector('body[data-wire="open"]', timeout=WAIT)
                assert until_asked_or(page, end), "the question is still open after the restart"
            move(page)
            turns += 1
        assert page.locator(".log .note", has_text=end).count()
        assert page.locator(".stage .place").count() == 4


def test_the_language_is_switched_by_a_button_in_the_middle(host: Host) -> None:
    with browsing(host, "en-US", 1440, 900) as page:
        page.click('[data-role="board"] button[data-data$=":start"]')
        page.wait_for_selector("body.my-turn", timeout=WAIT)  # in this round or the next
        page.click('[data-role="board"] button[data-data$=":lang"]')
        page.wait_for_selector('html[lang="ja"]', timeout=WAIT)
        foot = '[data-role="hand"][data-part="foot"]:visible'
        page.locator(foot, has_text="あなたの番です").wait_for(timeout=WAIT)
        assert page.locator(foot, has_text="It is your turn").count() == 0


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_second_click_does_not_hit_what_has_just_come(host: Host, motion: str) -> None:
    """Two clicks at one place: the second was meant for the button that stood there."""
    foot = '[data-role="hand"][data-part="foot"]:visible'
    levels = f'{foot} button[data-data*=":?:"]'
    with browsing(host, "en-US", 1280, 800) as page:
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.click('[data-role="board"] button[data-data$=":start"]')
        while until_asked_or(page, "The game is over") and not page.locator(levels).count():
            move(page)
        button = page.locator(levels).first
        chosen = button.get_attribute("data-data")
        button.click(trial=True)
        # Animations take twenty times as long, so that a slow machine proves the same.
        wire = page.context.new_cdp_session(page)
        wire.send("Animation.enable")
        wire.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
        button_at = middle(button)
        page.mouse.click(*button_at)
        page.wait_for_selector(f'button[data-data="{chosen}"]', state="detached", timeout=WAIT)
        moves = page.locator(f"{foot} button[data-kind=move]")
        shown = [str(moves.nth(i).get_attribute("data-data")) for i in range(moves.count())]
        assert shown
        page.evaluate(COUNT_FRAMES)
        for at in (button_at, *(middle(moves.nth(i)) for i in range(len(shown)))):
            page.mouse.click(*at)
        assert page.evaluate("window.sent") == 0, "the clicks hit nothing"
        moves.first.focus()
        page.keyboard.press("Enter")  # the keyboard may act at once
        assert page.evaluate("window.sent") == 1
        page.wait_for_selector(f'button[data-data="{shown[0]}"]', state="detached", timeout=WAIT)


COUNT_FRAMES = """() => {
  window.sent = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (frame) { window.sent += 1; return send.call(this, frame); };
}"""


def test_a_button_that_comes_back_takes_no_click_at_once(host: Host) -> None:
    """It was held after a press; a second click was meant for that press too."""
    foot = '[data-role="hand"][data-part="foot"]:visible'
    with browsing(host, "en-US", 1280, 800) as page:
        page.click('[data-role="board"] button[data-data$=":start"]')
        assert until_asked_or(page, "The game is over")
        button = page.locator(f"{foot} button[data-kind=move]").first
        button.click(trial=True)
        wire = page.context.new_cdp_session(page)
        wire.send("Animation.enable")
        wire.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
        button.evaluate("it => it.setAttribute('aria-disabled', 'true')")
        page.fill("#say-hand", "abracadabra")
        page.press("#say-hand", "Enter")
        page.wait_for_selector(".toast", timeout=WAIT)
        assert button.get_attribute("aria-disabled") is None
        assert button.evaluate("it => getComputedStyle(it).pointerEvents") == "none"
        wire.send("Animation.setPlaybackRate", {"playbackRate": 1})
        button.click(trial=True)


def middle(button: Locator) -> tuple[float, float]:
    """Where one clicks on a button."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("seat", ["1.é", "1.%ff", "１.x", "x"])
def test_a_link_that_no_seat_has_is_told_so(host: Host, seat: str) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(locale="en-US")
        page.goto(f"{host.address}#seat={seat}")
        page.wait_for_selector('body[data-state="refused"]', timeout=WAIT)
        assert "opens no seat" in page.inner_text("#splash-words")
        browser.close()


def test_a_cut_brings_random_bits_of_the_browser(host: Host) -> None:
    """What goes over the wire is new each time; the group reads that there were some."""
    with browsing(host, "en-US", 1280, 800) as page:
        sent = []
        for picture in (2, 3):
            page.click('[data-role="board"] button[data-data$=":cut"]')
            page.wait_for_selector("#sheet[open]", timeout=WAIT)
            page.evaluate(
                "() => { const send = WebSocket.prototype.send;"
                " WebSocket.prototype.send = function (text) { window.sent = text;"
                " return send.call(this, text); }; }"
            )
            page.click(f'#sheet button[data-data$=":cut.{picture}"]')
            page.wait_for_selector(".toast", timeout=WAIT)
            sent.append(json.loads(page.evaluate("window.sent")))
        assert [frame["picture"] for frame in sent] == [2, 3]
        assert all(re.fullmatch("[0-9a-f]{32}", frame["bits"]) for frame in sent)
        assert sent[0]["bits"] != sent[1]["bits"]
        page.click('[data-role="board"] button[data-data$=":start"]')
        told = page.locator(".note", has_text="Start mark").first
        told.wait_for(timeout=WAIT)
        assert "star (+128 bits)" in told.inner_text()


def test_on_a_phone_the_hand_is_one_tap_away(host: Host) -> None:
    with browsing(host, "ja-JP", 390, 844) as page:
        page.click('[data-role="board"] button[data-data$=":start"]')
        page.wait_for_selector("body.my-turn", timeout=WAIT)  # in this round or the next
        page.click("#to-hand")
        page.wait_for_selector(".hand-row .card[data-code]", timeout=WAIT)
        assert page.locator(".hand-row .card:visible").count() == 2
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0


def test_a_card_can_be_looked_at_and_has_words_for_screen_readers(host: Host) -> None:
    with browsing(host, "en-US", 1280, 800) as page:
        page.click('[data-role="board"] button[data-data$=":start"]')
        page.wait_for_selector("body.my-turn", timeout=WAIT)  # in this round or the next
        card = page.locator(".hand-row .card[data-code]").first
        card.click()
        page.wait_for_selector("#look[open]", timeout=WAIT)
        assert len(page.locator("#look").inner_text()) > 20


def test_both_variants_of_coup_are_chosen_behind_the_options_and_drawn(host: Host) -> None:
    """Sides by sign and word, the almshouse in the middle, between the seats above and below."""
    chosen = ["panel.game", "set.game.coup", "panel.", "panel.switches"]
    chosen += ["set.inquisitor.true", "set.factions.true", "panel.", "start"]
    with browsing(host, "ja-JP", 1280, 800) as page:
        for verb in chosen:
            page.click(f'[data-role="board"] button[data-data$=":{verb}"]')
        almshouse = page.locator('.stage .middle .card[data-code="almshouse"]')
        almshouse.wait_for(timeout=WAIT)
        marks = page.locator(".stage .place .mark").all_inner_texts()
        assert {"★王党派", "●民衆派"} <= set(marks)
        box = almshouse.bounding_box()
        assert box is not None
        for place in page.locator(".stage .place").all():
            seat = place.bounding_box()
            assert seat is not None
            above = seat["y"] + seat["height"] <= box["y"] + 1
            assert above or seat["y"] >= box["y"] + box["height"] - 1
