"""Whole matches as frames of the page, for each seat and for whoever watches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec

from adapters.page import draw, telling, wire
from adapters.page.schema import schema
from core.house.story import Event, round_of
from core.kernel.asks import Over
from core.kernel.game import AnyGame
from core.kernel.text import Note
from core.table.table import Finished, Games, Playing
from locales.tongue import Context
from tests.police.walk import Match, seated

DEALT_AT = 1_000_000.0


@cache
def validator(end: str) -> jsonschema_rs.Validator:
    """What judges frames of an end: `FromServer`, or `Sent` (from a page)."""
    return jsonschema_rs.validator_for({**schema(), "$ref": f"#/$defs/{end}"})


def faults(frame: bytes | str, end: str = "FromServer") -> list[str]:
    """Where a frame is not as the schema has it."""
    return [str(fault) for fault in validator(end).iter_errors(msgspec.json.decode(frame))]


def check(frame: bytes | str, end: str = "FromServer") -> None:
    """Fails where a frame is not as the schema has it."""
    assert faults(frame, end) == []


def voice(game: AnyGame, match: Match, language: str) -> draw.Voice:
    """How a match is told in a language."""
    names = [chair.name for chair in seated(game, match, match.first).chairs]
    return draw.Voice(language, Context.from_names(names))


def table(game: AnyGame, match: Match, state: Any) -> Playing | Finished:
    """The table at a moment of a match; after its end with the winners."""
    playing = seated(game, match, state)
    over = game.ask(state)
    if not isinstance(over, Over):
        return playing
    return Finished(
        deal=playing.deal,
        host=playing.host,
        chairs=playing.chairs,
        state=state,
        question=playing.question,
        winners=tuple(sorted(over.winners)),
    )


def events(game: AnyGame, match: Match) -> list[Event]:
    """All that was told in a match."""
    told: list[Event] = []

    def tell(notes: Sequence[Note], version: int, state: Any) -> None:
        number = round_of(seated(game, match, state))
        for note in notes:
            at = DEALT_AT + 10 * version
            told.append(Event(len(told) + 1, version, at, note, number))

    tell(match.opening, 1, match.first)
    for version, step in enumerate(match.steps, 2):
        tell(step.notes, version, step.after)
    return told


def seats(match: Match) -> range:
    """Whoever looks: everybody who sits there, and 0 for who watches."""
    return range(match.deal.seats + 1)


def table_frame(
    game: AnyGame, match: Match, state: Any, seat: int, language: str = "en"
) -> wire.Table:
    """The table at a moment, as a seat sees it."""
    user = f"user:{seat}" if seat else ""
    games: Games = {game.name: game}
    said = voice(game, match, language)
    return draw.table_frame(table(game, match, state), games, user, said)


def story_frame(
    game: AnyGame,
    match: Match,
    told: Sequence[Event],
    seat: int,
    language: str = "en",
    *,
    fresh: bool = False,
) -> wire.Story:
    """What a seat has been told of some events."""
    now = table(game, match, match.first)
    moments = telling.moments_of(now, {game.name: game})
    lines = telling.lines(told, seat, moments, voice(game, match, language))
    return wire.Story(table=now.id, lines=lines, fresh=fresh)


def frames(game: AnyGame, match: Match, language: str) -> Iterator[tuple[int, wire.Frame]]:
    """Every frame that is sent while a match is played, with the seat that it goes to."""
    told = events(game, match)
    for seat in seats(match):
        yield seat, story_frame(game, match, told, seat, language)
        for state in match.states:
            yield seat, table_frame(game, match, state, seat, language)
