"""Typed words become the move they mean: 「兵士 ミナ 聖職者」, "guard 2 priest", "A 2 3"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from adapters.names import context_of
from core.desk.keypad import begins
from core.desk.letters import meaning, playable
from core.desk.lobby_people import name_at
from core.desk.reading import Reading
from core.house.house import House
from core.kernel.notation import menu, words
from core.kernel.pictures import CutPicture
from core.kernel.text import Message
from core.table.table import Playing
from locales import tongue
from locales.words import fold, other_names, spellings

Spell = Callable[[tuple[str, ...], str], Sequence[str]]
"""After what was said, the ways to write a next word (labels in all languages, folded)."""
ANSWERS = ("allow", "challenge", "block", "pass")
"""Words of moves that people also say in other ways (「ダウト」)."""


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
    found = set(paths_of(typed, codes, spell))
    if not found:  # "4" for "bid 4": a first word that only one reading needs may be left out
        for word in [word for word in menu(codes, ()) if word not in codes]:
            found |= {path for path in paths_of(typed, codes, spell, (word,)) if len(path) > 1}
    if len(found) > 1:
        raise Ambiguous
    return found.pop() if found else None


def paths_of(
    rest: str, codes: Sequence[str], spell: Spell, said: tuple[str, ...] = ()
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
            yield from paths_of(rest[length:].lstrip(" ,、.・"), codes, spell, (*said, word))


def _ends(rest: str, spelling: str) -> bool:
    """A spelling in Latin letters or digits must not end in the middle of a word."""
    if len(rest) == len(spelling):
        return True
    last, following = spelling[-1], rest[len(spelling)]
    return not (last.isascii() and last.isalnum() and following.isascii() and following.isalnum())


def read_amount(text: str, codes: Sequence[str], amounts: frozenset[str]) -> str:
    """A bare number (or one after its verb) where a single kind of amount is asked for, as a
    move, legal or not; empty if the text is none."""
    said = fold(text).split()
    verbs = {parts[0] for parts in map(words, codes) if len(parts) == 2 and parts[0] in amounts}
    number = said[-1] if said else ""
    if len(verbs) != 1 or not number.isdecimal() or len(number) > 4 or len(said) > 2:
        return ""
    verb = verbs.pop()
    if len(said) == 2 and said[0] != verb:
        return ""
    return f"{verb}.{int(number)}"


def contexts_of(read: Reading, languages: Sequence[str]) -> Mapping[str, tongue.Context]:
    """The names at a table in every language."""
    return {language: context_of(read, language) for language in languages}


def names_of(label: Message, contexts: Mapping[str, tongue.Context]) -> set[str]:
    """A label as it may be typed in every language, without what stands in brackets or after an
    arrow too: "Steal (Captain)" is typed "steal"."""
    found: set[str] = set()
    for language, context in contexts.items():
        whole = fold(tongue.say(label, language, context))
        found |= {whole, *(whole.partition(mark)[0].strip() for mark in "(→")}
    return found


def called_so(
    said: str, seats: Iterable[int], languages: Sequence[str], read: Reading
) -> Sequence[int]:
    """The seats at which somebody of that name sits, with or without さん, or that bear that
    number."""
    plain = fold(said)
    wanted = {plain, plain.removesuffix("さん")}
    contexts = contexts_of(read, languages)
    return [seat for seat in seats if wanted & ({str(seat)} | names_of(name_at(seat), contexts))]


def speller(
    house: House,
    languages: Sequence[str],
    read: Reading,
    table: Playing,
    seat: int | None,
    known: Sequence[str] = (),
) -> Spell:
    """How each next word may be typed: its labels in every language, their parts, a letter. With
    `known` (moves that may not be legal) there are no letters, and first words have the names
    that they have where somebody is aimed at too; then `seat` may be None: as everybody sees it."""
    game = house.games[table.game]
    view = game.view(table.state, seat)
    codes = list(known)
    if seat is not None and not known:
        codes = [move.code for move in game.moves(table.state, seat)]
    contexts = contexts_of(read, languages)
    cards = {face.code: face.name for face in game.hand(view)}
    meant: dict[str, str] = {}
    if seat is not None and not known and getattr(game.ask(table.state), "secret", False):
        meant = meaning(table.secret, seat, game.hidden(table.state, seat))

    @cache
    def spell(said: tuple[str, ...], word: str) -> Sequence[str]:
        found = {fold(word)}
        nobody = word.isdecimal() and int(word) > len(table.chairs)
        if not (known and nobody) or said[0] in game.amounts:
            found |= names_of(game.label(view, said, word), contexts)
        if word in cards:  # where a label says more than what the card is called
            found |= names_of(cards[word], contexts)
        for number, _, rest in [each.partition(" ") for each in sorted(found)]:
            found |= {number, rest} if number.isdecimal() else set()
        if not (known or said) and word in codes and begins(word, codes):
            found |= names_of(game.label(view, (word,), ""), contexts)
        for language in languages:
            if word in ANSWERS:
                found |= {fold(spelling) for spelling in spellings(word, language)}
            aimed = () if not known or said else other_names(f"{word}.", language)
            found |= {fold(spelling) for spelling in (*other_names(word, language), *aimed)}
        letters = playable(meant, codes, len(said)) if meant else {}
        found |= {letter.casefold() for letter, card in letters.items() if card == word}
        return sorted(spelling for spelling in found if spelling)

    return spell


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
