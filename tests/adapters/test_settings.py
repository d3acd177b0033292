"""What is copied from a page has blanks around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.settings import load


@pytest.mark.parametrize("around", [" {}", "{} ", "{}\n", "\t{}\r\n"])
def test_blanks_around_tokens_and_secrets_do_not_matter(
    around: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("TELEGRAM_TOKEN", "LINE_CHANNEL_SECRET", "LINE_CHANNEL_ACCESS_TOKEN")
    for name in names:
        monkeypatch.setenv(name, around.format("42:sesame"))
    settings = load()
    for name in names:
        secret = getattr(settings, name.lower())
        assert secret is not None
        assert secret.get_secret_value() == "42:sesame"


def test_a_token_of_blanks_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TELEGRAM_TOKEN", "  ")
    assert not load().telegram_token
