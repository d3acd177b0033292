"""Messages: names, nouns, and the words they speak of."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from core.desk.acts import Act
from core.kernel.text import (
    N2_,
    N_,
    P_,
    Announce,
    Cards,
    Message,
    Named,
    Noun,
    Public,
    Secret,
    Whisper,
    Word,
    announce,
    blanks,
    leaves,
    whisper,
    words_in,
)
from core.table.sayings import BotName, Pace
from tests.police.toy import Hat, HatLost, Holding, Label, Standing


class Nested(Public, frozen=True, tag="test.nested"):
    text: ClassVar[str] = "{what} {hats} {cards}"
    what: Public
    hats: tuple[Hat, ...]
    cards: Cards


def test_marks_leave_texts_as_they_are() -> None:
    assert N_("{seat} wins.") == "{seat} wins."
    assert P_("game.card", "Guard") == Named("game.card", "Guard")
    assert N2_("{n} card", "{n} cards") == Noun("{n} card", "{n} cards")


def test_notes_are_for_all_or_for_one() -> None:
    assert announce(Label("x")) == Announce(Label("x"))
    assert whisper(2, Holding(())) == Whisper(2, Holding(()))


def test_leaves_are_all_that_can_be_told() -> None:
    found = leaves()
    assert HatLost in found
    assert Holding in found
    assert not {Message, Public, Secret} & set(found)
    tags = [str(kind.__struct_config__.tag) for kind in found]
    assert tags == sorted(tags)
    assert HatLost not in leaves(Secret)


def test_tags_are_told_apart() -> None:
    tags = [kind.__struct_config__.tag for kind in leaves()]
    assert len(set(tags)) == len(tags)


def test_blanks_keep_their_marks() -> None:
    found = blanks(Nested)
    assert list(found) == ["what", "hats", "cards"]
    assert found["cards"] == Cards


def test_words_are_found_at_any_depth() -> None:
    message = Nested(HatLost(1, Hat.RED), (Hat.BLUE, Hat.GOLD), 3)
    assert list(words_in(message)) == [Hat.RED, Hat.BLUE, Hat.GOLD]
    assert list(words_in(Standing(1, 2, (Hat.RED,)))) == [Hat.RED]
    assert list(words_in("red")) == []


def test_a_word_without_names_says_so() -> None:
    class Blank(Word):
        X = "x"

    with pytest.raises(NotImplementedError):
        Blank.X.named("")


@pytest.mark.parametrize("kind", [Act, Pace, BotName])
def test_every_word_of_the_house_has_a_name(kind: type[Word]) -> None:
    names = [word.named("") for word in kind]
    assert all(name.text for name in names)


def test_messages_survive_as_data() -> None:
    message = HatLost(1, Hat.RED)
    assert msgspec.json.decode(msgspec.json.encode(message), type=HatLost) == message
