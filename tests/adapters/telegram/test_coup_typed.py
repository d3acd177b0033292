"""Coup's variants in typed words, in both languages, in private and as an answer to the board."""

from __future__ import annotations

from typing import Any

import pytest

from tests.adapters.telegram.coup_tables import CONCEDE, VARIANTS, at, put, variants
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import asked_of, person_at
from tests.adapters.telegram.players import verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_coup import does, playing

# Seat 1 is on turn, a Monarchist as seat 3 is; the others are Populists.
LIAR = (
    at(4, "duke captain"),
    at(2, "duke contessa"),
    at(2, "captain contessa"),
    at(2, "assassin assassin"),
)
HONEST = (at(4, "inquisitor captain"), *LIAR[1:])


async def standing(
    language: str, rows: Any = LIAR, switches: Any = CONCEDE
) -> tuple[Stage, Chat, str]:
    """A table of four at a position, with three coins in the almshouse."""
    stage = Stage("typed variants")
    _, chat, name = await variants(stage, 4, language=language, switches=switches)
    await stage.quiet()
    put(stage, name, *rows, reserve=3)
    return stage, chat, name


def seated(stage: Stage, name: str, seat: int) -> Person:
    return person_at(stage, playing(stage, name), seat)


async def says(stage: Stage, chat: Chat, who: Person, text: str, where: str) -> str:
    """Typed in private, or as an answer to the board. Tells what the bot then writes to them."""
    own = stage.server.chat(who.number)
    before = len(own.log)
    if where == "board":
        board = stage.server.shown(chat, stage.newest(chat))
        await stage.says(who, text, chat, reply_to_message=board)
    else:
        await stage.says(who, text)
    await stage.quiet()
    return "\n".join(entry["text"] for entry in own.log[before:])


def named(text: str, stage: Stage, name: str) -> str:
    """Seats in a text by the names of those who sit there."""
    people = {str(n): seated(stage, name, n).name for n in range(1, 5)}
    return text.format(*("", *people.values()))


@pytest.mark.parametrize("where", ["private", "board"])
@pytest.mark.parametrize(
    ("language", "said", "move"),
    [
        ("ja", "転向", "convert"),
        ("ja", "転向する", "convert"),
        ("ja", "転向 2", "convert.2"),
        ("ja", "転向　{3}", "convert.3"),
        ("ja", "転向させる {2}", "convert.2"),
        ("ja", "横領！", "embezzle"),
        ("ja", "審問 {4}", "examine.4"),
        ("ja", "審問２", "examine.2"),
        ("ja", "convert {4}", "convert.4"),
        ("en", "convert", "convert"),
        ("en", "Convert yourself", "convert"),
        ("en", "convert {3}", "convert.3"),
        ("en", "convert another {2}", "convert.2"),
        ("en", "CONVERT 2", "convert.2"),
        ("en", "convert.2", "convert.2"),
        ("en", "embezzle", "embezzle"),
        ("en", "examine {2}", "examine.2"),
        ("en", "審問 {2}", "examine.2"),
    ],
)
def test_an_action_of_the_variants(language: str, said: str, move: str, where: str) -> None:
    async def story() -> None:
        stage, chat, name = await standing(language)
        await says(stage, chat, seated(stage, name, 1), named(said, stage, name), where)
        assert playing(stage, name).moves == (f"1:{move}",)

    run(story())


@pytest.mark.parametrize(("language", "said"), [("ja", "転向させる"), ("en", "convert another")])
def test_to_convert_another_asks_whom(language: str, said: str) -> None:
    """Nobody changes their own faction by the name of the other key."""

    async def story() -> None:
        stage, chat, name = await standing(language)
        who = seated(stage, name, 1)
        await says(stage, chat, who, said, "private")
        assert not playing(stage, name).moves
        card = stage.newest(stage.server.chat(who.number))
        offered = [verb(data) for _, data in buttons(card) if verb(data).startswith("m:")]
        assert offered == ["m:convert.2", "m:convert.3", "m:convert.4"]
        before = len(chat.log)
        await says(stage, chat, who, said, "board")
        assert (playing(stage, name).moves, len(chat.log)) == ((), before)

    run(story())


def test_a_bare_name_converts_nobody() -> None:
    async def story() -> None:
        stage, chat, name = await standing("en")
        await stage.says(seated(stage, name, 1), seated(stage, name, 3).name, chat)
        assert not playing(stage, name).moves

    run(story())


@pytest.mark.parametrize("where", ["private", "board"])
@pytest.mark.parametrize(
    ("language", "said", "reason"),
    [
        ("ja", "強奪 {3}", "は同じ王党派です"),
        ("ja", "審問 3", "は同じ王党派です"),
        ("en", "steal {3}", "is of your faction"),
        ("en", "examine {3}", "is of your faction"),
        ("ja", "転向 {1}", "自分が転向するときは"),
        ("en", "convert {1}", "name nobody"),
        ("en", "coup {2}", "costs"),
    ],
)
def test_a_wrong_target_gets_the_reason(language: str, said: str, reason: str, where: str) -> None:
    """In private, also where it was said in the group: there no more is told than that."""

    async def story() -> None:
        stage, chat, name = await standing(language)
        before = len(chat.log)
        who = seated(stage, name, 1)
        assert reason in await says(stage, chat, who, named(said, stage, name), where)
        assert not playing(stage, name).moves
        assert len(chat.log) == before + (where == "board")

    run(story())


def test_words_of_others_are_not_answered_in_the_group() -> None:
    async def story() -> None:
        stage, chat, name = await standing("en")
        before = len(chat.log)
        for seat in (2, 3, 4):
            await stage.says(seated(stage, name, seat), named("steal {3}", stage, name), chat)
            await stage.says(seated(stage, name, seat), "convert", chat)
        assert len(chat.log) == before
        assert not playing(stage, name).moves

    run(story())


async def allow_all(stage: Stage, chat: Chat, name: str) -> None:
    for seat in sorted(asked_of(stage, playing(stage, name)).seats):
        await does(stage, chat, seated(stage, name, seat), "m:allow")
    await stage.quiet()


@pytest.mark.parametrize(
    ("language", "shown", "said", "move"),
    [
        ("ja", "見せる 公爵", "返す", "return"),
        ("ja", "公爵", "引き直させる", "force"),
        ("ja", "女伯", "引き直し", "force"),
        ("en", "show duke", "return", "return"),
        ("en", "choose contessa", "Return it", "return"),
        ("en", "contessa", "force", "force"),
    ],
)
def test_an_examine_in_words(language: str, shown: str, said: str, move: str) -> None:
    async def story() -> None:
        stage, chat, name = await standing(language, switches=VARIANTS)
        await says(stage, chat, seated(stage, name, 1), "examine 2", "private")
        await allow_all(stage, chat, name)
        await says(stage, chat, seated(stage, name, 2), shown, "private")
        card = "duke" if "公爵" in shown or "duke" in shown else "contessa"
        assert playing(stage, name).moves[-1] == f"2:choose.{card}"
        await says(stage, chat, seated(stage, name, 1), said, "private")
        assert playing(stage, name).moves[-1] == f"1:{move}"

    run(story())


@pytest.mark.parametrize(
    ("language", "honest", "said", "move"),
    [
        ("ja", True, "すべて見せる", "show.all"),
        ("en", True, "show all", "show.all"),
        ("ja", False, "失う 船長", "lose.captain"),
        ("ja", False, "認める 船長", "lose.captain"),
        ("ja", False, "認めて公爵を失う", "lose.duke"),
        ("en", False, "concede duke", "lose.duke"),
        ("en", False, "captain", "lose.captain"),
        ("en", False, "lose captain", "lose.captain"),
    ],
)
def test_a_proof_in_words(language: str, honest: bool, said: str, move: str) -> None:
    async def story() -> None:
        stage, chat, name = await standing(language, HONEST if honest else LIAR)
        await says(stage, chat, seated(stage, name, 1), "embezzle", "private")
        await does(stage, chat, seated(stage, name, 2), "m:challenge")
        await stage.quiet()
        await says(stage, chat, seated(stage, name, 1), said, "private")
        assert playing(stage, name).moves[2] == f"1:{move}"

    run(story())


@pytest.mark.parametrize("said", ["ブロック 異端審問官", "ブロック 審問官", "block inquisitor"])
def test_the_long_name_of_the_inquisitor(said: str) -> None:
    async def story() -> None:
        stage, chat, name = await standing("ja")
        await says(stage, chat, seated(stage, name, 1), "強奪 2", "private")
        await says(stage, chat, seated(stage, name, 2), said, "private")
        assert playing(stage, name).moves[-1] == "2:block.inquisitor"

    run(story())
