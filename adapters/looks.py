"""What somebody is shown who looks at a table."""

from __future__ import annotations

from typing import assert_never

import msgspec

from adapters.heard import Heard, RecordAfterTheGame, RecordForThose
from core.desk.acts import Look
from core.desk.board import board_of
from core.desk.fairness import cut_sheet, proof_sheet
from core.desk.hand import hand_of
from core.desk.manual import help_sheet, rules_sheet, tour_sheet
from core.desk.options import options_sheet
from core.desk.sheets import AnySheet
from core.kernel.text import Message
from core.records.record import has_record, record_of
from core.table.sayings import AlreadyOver, AlreadyRunning, NotSeated
from core.table.table import Closed, Finished, Games, Lobby, Table, chair_of


def looked(
    table: Table, look: Look, heard: Heard, games: Games, proof_page: str
) -> AnySheet | Message | bytes:
    """A sheet, a record, or why there is nothing to see."""
    user = heard.user
    match look:
        case Look.RULES:
            return rules_sheet(table, games)
        case Look.TOUR:
            return tour_sheet(table, games)
        case Look.CARDS:
            return help_sheet(table, games)
        case Look.OPTIONS:
            return options_sheet(table, games)
        case Look.BOARD:
            return board_of(table, games)
        case Look.HAND:
            seated = chair_of(table.chairs, user) is not None
            return hand_of(table, games, user) if seated else NotSeated()
        case Look.PROOF:
            opens = heard.room is None and sat(table, user)
            return proof_sheet(table, proof_page, opens=opens)
        case Look.CUT:
            return _cutting(table)
        case Look.RECORD:
            return _record(table, heard, games)
        case _:
            assert_never(look)


def _record(table: Table, heard: Heard, games: Games) -> Message | bytes:
    """The record of a game that is over: for those who sat there, and where nobody else reads
    it. It tells everything, also what nobody had to show."""
    if not has_record(table):
        return RecordAfterTheGame()
    if not sat(table, heard.user) or (heard.room is not None and not heard.alone):
        return RecordForThose()
    written = record_of(table, games)
    return msgspec.json.format(msgspec.json.encode(written), indent=1)


def sat(table: Table, user: str) -> bool:
    """Whether somebody sits or sat at a table, those who left it among them."""
    return any(chair.user == user for chair in table.chairs)


def _cutting(table: Table) -> AnySheet | Message:
    """The pictures to cut with, or why nobody can cut now."""
    if isinstance(table, Finished | Closed):
        return AlreadyOver()
    return cut_sheet(table) if isinstance(table, Lobby) else AlreadyRunning()
