"""Version 2 of the proof, the play: the chain, every move anew, computers asked again."""

from __future__ import annotations

from collections.abc import Sequence

from core.kernel.minds import beside, stand_in
from core.kernel.notation import Move
from core.kernel.proof import Computer, last_link
from core.kernel.text import Message
from core.records.faults import MovesFit, MovesOnly, MovesWrong, NotEnded, RecordError
from core.records.findings import (
    ChainFits,
    ChainWrong,
    ComputersFit,
    ComputerWrong,
    GivenUp,
    NoComputer,
    NotAskedAgain,
    NotByPerson,
    NotGivenUp,
)
from core.records.proven import Proof
from core.records.record import Record, RecordLine
from core.records.replay import replay
from core.records.verdict import Findings
from core.table.oracle import FAIR
from core.table.table import Finished, Games, Playing


def findings(record: Record, games: Games) -> Findings:
    """What was played, of a record whose deal fits. Raises `RecordError`."""
    proof = record.proof
    if proof is None:  # it was closed before the start
        return
    assert record.secret is not None, "its deal fits"
    for index, line in enumerate(record.moves):
        if line.refused or not line.seat:
            raise RecordError(f"moves[{index}]", MovesOnly())
    lines = [(line.text, proof.by.get(number, "")) for number, line in enumerate(record.moves, 1)]
    link = last_link(bytes.fromhex(record.secret), proof.commit, lines)
    if link != proof.chain:
        yield False, ChainWrong(link)
    yield True, ChainFits(link)
    misplaced = _misplaced(record, proof)
    if misplaced is not None:
        yield False, misplaced
    asked = _Again(games, proof)
    yield _played_again(record, games, asked)
    if asked.wrong is not None:
        yield False, asked.wrong
    if asked.same:
        yield True, ComputersFit(asked.same)
    for version, moves in sorted(asked.unknown.items()):
        yield True, NotAskedAgain(moves, version, games[record.game].mind)


def _misplaced(record: Record, proof: Proof) -> Message | None:
    """A move that a computer's seat did not make by its own kind, or by the one that stands in
    for it while it thinks too long."""
    for number, line in enumerate(record.moves, 1):
        party, kind = proof.party(line.seat), proof.by.get(number, "")
        if isinstance(party, Computer) and not kind:
            return NotByPerson(number, line.seat)
        if isinstance(party, Computer) and not _plays(party.kind, _kind(kind)):
            return NoComputer(number, kind)
    return None


def _plays(own: str, kind: str) -> bool:
    """Whether a kind may move for a computer: it itself, or who stands in for one that thinks."""
    return kind == own or (beside(own) and kind == stand_in(own))


def _played_again(record: Record, games: Games, asked: _Again) -> tuple[bool, Message]:
    try:
        played = replay(record, games, asked)
    except RecordError as wrong:
        return False, MovesWrong(wrong.place, wrong.reason)
    over = isinstance(played.table, Finished)
    if record.closed:
        return not over, NotGivenUp() if over else GivenUp(len(record.moves))
    return over, MovesFit() if over else NotEnded()


class _Again:
    """Asks the computers again, before each of their moves is played."""

    def __init__(self, games: Games, proof: Proof) -> None:
        self._games = games
        self._proof = proof
        self.same = 0
        self.unknown: dict[int, int] = {}
        self.wrong: Message | None = None

    def __call__(self, index: int, line: RecordLine, table: Playing) -> None:
        """What a computer says at this table, against what the record has."""
        by = self._proof.by.get(index + 1, "")
        if not by or self.wrong is not None:
            return
        game, kind = self._games[table.game], _kind(by)
        version = _version(by, self._proof.mind)
        if version != game.mind:
            self.unknown[version] = self.unknown.get(version, 0) + 1
            return
        moves: Sequence[Move] = game.moves(table.state, line.seat)
        if kind not in game.bots or not moves:
            self.wrong = NoComputer(index + 1, by)
            return
        move = FAIR.answer(table, game, line.seat, kind)
        if move.code == line.code:
            self.same += 1
        else:
            self.wrong = ComputerWrong(index + 1, by, move.code)


def _kind(by: str) -> str:
    return by.partition("/")[0]


def _version(by: str, usual: int) -> int:
    """The version of the computers that made a move: that of the start, unless it is named (the
    host was updated while the game ran)."""
    named = by.partition("/")[2]
    return int(named) if named.isdecimal() else usual
