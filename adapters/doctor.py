"""`fumibako doctor`: looks at everything the host needs and says in words what to do."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from adapters import owner_checkup as owner
from adapters.beacon import doctor as beacon
from adapters.finding import Finding as Finding
from adapters.initial import language_told
from adapters.page import checkup as page
from adapters.settings import Settings
from adapters.status import Status
from adapters.status_texts import languages, whole
from adapters.workers import others
from core.house.ports import Directory
from core.kernel.text import N_, Code, Public
from locales.catalogue import unfinished


class DatabaseGood(Public, frozen=True, tag="doctor.database"):
    text: ClassVar[str] = N_("Database: {path} can be read and written.")
    path: Code


class WebAddress(Public, frozen=True, tag="doctor.address"):
    text: ClassVar[str] = N_("Address for platforms: {url}")
    url: Code


class NoWebAddress(Public, frozen=True, tag="doctor.no-address"):
    text: ClassVar[str] = N_(
        "PUBLIC_URL is not set: Telegram is asked for news, which needs no address."
    )


class TelegramNotSet(Public, frozen=True, tag="doctor.no-telegram"):
    text: ClassVar[str] = N_("Telegram: TELEGRAM_TOKEN is not set.")


class LineNeedsAddress(Public, frozen=True, tag="doctor.line-address"):
    text: ClassVar[str] = N_(
        "PUBLIC_URL is not set: LINE calls this host, so it needs a public https address. With "
        "PUBLIC_URL the doctor can compare it with the one that LINE knows."
    )


class LineNotSet(Public, frozen=True, tag="doctor.no-line"):
    text: ClassVar[str] = N_("LINE: LINE_CHANNEL_SECRET is not set.")


async def examine(
    settings: Settings,
    directory: Directory,
    path: str,
    look: Callable[[], Status | None] = lambda: None,
    workers: Sequence[Status] = (),
) -> list[Finding]:
    """Look at everything. The database is open already: `path` is what it is called. `look` is
    what a running host has told last, None if none is running; `workers` are all that host it."""
    running = look()
    if running is None:
        lacking = {language: len(gaps) for language, gaps in unfinished().items()}
        found = [Finding(True, DatabaseGood(path)), *languages(lacking)]
    else:
        found = [*whole(running, True, time.time(), path), *others(workers, time.time())]
    found += language_told(settings)
    if settings.public_url:
        found.append(Finding(None, WebAddress(settings.public_url)))
    elif settings.telegram_token or not settings.line_channel_access_token:
        found.append(Finding(None, NoWebAddress()))
    if settings.line_channel_access_token and not settings.public_url:
        found.append(Finding(None, LineNeedsAddress()))
    found += await beacon.checkup(settings, time.time)
    found += await _telegram(settings, directory, running)
    found += await _line(settings, directory, look)
    found += owner.checkup(settings, directory)
    return found + await page.checkup(settings, running=running is not None)


async def _telegram(
    settings: Settings, directory: Directory, running: Status | None
) -> list[Finding]:
    token = settings.telegram_token
    if not token:
        return [Finding(None, TelegramNotSet())]
    from adapters.telegram.checkup import checkup

    return await checkup(
        token.get_secret_value(),
        directory,
        settings.public_url,
        time.time,
        base_url=settings.telegram_api,
        running=running,
    )


async def _line(
    settings: Settings, directory: Directory, look: Callable[[], Status | None]
) -> list[Finding]:
    token = settings.line_channel_access_token
    if token is None:
        return [Finding(None, LineNotSet())]
    from adapters.line.api import LineApi
    from adapters.line.doctor import checkup
    from adapters.line.people import known_account

    api = LineApi(token.get_secret_value(), settings.line_api)
    known = known_account(directory)
    try:
        return await checkup(api, settings.public_url, settings.line_push_budget, known, look)
    finally:
        await api.close()
