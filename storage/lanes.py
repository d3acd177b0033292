"""The outbox: one lane for each address, with a lease while somebody sends.

A lane is one small row:

- `due` is when it is to be sent: a time, or empty when nothing is to be sent by itself. Telling
  fills an empty `due` with now and leaves a time alone. So a lane whose time has come keeps its
  place in the queue; a lane that was put off until a time stays put off however much is told (a
  rate limit does not end because somebody plays); and a lane put off for ever (a person who
  cannot be reached, a group without a reply token) is tried again at the next thing told.
- `seq` grows with everything told and with every claim, so the `seq` of a batch names its claim.
- `claimed` is the `seq` of the claim that holds the lease, 0 if nobody does. Who comes back after
  their lease has run out and the lane was claimed anew does not give away the new lease.

The rows stay when they are empty: deleting them would lose what is told at the same moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    case,
    delete,
    exists,
    func,
    select,
    update,
)
from sqlalchemy import Row as Found

from core.ports import Batch, Card, Pending
from storage import notes
from storage.database import Database
from storage.rows import CARD, LANE, OUTBOX, TOLD

_AT: BindParameter[float] = bindparam("at")
_LANE: BindParameter[str] = bindparam("of_lane")
_PREFIX: BindParameter[str] = bindparam("prefix")

_LEASE = {
    "lease_until": bindparam("until"),
    "seq": LANE.c.seq + 1,
    "claimed": LANE.c.seq + 1,
}
_READY = (
    select(LANE.c.address)
    .where(
        LANE.c.due <= _AT,
        LANE.c.lease_until <= _AT,
        func.substr(LANE.c.address, 1, func.length(_PREFIX)) == _PREFIX,
    )
    .order_by(LANE.c.due, LANE.c.address)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
CLAIM = (
    update(LANE)
    .where(LANE.c.address.in_(_READY))
    .values(_LEASE)
    .returning(LANE.c.address, LANE.c.seq, LANE.c.due)
)
_WAITING = exists().where(OUTBOX.c.lane == LANE.c.address) | exists().where(
    CARD.c.lane == LANE.c.address, CARD.c.outdated
)
CLAIM_ONE = (
    update(LANE)
    .where(LANE.c.address == _LANE, LANE.c.lease_until <= _AT, _WAITING)
    .values(_LEASE)
    .returning(LANE.c.address, LANE.c.seq, LANE.c.due)
)
_LANES: BindParameter[list[str]] = bindparam("of_lanes", expanding=True)
_NOTES = (
    select(OUTBOX.c.lane, OUTBOX.c.id, OUTBOX.c.table, OUTBOX.c.note)
    .where(OUTBOX.c.lane.in_(_LANES))
    .order_by(OUTBOX.c.id)
)
_CARDS = (
    select(CARD.c.lane, CARD.c.table, CARD.c.message, CARD.c.hash, CARD.c.outdated)
    .where(
        CARD.c.lane.in_(_LANES),
        CARD.c.outdated
        | exists().where(OUTBOX.c.lane == CARD.c.lane, OUTBOX.c.table == CARD.c.table),
    )
    .order_by(CARD.c.lane, CARD.c.table)
)
_TOLD = select(TOLD.c.id, TOLD.c.table, TOLD.c.note).where(TOLD.c.table == bindparam("of_table"))
_TOLD = _TOLD.order_by(TOLD.c.id.desc()).limit(bindparam("most"))
_DROP = delete(OUTBOX).where(OUTBOX.c.lane == _LANE, OUTBOX.c.id == bindparam("of_note"))
SEQ = select(LANE.c.seq).where(LANE.c.address == _LANE).with_for_update()
_PUT_OFF = case((LANE.c.due > _AT, LANE.c.due), else_=_AT)
_GIVE_BACK = (
    update(LANE)
    .where(LANE.c.address == _LANE, LANE.c.claimed == bindparam("of_claim"))
    .values(due=case((_WAITING, _PUT_OFF), else_=None), lease_until=0.0, claimed=0)
)
_POSTPONE = (
    update(LANE)
    .where(LANE.c.address == _LANE)
    .values(due=bindparam("until"), lease_until=0.0, claimed=0)
)


class SqlLanes(Database):
    """The lanes of a database (`core.ports.Lanes`)."""

    def claim(self, at: float, lease: float, most: int, prefix: str = "") -> Sequence[Batch]:
        """Lanes that are due and not leased (address begins with `prefix`), now leased for
        `lease` seconds; those that wait longest come first.

        A batch has the cards that are outdated and those of the tables that its notes are about.
        """
        asked = {"at": at, "until": at + lease, "most": most, "prefix": prefix}
        with self.begin() as connection:
            found = connection.execute(CLAIM, asked).all()
            return _batches(connection, sorted(found, key=lambda lane: (lane.due, lane.address)))

    def claim_one(self, lane: str, at: float, lease: float) -> Batch | None:
        """One lane, if anything waits there and nobody else sends it.

        Its time does not matter: who asks for one lane has a reason (a reply token, a person
        who has just come back).
        """
        with self.begin() as connection:
            asked = {"of_lane": lane, "at": at, "until": at + lease}
            found = connection.execute(CLAIM_ONE, asked).all()
            batches = _batches(connection, found)
            return batches[0] if batches else None

    def settle(self, batch: Batch, sent: Sequence[int], cards: Sequence[Card], at: float) -> None:
        """Forget the notes that were sent, store the cards, give the lane back. A lane with
        something new or unsent stays due (or put off, if it was).

        Cards stay outdated if anything was told since the claim.
        """
        of_lane = {"of_lane": batch.lane}
        with self.begin() as connection:
            new = connection.execute(SEQ, of_lane).scalar() != batch.seq
            if sent:
                connection.execute(_DROP, [of_lane | {"of_note": number} for number in sent])
            if cards:
                connection.execute(self.upserts.card, [_stored(batch, card, new) for card in cards])
            connection.execute(_GIVE_BACK, of_lane | {"of_claim": batch.seq, "at": at})

    def postpone(self, lane: str, until: float) -> None:
        """Give a lane back; it is due again at `until` (infinity: at the next touch).

        What a batch has achieved may be settled before or after that.
        """
        with self.begin() as connection:
            due = until if isfinite(until) else None
            connection.execute(_POSTPONE, {"of_lane": lane, "until": due})

    def told(self, table_id: str, most: int) -> Sequence[Pending]:
        """The last things that everybody at a table was told, oldest first."""
        with self.begin() as connection:
            found = connection.execute(_TOLD, {"of_table": table_id, "most": most}).all()
        lines = [(number, table, notes.read(text)) for number, table, text in reversed(found)]
        return [Pending(number, table, note) for number, table, note in lines if note is not None]


def _stored(batch: Batch, card: Card, new: bool) -> dict[str, object]:
    return {
        "lane": batch.lane,
        "table": card.table,
        "message": card.message,
        "hash": card.hash,
        "outdated": card.outdated or new,
    }


def _batches(connection: Connection, claimed: Sequence[Found[Any]]) -> list[Batch]:
    """What waits in the lanes just claimed. Notes that cannot be read are thrown away; a lane
    with nothing else is given back."""
    if not claimed:
        return []
    of_lanes = {"of_lanes": [lane.address for lane in claimed]}
    pending: dict[str, list[Pending]] = {lane.address: [] for lane in claimed}
    lost = []
    for address, number, table, text in connection.execute(_NOTES, of_lanes):
        note = notes.read(text)
        if note is None:
            lost.append({"of_lane": address, "of_note": number})
        else:
            pending[address].append(Pending(number, table, note))
    if lost:
        connection.execute(_DROP, lost)
    cards: dict[str, list[Card]] = {lane.address: [] for lane in claimed}
    for address, *card in connection.execute(_CARDS, of_lanes):
        cards[address].append(Card(*card))
    batches = []
    for lane in claimed:
        address = lane.address
        if pending[address] or cards[address]:
            batches.append(Batch(address, lane.seq, tuple(pending[address]), tuple(cards[address])))
        else:
            connection.execute(_POSTPONE, {"of_lane": address, "until": None})
    return batches
