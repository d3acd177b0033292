"""The same course with other hidden cards gives a page the same frames, byte by byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import GAMES
from core.house.story import Event
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.text import Note, Whisper
from tests.adapters.page.drawing import DEALT_AT, seats, story_frame, table_frame
from tests.police.walk import Match, Step, awaited, deals, play_out, run
from tests.test_every_game import quietly, some

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
@given(data=st.data())
@quietly(10)
def test_tables_of_worlds_that_look_alike_are_the_same_bytes(
    game: AnyGame, data: st.DataObject
) -> None:
    match = play_out(game, data.draw(deals(game)))
    dice = Dice(match.deal.seed + b"page")
    for state in some(match, 6):
        for seat in seats(match):
            world = game.imagine(state, seat or None, dice)
            frames = [table_frame(game, match, each, seat) for each in (state, world)]
            assert msgspec.json.encode(frames[0]) == msgspec.json.encode(frames[1])


@every_game
@given(data=st.data())
@quietly(10)
def test_moves_in_worlds_that_look_alike_are_told_in_the_same_bytes(
    game: AnyGame, data: st.DataObject
) -> None:
    match = play_out(game, data.draw(deals(game)))
    dice = Dice(match.deal.seed + b"story")
    compared = 0
    for step in match.steps[:40]:
        for seat in seats(match):
            other = _elsewhere(game, match, step, seat, dice)
            if other is not None:
                told = [_bytes(game, match, notes, seat) for notes in (step.notes, other)]
                assert told[0] == told[1]
                compared += 1
    assert compared


def _elsewhere(
    game: AnyGame, match: Match, step: Step, seat: int, dice: Dice
) -> Sequence[Note] | None:
    """What the same move tells in another world that looks the same to a seat before and after, and
    whispers the same to it; None where there is no such world. What a round shows at its end is put
    away again, so steps that end one are left out."""
    if not awaited(game, step.after) or _round(game, step.before) != _round(game, step.after):
        return None
    world: Any = game.imagine(step.before, seat or None, dice)
    legal = {move.code: move for move in game.moves(world, step.seat)}
    if step.move.code not in legal:
        return None
    chance = Dice(match.deal.seed, step.drawn)
    after, notes = run(game.play(world, step.seat, legal[step.move.code], chance))
    alike = game.view(after, seat or None) == game.view(step.after, seat or None)
    return notes if alike and _own(notes, seat) == _own(step.notes, seat) else None


def _own(notes: Sequence[Note], seat: int) -> list[Note]:
    return [note for note in notes if isinstance(note, Whisper) and note.seat == seat]


def _round(game: AnyGame, state: Any) -> object:
    return game.dump(state).get("round")


def _bytes(game: AnyGame, match: Match, notes: Sequence[Note], seat: int) -> bytes:
    told = [Event(number, 2, DEALT_AT, note) for number, note in enumerate(notes, 1)]
    return msgspec.json.encode(story_frame(game, match, told, seat, fresh=True))
