"""A made-up language, longer than all, goes through everything that renders: as a folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.desk.acts import Act
from core.kernel.text import Noun
from locales import catalogue, words
from locales.tongue import autonym, span, word
from tests.locales import made_up
from tests.locales.everything import kinds

XX = made_up.CODE
MODULES = sorted({kind.__module__ for kind in kinds()})


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with made_up.spoken(tmp_path_factory.mktemp("made-up")):
        yield


def test_the_folder_is_all_that_it_takes() -> None:
    assert catalogue.languages() == ("en", "ja", XX)
    assert autonym(XX).startswith("[Ëñĝļïšĥ")
    assert [word(Act.LANGUAGE, each) for each in ("en", "ja", XX)] == [
        "日本語",
        autonym(XX),
        "English",
    ]
    assert span(3720, XX).startswith("[1 ĥöüř")
    assert span(3600, XX) + "s" not in span(7200, XX)
    assert [catalogue.ngettext(XX, Noun("{n} card", "{n} cards"), n)[-1] for n in (1, 2, 3)] == [
        "]",
        "]",
        "\u0302",
    ]
    assert words.meant_language(autonym(XX)) == words.meant_language("XX") == XX
    assert words.understand("p̣ļàýōẅ") == "open"
