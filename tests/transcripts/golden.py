"""One game of each kind, as every reader saw it, in every language: reviewed as a diff.

`python -m tests.transcripts.golden` writes the files anew.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from adapters import replay
from core.desk.hand import hand_of
from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.records.record import record_of
from core.table.commands import Answer, Start
from core.table.playing import step
from core.table.table import (
    Chair,
    Deal,
    Finished,
    Games,
    Lobby,
    Playing,
    SaidCut,
    Table,
    Tale,
    Value,
)
from locales import tongue

HERE = Path(__file__).parent
NAMES = ("Aki", "ミナ", "Ben", "Chloé")
MOST_MOVES = 400
NAMES_OF_FILES = {"full": "{game}.{language}.txt", "story": "{game}.story.{language}.txt"}
SHORT: dict[str, dict[str, Value]] = {"love-letter": {"target": 2}}  # so that a diff can be read


def games() -> Games:
    return {game.name: game for game in GAMES}


def record(game: AnyGame) -> dict[str, Any]:
    """A real game between computer players, dealt from a fixed secret."""
    secret = sha256(f"transcript of {game.name}".encode()).hexdigest()
    seated = max(game.seats(game.presets[next(iter(game.presets))]).start, 3)
    chairs = tuple(Chair(name, user=f"test:{name}") for name in NAMES[:seated])
    switches, cuts = SHORT.get(game.name, {}), (SaidCut("ミナ", "月"),)
    deal = Deal("golden00", game.name, secret, switches=switches, cuts=cuts)
    lobby = Lobby(deal, "test:Aki", chairs)
    table = _run(step(lobby, Start("test:Aki"), games()))
    bot = game.bots[game.default_bot]
    for number in range(MOST_MOVES):
        if not isinstance(table, Playing):
            break
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        dice = Dice(sha256(f"{number}".encode()).digest())
        move = bot(game.view(table.state, seat), game.moves(table.state, seat), dice)
        user = table.chairs[seat - 1].user
        assert user is not None
        table = _run(step(table, Answer(user, table.question, move.code), games()))
    assert isinstance(table, Finished), "the game should have ended"
    assert hand_of(table, games(), "test:Aki").lines
    return record_of(table, games())


def transcript(record_file: Path, language: str, way: str) -> str:
    """The game as the group and every seat saw it ("full"), or as a story of one line a move
    ("story"); without the folder's name."""
    lines: list[str] = []
    code = replay.WAYS[way]([str(record_file)], language, lines.append, lines.append)
    assert code == replay.ALL_WELL, lines
    return "\n".join(lines).replace(str(record_file), record_file.name) + "\n"


def write() -> None:
    """Write all records and transcripts."""
    for game in GAMES:
        file = HERE / f"{game.name}.json"
        file.write_text(json.dumps(record(game), ensure_ascii=False, indent=1) + "\n")
        for language in tongue.languages():
            for way, name in NAMES_OF_FILES.items():
                written = transcript(file, language, way)
                (HERE / name.format(game=game.name, language=language)).write_text(written)


def _run(tale: Tale[Table]) -> Table:
    while True:
        try:
            next(tale)
        except StopIteration as end:
            table: Table = end.value
            return table


if __name__ == "__main__":
    write()
