"""Statements that go to the driver mean the same as those that SQLAlchemy carries out."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, event, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from core.house.ports import Work, room_lane
from storage import prepared
from storage.database import StoreError, Trouble
from storage.prepared import Prepared, Statements
from storage.rows import JOURNAL, KEPT, LANE, TABLE
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, a_row, dump, opened

KEEP = Prepared(insert(KEPT), ("key", "value", "at"))
KEPT_OF = Prepared(select(KEPT.c.key, KEPT.c.value).where(KEPT.c.key == bindparam("of_key")))
ALL_KEPT = Prepared(select(KEPT.c.key, KEPT.c.value, KEPT.c.at).order_by(KEPT.c.key))
MARK = Prepared(update(KEPT).where(KEPT.c.key == bindparam("of_key")).values(value="seen"))
TABLES = select(TABLE).order_by(TABLE.c.id)
LINE = Prepared(insert(JOURNAL), ("table", "version", "at", "entry"))
STRANGE = "100% :of_key ? %s '\"\\ 文箱\n"


def a_line(version: int = 1, entry: str = "{}") -> dict[str, Any]:
    return {"table": "table1", "version": version, "at": AT, "entry": entry}


def test_rows_are_what_sqlalchemy_reads(store: SqlStore) -> None:
    """Truths, times, numbers, and what is not there."""
    opened(store, due=AT + 0.25)
    opened(store, "table2", chat="-2", broken=True)
    with store.begin() as connection:
        told = Statements(connection).all(Prepared(TABLES), {})
        known = [tuple(row) for row in connection.execute(TABLES)]
    assert list(told) == known
    columns = TABLES.selected_columns.keys()
    first, second = (dict(zip(columns, row, strict=True)) for row in told)
    assert [first["due"], second["due"]] == [AT + 0.25, None]
    assert first["broken"] is False and second["broken"] is True


def test_values_are_what_sqlalchemy_writes(store: SqlStore) -> None:
    put = update(TABLE).where(TABLE.c.id == bindparam("of_table"))
    put = put.values(broken=bindparam("broken"), due=bindparam("due"), open=True)
    for given in ({"broken": True, "due": None}, {"broken": False, "due": AT}):
        opened(store, f"table{len(given)}{given['broken']}", chat=str(given))
        names = [row[0] for row in dump(store)["table"]]
        with store.begin() as connection:
            connection.execute(put, given | {"of_table": names[-1]})
            theirs = connection.execute(TABLES).all()
            said = Statements(connection)
            said.later(Prepared(put), given | {"of_table": names[-1]})
            assert said.connection.execute(TABLES).all() == theirs


def test_any_text_goes_in_and_comes_back(store: SqlStore) -> None:
    with store.begin() as connection:
        said = Statements(connection)
        said.later(KEEP, {"key": STRANGE, "value": STRANGE, "at": AT})
        assert said.first(KEPT_OF, {"of_key": STRANGE}) == (STRANGE, STRANGE)
        assert said.first(KEPT_OF, {"of_key": "other"}) is None


def test_a_percent_sign_stays_one(store: SqlStore) -> None:
    """Drivers read a text otherwise that comes without values."""
    like = Prepared(select(KEPT.c.key).where(KEPT.c.key.like(text("'a%'"))))
    with store.begin() as connection:
        said = Statements(connection)
        said.later_each(KEEP, [{"key": key, "value": "", "at": AT} for key in ("ab", "ba")])
        assert said.all(like, {}) == [("ab",)]
        said.later_plain("UPDATE kept SET value = '100%' WHERE key LIKE 'a%'")
        assert said.first(KEPT_OF, {"of_key": "ab"}) == ("ab", "100%")


def test_a_value_that_is_missing_is_a_mistake(store: SqlStore) -> None:
    with store.begin() as connection:
        said = Statements(connection)
        with pytest.raises(KeyError):
            said.first(KEPT_OF, {})
        with pytest.raises(KeyError):
            said.later(KEEP, {"key": "a", "value": "b"})


def test_who_reads_finds_what_was_to_be_said_before(store: SqlStore) -> None:
    with store.begin() as connection:
        said = Statements(connection)
        said.later_each(KEEP, [{"key": key, "value": "", "at": AT} for key in "ab"])
        assert said.all(ALL_KEPT, {}) == [("a", "", AT), ("b", "", AT)]
        said.later_plain("SAVEPOINT here")
        said.later(MARK, {"of_key": "a"})
        assert said.first(KEPT_OF, {"of_key": "a"}) == ("a", "seen")
        said.later_plain("ROLLBACK TO SAVEPOINT here")
        said.later(MARK, {"of_key": "b"})
        found = said.connection.execute(select(KEPT.c.key, KEPT.c.value)).all()
        assert sorted(map(tuple, found)) == [("a", ""), ("b", "seen")]
        said.flush()  # there is nothing more


def test_how_many_rows_were_changed_is_told_when_it_is_known(store: SqlStore) -> None:
    changed: list[int] = []
    with store.begin() as connection:
        said = Statements(connection)
        said.later(KEEP, {"key": "a", "value": "", "at": AT})
        for key in ("a", "b"):
            said.later(MARK, {"of_key": key}, changed.append)
        assert changed == []
        said.flush()
    assert changed == [1, 0]


def test_a_table_that_is_not_there_is_not_stored(store: SqlStore) -> None:
    before = dump(store)

    def change(work: Work) -> None:
        work.journal("table9", 1, AT, b"{}")
        work.update(a_row("table9"))

    with pytest.raises(LookupError):
        store.run(change)
    assert dump(store) == before


def test_listeners_hear_every_statement(store: SqlStore) -> None:
    opened(store)
    heard: list[tuple[str, str, Any, bool]] = []

    def hear(when: str) -> Any:
        return lambda _, __, said, values, ___, many: heard.append((when, said, values, many))

    for when in ("before", "after"):
        event.listen(store.engine, f"{when}_cursor_execute", hear(when))
    store.run(lambda work: work.tell(room_lane(1), "table1", [FIRST], AT))
    written = [each[1:] for each in heard if each[0] == "before" and "INSERT" in each[1]]
    assert written == [each[1:] for each in heard if each[0] == "after" and "INSERT" in each[1]]
    assert [said.split()[2] for said, *_ in written] == ["lane", "card", "outbox"]
    assert all(many and len(values) == 1 for _, values, many in written)


@pytest.mark.parametrize("later", [False, True])
def test_a_mistake_tells_no_value(
    store: SqlStore, later: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with store.begin() as connection:
        Statements(connection).later(LINE, a_line())  # never said: the block ends before
    before = dump(store)
    assert before["journal"] == []

    def twice(connection: Connection) -> None:
        said = Statements(connection)
        for number in (1, 2, 1):
            said.later(LINE, a_line(number, "SECRET"))
            if not later:
                said.flush()
        said.later(KEEP, {"key": "a", "value": "SECRET", "at": AT})
        said.flush()

    with pytest.raises(IntegrityError) as failed, store.begin() as connection:
        twice(connection)
    assert "SECRET" not in repr(failed.value) + str(failed.value) + str(failed.value.orig)
    assert "SECRET" not in caplog.text
    assert failed.value.statement is None and failed.value.params is None
    assert dump(store) == before


def test_two_mistakes_at_once_tell_no_value(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    """The client finds its own first, and tells of the server's beside it."""

    def mistaken(connection: Connection) -> None:
        said = Statements(connection)
        for key in ("SECRET", "SECRET", "no text: \ud800"):
            said.later(KEEP, {"key": key, "value": "", "at": AT})
        said.flush()

    with pytest.raises((DBAPIError, UnicodeError)), store.begin() as connection:
        mistaken(connection)
    assert "SECRET" not in caplog.text


def test_what_was_taken_back_is_forgotten_as_the_server_does(store: SqlStore) -> None:
    """A press that is refused before it has read anything harms no later one."""

    def refused(work: Work) -> None:
        work.undo_to_here()()

    def told(work: Work) -> None:
        work.tell("person:a", "table1", [FIRST], AT)

    def both(work: Work) -> None:
        told(work)
        work.tell("person:b", "table1", [FIRST, FIRST], AT)

    opened(store)
    for _ in range(8):  # until the client has prepared what is said
        for each in (told, refused, both, refused, told, both):
            store.run(each)
    assert len(dump(store)["outbox"]) == 8 * 8


def test_a_server_that_is_lost_in_the_middle(store: SqlStore) -> None:
    """The connection is used no more; the next transaction has another one."""
    if store.is_sqlite:
        pytest.skip("it has no server")
    opened(store)
    before = dump(store)
    ends: list[str] = []
    store.on_health = ends.append

    def lost(work: Work) -> None:
        work.journal("table1", 2, AT, b"{}")
        with store.engine.connect() as other:
            mine = "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'"
            pids = [*other.execute(text(mine)).scalars()]
            for pid in pids:
                other.execute(text(f"SELECT pg_terminate_backend({pid}, 9000)"))
        work.journal("table1", 3, AT, b"{}")
        assert work.row("table1")

    def locked(work: Work) -> None:
        assert work.row("table1") is not None
        lost(work)

    with pytest.raises(StoreError) as refused:
        store.run(locked)
    assert refused.value.kind is Trouble.GONE and ends == [Trouble.GONE.value]
    assert dump(store) == before
    store.run(lambda work: work.journal("table1", 2, AT, b"{}"))
    assert ends[-1] == ""


def test_an_error_of_the_driver_is_known_by_its_cause(store: SqlStore) -> None:
    wrong = Prepared(update(LANE).values(seq=bindparam("number")))

    def count(connection: Connection) -> None:
        said = Statements(connection)
        said.later(wrong, {"number": object()})
        said.flush()

    with pytest.raises(DBAPIError) as failed, store.begin() as connection:
        count(connection)
    assert failed.value.__cause__ is failed.value.orig


def test_what_only_writes_goes_to_the_server_at_once(store: SqlStore) -> None:
    """On PostgreSQL in one way there and back, in the order in which it was said; the first
    statement goes with the beginning of the transaction."""
    if store.is_sqlite:
        pytest.skip("it has no server")
    import psycopg

    opened(store)
    on_the_way: list[tuple[str, bool]] = []

    def hear(connection: Connection, _: Any, said: str, *rest: Any) -> None:
        driver: Any = connection.connection.driver_connection
        off = driver.pgconn.pipeline_status == psycopg.pq.PipelineStatus.OFF
        on_the_way.append((" ".join(said.split()[:3]), not off))

    def change(work: Work) -> None:
        row = work.row("table1")
        assert row is not None
        work.update(row)
        work.journal("table1", 2, AT, b"{}")
        work.tell(room_lane(1), "table1", [FIRST], AT)

    event.listen(store.engine, "before_cursor_execute", hear)
    store.run(change)
    assert on_the_way == [
        ('SELECT "table".id, "table".snapshot,', True),
        ('UPDATE "table" SET', True),
        ("INSERT INTO journal", True),
        ("INSERT INTO lane", True),
        ("INSERT INTO card", True),
        ("INSERT INTO outbox", True),
    ]


def test_a_client_without_pipelines_says_it_one_by_one(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "_pipelines", lambda: False)
    test_who_reads_finds_what_was_to_be_said_before(store)
