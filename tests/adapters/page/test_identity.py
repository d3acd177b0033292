"""Who looks: every proof, for its own person, table and time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from adapters.page.door_texts import (
    BrowserNotKnown,
    CannotAsk,
    LinkIsVoid,
    MatchIsOver,
    NoSuchDoor,
    NoTableYet,
    NotConfirmed,
    NotOfThisRoom,
    TableIsClosed,
    TooOld,
)
from adapters.page.identity import BEARER_LASTS, COOKIE_LASTS, RENEWED
from adapters.page.who import NotIn, Who
from tests.adapters.page.line_login import served
from tests.adapters.page.porch import (
    AKI,
    KEN,
    LINE_AKI,
    LINE_KEN,
    LINE_MIO,
    MIO,
    PUBLIC,
    Porch,
    id_token,
    init_data,
)

Work = Callable[[Porch], Awaitable[None]]


def on_the_porch(work: Work) -> None:
    async def whole() -> None:
        porch = Porch()
        try:
            await work(porch)
        finally:
            await porch.line.close()

    asyncio.run(whole())


def board(porch: Porch, table: str) -> str:
    return porch.links.board_link(table).removeprefix(f"{PUBLIC}/b/")


# Links and cookies


def test_a_link_opens_the_seat_of_its_person() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        who = await porch.enter("link", porch.token(table, LINE_AKI))
        assert (who.door, who.user, who.table) == ("link", LINE_AKI, table)
        assert not who.watches and not who.follows and not porch.asked
        assert (await porch.refuse("link", f"{table}.1.{'0' * 32}")).why == LinkIsVoid()

    on_the_porch(work)


def test_whose_browser_it_is_may_follow() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        token, cookie = porch.token(table, LINE_AKI), porch.identity.cookie(LINE_AKI)
        assert (await porch.enter("link", token, cookie=cookie)).follows
        other = porch.identity.cookie(LINE_KEN)
        assert not (await porch.enter("link", token, cookie=other)).follows

    on_the_porch(work)


def test_the_common_key_opens_ones_own_seat() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        for user in (LINE_AKI, LINE_KEN):
            cookie = porch.identity.cookie(user)
            who = await porch.enter("cookie", cookie=cookie, table=table)
            assert (who.user, who.table, who.door) == (user, table, "link")

    on_the_porch(work)


def test_a_cookie_that_is_not_ours_opens_nothing() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        aki, ken = porch.identity.cookie(LINE_AKI), porch.identity.cookie(LINE_KEN)
        mixed = f"{ken.partition('.')[0]}.{aki.partition('.')[2]}"
        who = await porch.enter("link", porch.token(table, LINE_AKI))
        wrong = ["", "x", ".", "..", "é.é", mixed, aki[:-1], f"{aki}0", who.bearer, "W10.00"]
        for cookie in wrong:
            refused = await porch.refuse("cookie", cookie=cookie, table=table)
            assert refused == NotIn(BrowserNotKnown()), cookie

    on_the_porch(work)


def test_a_cookie_grows_old() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        cookie = porch.identity.cookie(LINE_AKI)
        porch.at += COOKIE_LASTS - 1
        await porch.enter("cookie", cookie=cookie, table=table)
        porch.at += 2
        await porch.refuse("cookie", cookie=cookie, table=table)

    on_the_porch(work)


def test_a_leaked_link_dies_with_all_that_came_of_it() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        token = porch.token(table, LINE_AKI)
        thief = await porch.enter("link", token)
        stolen, ken = porch.identity.cookie(LINE_AKI), porch.identity.cookie(LINE_KEN)
        porch.links.end(table, LINE_AKI)
        assert (await porch.refuse("link", token)).why == LinkIsVoid()
        assert (await porch.refuse("cookie", cookie=stolen, table=table)).why == BrowserNotKnown()
        assert (await porch.refuse("bearer", thief.bearer)).why == TooOld()
        assert isinstance(await porch.identity.renew(thief), NotIn)
        await porch.enter("cookie", cookie=ken, table=table)
        await porch.enter("link", porch.token(table, LINE_AKI))

    on_the_porch(work)


def test_new_keys_end_everything() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        token, watching = porch.token(table, LINE_AKI), board(porch, table)
        cookie = porch.identity.cookie(LINE_AKI)
        who = await porch.enter("link", token)
        porch.keys.renew()
        assert (await porch.refuse("link", token)).why == LinkIsVoid()
        assert (await porch.refuse("link", watching)).why == LinkIsVoid()
        assert (await porch.refuse("cookie", cookie=cookie, table=table)).why == BrowserNotKnown()
        assert (await porch.refuse("bearer", who.bearer)) == NotIn(TooOld(), again=True)
        assert isinstance(await porch.identity.renew(who), NotIn)

    on_the_porch(work)


# Watching


def test_a_link_for_watching_shows_nobodys_seat() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        who = await porch.enter("link", board(porch, table), cookie=porch.identity.cookie(LINE_AKI))
        assert (who.user, who.table, who.watches) == ("", table, True)
        again = await porch.enter("bearer", who.bearer)
        assert (again.user, again.watches) == ("", True)
        porch.finish(table)
        assert (await porch.refuse("link", board(porch, table))).why == MatchIsOver()
        assert (await porch.refuse("bearer", who.bearer)).why == MatchIsOver()
        renewed = await porch.identity.renew(who)
        assert isinstance(renewed, NotIn) and renewed.why == MatchIsOver()

    on_the_porch(work)


def test_members_of_the_group_may_watch() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(AKI, KEN)
        data = init_data(MIO, porch.at)
        assert (await porch.refuse("telegram", data, table=table)).why == NotOfThisRoom()
        porch.members.add(MIO)
        who = await porch.enter("telegram", data, table=table)
        assert (who.user, who.table, who.door) == (MIO, table, "telegram")
        asked = len(porch.asked)
        await porch.enter("bearer", who.bearer)
        assert len(porch.asked) == asked  # just asked
        porch.members.clear()
        porch.at += 301
        assert (await porch.refuse("bearer", who.bearer)).why == NotOfThisRoom()

    on_the_porch(work)


def test_unknown_is_refused_and_it_is_not_their_fault() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(AKI, KEN)
        porch.silent = True
        refused = await porch.refuse("telegram", init_data(MIO, porch.at), table=table)
        assert refused == NotIn(CannotAsk("Telegram"), later=True)
        await porch.enter("telegram", init_data(AKI, porch.at), table=table)

    on_the_porch(work)


def test_whoever_watches_stays_while_the_platform_is_silent() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(AKI, KEN)
        porch.members.add(MIO)
        who = await porch.enter("telegram", init_data(MIO, porch.at), table=table)
        porch.silent = True
        porch.at += 301
        assert await porch.identity.renew(who) == who
        assert (await porch.refuse("bearer", who.bearer)).later
        porch.silent = False
        porch.members.clear()
        renewed = await porch.identity.renew(who)
        assert isinstance(renewed, NotIn) and renewed.why == NotOfThisRoom()

    on_the_porch(work)


def test_another_platforms_group_is_not_even_asked_about() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        porch.members.add(MIO)
        refused = await porch.refuse("telegram", init_data(MIO, porch.at), table=table)
        assert refused.why == NotOfThisRoom() and not porch.asked

    on_the_porch(work)


# Telegram


def test_telegram_says_who_and_where() -> None:
    async def work(porch: Porch) -> None:
        first, second = porch.start(AKI, KEN), porch.start(LINE_AKI, LINE_KEN)
        porch.members.add(AKI)
        signed = init_data(AKI, porch.at, start_param=first)
        who = await porch.enter("telegram", signed)
        assert (who.user, who.table, who.name) == (AKI, first, "Person 1")
        # A page that is open already is led to another table, under the same signature.
        refused = await porch.refuse("telegram", signed, table=second)
        assert refused.why == NotOfThisRoom()

    on_the_porch(work)


def test_the_menu_button_opens_the_newest_table() -> None:
    async def work(porch: Porch) -> None:
        data = init_data(AKI, porch.at)
        assert (await porch.refuse("telegram", data)).why == NoTableYet()
        table = porch.start(AKI, KEN)
        assert (await porch.enter("telegram", data)).table == table
        porch.finish(table)
        assert (await porch.enter("telegram", data)).table == table

    on_the_porch(work)


def test_forged_and_day_old_data_of_telegram() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(AKI, KEN)
        forged = init_data(AKI, porch.at, token="123456:another_bot")
        refused = await porch.refuse("telegram", forged, table=table)
        assert refused == NotIn(NotConfirmed("Telegram"))
        old = init_data(AKI, porch.at - 86401)
        assert await porch.refuse("telegram", old, table=table) == NotIn(TooOld(), again=True)
        # The same data may come again within its day: a reload.
        data = init_data(AKI, porch.at)
        for _ in range(3):
            porch.at += 20_000
            await porch.enter("telegram", data, table=table)

    on_the_porch(work)


# LINE


def test_line_says_who() -> None:
    async def whole() -> None:
        async with served() as (line, address):
            porch = Porch(address)
            table = porch.start(LINE_AKI, LINE_KEN)
            token, end = id_token(LINE_AKI, porch.at + 3600), porch.at + 3600
            line.knows(LINE_AKI, token, end, name="秋")
            who = await porch.enter("line", token, table=table)
            assert (who.user, who.table, who.door, who.name) == (LINE_AKI, table, "line", "秋")
            other = id_token(LINE_MIO, porch.at + 3600)
            line.knows(LINE_MIO, other, end)
            assert (await porch.refuse("line", other, table=table)).why == NotOfThisRoom()
            line.grants(LINE_AKI, "access")
            stale = id_token(LINE_AKI, porch.at - 1)
            who = await porch.enter("line", stale, access="access", table=table)
            assert who.user == LINE_AKI
            line.status = 503
            refused = await porch.refuse("line", token, table=table)
            assert refused == NotIn(CannotAsk("LINE"), later=True)
            # A page that is open goes on while LINE is silent: its bearer is ours.
            assert isinstance(await porch.identity.renew(who), Who)
            await porch.line.close()

    asyncio.run(whole())


def test_doors_that_there_are_not() -> None:
    async def work(porch: Porch) -> None:
        porch.identity.telegram = porch.identity.line = None
        assert (await porch.refuse("telegram", "x")).why == NoSuchDoor("Telegram")
        assert (await porch.refuse("line", "x")).why == NoSuchDoor("LINE")
        assert (await porch.refuse("playground", "x")).why == NoSuchDoor("Fumibako")

    on_the_porch(work)


# Bearers


def test_a_bearer_is_for_one_person_at_one_table_and_for_minutes() -> None:
    async def work(porch: Porch) -> None:
        first, second = porch.start(AKI, KEN), porch.gather(LINE_AKI, LINE_KEN)
        who = await porch.enter("telegram", init_data(AKI, porch.at), table=first)
        again = await porch.enter("bearer", who.bearer, table=first)
        assert (again.user, again.table, again.door) == (AKI, first, "telegram")
        gone = NotIn(TooOld(), again=True)
        assert await porch.refuse("bearer", who.bearer, table=second) == gone
        ken = await porch.enter("telegram", init_data(KEN, porch.at), table=first)
        mixed = f"{ken.bearer.partition('.')[0]}.{who.bearer.partition('.')[2]}"
        cookie = porch.identity.cookie(AKI)
        for wrong in (mixed, cookie, who.bearer[:-1], "", "W10.00", "é"):
            assert await porch.refuse("bearer", wrong) == gone, wrong
        porch.at += BEARER_LASTS + 1
        assert await porch.refuse("bearer", who.bearer) == gone

    on_the_porch(work)


def test_a_page_that_stays_open_gets_fresh_bearers() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(AKI, KEN)
        who = await porch.enter("telegram", init_data(AKI, porch.at), table=table)
        assert await porch.identity.renew(who) == who
        for _ in range(300):  # longer than a day: nothing is asked of Telegram again
            porch.at += RENEWED + 1
            renewed = await porch.identity.renew(who)
            assert isinstance(renewed, Who) and renewed.bearer != who.bearer
            assert (renewed.user, renewed.table, renewed.door) == (AKI, table, "telegram")
            who = renewed
        await porch.enter("bearer", who.bearer, table=table)

    on_the_porch(work)


def test_whoever_leaves_sees_no_hand_any_more() -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(AKI, KEN, MIO)
        who = await porch.enter("telegram", init_data(MIO, porch.at), table=table)
        porch.leave(table, MIO)
        renewed = await porch.identity.renew(who)
        assert isinstance(renewed, NotIn) and renewed.why == NotOfThisRoom()

    on_the_porch(work)


def test_after_a_closed_table_comes_the_next_one_of_the_group() -> None:
    async def work(porch: Porch) -> None:
        table = porch.gather(AKI, KEN)
        data = init_data(AKI, porch.at)
        who = await porch.enter("telegram", data, table=table)
        porch.close(table, AKI)
        assert (await porch.refuse("telegram", data, table=table)).why == TableIsClosed()
        renewed = await porch.identity.renew(who)
        assert isinstance(renewed, NotIn) and renewed.why == TableIsClosed()
        porch.gather(LINE_AKI, LINE_KEN)
        following = porch.gather(AKI, KEN)
        renewed = await porch.identity.renew(who)
        assert isinstance(renewed, Who) and renewed.table == following
        assert (await porch.enter("bearer", renewed.bearer)).table == following

    on_the_porch(work)


def test_no_proof_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def work(porch: Porch) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        token, cookie = porch.token(table, LINE_AKI), porch.identity.cookie(LINE_AKI)
        data = init_data(AKI, porch.at)
        who = await porch.enter("link", token)
        for kind, proof in (("link", token), ("bearer", who.bearer), ("telegram", data)):
            await porch.come(kind, proof, cookie=cookie, table=table)
            await porch.come(kind, f"{proof}0", cookie=f"{cookie}0", table=table)
        for secret in (token, cookie, who.bearer, data, LINE_AKI.partition(":")[2]):
            assert secret not in caplog.text
            assert secret.rpartition(".")[2] not in caplog.text
        assert "LinkIsVoid" in caplog.text

    caplog.set_level(logging.DEBUG, logger="fumibako")
    on_the_porch(work)
