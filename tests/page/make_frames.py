"""`python -m tests.page.make_frames` writes frames of real tables into tests/page/frames, which is
not kept: one file a state of the page, each a list of frames as they would come over the wire.

The tests of the page's scripts read them, and they are good to draw by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from adapters.names import context_of
from adapters.page import draw, wire
from core.games import GAMES
from core.kernel.game import AnyGame
from core.table.editions import options_of
from core.table.table import Value
from tests.adapters.page import drawing
from tests.adapters.table import Parlour
from tests.police.walk import Casting, Match, play_out

FOLDER = Path(__file__).parent / "frames"
BY_NAME = {game.name: game for game in GAMES}
TRIES = 60
LANGUAGES = ("en", "ja")


class Now(msgspec.Struct, frozen=True):
    """A moment of a match: the table as the reader sees it, how much was told before, and what
    ended just now ("round", "match")."""

    table: wire.Table
    told: int
    ends: frozenset[str]


Wanted = Callable[[Now], bool]


def well_on(least: int) -> Wanted:
    """The reader is to move, after so many lines."""
    return lambda now: bool(now.table.choice and not now.table.choice.window and now.told >= least)


def claim(now: Now) -> bool:
    """Something is declared, and the reader may answer it."""
    return bool(now.table.choice and now.table.choice.window)


def bidding(now: Now) -> bool:
    """The reader is asked for a number."""
    nodes = list(now.table.choice.then) if now.table.choice else []
    return any(each.kind == "number" for node in nodes for each in (node, *node.then))


def finished(now: Now) -> bool:
    """The match is over."""
    return now.table.phase == "finished"


class State(msgspec.Struct, frozen=True):
    """A state of the page: a game for so many seats, who looks, and what is wanted."""

    game: str
    seats: int
    seat: int
    wanted: Wanted
    preset: str = ""
    switches: dict[str, Value] = {}


STATES = {
    "love-letter-turn": State("love-letter", 4, 1, well_on(6)),
    "love-letter-round-end": State("love-letter", 3, 1, lambda now: "round" in now.ends),
    "love-letter-match-end": State("love-letter", 3, 1, finished),
    "love-letter-watching": State("love-letter", 4, 0, lambda now: now.told > 12),
    "coup-turn": State("coup", 4, 1, well_on(6)),
    "coup-claim": State("coup", 4, 1, claim),
    "coup-eight-seats": State("coup", 8, 1, well_on(12), "bga_live"),
    "coup-ten-seats": State("coup", 10, 1, well_on(12), "official", {"table_size": 10}),
    "coup-match-end": State("coup", 4, 1, finished),
    "lady-luck-turn": State("lady-luck", 4, 1, well_on(4)),
    "lady-luck-auction": State("lady-luck", 4, 1, bidding),
    "lady-luck-match-end": State("lady-luck", 3, 1, finished),
    "old-maid-turn": State("old-maid", 4, 1, well_on(3)),
    "old-maid-match-end": State("old-maid", 4, 1, finished),
}


def matches(state: State) -> Iterator[tuple[AnyGame, Match]]:
    """Matches of computers that might come to a state."""
    game = BY_NAME[state.game]
    preset = state.preset or next(
        name for name, options in game.presets.items() if state.seats in game.seats(options)
    )
    assert state.seats in game.seats(options_of(preset, state.switches, game))
    kind = "normal.bold" if "normal.bold" in game.bots else "random"
    for number in range(TRIES):
        seed, kinds = b"state %d" % number, (kind,) * state.seats
        deal = Casting(preset, state.switches, state.seats, seed, kinds, number)
        yield game, play_out(game, deal)


def reached(state: State) -> tuple[AnyGame, Match, int]:
    """A match that comes to a state, and after how many of its states."""
    for game, match in matches(state):
        told = drawing.events(game, match)
        for version, at in enumerate(match.states, 1):
            moments = [
                game.moment(match.options, event.note.message)
                for event in told
                if event.version == version
            ]
            now = Now(
                drawing.table_frame(game, match, at, state.seat),
                sum(event.version <= version for event in told),
                frozenset(moment.ends for moment in moments if moment is not None),
            )
            if state.wanted(now):
                return game, match, version
    raise LookupError(f"no match of {state.game} came to this state")


def frames(game: AnyGame, match: Match, version: int, seat: int, language: str) -> list[wire.Frame]:
    """The story and the table of a moment, as a seat gets them."""
    told = [event for event in drawing.events(game, match) if event.version <= version]
    at = match.states[version - 1]
    return [
        drawing.story_frame(game, match, told, seat, language),
        drawing.table_frame(game, match, at, seat, language),
    ]


def lobby(language: str) -> list[wire.Frame]:
    """A table before the deal, as its host sees it."""
    parlour = Parlour()
    parlour.speech.open(parlour.heard("Aki"), "love-letter")
    room = parlour.store.room(parlour.room.id)
    read = parlour.house.read(room.table) if room is not None and room.table else None
    assert read is not None
    voice = draw.Voice(language, context_of(read, language))
    table = draw.table_frame(read.table, parlour.house.games, "test:Aki", voice)
    return [wire.Story(table=table.id, lines=[]), table]


def write(name: str, language: str, told: list[wire.Frame]) -> None:
    """Write the frames of a state."""
    (FOLDER / f"{name}.{language}.json").write_bytes(msgspec.json.encode(told))


def main() -> None:
    """Write every state in both languages."""
    FOLDER.mkdir(exist_ok=True)
    for name, state in STATES.items():
        found = reached(state)
        for language in LANGUAGES:
            write(name, language, frames(*found, state.seat, language))
    for language in LANGUAGES:
        write("lobby", language, lobby(language))


if __name__ == "__main__":
    main()
