"""A guided first round in a private chat: one card that changes; from a group, the way there."""

from __future__ import annotations

from core.games.coup.lesson import LESSON as COUP
from core.games.love_letter.lesson import LESSON as LOVE_LETTER
from tests.adapters.telegram.players import push
from tests.adapters.telegram.stage import Stage, buttons, run


def test_a_lesson_is_one_card_that_changes() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = stage.person(11, "Aki", "en")
        await stage.says(aki, "/learn")
        chat = stage.server.chat(11)
        first = stage.newest(chat)
        assert first["text"].startswith("A first round, guided")
        labels = [label for label, _ in buttons(first)]
        assert labels[:3] == ["Love Letter", "Coup", "Love Letter to Lady Luck"]
        await push(stage, chat, aki, "learn.love-letter.0")
        count = len(chat.messages)
        card = stage.newest(chat)
        assert "Love Letter: a first round (1/10)" in card["text"]
        assert "play the Priest on Hako" in card["text"]
        assert "Hand: " in card["text"]
        await push(stage, chat, aki, "learn.love-letter.0.guard.")
        await push(stage, chat, aki, "learn.love-letter.0.guard.2.")
        await push(stage, chat, aki, "learn.love-letter.0.guard.2.king")
        assert "blind guess" in stage.newest(chat)["text"]
        for step, beat in enumerate(LOVE_LETTER.beats):
            following = f".{step}.{beat.code}" if beat.own else f".{step + 1}"
            if beat.own:
                parts = beat.code.split(".")
                for depth in range(1, len(parts)):
                    level = ".".join(parts[:depth])
                    await push(stage, chat, aki, f"learn.love-letter.{step}.{level}.")
            await push(stage, chat, aki, f"learn.love-letter{following}")
        assert "a first round, done" in stage.newest(chat)["text"]
        assert len(chat.messages) == count, "the card is edited in place"
        await push(stage, chat, aki, "learn.")
        assert stage.newest(chat)["text"].startswith("A first round, guided")
        assert len(chat.messages) == count
        assert stage.house.tables_of("telegram:11") == []

    run(story())


def test_a_lesson_in_japanese_calls_everybody_by_name() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = stage.person(11, "アキ", "ja")
        await stage.says(aki, "あそびかた")
        chat = stage.server.chat(11)
        await push(stage, chat, aki, "learn.coup.0")
        assert "クーのあそびかた（1/11）" in stage.newest(chat)["text"]
        await push(stage, chat, aki, f"learn.coup.0.{COUP.beats[0].code}")
        text = stage.newest(chat)["text"]
        assert "▸ アキは公爵として徴税を宣言しました。" in text and "次はフミの番です" in text

    run(story())


def test_a_group_is_shown_the_way_and_the_way_leads_there() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = stage.person(11, "Aki", "en", started=False)
        chat = stage.group()
        await stage.add_bot(chat, aki)
        await stage.says(aki, "/learn", chat)
        told = stage.newest(chat)
        assert told["text"] == "The guided first round is played in a private chat with me."
        [url] = [b["url"] for row in told["rows"] for b in row]
        assert url == "https://t.me/fumibako_bot?start=learn"
        await stage.says(aki, "/start learn")
        assert stage.newest(stage.server.chat(11))["text"].startswith("A first round, guided")
        count = len(chat.messages)
        await stage.says(aki, "/learn", chat)
        assert len(chat.messages) == count + 1, "now only their own message stands there"
        await stage.says(aki, "learn", chat)
        assert len(chat.messages) == count + 2, "a bare word is chatter"

    run(story())


def test_a_lesson_button_in_a_group_leads_to_the_private_chat() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = stage.person(11, "Aki", "en")
        chat = stage.group()
        await stage.add_bot(chat, aki)
        await stage.press(aki, "-:0:learn.coup.0", chat, stage.newest(chat))
        assert aki.alerts[-1]["url"] == "https://t.me/fumibako_bot?start=learn"

    run(story())
