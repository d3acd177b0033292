"""What people ask the account alone, and what is asked for in a group besides playing."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import unquote

from adapters.page.links import Addresses
from core.records.record import read
from core.records.verify import verify
from core.table.sayings import Stale
from core.table.table import Lobby, Playing
from tests.adapters.line.fake import Data, User, actions
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import GAMES_BY_NAME, Stage
from tests.adapters.line.test_replies import asked, at_a_table, bot_entries


def waits(match: Match) -> User:
    """Somebody who is not asked."""
    return next(each for each in match.users if each is not asked(match))


def test_rules_and_card_help_are_buttons_of_the_hand_card() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        await match.look(user)
        for label, wanted in (("Cards", "Cards: Love Letter"), ("Rules", "Rules: Love Letter")):
            await stage.press(user, user.id, label)
            said = bot_entries(stage, user.id)
            assert wanted in said[-1]["altText"]  # and the hand is not shown again
        assert sum(map(_is_hand, bot_entries(stage, user.id))) == 1

    at_a_table(play)


def _is_hand(message: Data) -> bool:
    """Whether a bubble is a hand card: it alone can hand the seat to a computer."""
    return message["type"] == "flex" and any(
        ":auto" in each.get("data", "") for each in actions(message)
    )


def test_a_hand_is_shown_again_when_it_is_another_one_or_asked_for() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)

        def hands() -> int:
            return sum(map(_is_hand, bot_entries(stage, user.id)))

        await match.look(user)
        for word in ("rules", "status", "what now?"):
            await stage.say(user, word)
        assert hands() == 1
        await stage.say(user, "hand")
        assert hands() == 2
        await match.turn(stage.playing(match.chat))  # it looks once more
        assert hands() == 3
        await stage.say(user, "rules")
        assert hands() == 4, "one card less is another hand"
        await stage.say(user, "rules")
        assert hands() == 4

    at_a_table(play)


def test_why_a_press_did_nothing_is_told_without_the_hand() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        await match.look(user)
        await match.tap(user, 2, "8")
        stage.host.say.why[f"line:{user.id}"] = Stale()
        await stage.say(user, "rules")
        told = [text for text in stage.read(user.id) if "Your last try" in text]
        assert len(told) == 1
        await stage.say(user, "rules")
        assert len([text for text in stage.read(user.id) if "Your last try" in text]) == 1

    at_a_table(play)


def test_who_is_not_asked_sees_no_letters() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = waits(match)
        await stage.say(user, "手札")
        said = stage.read(user.id)
        assert any("Not your turn" in text for text in said)
        assert not any(text.startswith(("A: ", "B: ", "E: ", "F: ")) for text in said)

    at_a_table(play)


def test_a_picture_a_sticker_and_nonsense() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        message = {"type": "sticker", "id": "1", "quoteToken": "q", "packageId": "1"}
        message |= {"stickerId": "1", "stickerResourceType": "STATIC"}
        await stage.send(stage.line.event("message", user.id, user.id, message=message))
        assert any("go back to the group" in text for text in stage.read(user.id))
        await stage.say(user, "what now?")
        assert any("I don't understand" in text for text in stage.read(user.id))
        before = len(bot_entries(stage, match.chat))
        await stage.send(stage.line.event("message", match.chat, user.id, message=message))
        assert len(bot_entries(stage, match.chat)) == before
        await stage.send(stage.line.event("beacon", user.id, user.id), strict=False)
        await stage.send(
            stage.line.event("postback", user.id, user.id, postback={"data": "nonsense"})
        )

    at_a_table(play)


def test_the_language_of_ones_own_chat() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        await stage.say(user, "lang ja")
        await stage.say(user, "hand")
        assert any("あなたの番です" in text for text in stage.read(user.id))
        assert not any("あなたの番です" in text for text in stage.read(match.chat))

    at_a_table(play)


def test_the_word_for_the_hand_names_the_table() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        mina, aki, ken = (stage.person(name) for name in ("Mina", "Aki", "Ken"))
        tables = []
        for title, other in (("One", aki), ("Two", ken)):
            chat = await stage.group(mina, other, title=title)
            match = Match(stage, chat, [mina, other], "en")
            await match.verb(mina, "open")
            tables.append((match, stage.table(chat).id))
        for _, name in tables:
            await stage.say(mina, f"手札　{name[:5].upper()}")
            assert stage.host.private_ear._last[mina.id] == name
        await stage.say(mina, "hand zzzzz")  # unknown: the last one
        assert stage.host.private_ear._last[mina.id] == tables[1][1]
        await stage.say(mina, "guard 2")
        assert any("several tables" in text for text in stage.read(mina.id))

    asyncio.run(run())


def test_following_and_no_longer_following() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = match.users[0]
        follow = {"isUnblocked": True}
        await stage.send(stage.line.event("follow", user.id, user.id, follow=follow))
        assert stage.store.kept(f"line.follows:line:{user.id}")
        await stage.send(stage.line.event("unfollow", user.id, user.id))
        assert not stage.store.kept(f"line.follows:line:{user.id}")

    at_a_table(play)


def test_the_way_to_the_hand_goes_when_all_have_found_it() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        mina, aki = stage.person("Mina"), stage.person("Aki")
        chat = await stage.group(mina, aki)
        match = Match(stage, chat, [mina, aki], "en")
        await match.verb(mina, "open")
        link = next(each for each in actions_of(stage, chat) if "oaMessage" in each.get("uri", ""))
        await stage.do(mina, chat, link)
        assert any("It works" in text for text in stage.read(mina.id))
        await match.verb(aki, "join")
        assert any("oaMessage" in each.get("uri", "") for each in actions_of(stage, chat))
        await stage.say(aki, "hand")
        await match.verb(mina, "bot")
        assert not any("oaMessage" in each.get("uri", "") for each in actions_of(stage, chat))
        assert isinstance(stage.table(chat), Lobby)

    asyncio.run(run())


def test_how_it_works_and_the_language_of_a_new_group() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        mina = stage.person("Mina")
        chat = await stage.group(mina)
        await match_verb(stage, mina, chat, "how")
        assert "How it works" in stage.read(chat)
        await match_verb(stage, mina, chat, "lang", first=True)
        assert stage.room(chat).language == "ja"

    asyncio.run(run())


async def match_verb(stage: Stage, user: User, chat: str, verb: str, first: bool = False) -> None:
    """Press a button of the greeting, which stands first."""
    entry = stage.entries(chat)[0] if first else stage.entries(chat)[-1]
    found = next(a for a in actions(entry.message) if a.get("data", "").endswith(f":{verb}"))
    await stage.do(user, chat, found)


def test_the_record_and_a_rematch() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        users = [stage.person(name) for name in ("Mina", "Aki")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await match.gather("", {"target": "1"})
        ended = stage.table(chat).id
        await match.play()
        await match.verb(users[1], "record")
        (way,) = [a for a in actions(bot_entries(stage, chat)[-1]) if a["type"] == "uri"]
        word = unquote(way["uri"].rpartition("?")[2])
        assert word == f"record {ended.upper()}"
        await stage.say(users[0], word)
        assert all(m["type"] == "text" for m in bot_entries(stage, users[0].id)[-1:])
        stage.links.addresses = Addresses("https://cards.example.org")  # people can reach a page
        before = len(bot_entries(stage, users[1].id))
        await stage.say(users[1], word)
        own = bot_entries(stage, users[1].id)[before:]
        (page,) = [m for m in own if m["type"] == "flex" and "Watch it again" in m["altText"]]
        (watch,) = [a["uri"] for a in actions(page) if a["type"] == "uri"]
        assert watch == stage.links.seat_link(ended, f"line:{users[1].id}")
        texts = [m["text"] for m in own if m["type"] == "text"]
        text = "".join(texts[next(i for i, each in enumerate(texts) if each[0] == "{") :])
        assert verify(read(json.loads(text), GAMES_BY_NAME), GAMES_BY_NAME).fair
        again = {"type": "postback", "data": f"{ended}:0:again"}
        await stage.do(users[1], chat, again)
        lobby = stage.table(chat)
        assert isinstance(lobby, Lobby) and all(chair.letters for chair in lobby.chairs)
        await match.verb(users[0], "start")
        assert isinstance(stage.table(chat), Playing)

    asyncio.run(run())


def test_seal_status_and_rules_in_the_group() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = match.users[0]
        await stage.say(user, "/seal", match.chat)
        read = "\n".join(stage.read(match.chat))
        assert "Whoever runs this host can see every hand" in read
        assert stage.playing(match.chat).deal.commit in read
        await stage.say(user, "status", match.chat)
        last = bot_entries(stage, match.chat)[-2:]
        assert last[0]["type"] == "text" and "Round 1" in last[0]["text"]
        assert last[1]["type"] == "flex"
        await match.verb(user, "rules")
        assert any("Rules: Love Letter" in text for text in stage.read(match.chat))
        await stage.say(user, "/record", match.chat)
        assert any("given out when the game is over" in text for text in stage.read(match.chat))

    at_a_table(play)


def test_switching_the_language_shows_the_board_again() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await match.verb(match.users[0], "status")  # only then all keys of the house are there
        before = len(bot_entries(stage, match.chat))
        await match.verb(match.users[0], "lang")
        assert len(bot_entries(stage, match.chat)) == before + 1
        assert stage.room(match.chat).language == "ja"

    at_a_table(play)
