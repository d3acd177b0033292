"""The score of a room: what a finished match counts there, and what many of them add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from core.kernel.game import AnyGame
from core.table.table import Chair, Finished


class Counted(msgspec.Struct, frozen=True):
    """How a person did in a finished match: their `place` (from 1) of how many `seats`, and when
    it was counted (seconds since 1970)."""

    user: str
    table: str
    game: str
    place: int
    seats: int
    won: bool
    at: float


class Tally(msgspec.Struct, frozen=True):
    """What the matches of a person in one game add up to. `run` is how many they have won in a
    row up to now, `best` the most they ever have; `places` tells how often which place."""

    games: int = 0
    wins: int = 0
    run: int = 0
    best: int = 0
    places: Mapping[int, int] = {}


class RoomScore(msgspec.Struct, frozen=True):
    """What a result says of the score in a room: whether it is kept there, and the tallies, by
    seat, of those who sat and are counted in it."""

    on: bool = False
    tallies: Mapping[int, Tally] = {}


def counts(table: Finished) -> bool:
    """A match counts if people held more than half of the seats to its end."""
    return 2 * sum(chair.decides for chair in table.chairs) > len(table.chairs)


def counted(table: Finished, game: AnyGame, room: int, at: float) -> tuple[Counted, ...]:
    """What a match counts in a room: an entry for each person who played there to its end. Where
    several rooms played at one table each counts its own people, by their places among all."""
    if not counts(table):
        return ()
    seats = len(table.chairs)
    places = game.places(table.state, seats)
    return tuple(
        Counted(chair.user, table.id, table.game, place, seats, seat in table.winners, at)
        for seat, (chair, place) in enumerate(zip(table.chairs, places, strict=True), 1)
        if chair.user is not None and _plays_in(chair, room)
    )


def _plays_in(chair: Chair, room: int) -> bool:
    """A person sits there themselves, and came from this room (or it is not known whence)."""
    return chair.decides and chair.room in (0, room)


def tally(entries: Iterable[Counted]) -> Tally:
    """The tally of one person in one game; `entries` in the order in which they were counted."""
    games = wins = run = best = 0
    places: Counter[int] = Counter()
    for entry in entries:
        games, wins = games + 1, wins + entry.won
        run = run + 1 if entry.won else 0
        best = max(best, run)
        places[entry.place] += 1
    return Tally(games, wins, run, best, dict(sorted(places.items())))


def by_game(entries: Iterable[Counted]) -> dict[str, list[Counted]]:
    """Entries apart by their games, in the order in which those were first played."""
    found: dict[str, list[Counted]] = {}
    for entry in entries:
        found.setdefault(entry.game, []).append(entry)
    return found


def standings(entries: Sequence[Counted]) -> dict[str, Tally]:
    """The tallies of all people in one game, by user: most wins first, then fewest games."""
    people: dict[str, list[Counted]] = {}
    for entry in entries:
        people.setdefault(entry.user, []).append(entry)
    tallies = {user: tally(own) for user, own in people.items()}
    order = sorted(tallies, key=lambda user: (-tallies[user].wins, tallies[user].games, user))
    return {user: tallies[user] for user in order}


def result_score(table: Finished, entries: Sequence[Counted]) -> RoomScore:
    """What the result of a match says of a room that keeps a score and has these entries."""
    found = standings([entry for entry in entries if entry.game == table.game])
    return RoomScore(
        True,
        {
            seat: found[chair.user]
            for seat, chair in enumerate(table.chairs, 1)
            if chair.user is not None and chair.user in found and not chair.left
        },
    )
