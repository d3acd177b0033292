"""All that the house can say: messages, words in their editions, nouns, and sample values."""

from __future__ import annotations

import importlib
import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from core.kernel.plain import Standard
from core.kernel.text import Mark, Message, Named, Noun, Word, blanks, leaves
from locales.update import PACKAGES, ROOT

NASTY = (
    "<b>x</b>",
    "{0}",
    "%s %(x)d",
    "\u202eevil\u202c\u2066",
    "a" * 200,
    "漢" * 200,
    "\u200b\u200d\ufeff",
    "👨‍👩‍👧‍👦",
    "",
    "שלום",
    "z" + "\u0301" * 90,
    "a\nb\tc\x07\x00",
    "& &amp; \"'",
)
NUMBERS = (0, 1, 2, 5, 11, 1234567)


@cache
def modules() -> tuple[types.ModuleType, ...]:
    """Every module that may hold texts."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.stem != "__main__"
    ]
    return tuple(importlib.import_module(name) for name in names)


def _ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in PACKAGES


@cache
def kinds() -> tuple[type[Message], ...]:
    """Every message that can be told."""
    modules()
    return tuple(kind for kind in leaves() if _ours(kind))


@cache
def word_kinds() -> tuple[type[Word], ...]:
    """Every class of things with names."""
    modules()
    found: list[type[Word]] = []
    waiting: list[type[Word]] = [Word]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if _ours(kind) and len(kind):
            found.append(kind)
    return tuple(sorted(found, key=lambda kind: (kind.__module__, kind.__name__)))


@cache
def games() -> tuple[Any, ...]:
    """The games of the house."""
    return tuple(getattr(importlib.import_module("core.games"), "GAMES", ()))


def _home(game: Any) -> str:
    """The package of a game."""
    name: str = getattr(game, "__name__", type(game).__module__)
    return ".".join(name.split(".")[:3])


def _all_options(game: Any) -> Iterator[Any]:
    for options in game.presets.values():
        yield options
        for switch in game.switches(options):
            for choice in switch.choices:
                yield game.with_switches(options, {switch.name: choice.value})


@cache
def _editions() -> Mapping[str, tuple[str, ...]]:
    return {
        _home(game): tuple(sorted({game.edition(options) for options in _all_options(game)}))
        for game in games()
    }


def editions(kind: type) -> tuple[str, ...]:
    """The editions in which a message or a word can turn up; the house has one without name."""
    package = ".".join(kind.__module__.split(".")[:3])
    return _editions().get(package, ("",))


def name_in(thing: Word, edition: str) -> Named | None:
    """What a thing is called in an edition; None if the edition does not have it."""
    try:
        return thing.named(edition)
    except KeyError:
        return None


def nouns() -> set[Noun]:
    """Every counted noun that a message or a module declares."""
    found: set[Noun] = set()

    def collect(declared: Any) -> None:
        for part in get_args(declared):
            if isinstance(part, Noun):
                found.add(part)
            else:
                collect(part)

    for module in modules():
        for value in vars(module).values():
            collect(value)
    for kind in kinds():
        for declared in blanks(kind).values():
            collect(declared)
    return found


def samples(declared: Any, edition: str) -> list[Any]:
    """Values of a declared type, nasty ones among them."""
    origin, inner = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return marked_samples(inner[1]) or samples(inner[0], edition)
    if origin in (Union, types.UnionType):
        return [value for kind in inner for value in samples(kind, edition)]
    if origin in (tuple, frozenset) and (origin is frozenset or inner[-1] is Ellipsis):
        each = samples(inner[0], edition)
        return [origin(each[:size]) for size in (0, 1, 2, 3, len(each))]
    if origin is tuple:
        return [tuple(samples(item, edition)[0] for item in inner)]
    return _plain_samples(declared, edition)


def marked_samples(mark: object) -> list[Any]:
    """Values for a blank that is marked; none where its type alone tells."""
    match mark:
        case Mark.SEAT:
            return [*range(1, len(NASTY) + 1), 99]
        case Mark.MOMENT | Mark.DATE:
            return [0, 1732881600, 4102444800]
        case Mark.SOURCE | Mark.TALE:
            return [Standard.text]
        case Mark.SPAN:
            return [0, 1, 30, 60, 90, 120, 3600, 5400, 86400, 90061]
        case _:
            return []


def _plain_samples(declared: Any, edition: str) -> list[Any]:
    if declared is types.NoneType:
        return [None]
    if declared is int:
        return list(NUMBERS)
    if declared is str:
        return list(NASTY)
    if declared is Word:  # any thing of the house
        return [thing for kind in word_kinds() if editions(kind) == ("",) for thing in kind]
    if issubclass(declared, Word):
        return [thing for thing in declared if name_in(thing, edition)]
    assert issubclass(declared, Message), declared
    fitting = [kind for kind in kinds() if issubclass(kind, declared) and _simple(kind, edition)]
    if declared in kinds():
        fitting = [declared]
    assert fitting, declared
    return [message for kind in fitting[:3] for message in told(kind, edition)[:3]]


def _simple(kind: type[Message], edition: str) -> bool:
    """Whether a message of this class may stand in another, whatever the edition."""
    plain = (int, str)
    return editions(kind) in ((edition,), ("",)) and all(
        declared in plain or get_origin(declared) is Annotated for declared in blanks(kind).values()
    )


def told(kind: type[Message], edition: str) -> list[Message]:
    """Messages of a class, so many that every sample of every blank occurs."""
    columns = {name: samples(declared, edition) for name, declared in blanks(kind).items()}
    if not all(columns.values()):
        return []  # a thing that this edition does not have
    rows = max((len(values) for values in columns.values()), default=1)
    return [
        kind(**{name: values[row % len(values)] for name, values in columns.items()})
        for row in range(rows)
    ]
