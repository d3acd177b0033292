"""The page of a finished game: one file, small, that asks nobody for anything and plays it to its
end in a browser without a network."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from adapters.page import bundle
from adapters.page.bundle import NotBundled
from adapters.page.onefile import one_file, policy
from tests.adapters.page.browser import CHROMIUM, FLAGS, PHONE, WIDE, browser_tests
from tests.recorded.made import BY_NAME, Data, game_by_decks
from tests.transcripts.golden import HERE

NODE = shutil.which("node") or ""
WAIT = 30_000  # milliseconds


@cache
def record(game: str) -> Data:
    data: Data = json.loads((HERE / f"{game}.json").read_text(encoding="utf-8"))
    return data


@cache
def page(game: str) -> str:
    return one_file(record(game), BY_NAME)


# ------------------------------------------------------------------ the file


@pytest.mark.parametrize("game", BY_NAME)
def test_it_asks_nobody_for_anything(game: str) -> None:
    found = page(game)
    assert "@" not in re.sub(r"<(script|style)\b.*?</\1>", "", found, flags=re.DOTALL)
    tags = re.sub(r"(<(script|style)\b[^>]*>).*?</\2>", r"\1", found, flags=re.DOTALL)
    assert " src=" not in tags and " href=" not in tags and "style=" not in tags
    assert "url(" not in bundle.style()
    law = re.search(r'content="(default-src[^"]*)"', found)
    assert law is not None
    assert law[1] == policy(bundle.style(), bundle.script().replace("</", "<\\/"))
    assert "http:" not in law[1] and "https:" not in law[1]


@pytest.mark.parametrize("game", BY_NAME)
def test_it_is_small(game: str) -> None:
    code = len(bundle.style().encode()) + len(bundle.script().encode())
    moves = len(record(game)["moves"])
    assert len(page(game).encode()) < code + 120_000 + 4_000 * moves


def test_names_cannot_break_out_of_it() -> None:
    data = game_by_decks() | {"seats": ["</script><b>", "Ben", "<!--"]}
    found = one_file(data, BY_NAME)
    assert found.count("</script>") == 2
    assert "<b>" not in found and found.count("<!--") == 0


# ------------------------------------------------------------------ the bundle


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(bundle, "STATIC", tmp_path)
    bundle.script.cache_clear()
    yield tmp_path
    bundle.script.cache_clear()


MODULES = {
    "page.js": """import { one, two as deux } from "./a.js";
import * as b from "./deep/b.js";
import "./c.js";
export { three } from "./deep/b.js";
export const found = [one(), deux, b.three, b.four, typeof b.Five];
console.log(JSON.stringify(found), await0(() => import("./far.js")));
function await0(later) { return typeof later; }
""",
    "a.js": 'import{x as y}from"./d.js";const u=y;export{u as two};\n'
    "export function one() { return 1; }\n",
    "deep/b.js": """import { x } from "../d.js";
export const three = x + 1;
export async function four() {}
export class Five {}
export {
  three as drei,
};
""",
    "c.js": "export {};\n",
    "d.js": "export const x = 2;\n",
}


def write(folder: Path, modules: dict[str, str]) -> None:
    for name, text in modules.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_modules_follow_those_that_they_need(folder: Path) -> None:
    write(folder, MODULES)
    names = [path.relative_to(folder).as_posix() for path in bundle.modules()]
    assert sorted(names) == sorted(MODULES)
    assert names.index("d.js") < names.index("a.js") < names.index("page.js") == len(names) - 1


@pytest.mark.skipif(not NODE, reason="Node is not installed")
def test_one_script_does_what_its_modules_did(folder: Path) -> None:
    write(folder, MODULES)
    (folder / "one.mjs").write_text(bundle.script(), encoding="utf-8")
    ran = subprocess.run(
        [NODE, folder / "one.mjs"], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == '[1,2,3,null,"function"] function\n'


@pytest.mark.parametrize(
    "text",
    [
        'import one from "./d.js";\n',
        "export default 1;\n",
        "export let x = 1;\n",
        'export * from "./d.js";\n',
        'import { x } from "preact";\n',
    ],
)
def test_what_cannot_be_put_into_one_file_is_refused(folder: Path, text: str) -> None:
    write(folder, {"page.js": text, "d.js": MODULES["d.js"]})
    with pytest.raises(NotBundled):
        bundle.script()


def test_a_module_that_imports_itself_through_others_is_refused(folder: Path) -> None:
    write(folder, {"page.js": 'import "./a.js";\n', "a.js": 'import "./page.js";\n'})
    with pytest.raises(NotBundled):
        bundle.modules()


# ------------------------------------------------------------------ in a browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def opened(
    browser: Browser, folder: Path, game: str, language: str, size: tuple[int, int] = WIDE
) -> tuple[Page, list[str]]:
    """The file, opened by a double click on a machine without a network; and what went wrong."""
    file = folder / "game.html"
    file.write_text(page(game), encoding="utf-8")
    context = browser.new_context(
        offline=True,
        locale=language,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        accept_downloads=True,
    )
    found = context.new_page()
    found.set_default_timeout(WAIT)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    found.on("request", lambda asked: wrong.append(asked.url) if "http" in asked.url[:5] else None)
    found.goto(file.as_uri())
    found.wait_for_selector(".reel")
    return found, wrong


def moved(found: Page, move: int) -> None:
    """Wait until it stands at a move."""
    found.wait_for_function("n => document.querySelector('.reel input').value == n", arg=move)


class TestInABrowser:
    pytestmark = browser_tests

    @pytest.mark.parametrize(
        ("game", "language", "size"),
        [
            ("love-letter", "ja-JP", PHONE),
            ("coup", "en-US", WIDE),
            ("lady-luck", "ja-JP", WIDE),
            ("old-maid", "en-US", PHONE),
        ],
    )
    def test_it_plays_to_its_end(
        self, chromium: Browser, tmp_path: Path, game: str, language: str, size: tuple[int, int]
    ) -> None:
        found, wrong = opened(chromium, tmp_path, game, language, size)
        last = len(record(game)["moves"])
        slider = found.locator(".reel input")
        assert slider.get_attribute("max") == str(last)
        for speed in ("2×", "4×"):
            found.locator(".bar .speed").click()
            found.locator(".bar .speed", has_text=speed).wait_for()
        found.locator(".reel-last").click()
        for move in (last - 1, last - 2):  # the second at once, where the end has just gone
            found.locator(".reel-back").click()
            moved(found, move)
        found.locator(".reel-play").click()
        moved(found, last)
        found.wait_for_selector(".reel-play")
        found.wait_for_selector(".ends.match")
        assert wrong == []

    def test_every_move_is_told_once_and_all_hands_lie_open(
        self, chromium: Browser, tmp_path: Path
    ) -> None:
        found, wrong = opened(chromium, tmp_path, "love-letter", "en-US")
        for _ in range(4 * len(record("love-letter")["moves"])):
            found.keyboard.press("ArrowRight")  # the next move, or past what is being shown
        story = found.locator(".rail").inner_text()
        assert story.count("wins round") == 4
        assert "wins the match" in story
        found.keyboard.press("Home")
        found.locator(".felt .opened .card").nth(3).wait_for()
        assert found.locator(".felt .opened .card").count() == 4
        assert wrong == []

    def test_other_eyes_and_the_other_language(self, chromium: Browser, tmp_path: Path) -> None:
        found, wrong = opened(chromium, tmp_path, "love-letter", "ja-JP")
        found.locator(".reel-forward").click()
        found.locator(".reel-eyes select").select_option("2")
        found.wait_for_selector(".felt .own .me")
        assert found.locator(".felt .opened .card").count() == 0
        assert "聖職者" in found.locator(".rail").inner_text()
        found.locator(".bar .speak").click()
        found.wait_for_selector("html[lang=en]")
        assert "Priest" in found.locator(".rail").inner_text()
        assert found.locator(".reel-eyes select").input_value() == "2"
        moved(found, 1)
        assert wrong == []

    def test_the_record_can_be_saved_from_it(self, chromium: Browser, tmp_path: Path) -> None:
        found, wrong = opened(chromium, tmp_path, "coup", "en-US")
        found.locator(".reel-check").click()
        with found.expect_download() as saved:
            found.get_by_text("Download").first.click()
        kept = Path(saved.value.path()).read_text(encoding="utf-8")
        assert json.loads(kept) == record("coup")
        assert wrong == []
