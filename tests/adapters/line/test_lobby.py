"""The lobby of a group on LINE: tiles, two large keys, and everything else behind one."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from adapters.line.limits import faults_of
from core.table.table import Lobby
from locales import tongue
from tests.adapters.line.drawn import page
from tests.adapters.line.fake import Data, User, actions, texts
from tests.adapters.line.fake_limits import refused
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage

Run = Callable[[Stage, Match], Awaitable[None]]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
HIGHEST = 350  # pixels of a lobby while four sit


def in_a_lobby(run: Run, people: int = 3, language: str = "ja") -> None:
    """A lobby of Love Letter with so many people, the first of them the host."""

    async def whole() -> None:
        stage = Stage("lobby", language=language)
        users = [stage.person(name) for name in ("ミナ", "Aki", "Chloé", "けん")[:people]]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, language)
        await match.verb(users[0], "open")
        for user in users[1:]:
            await match.verb(user, "join")
        await run(stage, match)
        assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(whole())


def verbs(message: Data) -> list[str]:
    """What the keys of a bubble do."""
    return [each["data"].split(":", 2)[-1] for each in actions(message) if "data" in each]


def bubbles(stage: Stage, chat: str, since: int = 0) -> list[Data]:
    """The bubbles with keys that the account has sent."""
    said = [each.message for each in stage.entries(chat)[since:] if each.by == "bot"]
    return [each for each in said if each["type"] == "flex" and actions(each)]


def boards(stage: Stage, chat: str, since: int = 0) -> list[Data]:
    """Those of them that are boards."""
    return [each for each in bubbles(stage, chat, since) if "panel.menu" in verbs(each)]


async def send(stage: Stage, match: Match, user: User, verb: str) -> list[Data]:
    """Press an old key, and what came of it."""
    since = len(stage.entries(match.chat))
    name = stage.table(match.chat).id
    await stage.do(user, match.chat, {"type": "postback", "data": f"{name}:0:{verb}"})
    return [each.message for each in stage.entries(match.chat)[since:] if each.by == "bot"]


def told(messages: list[Data]) -> str:
    return "\n".join(text for message in messages for text in texts(message))


def test_the_board_has_tiles_two_large_keys_and_one_for_all_else() -> None:
    async def run(stage: Stage, match: Match) -> None:
        [*_, board] = boards(stage, match.chat)
        tiles = [f"set.game.{name}" for name in stage.games]
        assert verbs(board) == [*tiles, "join", "start", "panel.menu"]
        said = texts(board)
        assert "2〜6人・20分" in said and "2〜10人・15分" in said
        assert "3人：ミナ（ホスト）、Aki、Chloé" in said

    in_a_lobby(run)


@pytest.mark.parametrize(("people", "filled"), [(1, ["join"]), (2, ["join", "start"])])
def test_start_is_filled_when_it_can(people: int, filled: list[str]) -> None:
    async def run(stage: Stage, match: Match) -> None:
        [*_, board] = boards(stage, match.chat)
        keys = board["contents"]["footer"]["contents"][0]["contents"]
        found = [
            each["action"]["data"].rpartition(":")[2]
            for each in keys
            if each["contents"][0]["color"] == "#FFFFFF"
        ]
        assert found == filled

    in_a_lobby(run, people)


@pytest.mark.parametrize("seed", range(6))
def test_every_board_has_join_and_start_whoever_presses_what(seed: int) -> None:
    """Anybody presses any key of any bubble that stands there, old panels too."""

    async def run(stage: Stage, match: Match) -> None:
        chance = random.Random(seed)
        since = 0
        for _ in range(30):
            found = [each for each in bubbles(stage, match.chat)[-6:]]
            keys = [each for message in found for each in actions(message) if "data" in each]
            keys = [each for each in keys if not each["data"].partition("|")[0].endswith(":start")]
            old = {"type": "postback", "data": f"{stage.last}:0:panel.game"}
            await stage.do(chance.choice(match.users), match.chat, chance.choice([*keys, old]))
            if not isinstance(stage.table(match.chat), Lobby):
                break
            new = bubbles(stage, match.chat, since)
            since = len(stage.entries(match.chat))
            for message in new:
                assert not faults_of(message) and not refused([message])
                if "set.game.coup" in verbs(message):  # a board that all see
                    assert {"join", "start", "panel.menu"} <= set(verbs(message))
            [*_, board] = boards(stage, match.chat)
            assert {"join", "start"} <= set(verbs(board))

    in_a_lobby(run)


def test_a_panel_is_a_bubble_of_its_own_and_its_owner_s() -> None:
    async def run(stage: Stage, match: Match) -> None:
        mina, aki, _ = match.users
        before = stage.table(match.chat)
        [menu] = await send(stage, match, mina, "panel.menu")
        assert menu["altText"] == "ミナさん：設定" and "join" not in verbs(menu)
        [panel] = await send(stage, match, mina, "panel.preset")
        assert stage.table(match.chat) == before, "nobody's board shows it"
        key = next(each for each in actions(panel) if ":set.preset.jp|" in each["data"])
        since = len(stage.entries(match.chat))
        await stage.do(aki, match.chat, key)
        assert len(stage.entries(match.chat)) == since and stage.table(match.chat) == before
        await stage.do(mina, match.chat, key)
        [board] = bubbles(stage, match.chat, since)
        assert {"join", "start"} <= set(verbs(board)) and any("日本版" in t for t in texts(board))

    in_a_lobby(run)


def test_old_keys_of_panels_work() -> None:
    async def run(stage: Stage, match: Match) -> None:
        mina, aki, _ = match.users
        for verb in ("panel.game", "panel.preset", "panel.pace", "panel.level", "panel.switches"):
            [panel] = await send(stage, match, mina, verb)
            name = "tie" if verb == "panel.switches" else verb.removeprefix("panel.")
            assert any(each.startswith(f"set.{name}.") for each in verbs(panel)), verb
        [board] = await send(stage, match, mina, "panel.")
        assert {"join", "start"} <= set(verbs(board))
        [menu] = await send(stage, match, aki, "panel.game")
        assert {"leave|", "cut|"} <= {each.rstrip("0123456789abcdef") for each in verbs(menu)}

    in_a_lobby(run)


def test_switches_are_set_one_after_another() -> None:
    async def run(stage: Stage, match: Match) -> None:
        mina = match.users[0]
        panel, board = await send(stage, match, mina, "set.tie.none")
        assert any("引き分け" in text for text in texts(panel)) and "join" in verbs(board)
        [values] = await send(stage, match, mina, "panel.switch.target")
        assert [each.partition("|")[0] for each in verbs(values)][:2] == [
            *("set.target.1", "set.target.2")
        ]

    in_a_lobby(run)


@pytest.mark.parametrize(
    ("who", "verb", "why"),
    [
        (1, "set.game.coup", "Akiさん：これができるのはホストだけです（ミナさん）。"),
        (1, "join", "Akiさん：もうこの卓に参加しています。"),
    ],
)
def test_why_nothing_came_of_it_is_said_at_once(who: int, verb: str, why: str) -> None:
    async def run(stage: Stage, match: Match) -> None:
        said = await send(stage, match, match.users[who], verb)
        assert told(said) == why

    in_a_lobby(run)


def test_what_is_typed_opens_the_settings_too() -> None:
    async def run(stage: Stage, match: Match) -> None:
        mina = match.users[0]
        since = len(stage.entries(match.chat))
        await stage.say(mina, "設定", match.chat)
        await stage.say(mina, "レベル", match.chat)
        found = bubbles(stage, match.chat, since)
        assert [each["altText"] for each in found] == ["ミナさん：設定", "ミナさん：強さ"]

    in_a_lobby(run)


# Whoever calls is answered


@pytest.mark.parametrize("word", ["おーい", "ヘルプ", "help", "文箱さん", "@文箱", "@文箱 元気？"])
def test_where_no_table_is_open_whoever_calls_is_told_how_one_begins(word: str) -> None:
    async def whole() -> None:
        stage = Stage("calls")
        mina = stage.person("ミナ")
        chat = await stage.group(mina)
        since = len(stage.entries(chat))
        await call(stage, mina, chat, word)
        [*_, bubble] = bubbles(stage, chat, since)
        assert verbs(bubble) == ["open", "how", "lang"]
        assert len({text for text in texts(bubble) if text.endswith("。")}) == 2
        await call(stage, mina, chat, "そういえば昨日さ")
        assert bubbles(stage, chat, since)[-1] is bubble, "others' talk is none of our business"

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("word", "answered"), [("@文箱", True), ("@文箱 元気？", True), ("おーい", False)]
)
def test_where_a_table_is_open_a_mention_brings_it(word: str, answered: bool) -> None:
    async def run(stage: Stage, match: Match) -> None:
        since = len(stage.entries(match.chat))
        await call(stage, match.users[1], match.chat, word)
        assert bool(boards(stage, match.chat, since)) is answered
        await match.verb(match.users[0], "start")
        stage.clock.advance(60)
        since = len(stage.entries(match.chat))
        await call(stage, match.users[1], match.chat, word)
        assert bool(bubbles(stage, match.chat, since)) is answered

    in_a_lobby(run)


async def call(stage: Stage, user: User, chat: str, word: str) -> None:
    """Write something; what begins with @ mentions the account."""
    if not word.startswith("@"):
        await stage.say(user, word, chat)
        return
    name = word.partition(" ")[0]
    mention = {"mentionees": [{"index": 0, "length": len(name), "type": "user", "isSelf": True}]}
    await stage.say(user, word, chat, mention=mention)


@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)")
def test_a_lobby_is_not_half_a_screen_high() -> None:
    found: list[Data] = []

    async def run(stage: Stage, match: Match) -> None:
        for _ in range(4 - len(match.users)):
            await match.verb(match.users[0], "bot")
        for game in stage.games:
            await match.verb(match.users[0], f"set.game.{game}")
            found.append(stage.line.bubble(match.chat))

    for language in tongue.languages():
        in_a_lobby(run, 4, language)
        in_a_lobby(run, 2, language)
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM)
        tab: Any = browser.new_page(viewport={"width": 390, "height": 844})
        tab.set_content(page(*found))
        boxes = [each.bounding_box() for each in tab.locator(".bubble").all()]
        browser.close()
    assert len(boxes) == len(found) and all(box["height"] <= HIGHEST for box in boxes), boxes
