"""How people meet the score of their room: a line on a result, who stands where, one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec

from core.desk.acts import Act
from core.desk.sheets import Board, Button, Labelled, Rows, Sheet
from core.kernel.text import N2_, N_, Person, Public, Said, Seat
from core.table.score import Counted, RoomScore, Tally, by_game, standings, tally
from core.table.table import Games

Wins = Annotated[int, N2_("{n} win", "{n} wins")]
InARow = Annotated[int, N2_("{n} in a row", "{n} in a row")]

NO_TABLE = "-"  # stands for a table in buttons of a score that belong to none


class ScoreOfFirst(Public, frozen=True, tag="score.first"):
    """Whoever has won most often among those who sat at this table."""

    text: ClassVar[str] = N_("{seat} {wins} of {games}")
    seat: Seat
    wins: Wins
    games: int


class ScoreOfFirstInARow(Public, frozen=True, tag="score.first-row"):
    text: ClassVar[str] = N_("{seat} {wins} of {games} ({run})")
    seat: Seat
    wins: Wins
    games: int
    run: InARow


class ScoreOfOther(Public, frozen=True, tag="score.other"):
    """Their wins."""

    text: ClassVar[str] = N_("{seat} {wins}")
    seat: Seat
    wins: int


class ScoreHere(Public, frozen=True, tag="score.here"):
    """A line of a result."""

    text: ClassVar[str] = N_("🏆 Score here: {scores}")
    scores: tuple[Public, ...]


class TopTitle(Public, frozen=True, tag="score.title"):
    text: ClassVar[str] = N_("🏆 Score of this group")


class NothingCounted(Public, frozen=True, tag="score.nothing"):
    text: ClassVar[str] = N_(
        "Nothing is counted yet. A finished game counts if more than half of its seats were held "
        "by people to the end."
    )


class NotKept(Public, frozen=True, tag="score.not-kept"):
    text: ClassVar[str] = N_("No score is kept at the moment.")


class GameHead(Public, frozen=True, tag="score.game"):
    text: ClassVar[str] = N_("▪ {game}")
    game: Public


class Stands(Public, frozen=True, tag="score.stands"):
    """A line of the list of a group."""

    text: ClassVar[str] = N_("{place}. {name}: {wins} of {games}")
    place: int
    name: Person
    wins: Wins
    games: int


class StandsBest(Public, frozen=True, tag="score.stands-best"):
    """The same of somebody who has once won several games in a row."""

    text: ClassVar[str] = N_("{place}. {name}: {wins} of {games}, best streak {best}")
    place: int
    name: Person
    wins: Wins
    games: int
    best: int


class StandsInARow(Public, frozen=True, tag="score.stands-row"):
    """The same of somebody who has won the last games."""

    text: ClassVar[str] = N_("{place}. {name}: {wins} of {games}, now {run}, best streak {best}")
    place: int
    name: Person
    wins: Wins
    games: int
    run: InARow
    best: int


class OwnTitle(Public, frozen=True, tag="score.own"):
    text: ClassVar[str] = N_("{name}’s results")
    name: Person


class NothingOwn(Public, frozen=True, tag="score.nothing-own"):
    text: ClassVar[str] = N_(
        "You have no results yet. A group that wants a score switches it on after a game."
    )


class RoomHead(Public, frozen=True, tag="score.room"):
    text: ClassVar[str] = N_("In {room}:")
    room: Said


class PlaceTimes(Public, frozen=True, tag="score.place"):
    """How often somebody came in at a place: "5× place 1", 「1位5回」."""

    text: ClassVar[str] = N_("{times}× place {place}")
    place: int
    times: int


class OwnLine(Public, frozen=True, tag="score.own-line"):
    text: ClassVar[str] = N_("{game}: {wins} of {games}, longest streak {best} ({places})")
    game: Public
    wins: Wins
    games: int
    best: int
    places: tuple[PlaceTimes, ...]


def with_score(board: Board, score: RoomScore | None) -> Board:
    """The board of a result as a room shows it that keeps a score, or could."""
    if board.phase != "finished":
        return board
    acts = (Act.TOP, Act.NOT_ME) if score is not None and score.on else (Act.KEEP_SCORE,)
    keys = tuple(Button(Labelled(act), board.table, board.question, act) for act in acts)
    first, *rest = board.foot
    shown = msgspec.structs.replace(board, foot=(first, *keys, *rest))
    line = score_line(score) if score is not None else None
    if line is None:
        return shown
    *before, end = board.lines
    return msgspec.structs.replace(shown, lines=(*before, line, end), beside=(*board.beside, line))


def score_line(score: RoomScore) -> ScoreHere | None:
    """The line of a result: those who sat there, most wins first. None if nobody is counted."""
    order = sorted(score.tallies.items(), key=lambda item: (-item[1].wins, item[1].games, item[0]))
    if not order:
        return None
    (seat, best), *others = order
    first: Public = ScoreOfFirst(seat, best.wins, best.games)
    if best.run > 1:
        first = ScoreOfFirstInARow(seat, best.wins, best.games, best.run)
    return ScoreHere((first, *(ScoreOfOther(other, each.wins) for other, each in others)))


def top_sheet(
    games: Games,
    on: bool,
    entries: Sequence[Counted],
    names: Mapping[str, str],
    table: str = NO_TABLE,
) -> Sheet:
    """Who stands where in a group, game by game."""
    lines: list[Public] = []
    for game, of_game in by_game(entries).items():
        if game in games:
            lines.append(GameHead(games[game].title))
            lines += _stand(standings(of_game), names)
    told = () if on else (NotKept(),)
    acts = (Act.STATS, Act.NOT_ME, Act.STOP_SCORE) if on else (Act.STATS, Act.KEEP_SCORE)
    return Sheet(TopTitle(), tuple(lines) or (NothingCounted(),), told, _keys(table, *acts))


def _stand(tallies: Mapping[str, Tally], names: Mapping[str, str]) -> list[Public]:
    """The lines of a game. Who has as many wins shares a place."""
    wins = [each.wins for each in tallies.values()]
    return [
        _line(1 + sum(more > each.wins for more in wins), names.get(user, ""), each)
        for user, each in tallies.items()
    ]


def _line(place: int, name: str, each: Tally) -> Public:
    if each.run > 1:
        return StandsInARow(place, name, each.wins, each.games, each.run, each.best)
    if each.best > 1:
        return StandsBest(place, name, each.wins, each.games, each.best)
    return Stands(place, name, each.wins, each.games)


def own_sheet(
    games: Games, name: str, rooms: Sequence[tuple[str, Sequence[Counted]]], *, alone: bool
) -> Sheet:
    """What was counted of a person, game by game. Where nobody else reads on (`alone`) it stands
    by room (its title and the entries), and the way to be forgotten below it."""
    lines: list[Public] = []
    for title, entries in rooms:
        if alone and title and entries:
            lines.append(RoomHead(title))
        for game, of_game in by_game(entries).items():
            if game in games:
                each = tally(of_game)
                places = tuple(PlaceTimes(*item) for item in each.places.items())
                known = (each.wins, each.games, each.best, places)
                lines.append(OwnLine(games[game].title, *known))
    keys = _keys(NO_TABLE, Act.FORGET) if alone else ()
    return Sheet(OwnTitle(name), tuple(lines) or (NothingOwn(),), buttons=keys)


def _keys(table: str, *acts: Act) -> Rows[Public]:
    return tuple((Button(Labelled(act), table, 0, act),) for act in acts)
