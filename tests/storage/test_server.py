"""PostgreSQL in trouble: what the store makes of it, and that it goes on afterwards."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import IntegrityError

from core.house.ports import Work
from storage import server
from storage.database import Database, StoreError, Trouble, trouble_of
from storage.migrate import open_store
from storage.store import SqlStore
from tests import postgres
from tests.storage.things import AT, a_row, dump, opened, press

SECRET = "geheim"


@pytest.fixture
def url() -> Iterator[str]:
    """The address of a new database on PostgreSQL."""
    address = postgres.fresh_url()
    yield address
    postgres.drop(address)


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Cluster]:
    """A server of our own: it is stopped, and some roles need a password there."""
    if postgres.server() is None:
        pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
    cluster = postgres.Cluster()
    access = "local all locked scram-sha-256\nlocal all all trust\n"
    (cluster.data / "pg_hba.conf").write_text(access)
    sql(
        cluster.url,
        "SELECT pg_reload_conf()",
        f"CREATE ROLE locked LOGIN PASSWORD '{SECRET}'",
        "CREATE ROLE few LOGIN CONNECTION LIMIT 0",
        "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
        "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0",
    )
    yield cluster
    cluster.remove()


def sql(url: str, *statements: str) -> None:
    """Another session does something."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def refusal(work: Callable[[], object]) -> StoreError:
    with pytest.raises(StoreError) as refused:
        work()
    assert SECRET not in "".join(traceback.format_exception(refused.value))
    return refused.value


def as_role(
    url: str, name: str, secret: str | None = None, query: dict[str, str] | None = None
) -> str:
    """The address for somebody else."""
    other = make_url(url).set(username=name, password=secret)
    other = other.update_query_dict(query or {})
    return other.render_as_string(hide_password=False)


def end_others(url: str) -> None:
    """Every other session of the database is ended by the server, and has ended."""
    sql(
        url,
        "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


def receive(store: SqlStore, name: str) -> bool:
    return store.run(lambda work: work.first_time(name, AT))


# At the start


def test_a_server_that_is_stopped(cluster: postgres.Cluster) -> None:
    cluster.stop()
    error = refusal(lambda: open_store(as_role(cluster.url, "locked", SECRET), 0.1))
    assert error.kind is Trouble.GONE
    assert error.path.startswith("postgresql://locked:***@/postgres?host=")
    cluster.start()
    open_store(cluster.url).close()


@pytest.mark.parametrize(
    ("name", "password", "query", "kind"),
    [
        ("locked", f"not {SECRET}", {}, Trouble.REFUSED),
        ("locked", None, {}, Trouble.REFUSED),
        ("locked", None, {"password": f"not {SECRET}"}, Trouble.REFUSED),
        ("nobody at all", None, {}, Trouble.REFUSED),
        ("few", None, {}, Trouble.LOCKED),
        ("fumibako", None, {"dbname": "nowhere"}, Trouble.GONE),
    ],
)
def test_a_server_that_does_not_let_us_in(
    cluster: postgres.Cluster, name: str, password: str | None, query: dict[str, str], kind: Trouble
) -> None:
    error = refusal(lambda: open_store(as_role(cluster.url, name, password, query), 0.1))
    assert error.kind is kind
    assert SECRET not in error.path


def test_a_password_may_stand_in_either_place(cluster: postgres.Cluster) -> None:
    sql(cluster.url, "CREATE DATABASE house OWNER locked")
    home = postgres.named(cluster.url, "house")
    for address in (
        as_role(home, "locked", SECRET),
        as_role(home, "locked", None, {"password": SECRET}),
    ):
        with closing(open_store(address.replace("postgresql:", "postgres:"))) as store:
            assert store.open_tables() == []
            assert SECRET not in store.path + store.address


def test_an_encoding_that_holds_no_japanese(cluster: postgres.Cluster) -> None:
    latin = postgres.named(cluster.url, "latin")
    assert refusal(lambda: open_store(latin)).kind is Trouble.ENCODING
    with closing(open_store(postgres.named(cluster.url, "ascii"))) as store:
        store.keep("あ", "文箱", AT)
        assert store.kept("あ") == "文箱"
        assert store.kept_like("あ") == [("あ", "文箱")]


def test_a_database_of_another_program_or_a_newer_release(url: str) -> None:
    sql(url, "UPDATE alembic_version SET version_num = '9999'")
    assert refusal(lambda: open_store(url)).kind is Trouble.NEWER
    sql(url, "DROP TABLE alembic_version")
    assert refusal(lambda: open_store(url)).kind is Trouble.FOREIGN


def test_a_role_that_may_not_write(url: str) -> None:
    name = make_url(url).database
    sql(url, f'CREATE ROLE "{name}_guest" LOGIN')
    guest = as_role(url, f"{name}_guest")
    assert refusal(lambda: open_store(guest)).kind is Trouble.CLOSED
    sql(url, f'GRANT SELECT ON ALL TABLES IN SCHEMA public TO "{name}_guest"')
    assert refusal(lambda: open_store(guest)).kind is Trouble.CLOSED
    sql(url, f'DROP OWNED BY "{name}_guest"', f'DROP ROLE "{name}_guest"')


def test_a_database_that_is_read_only(url: str) -> None:
    name = make_url(url).database
    sql(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert refusal(lambda: open_store(url)).kind is Trouble.READ_ONLY


# In the middle


def test_a_connection_that_dies_in_the_middle(url: str) -> None:
    heard: list[str] = []
    with closing(open_store(url)) as store:
        store.on_health = heard.append
        opened(store)
        before, heard[:] = dump(store), []

        def cut() -> None:
            with store.begin() as connection:
                connection.execute(text("DELETE FROM room"))
                end_others(url)
                connection.execute(text("SELECT 1"))

        assert refusal(cut).kind is Trouble.GONE
        assert heard == ["gone"]
        assert receive(store, "r"), "the very next one works"
        assert heard == ["gone", ""]
        rows = dump(store)
        assert rows | {"seen": []} == before


def test_connections_that_died_while_nobody_used_them(url: str) -> None:
    with closing(open_store(url)) as store:
        opened(store)
        for n in range(3):
            end_others(url)
            assert receive(store, f"r{n}")
            end_others(url)
            assert store.open_tables() == ["table1"]


def test_a_server_that_comes_back(cluster: postgres.Cluster) -> None:
    sql(cluster.url, "CREATE DATABASE back")
    with closing(open_store(postgres.named(cluster.url, "back"), 0.1)) as store:
        opened(store)
        for how in ("fast", "immediate"):
            cluster.stop(how)
            assert refusal(lambda: receive(store, "r")).kind is Trouble.GONE
            assert refusal(store.open_tables).kind is Trouble.GONE
            cluster.start()
            assert store.open_tables() == ["table1"]
        assert receive(store, "r")


def test_a_lock_that_another_session_holds(url: str) -> None:
    with closing(open_store(url)) as store, psycopg.connect(url) as other:
        opened(store)
        store.hurry(0.1)
        other.execute('SELECT * FROM "table" FOR UPDATE')
        assert refusal(lambda: store.run(press)).kind is Trouble.LOCKED
        assert store.open_tables() == ["table1"], "who looks does not wait"
        other.rollback()
        assert store.run(press)


def test_all_connections_are_in_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PRESSES", (1, 0))
    heard: list[str] = []
    with closing(open_store(url, 0.1)) as store:
        store.on_health = heard.append
        with store.begin():
            other = threading.Thread(target=lambda: refusal(lambda: receive(store, "r")))
            other.start()
            other.join()
        assert heard == ["locked", ""]


def test_a_table_that_was_dropped(url: str) -> None:
    with closing(open_store(url)) as store:
        opened(store)
        sql(url, "DROP TABLE seen")
        assert refusal(lambda: receive(store, "r")).kind is Trouble.FOREIGN


def test_a_statement_that_takes_too_long(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "STATEMENT", 0.1)
    with closing(open_store(url)) as store:

        def sleep() -> None:
            with store.begin() as connection:
                connection.execute(text("SELECT pg_sleep(60)"))

        assert refusal(sleep).kind is Trouble.LOCKED
        assert receive(store, "r")


def test_a_transaction_that_stands_still(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its locks are free, whatever became of who held them."""
    monkeypatch.setattr(server, "IDLE", 0.1)
    with closing(open_store(url)) as store, closing(open_store(url)) as other:
        opened(store)

        def stand() -> None:
            with store.begin() as connection:
                connection.execute(text('SELECT * FROM "table" FOR UPDATE'))
                assert other.run(press), "it had the lock in time"
                connection.execute(text("SELECT 1"))

        assert refusal(stand).kind is Trouble.GONE


def test_a_deadlock_with_somebody_who_keeps_no_order(url: str) -> None:
    """One of the two is given up, which is trouble of ours: who brought it brings it again."""
    with closing(open_store(url)) as store:
        opened(store, "t1", "-1")
        opened(store, "t2", "-2")
        first = threading.Barrier(2, timeout=10)

        def both(names: tuple[str, str]) -> str:
            def work(work: Work) -> None:
                work.row(names[0])
                first.wait()
                work.row(names[1])

            try:
                store.run(work)
            except StoreError as error:
                return error.kind.value
            return ""

        told: list[str] = []
        names = (("t1", "t2"), ("t2", "t1"))
        threads = [threading.Thread(target=lambda n=n: told.append(both(n))) for n in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(told) == ["", "locked"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("53100", Trouble.FULL),
        ("53300", Trouble.LOCKED),
        ("58030", Trouble.DISK),
        ("XX001", Trouble.BROKEN),
        ("40001", Trouble.LOCKED),
        ("57P03", Trouble.GONE),
        ("08006", Trouble.GONE),
        ("25006", Trouble.READ_ONLY),
        ("22P05", Trouble.ENCODING),
        ("23505", None),
        ("42601", None),
        ("25P02", None),
    ],
)
def test_what_codes_mean(code: str, kind: Trouble | None) -> None:
    """Those that cannot be had for real, and some mistakes of ours."""
    error = psycopg.errors.lookup(code)("sorry")
    assert trouble_of(error) is kind


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ('FATAL:  ユーザー"house"のパスワード認証に失敗しました', Trouble.REFUSED),
        ('FATAL:  データベース"cards"は存在しません', Trouble.GONE),
        ('FATAL:  no pg_hba.conf entry for host "::1", user "a", database "b"', Trouble.REFUSED),
        ("FATAL:  sorry, too many clients already", Trouble.LOCKED),
        ("FATAL:  remaining connection slots are reserved for roles", Trouble.LOCKED),
        ("FATAL:  the database system is starting up", Trouble.GONE),
        ("Connection refused\n\tIs the server running there?", Trouble.GONE),
        ("timeout expired", Trouble.GONE),
    ],
)
def test_what_a_refused_connection_means(answer: str, kind: Trouble) -> None:
    """It has no code, and the server speaks its own language."""
    heading = 'connection failed: connection to server at "db" (::1), port 5432 failed: '
    assert trouble_of(psycopg.OperationalError(heading + answer)) is kind


def test_other_errors_are_no_trouble() -> None:
    assert trouble_of(psycopg.ProgrammingError("a mistake")) is None
    assert trouble_of(LookupError("no error of the driver")) is None


# Secrets


def test_no_error_tells_a_row(store: SqlStore) -> None:
    """On either database."""
    opened(store)
    entry = f'{{"hand": "{SECRET}"}}'.encode()
    store.run(lambda work: work.journal("table1", 1, AT, entry))
    row = a_row(snapshot=SECRET.encode(), version=None)

    def again(work: Work) -> None:
        work.journal("table1", 1, AT, entry)

    def without(work: Work) -> None:
        work.update(row)

    for wrong in (again, without):
        with pytest.raises(IntegrityError) as failed:
            store.run(wrong)
        told = "".join(traceback.format_exception(failed.value))
        assert SECRET not in told
        assert "[parameters" not in told
        assert "DETAIL" not in told


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://house:{SECRET}@db:54x/cards",
        f"postgresql//house:{SECRET}@db/cards",
        f"postgresql:house:{SECRET}@db/cards",
        f"postgresql://house:{SECRET}@{SECRET}@db/cards",
        f"postgresql://house:{SECRET}/@{SECRET}@db/cards?sslpassword={SECRET}",
        f"host=db user=house password={SECRET}",
        f"oracle://house@db/cards?password={SECRET}",
    ],
)
def test_an_address_that_is_none_shows_no_password(address: str) -> None:
    error = refusal(lambda: Database(address))
    assert error.kind is Trouble.ADDRESS
    assert SECRET not in str(error)


def test_what_the_role_prefers_does_not_matter(url: str) -> None:
    """A press is READ COMMITTED, a look is one moment, whatever was set for the database; what
    stands in the address is heard."""
    name = make_url(url).database
    sql(url, f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'")
    address = as_role(url, "fumibako", None, {"options": "-c search_path=public"})
    with closing(open_store(address)) as store:
        with store.begin() as connection:
            show = connection.execute(text("SHOW transaction_isolation")).scalar()
            assert show == "read committed"
            assert connection.execute(text("SHOW search_path")).scalar() == "public"
            assert connection.execute(text("SHOW lock_timeout")).scalar() == "10s"
        with store.look() as connection:
            show = connection.execute(text("SHOW transaction_isolation")).scalar()
            assert show == "repeatable read"
        store.hurry(0.8)
        with store.begin() as connection:
            assert connection.execute(text("SHOW lock_timeout")).scalar() == "800ms"


def test_a_reader_changes_nothing(url: str) -> None:
    with closing(open_store(url)) as store:
        opened(store)
    with closing(SqlStore(url, read_only=True)) as reader:
        assert reader.open_tables() == ["table1"]
        assert refusal(lambda: receive(reader, "r")).kind is Trouble.READ_ONLY


# Connections that were used just now


def test_a_connection_that_was_used_just_now_is_not_tried(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store(url)) as store:
        store.keep("a", "1", AT)
        tried: list[object] = []
        monkeypatch.setattr(store.engine.dialect, "do_ping", tried.append)
        store.keep("a", "2", AT)
        assert not tried
        monkeypatch.setattr(server, "FRESH", 0.0)
        store.keep("a", "3", AT)
        assert len(tried) == 1


def test_a_connection_that_was_made_just_now_is_not_tried(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("select.poll")
    monkeypatch.setattr(server, "FRESH", 0.0)
    with closing(open_store(url)) as store:
        store.close()
        tried: list[object] = []
        monkeypatch.setattr(store.engine.dialect, "do_ping", tried.append)
        store.keep("a", "1", AT)
        assert not tried
        store.keep("a", "2", AT)
        assert len(tried) == 1


@pytest.mark.parametrize("polls", [True, False])
def test_a_connection_that_the_server_has_ended_is_not_used(
    url: str, polls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last words have come, however short ago it was used."""
    if not polls:
        monkeypatch.delattr("select.poll")
    with closing(open_store(url)) as store:
        for value in "12":
            store.keep("a", value, AT)
            assert store.kept("a") == value
            end_others(url)
        assert store.kept("a") == "2"
        assert receive(store, "r")
