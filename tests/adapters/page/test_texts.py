"""The page's words and its scripts name the same keys."""

from __future__ import annotations

import re

from adapters.page.bundle import STATIC
from adapters.page.texts import PAGE_TEXTS

SCRIPTS = [
    path.read_text(encoding="utf-8")
    for path in sorted(STATIC.rglob("*.js"))
    if "vendor" not in path.parts
]
OF_LISTS = {"length", "map", "push"}  # what is said aloud is a list of texts
NAMED = {
    key
    for script in SCRIPTS
    for keys in re.findall(r'\btexts\??\.([a-z]+)\b|\btexts\["([^"]+)"\]', script)
    for key in keys
    if key and key not in OF_LISTS
}


def in_use() -> set[str]:
    """The keys that are named, those in quotes where keys are taken from a list or a choice, and
    those that begin as one that is put together."""
    used = set(NAMED)
    for script in SCRIPTS:
        looked_up = [index for index in re.findall(r"\btexts\[([^\]]+)\]", script)]
        if any(index[0] not in '"`' for index in looked_up):
            used |= set(re.findall(r'"([a-z0-9-]+)"', script))
        for beginning in re.findall(r"\btexts\[`([a-z-]+-)\$\{\w+\}`\]", script):
            used |= {key for key in PAGE_TEXTS if key.startswith(beginning)}
    return used


def test_every_word_that_a_script_asks_for_is_there() -> None:
    assert {"brand", "watch-again", "next-round"} <= in_use()  # each way of asking is found
    assert not NAMED - PAGE_TEXTS.keys()


def test_no_word_goes_out_that_no_script_asks_for() -> None:
    assert not PAGE_TEXTS.keys() - in_use()
