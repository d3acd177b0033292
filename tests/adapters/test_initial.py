"""`fumibako init`: a first file of settings that nobody else can read, and what was read where."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.initial import (
    EnvOpen,
    EnvStands,
    EnvWritten,
    LanguageNotSpoken,
    Source,
    language_told,
    sources,
    told,
    write_env,
)
from adapters.reader import asked_language
from adapters.settings import Settings, load
from adapters.trouble import Trouble
from locales.tongue import Context, say


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_the_file_names_every_setting_that_a_host_needs(here: Path) -> None:
    written = write_env()
    file = here / ".env"
    assert written.message == EnvWritten(str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    named = {line.partition("=")[0] for line in file.read_text("utf-8").splitlines()}
    assert {"TELEGRAM_TOKEN", "LINE_CHANNEL_SECRET", "PUBLIC_URL", "METRICS"} <= named
    assert load() == Settings()  # as it is written it changes nothing


def test_a_file_that_stands_there_is_not_touched(here: Path) -> None:
    (here / ".env").write_text("PORT=9000\n")
    assert write_env().message == EnvStands(str(here / ".env"))
    assert (here / ".env").read_text() == "PORT=9000\n"


def test_a_folder_that_cannot_be_written_is_told(here: Path) -> None:
    with pytest.raises(Trouble) as refused:
        write_env(here / "nowhere" / ".env")
    assert "nowhere" in say(refused.value.message, "ja", Context())


def test_where_each_setting_was_read(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / ".env").write_text(
        "PORT=9000\nLANGUAGE=ja\nLOG=\nTELEGRAM_TOKEN=1:abc\nDATABASE=postgresql://a:geheim@h/d\n"
    )
    (here / ".env").chmod(0o600)
    monkeypatch.setenv("PORT", "9001")
    monkeypatch.setenv("LANGUAGE", "en_US:en")
    settings = load()
    found, others = sources(settings, {"PORT": "9001", "LANGUAGE": "en_US:en"})
    assert found == [
        Source("DATABASE", "postgresql://a:***@h/d", True),
        Source("PORT", "9001", False),
        Source("LANGUAGE", "ja", True),
        Source("TELEGRAM_TOKEN", "…", True),
    ]
    assert "LOG" in others and "PORT" not in others
    lines = [say(each.message, "en", Context()) for each in told(settings)]
    assert not any("abc" in line or "geheim" in line for line in lines)


def test_a_file_that_others_can_read_is_told(here: Path) -> None:
    (here / ".env").write_text("PORT=9000\n")
    (here / ".env").chmod(0o644)
    assert EnvOpen(str(here / ".env"), f"chmod 600 {here / '.env'}") in [
        each.message for each in told(load())
    ]
    (here / ".env").chmod(0o600)
    assert not any(isinstance(each.message, EnvOpen) for each in told(load()))


@pytest.mark.parametrize(
    ("written", "environ", "language"),
    [
        ("LANGUAGE=ja\n", {"LANGUAGE": "en_US:en", "LANG": "C.UTF-8"}, "ja"),
        ("LANGUAGE=\n", {"LANG": "ja_JP.UTF-8"}, "ja"),
        ("LANGUAGE=klingon\n", {"LANG": "ja_JP.UTF-8"}, "ja"),
        ("LANGUAGE=en\n", {"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_file_s_language_goes_first(
    here: Path, written: str, environ: dict[str, str], language: str
) -> None:
    (here / ".env").write_text(written)
    assert asked_language(environ) == language


def test_a_file_that_is_no_text_has_no_language(here: Path) -> None:
    (here / ".env").write_bytes(b"LANGUAGE=\xff\xfe\n")
    assert asked_language({"LANG": "ja_JP.UTF-8"}) == "ja"


def test_a_language_that_is_not_spoken_is_no_setting_and_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / ".env").write_text("LANGUAGE=klingon\n")
    settings = Settings(language="ja")
    found, others = sources(settings, {})
    assert not found and "LANGUAGE" in others
    assert sources(settings, {"LANGUAGE": "ja_JP:en"})[0] == [Source("LANGUAGE", "ja", False)]
    [finding] = language_told(settings)
    assert finding in told(settings)
    assert isinstance(finding.message, LanguageNotSpoken)
    assert finding.message.written == "klingon" and finding.message.used == "ja"
    assert set(finding.message.known) == {"en", "ja"}
    for written in ("", "LANGUAGE=\n", "LANGUAGE=ja\n", "LANGUAGE=en_US.UTF-8\n"):
        (here / ".env").write_text(written)
        assert not language_told(settings)
