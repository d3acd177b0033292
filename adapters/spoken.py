"""Words of a game that are no legal move now: typed, they name a move all the same, and the game
says why it cannot be made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from adapters.typed import Spell, paths_of
from core.kernel.asks import Ask
from core.kernel.notation import menu, words
from core.kernel.text import Message
from core.table.table import Games, Playing
from locales.words import fold

ANY_SEAT, ANY_NUMBER = "@", "#"
_NUMBER = re.compile(r"(?<![a-z0-9])[0-9]{1,4}(?![0-9])")
MOST_NUMBERS = 3  # that are looked for in a text


def known_moves(games: Games, table: Playing) -> Sequence[str]:
    """What can be said in a game, with these options: it follows from nothing that is hidden. Of a
    game that does not tell, what is asked openly now is known, with any number."""
    game = games[table.game]
    found, asked = game.spoken(table.options, len(table.chairs)), game.ask(table.state)
    if found or not isinstance(asked, Ask) or asked.secret:
        return found
    codes = [move.code for seat in sorted(asked.seats) for move in game.moves(table.state, seat)]
    return tuple(dict.fromkeys(".".join(map(_opened, words(code))) for code in codes))


def _opened(word: str) -> str:
    return ANY_NUMBER if word.isdecimal() else word


def meant_moves(
    text: str, known: Sequence[str], seats: int, spell: Spell, *, whole: bool
) -> Sequence[str]:
    """The moves that a text names, or begins to name, of all that are known. Unless it must be
    said as a `whole`, the first word may be left out, as where it is legal."""
    typed = fold(text)
    numbers = tuple(dict.fromkeys(str(int(each)) for each in _NUMBER.findall(typed)))
    if not typed or len(numbers) > MOST_NUMBERS:
        return ()
    codes = tuple(dict.fromkeys(code for each in known for code in _filled(each, numbers, seats)))
    exact = ".".join(typed.replace(" ", ".").split("."))
    if any(code == exact or code.startswith(f"{exact}.") for code in codes):
        return (exact,)
    found = list(dict.fromkeys(paths_of(typed, codes, spell)))
    if not found and not whole:
        counted = {words(each)[0] for each in known if words(each)[1:] == (ANY_NUMBER,)}
        for word in menu(codes):
            if word not in codes and (word in counted or not typed.isdecimal()):
                found += [path for path in paths_of(typed, codes, spell, (word,)) if len(path) > 1]
    return tuple(dict.fromkeys(".".join(path) for path in found))


def _filled(code: str, numbers: Sequence[str], seats: int) -> Iterator[str]:
    """A move with all seats and the numbers that were typed; as far as it goes without them."""
    options: list[Sequence[str]] = []
    for word in words(code):
        if word == ANY_SEAT:
            options.append(tuple(dict.fromkeys((*map(str, range(1, seats + 1)), *numbers))))
        elif word == ANY_NUMBER and not numbers:
            break
        else:
            options.append(numbers if word == ANY_NUMBER else (word,))
    return (".".join(each) for each in product(*options))


def best_known(codes: Sequence[str], why: Callable[[str], Message]) -> str:
    """Which of several readings is answered: the one whose reason fewest of them share says most
    about what was meant."""
    if len(codes) < 2:
        return codes[0]
    reasons = {code: why(code) for code in codes}
    shared = Counter(reasons.values())
    return min(codes, key=lambda code: shared[reasons[code]])
