"""The page itself: it needs nobody, allows nothing from anywhere, and shows what was found."""

from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from playwright.sync_api import Page, sync_playwright
from typer.testing import CliRunner

from adapters.cli import app
from adapters.proof.build import page, policy, routes
from adapters.web import HEADERS, make_app
from locales.catalogue import languages
from tests.proofs.kept import FOLDER, kept
from tests.recorded.made import BY_NAME

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
needs_browser = pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")


def test_the_page_asks_nobody_for_anything() -> None:
    text = page(BY_NAME)
    assert not re.findall(r"(?:src|href)=\"(?!data:)|url\(|@import|fetch\(|XMLHttp|WebSocket", text)
    assert "@" not in re.sub(r"@media", "", text.partition("<body>")[0])
    assert "</script" not in text.partition('id="texts">')[2].partition("</script>")[0]


def test_its_law_names_its_one_script_and_its_one_style() -> None:
    text = page(BY_NAME)
    [code] = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    for part, name in ((code, "script-src"), (style, "style-src")):
        digest = base64.b64encode(sha256(part.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy()
    assert f'content="{policy()}"' in text and policy().startswith("default-src 'none'")


def test_every_language_of_the_house_stands_in_it() -> None:
    [told] = re.findall(r'id="texts">(.*?)</script>', page(BY_NAME), re.DOTALL)
    words = json.loads(told)
    assert tuple(words) == languages()
    for language, texts in words.items():
        assert set(texts["cards"]) == set(BY_NAME), language
        assert len(texts["seals"]) == 64 and len(texts["cuts"]) == 8


def test_the_command_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "check.html"
    told = CliRunner().invoke(app, ["proof", str(file)], env={"LANG": "C"})
    assert told.exit_code == 0 and str(file) in told.stdout
    assert file.read_text(encoding="utf-8") == page(BY_NAME)
    lost = CliRunner().invoke(app, ["proof", str(tmp_path)], env={"LANG": "C"})
    assert lost.exit_code == 1 and not lost.stdout


async def _served() -> tuple[str, dict[str, str]]:
    async with TestClient(TestServer(make_app(routes(BY_NAME), loopback=True))) as client:
        answer = await client.get("/proof", headers={"Host": "127.0.0.1"})
        return await answer.text(), dict(answer.headers)


def test_a_host_shows_it_under_its_own_law() -> None:
    import asyncio

    text, headers = asyncio.run(_served())
    assert text == page(BY_NAME)
    law = headers["Content-Security-Policy"]
    assert law == f"{policy()}; frame-ancestors 'none'"
    for name, value in HEADERS.items():
        assert headers[name] == (law if name == "Content-Security-Policy" else value)


# ------------------------------------------------------------------ in a browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proof") / "proof.html"
    path.write_text(page(BY_NAME), encoding="utf-8")
    return path


@pytest.fixture(params=["en-GB", "ja-JP"])
def opened(request: pytest.FixtureRequest, file: Path) -> Iterator[Page]:
    """The file as somebody opens it from their disk, on a phone; nothing goes wrong on it."""
    wrong: list[str] = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        size: Any = {"width": 390, "height": 800}
        shown = browser.new_page(locale=request.param, viewport=size)
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        shown.on("console", lambda message: wrong.append(message.text))
        shown.on("request", lambda asked: wrong.append(asked.url))
        shown.goto(file.as_uri())
        yield shown
        assert shown.evaluate("document.documentElement.scrollWidth") <= size["width"]
        browser.close()
    assert [each for each in wrong if each not in (file.as_uri(), "data:,")] == []


@pytest.mark.browser
@needs_browser
def test_a_record_from_the_disk_is_checked(opened: Page) -> None:
    opened.set_input_files("#file", FOLDER / "v2" / "love-letter.json")
    opened.wait_for_selector("#verdict")
    assert opened.evaluate("document.activeElement.id") == "result"
    assert opened.locator("#result .bad").count() == 0
    record = kept(2)["love-letter"]
    text = opened.locator("#result").inner_text()
    assert record["seal"] in text and record["commit"] in text and record["chain"] in text
    opened.get_by_role("button", name="日本語").click()
    assert opened.locator("#verdict").inner_text() == "食い違いはありません。"
    opened.get_by_role("button", name="English").click()
    assert opened.locator("#verdict").inner_text() == "Nothing differs."
    assert opened.locator("html").get_attribute("lang") == "en"


@pytest.mark.browser
@needs_browser
def test_a_game_with_both_variants_names_its_cards(opened: Page) -> None:
    opened.set_input_files("#file", FOLDER / "v2" / "both-variants.json")
    opened.wait_for_selector("#verdict")
    assert opened.locator("#result .bad").count() == 0
    for language, there, absent in (
        ("日本語", "審問官", "大使"),
        ("English", "Inquisitor", "Ambassador"),
    ):
        opened.get_by_role("button", name=language).click()
        dealt = opened.locator("#result table").inner_text()
        assert there in dealt and absent not in dealt and "inquisitor" not in dealt


@pytest.mark.browser
@needs_browser
def test_an_edited_record_is_refused_with_its_place(opened: Page) -> None:
    record = kept(2)["coup"]
    record["moves"][3] = record["moves"][2]
    opened.fill("#paste", json.dumps(record))
    opened.locator("button[type=submit]").click()
    assert "chain" in opened.locator("#verdict").inner_text()
    assert opened.locator("#result .bad").count() > 0
    opened.fill("#paste", "{")
    opened.locator("button[type=submit]").click()
    assert "JSON" in opened.locator("#verdict").inner_text()
