"""The statements that insert a row or change the one that is there, for either database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, cast

from sqlalchemy import Table, bindparam, case, func
from sqlalchemy.dialects import postgresql, sqlite

from storage.prepared import Prepared
from storage.rows import (
    ALIAS,
    CARD,
    DRAFT,
    INSTANCE,
    KEPT,
    LANE,
    LEDGER,
    MEMBER,
    PERSON,
    PLAYED,
    RESERVED,
    SCORE,
    SEEN,
)

Insert = sqlite.Insert
"""PostgreSQL has a class of its own with the same methods and the same meaning."""


class Upserts:
    """Built once for a database, so that the compiled form is found again at once.

    Whether a row went in is told by what comes back, never by a count of rows: not every driver
    counts when there was a conflict.
    """

    def __init__(self, backend: str) -> None:
        insert = cast(
            Callable[[Table], Insert],
            postgresql.insert if backend == "postgresql" else sqlite.insert,
        )
        seen = insert(SEEN).on_conflict_do_nothing().returning(SEEN.c.receipt)
        self.seen = Prepared(seen, ("receipt", "at"))
        self.alias = insert(ALIAS).on_conflict_do_nothing().returning(ALIAS.c.room)
        self.score = insert(SCORE).on_conflict_do_nothing()
        self.member = insert(MEMBER).on_conflict_do_nothing()
        self.reserved = insert(RESERVED).on_conflict_do_nothing()
        self.played = insert(PLAYED).on_conflict_do_nothing().returning(PLAYED.c.room)
        self.draft = _replacing(insert(DRAFT), ("table", "user"), ("content",))
        self.kept = _replacing(insert(KEPT), ("key",), ("value", "at"))
        self.kept_locked = _replacing(insert(KEPT), ("key",), ("at",)).returning(KEPT.c.value)
        self.kept_first = insert(KEPT).on_conflict_do_nothing().returning(KEPT.c.key)
        self._person = insert(PERSON)
        self.card = _replacing(insert(CARD), ("lane", "table"), ("message", "hash", "outdated"))
        new = insert(CARD).values(message="", hash="", outdated=True)
        outdated = _replacing(new, ("lane", "table"), ("outdated",))
        self.outdated = Prepared(outdated, ("lane", "table"))
        self.instance = _replacing(insert(INSTANCE), ("id",), ("at", "status"))
        spent = insert(LEDGER)
        total = LEDGER.c.number + spent.excluded.number
        self.spent = spent.on_conflict_do_update(
            index_elements=["day", "what"],
            set_={"number": total},
            where=total <= bindparam("most"),
        ).returning(LEDGER.c.number)
        larger = case((LEDGER.c.number < spent.excluded.number, spent.excluded.number))
        self.spent_elsewhere = spent.on_conflict_do_update(
            index_elements=["day", "what"],
            set_={"number": func.coalesce(larger, LEDGER.c.number)},
        )
        keeper = insert(LANE).values(seq=0, claimed=0, lease_until=0.0)
        self.keeper = _replacing(keeper, ("address",), ("keeper", "kept_until"))
        lane = insert(LANE).values(seq=1, claimed=0, lease_until=0.0, holder="", tries=0)
        told = lane.on_conflict_do_update(
            index_elements=["address"],
            set_={
                "seq": LANE.c.seq + 1,
                # A lane without a time is due now; one whose time has come keeps its place; one
                # that was put off keeps its pause.
                "due": func.coalesce(LANE.c.due, lane.excluded.due),
                "since": func.coalesce(LANE.c.since, lane.excluded.since),
            },
        )
        self.lane = Prepared(told, ("address", "due", "since"))

    def person(self, changed: Collection[str], *, guessed: bool) -> Insert:
        """A new person, or these columns of one that is known. A language that is `guessed` counts
        only where none is known."""
        new: dict[str, Any] = {column: self._person.excluded[column] for column in sorted(changed)}
        if guessed and "language" in new:
            known = PERSON.c.language
            new["language"] = case((known == "", self._person.excluded.language), else_=known)
        return self._person.on_conflict_do_update(
            index_elements=["user"], set_=new | {"idle_since": None}
        )


def _replacing(statement: Insert, keys: Sequence[str], columns: Sequence[str]) -> Insert:
    """The same statement, taking over the columns into a row with the same keys."""
    return statement.on_conflict_do_update(
        index_elements=list(keys),
        set_={column: statement.excluded[column] for column in columns},
    )
