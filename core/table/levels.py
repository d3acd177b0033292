"""How well the computers of a table play, in words; and which one sits down next."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from core.kernel.game import AnyGame
from core.kernel.minds import Level, Manner, kind, level_of, levels_of, manner_of
from core.kernel.text import N_, P_, Named, Public, Word
from core.table.sayings import BotName, Refusal
from core.table.table import Chair, Lobby


class LevelWord(Word):
    """The level of computers, by its name."""

    EASY = Level.EASY.value
    NORMAL = Level.NORMAL.value
    HARD = Level.HARD.value

    def named(self, edition: str) -> Named:
        return _LEVELS[self]


class MannerWord(Word):
    """The manner of a computer, by its name: how the person is whom it plays."""

    BOLD = Manner.BOLD.value
    CAREFUL = Manner.CAREFUL.value
    PATIENT = Manner.PATIENT.value

    def named(self, edition: str) -> Named:
        return _MANNERS[self]


_LEVELS = {
    LevelWord.EASY: P_("level", "easy"),
    LevelWord.NORMAL: P_("level", "normal"),
    LevelWord.HARD: P_("level", "hard"),
}
_MANNERS = {
    MannerWord.BOLD: P_("manner", "bold"),
    MannerWord.CAREFUL: P_("manner", "careful"),
    MannerWord.PATIENT: P_("manner", "patient"),
}


class ComputersPlay(Public, frozen=True, tag="house.computers-play"):
    """The level of all computers at the table has changed."""

    text: ClassVar[str] = N_("The computers play on another level now: {level}.")
    level: LevelWord


class ComputerThinks(Refusal, frozen=True, tag="no.computer-thinks"):
    """Said to somebody who says that time is up, while only a computer is awaited."""

    text: ClassVar[str] = N_("A computer is still thinking.")


def kind_of(level: Level, game: AnyGame, name: BotName) -> str:
    """The kind of the computer of that name on a level of a game; without levels, the kind that
    the game itself puts first."""
    return kind(level, name.manner) if levels_of(game.bots) else game.default_bot


def manner_at(chair: Chair) -> MannerWord | None:
    """The manner of the computer that fills a chair; None for a person, and for a kind that has
    none."""
    manner = manner_of(chair.bot) if chair.user is None and chair.bot is not None else None
    return MannerWord(manner) if manner is not None else None


def free_names(lobby: Lobby) -> list[BotName]:
    """The names of computers that do not sit here yet."""
    taken = {chair.name for chair in lobby.chairs if chair.user is None}
    return [name for name in BotName if name.value not in taken]


def next_kind(lobby: Lobby, game: AnyGame) -> str:
    """The kind of the computer that sits down next; empty if there is no name left for one."""
    free = free_names(lobby)
    return kind_of(lobby.level, game, free[0]) if free else ""


def on_level(lobby: Lobby, level: Level, game: AnyGame) -> Lobby:
    """The lobby with all its computers on a level of its game."""
    deal = msgspec.structs.replace(lobby.deal, level=level)
    chairs = tuple(_with_kind(chair, level, game) for chair in lobby.chairs)
    return msgspec.structs.replace(lobby, deal=deal, chairs=chairs)


def at_game(lobby: Lobby, game: AnyGame) -> tuple[Chair, ...]:
    """The chairs of the lobby for another game: its computers keep the level where that game has
    it. A kind without a level that the game has too stays as it is."""
    return tuple(
        chair
        if chair.bot is not None and chair.bot in game.bots and level_of(chair.bot) is None
        else _with_kind(chair, lobby.level, game)
        for chair in lobby.chairs
    )


def _with_kind(chair: Chair, level: Level, game: AnyGame) -> Chair:
    """A chair whose computer, if one sits there, is of a level of a game."""
    if chair.user is not None:
        return chair
    return msgspec.structs.replace(chair, bot=kind_of(level, game, BotName(chair.name)))
