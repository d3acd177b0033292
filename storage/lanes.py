"""The outbox: one lane for each address, with a lease while somebody sends.

A lane is one small row:

- `due` is when it is to be sent: a time, or empty when nothing is to be sent by itself. Telling
  fills an empty `due` with now and leaves a time alone. So a lane whose time has come keeps its
  place in the queue; a lane that was put off until a time stays put off however much is told (a
  rate limit does not end because somebody plays); and a lane put off for ever (a person who
  cannot be reached, a group without a reply token) is tried again at the next thing told. Where
  a platform knows that nothing can be sent by itself (`holds_back`), telling leaves it empty.
- `since` is since when something waits there that could be sent by itself: who waits longest is
  served first. It is there as long as `due` is. A lane that is put off keeps it, and so its place;
  one that was served and has something new already waits since it was served: whoever makes much
  noise takes nobody's turn. A person's counts from a second later than a room's: boards come
  before everything else.
- `seq` grows with everything told and with every claim, so the `seq` of a batch names its claim.
- `claimed` is the `seq` of the claim that holds the lease, 0 if nobody does. Who comes back after
  their lease has run out and the lane was claimed anew does not give away the new lease.
- `holder` is the instance that holds it. An instance never takes a lane that it is sending
  itself, however long that takes; what others hold is free when their lease has run out, lies
  further ahead than any lease that was ever given, or when they are known to be dead.
- `keeper` is the worker at which a platform lets the address be answered (it has a reply token)
  until `kept_until`: meanwhile nobody else takes the lane when it is due.
- `tries` counts the claims since the fate of everything sent was known for certain.

The rows stay when they are empty: deleting them would lose what is told at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from math import isfinite
from secrets import token_hex
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    ColumnElement,
    Connection,
    Update,
    and_,
    any_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy import Row as Found

from core.house.ports import Batch, Pending, Work, person_lane, room_lane
from core.table.places import Showing
from storage import notes
from storage.database import Database, StoreError, in_order
from storage.rows import CARD, LANE, OUTBOX, ROOM
from storage.work import SqlReads, SqlWork, since_of

_AT: BindParameter[float] = bindparam("at")
_LANE: BindParameter[str] = bindparam("of_lane")

PATIENCE = 600.0  # seconds for which a note waits for a release that can read it, if none lives
MOST_UNREAD = 10_000  # notes of which it is known since when they wait for that
LOOK_AGAIN = 30.0  # seconds before a lane is looked at again where such a note comes first
LONGEST_LEASE = 120.0  # seconds; a lease further ahead was written by a clock that was wrong

_ME: BindParameter[str] = bindparam("me")
_LEASE = {
    "lease_until": bindparam("until"),
    "seq": LANE.c.seq + 1,
    "claimed": LANE.c.seq + 1,
    "holder": _ME,
    "tries": LANE.c.tries + 1,
}
_FREE = or_(
    LANE.c.claimed == 0,
    and_(
        LANE.c.holder != _ME,
        or_(LANE.c.lease_until <= _AT, LANE.c.lease_until > _AT + LONGEST_LEASE),
    ),
)
_KEPT = and_(LANE.c.kept_until > _AT, LANE.c.kept_until <= _AT + LONGEST_LEASE)
_MINE = or_(and_(LANE.c.keeper == _ME, _KEPT), and_(~_KEPT, ~bindparam("kept", type_=Boolean)))
_CLAIMED = (LANE.c.address, LANE.c.seq, LANE.c.since, LANE.c.tries)


def _begins(beginning: str) -> ColumnElement[bool]:
    """Whether an address begins so."""
    return func.substr(LANE.c.address, 1, len(beginning)) == beginning


_ROOM, _PERSON = room_lane(0)[:-1], person_lane("")
_ROOM_OF = case(
    (_begins(_ROOM), cast(func.substr(LANE.c.address, len(_ROOM) + 1), BigInteger)), else_=0
)
_PLATFORM_OF_ROOM = select(ROOM.c.platform).where(ROOM.c.id == _ROOM_OF).scalar_subquery()


@cache
def claim_of(without: tuple[str, ...] = (), *, locks: bool = False) -> Update:
    """The statement that claims lanes, but those of some platforms. Where it `locks` rows they are
    looked for once, into an array: a plan that looks again for each row finds others each time,
    and claims more than it was asked for."""
    others = [~_begins(f"{_PERSON}{platform}:") for platform in without]
    if without:
        others.append(func.coalesce(_PLATFORM_OF_ROOM, "").not_in(without))
    ready = (
        select(LANE.c.address)
        .where(
            LANE.c.due <= _AT,
            _FREE,
            _MINE,
            *others,
        )
        .order_by(LANE.c.since, LANE.c.address)
        .limit(bindparam("most"))
    )
    found: ColumnElement[bool] = LANE.c.address.in_(ready)
    if locks:
        once = func.array(ready.with_for_update(skip_locked=True).scalar_subquery())
        found = LANE.c.address == any_(once)
    return update(LANE).where(found).values(_LEASE).returning(*_CLAIMED)


_WAITING = exists().where(OUTBOX.c.lane == LANE.c.address) | exists().where(
    CARD.c.lane == LANE.c.address, CARD.c.outdated
)
CLAIM_ONE = (
    update(LANE).where(LANE.c.address == _LANE, _FREE, _WAITING).values(_LEASE).returning(*_CLAIMED)
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
_DROP = delete(OUTBOX).where(OUTBOX.c.lane == _LANE, OUTBOX.c.id == bindparam("of_note"))
_PUT_OFF = case((LANE.c.due > _AT, LANE.c.due), else_=_AT)
_UNTIL: BindParameter[float] = bindparam("until")
_NOBODYS = {"lease_until": 0.0, "claimed": 0, "holder": "", "tries": bindparam("copies")}
_HELD = and_(LANE.c.address == _LANE, LANE.c.claimed == bindparam("of_claim"), LANE.c.holder == _ME)
_SERVED = {
    "due": case((_WAITING, _PUT_OFF), else_=None),
    "since": case((_WAITING, bindparam("served"))),
}
_GIVE_BACK = update(LANE).where(_HELD).values(_NOBODYS | _SERVED)
_LATER = {"due": _UNTIL, "since": func.coalesce(LANE.c.since, _UNTIL)}
_POSTPONE = update(LANE).where(_HELD).values(_NOBODYS | _LATER)
_PARK = update(LANE).where(_HELD).values(_NOBODYS | {"due": None, "since": None})
_WAKE = (
    update(LANE)
    .where(LANE.c.address == _LANE, LANE.c.claimed == 0, LANE.c.tries > 0, LANE.c.due > _AT)
    .values(due=_AT)
    .returning(LANE.c.address)
)
_KEEP = update(LANE).where(_HELD).values(lease_until=bindparam("until"), tries=bindparam("copies"))
_RENEW = update(LANE).where(_HELD).values(lease_until=bindparam("until"))
_FREED = {"lease_until": 0.0, "claimed": 0, "holder": "", "due": _AT}
_FREED |= {"since": func.coalesce(LANE.c.since, _AT)}
_FREE_ONE = update(LANE).where(_HELD).values(_FREED)
_HOLDING = select(LANE.c.address, LANE.c.claimed).where(LANE.c.claimed != 0, LANE.c.holder == _ME)
_TAKEN = in_order(LANE.c.address).where((LANE.c.claimed != 0) | (LANE.c.kept_until > _AT))
_HAND_BACK = update(LANE).where(LANE.c.claimed != 0, LANE.c.holder == _ME).values(_FREED)
_ALIVE: BindParameter[list[str]] = bindparam("alive", expanding=True)
_FREE_DEAD = update(LANE).where(LANE.c.claimed != 0, LANE.c.holder.not_in(_ALIVE)).values(_FREED)
_NOBODY_KEEPS = {
    "keeper": "",
    "kept_until": 0.0,
    "due": case((_WAITING, _AT), else_=LANE.c.due),
    "since": case((_WAITING, func.coalesce(LANE.c.since, _AT)), else_=LANE.c.since),
}
_UNKEPT = update(LANE).where(LANE.c.kept_until > _AT).values(_NOBODY_KEEPS)
_UNKEEP = _UNKEPT.where(LANE.c.keeper.not_in(_ALIVE))
_LET_GO = _UNKEPT.where(LANE.c.keeper == _ME)


class SqlLanes(Database):
    """The lanes of a database (`core.house.ports.Lanes`)."""

    _in_doubt = False  # whether something may be held of which we know nothing

    @cached_property
    def _claims(self) -> dict[str, int]:
        """What we hold and know of: lanes, and the claims that took them."""
        return {}

    @cached_property
    def _unread(self) -> dict[int, float]:
        """Since when notes that we cannot read could be told."""
        return {}

    @cached_property
    def instance(self) -> str:
        """The name of this process among all that ever held a lease here."""
        return token_hex(8)

    def free_dead(self, at: float, living: Collection[str] = ()) -> None:
        """Besides us and `living` no instance is alive: what others hold or keep is due now."""
        alive = {"at": at, "alive": sorted({self.instance, *living})}
        with self.begin() as connection:
            taken = self.lock(connection, _TAKEN, {"at": at})
            connection.execute(_FREE_DEAD.where(taken), alive)
            connection.execute(_UNKEEP.where(taken), alive)

    def keep_lane(self, lane: str, at: float, lasts: float) -> None:
        """For so long (seconds) we alone can say something at an address: when it is due it is
        left to us."""
        row = {"address": lane, "keeper": self.instance, "kept_until": at + lasts}
        with self.begin() as connection:
            connection.execute(self.upserts.keeper, row)

    def claim(
        self,
        at: float,
        lease: float,
        most: int,
        without: Collection[str] = (),
        *,
        kept: bool = False,
    ) -> Sequence[Batch]:
        """Lanes that are due and not leased, but those of the platforms `without`, now leased
        for `lease` seconds; those that wait longest come first. With `kept` only those that we
        keep, else also those that nobody does.

        A batch has the cards that are outdated and those of the tables that its notes are about.
        """
        asked: dict[str, object] = {"at": at, "until": at + lease, "most": most}
        asked |= {"me": self.instance, "kept": kept}
        with self._claiming(at) as connection:
            claims = claim_of(tuple(sorted(without)), locks=not self.is_sqlite)
            found = connection.execute(claims, asked).all()
            found = sorted(found, key=lambda lane: (lane.since or 0.0, lane.address))
            batches = self._batches(connection, found, at)
        return self._took(batches)

    def claim_one(self, lane: str, at: float, lease: float) -> Batch | None:
        """One lane, if anything waits there and nobody else sends it.

        Its time does not matter: who asks for one lane has a reason (a reply token, a person
        who has just come back).
        """
        with self._claiming(at) as connection:
            asked = {"of_lane": lane, "at": at, "until": at + lease, "me": self.instance}
            found = connection.execute(CLAIM_ONE, asked).all()
            batches = self._batches(connection, found, at)
        return next(iter(self._took(batches)), None)

    @contextmanager
    def _claiming(self, at: float) -> Iterator[Connection]:
        """A transaction that claims. Where a server is lost in its last moment nobody knows whether
        it was committed: what was claimed by it is held by us, so that nobody else takes it, and we
        know nothing of it. The next one gives that back."""
        try:
            with self.begin() as connection:
                if self._in_doubt:
                    self._free_forgotten(connection, at)
                yield connection
        except StoreError:
            self._in_doubt = True
            raise
        self._in_doubt = False

    def _free_forgotten(self, connection: Connection, at: float) -> None:
        found = connection.execute(_HOLDING, {"me": self.instance}).all()
        lost = [
            {"of_lane": lane, "of_claim": claim, "me": self.instance, "at": at}
            for lane, claim in sorted(map(tuple, found))
            if self._claims.get(lane) != claim
        ]
        if lost:
            connection.execute(_FREE_ONE, lost)

    def _took(self, batches: list[Batch]) -> list[Batch]:
        self._claims.update((batch.lane, batch.seq) for batch in batches)
        return batches

    def _gave_back(self, batch: Batch) -> None:
        if self._claims.get(batch.lane) == batch.seq:
            del self._claims[batch.lane]

    def settle(
        self,
        batch: Batch,
        sent: Sequence[int],
        cards: Sequence[Showing],
        at: float,
        *,
        also: Callable[[Work], None] | None = None,
        until: float | None = None,
        tries: int = 0,
        keep: float = 0.0,
    ) -> bool:
        """Forget the notes that were sent, store the cards, do what `also` does, all in one
        transaction; then give the lane back. A lane with something new or unsent stays due (or
        put off, if it was), at once or at `until` (infinity: at the next touch). `tries` is
        remembered: how many copies of what waits may be out whose fate is unknown. With `keep`
        (seconds) only a part was sent: the lane is kept for so long.

        Cards stay outdated if anything was told since the claim. Who no longer holds the lane
        changes only what they have sent, and is told so: False.
        """
        of_lane = {"of_lane": batch.lane}
        with self.begin() as connection:
            work = SqlWork(connection, self.upserts, self.holds_back)
            if also is not None:
                also(work)  # tables go before lanes
            new = work.lock(batch.lane) != batch.seq
            if sent:
                connection.execute(_DROP, [of_lane | {"of_note": number} for number in sent])
            if cards:
                connection.execute(self.upserts.card, [_stored(batch, card, new) for card in cards])
            work.finish()
            claim = of_lane | {"of_claim": batch.seq, "me": self.instance, "copies": tries}
            if keep:
                held = connection.execute(_KEEP, claim | {"until": at + keep}).rowcount > 0
            elif until is not None and (isfinite(until) or not new):
                held = self._put_off(connection, claim, until)
            else:
                back = claim | {"at": at, "served": since_of(batch.lane, at)}
                held = connection.execute(_GIVE_BACK, back).rowcount > 0
        if not keep or not held:
            self._gave_back(batch)
        return held

    def postpone(self, batch: Batch, until: float, tries: int = 0) -> None:
        """Give a lane back with nothing sent, if it is still held by this claim; it is due again
        at `until` (infinity: at the next touch)."""
        with self.begin() as connection:
            claim = {"of_lane": batch.lane, "of_claim": batch.seq, "me": self.instance}
            self._put_off(connection, claim | {"copies": tries}, until)
        self._gave_back(batch)

    def _put_off(self, connection: Connection, claim: dict[str, Any], until: float) -> bool:
        """Tells whether the lane was held by this claim."""
        if isfinite(until):
            return connection.execute(_POSTPONE, claim | {"until": until}).rowcount > 0
        return connection.execute(_PARK, claim).rowcount > 0

    def wake(self, lane: str, at: float) -> bool:
        """A lane that was put off because the fate of what was sent is not known is due now.
        Tells whether it was such a lane."""
        with self.begin() as connection:
            woken = connection.execute(_WAKE, {"of_lane": lane, "at": at}).first()
            return woken is not None

    def renew(self, batches: Sequence[Batch], until: float) -> None:
        """Hold on to lanes that are being sent."""
        if not batches:
            return
        names = [(batch.lane, batch.seq) for batch in batches]
        mine = {"me": self.instance, "until": until}
        held = [mine | {"of_lane": lane, "of_claim": seq} for lane, seq in sorted(names)]
        with self.begin() as connection:
            connection.execute(_RENEW, held)

    def hand_back(self, at: float) -> None:
        """Give back every lane that this process holds (it is about to end); they are due."""
        with self.begin() as connection:
            taken = self.lock(connection, _TAKEN, {"at": at})
            connection.execute(_HAND_BACK.where(taken), {"at": at, "me": self.instance})
            connection.execute(_LET_GO.where(taken), {"at": at, "me": self.instance})

    def told(self, table_id: str, most: int) -> Sequence[Pending]:
        """The last things that everybody at a table was told, oldest first."""
        with self.look() as connection:
            return SqlReads(connection).told(table_id, most)

    def _may_be_read(self, number: int, at: float) -> bool:
        """Whether a note that we cannot read may still be told by a release that can."""
        first = self._unread.get(number, at)
        if self.newer() or first > at:  # or the clock was set
            first = at
        if at - first > PATIENCE:
            self._unread.pop(number, None)
            return False
        self._unread[number] = first
        if len(self._unread) > MOST_UNREAD:
            del self._unread[next(iter(self._unread))]
        return True

    def _batches(
        self, connection: Connection, claimed: Sequence[Found[Any]], at: float
    ) -> list[Batch]:
        """What waits in the lanes just claimed; a lane with nothing is given back. A note that
        cannot be read may be of a newer release, whose worker is to tell it: it and what follows
        it wait while one lives, and for `PATIENCE` since it could be told. After that it is thrown
        away."""
        if not claimed:
            return []
        of_lanes = {"of_lanes": [lane.address for lane in claimed]}
        pending: dict[str, list[Pending]] = {lane.address: [] for lane in claimed}
        lost, waits = [], set()
        for address, number, table, text in connection.execute(_NOTES, of_lanes):
            if address in waits:
                continue
            note = notes.read(text)
            if note is not None:
                pending[address].append(Pending(number, table, note))
            elif self._may_be_read(number, at):
                waits.add(address)
            else:
                lost.append({"of_lane": address, "of_note": number})
        if lost:
            connection.execute(_DROP, lost)
        cards: dict[str, list[Showing]] = {lane.address: [] for lane in claimed}
        for address, *card in connection.execute(_CARDS, of_lanes):
            cards[address].append(Showing(*card))
        batches = []
        for lane in claimed:
            address = lane.address
            if pending[address] or (cards[address] and address not in waits):
                waiting = tuple(pending[address]), tuple(cards[address])
                batches.append(Batch(address, lane.seq, *waiting, lane.tries))
            else:
                claim = {"of_lane": address, "of_claim": lane.seq, "me": self.instance}
                if address in waits:
                    until = {"until": at + LOOK_AGAIN, "copies": 0}
                    connection.execute(_POSTPONE, claim | until)
                else:
                    connection.execute(_PARK, claim | {"copies": 0})
        return batches


def _stored(batch: Batch, card: Showing, new: bool) -> dict[str, object]:
    return {
        "lane": batch.lane,
        "table": card.table,
        "message": card.message,
        "hash": card.hash,
        "outdated": card.outdated or new,
    }
