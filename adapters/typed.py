"""Typed words become the move they mean: 「兵士 ミナ 聖職者」, "guard 2 priest", "A 2 3"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.kernel.notation import menu, words
from core.kernel.pictures import CutPicture
from locales import tongue
from locales.words import fold

Spell = Callable[[tuple[str, ...], str], Sequence[str]]
"""After what was said, the ways to write a next word (labels in all languages, folded)."""


class Ambiguous(Exception):
    """What was typed fits more than one choice."""


def read_move(text: str, codes: Sequence[str], spell: Spell) -> tuple[str, ...] | None:
    """The words of the move that was typed, or the beginning of one; None if it is none.

    Raises `Ambiguous` if it fits several. Nothing but legal moves is ever looked at.
    """
    typed = fold(text)
    if not typed:
        return None
    exact = tuple(typed.replace(" ", ".").split("."))
    if any(words(code)[: len(exact)] == exact for code in codes):
        return exact
    found = set(_paths(typed, codes, spell, ()))
    if not found:  # "4" for "bid 4": a first word that only one reading needs may be left out
        for word in menu(codes, ()):
            found |= {path for path in _paths(typed, codes, spell, (word,)) if len(path) > 1}
    if len(found) > 1:
        raise Ambiguous
    return found.pop() if found else None


def _paths(
    rest: str, codes: Sequence[str], spell: Spell, said: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """All ways to read the rest of what was typed as next words; the longest spelling wins."""
    if not rest:
        yield said
        return
    best: dict[str, int] = {}
    for word in menu(codes, said):
        for spelling in spell(said, word):
            if rest.startswith(spelling) and _ends(rest, spelling):
                best[word] = max(best.get(word, 0), len(spelling))
    longest = max(best.values(), default=0)
    for word, length in best.items():
        if length == longest:
            yield from _paths(rest[length:].lstrip(" ,、.・"), codes, spell, (*said, word))


def _ends(rest: str, spelling: str) -> bool:
    """A spelling in Latin letters or digits must not end in the middle of a word."""
    if len(rest) == len(spelling):
        return True
    last, following = spelling[-1], rest[len(spelling)]
    return not (last.isascii() and last.isalnum() and following.isascii() and following.isalnum())


def read_picture(said: str, languages: Sequence[str]) -> CutPicture | None:
    """What a person cuts with, by its number from 1, as a picture, or by its name in one of the
    languages."""
    picture, plain = CutPicture.of(said), fold(said)
    if picture is not None:
        return picture
    for number, each in enumerate(CutPicture, 1):
        names = {fold(tongue.word(each, language).partition(" ")[2]) for language in languages}
        if plain and plain in (str(number), *names):
            return each
    return None
