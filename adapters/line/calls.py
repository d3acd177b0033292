"""Words by which a group calls us without a command: 「おーい」, 「ヘルプ」, a mention alone."""

from __future__ import annotations

from functools import cache

from adapters.listen import typed_act
from core.desk.acts import Act
from core.kernel.text import P_
from locales.catalogue import languages, named
from locales.words import fold

CALLS = P_("line.calls", "fumibako, hey fumibako")
"""Separated by commas. They count where no table is open: there nobody else can be meant."""


@cache
def _spellings() -> frozenset[str]:
    """All of them, in every language."""
    written = [named(each, CALLS).replace("、", ",") for each in languages()]
    return frozenset(fold(word) for each in written for word in each.split(",") if word.strip())


def is_call(text: str, *, addressed: bool, old: bool, plays: bool) -> bool:
    """Whether a message calls us, and asks for nothing else. `old`: it was written too long ago;
    `plays`: a table is open."""
    if old:
        return False
    if not text:
        return addressed
    if plays:
        return False
    return fold(text) in _spellings() or typed_act(text) is Act.HELP
