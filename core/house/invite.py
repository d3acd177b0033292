"""Codes that invite another room to a table: they are given out, and used up."""

from __future__ import annotations

import msgspec

from core.house.house import House, Input, Result
from core.house.ports import Work
from core.kernel.text import Message
from core.table.bridge import ALPHABET, CODE_LASTS, CODE_LENGTH, Invitation, NoSuchCode, key_of
from core.table.commands import Knock
from core.table.sayings import AlreadyOpen, AlreadyRunning, NoTable, NotSeated
from core.table.snapshot import Unreadable, thaw
from core.table.table import Lobby, chair_of


def invite(house: House, user: str, table_id: str, at: float) -> str | Message:
    """A code by which another room can ask to join, once and for ten minutes; or why not.
    Anybody seated in the lobby may have one."""

    def give(work: Work) -> str | Message:
        row = work.row(table_id)
        try:
            table = thaw(row.snapshot, house.games) if row is not None else None
        except Unreadable:
            table = None
        if not isinstance(table, Lobby):
            return NoTable() if table is None else AlreadyRunning()
        if chair_of(table.chairs, user) is None:
            return NotSeated()
        code = "".join(ALPHABET[byte % len(ALPHABET)] for byte in house.chance(CODE_LENGTH))
        kept = msgspec.json.encode(Invitation(table_id, at + CODE_LASTS)).decode()
        work.keep(key_of(code), kept, at)
        return code

    return house.store.run(give)


def knock(house: House, user: str, code: str, room_id: int, at: float, receipt: str) -> Result:
    """A room asks to join the table behind a code. The code is used up by that."""

    def ask(work: Work) -> Result:
        if receipt and not work.first_time(receipt, at):
            return Result(repeated=True)
        room, kept = work.room(room_id), work.kept(key_of(code))
        if room is None or not kept:
            return Result(refused=NoSuchCode())
        if room.table is not None:
            return Result(refused=AlreadyOpen())
        work.keep(key_of(code), "", at)
        invitation = msgspec.json.decode(kept, type=Invitation)
        if invitation.until < at:
            return Result(refused=NoSuchCode())
        into = next((each.title for each in work.rooms_of(invitation.table)), "")
        command = Knock(user, room_id, room.title, into)
        return house.within(work, Input(command, at, table=invitation.table))

    return house.store.run(ask)
