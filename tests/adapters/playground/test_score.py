"""On the playground words bring the score, and somebody there can be forgotten."""

from __future__ import annotations

from pathlib import Path

from adapters.playground.screen import MOST_PEOPLE, Screen
from tests.adapters.playground.site import Data, Page, Site, visit
from tests.fresh import fresh_store


async def sheet(page: Page, words: str) -> Data:
    await page.send(type="say", text=words)
    return await page.until(lambda frame: frame["type"] == "sheet")


def words(sheet: Data) -> str:
    lines = [line for block in sheet["blocks"] for line in block["lines"]]
    return "\n".join([sheet["title"], *lines])


def keys(sheet: Data) -> list[str]:
    return [button["data"] for row in sheet["rows"] for button in row]


def test_words_bring_sheets(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            table = await page.table(lambda frame: frame["lobby"])
            found = await sheet(page, "/top")
            assert "Score of this group" in words(found)
            assert keys(found) == ["-:0:stats", "-:0:score.1"]
            assert "Aki’s results" in words(await sheet(page, "/stats"))
            kept = await sheet(page, "/forget")
            assert "Your name: Aki" in words(kept) and "Leave first" in words(kept)
            assert kept["rows"] == []
            await page.press(f"{table['id']}:0:close!")
            kept = await sheet(page, "/忘れて")
            assert keys(kept) == ["-:0:forget!", "-:0:no"]
            done = await page.press(kept["rows"][0][0]["data"])
            assert "you are forgotten" in done["text"]
            assert site.app.store.person("play:1").name == ""
            assert not site.playground.screen.people()

    visit(tmp_path, work)


def test_who_was_forgotten_leaves_the_others_on_the_screen() -> None:
    store = fresh_store()
    screen = Screen(store, store, 0.0)
    for _ in range(MOST_PEOPLE):
        assert screen.add_person("", "en") is not None
    assert screen.add_person("", "en") is None
    store.run(lambda work: work.erase("play:2", ["Mina"], 0.0))
    assert [person.user for person in screen.people()][:2] == ["play:1", "play:3"]
    assert screen.called("play:2") == "" and screen.called("play:3") == "Ken"
    again = screen.add_person("", "en")
    assert again is not None and (again.user, again.name) == ("play:2", "Mina")
