"""What is copied from a page has blanks around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.settings import load
from adapters.trouble import Trouble
from locales.tongue import Context, say


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


@pytest.mark.parametrize(
    ("name", "given", "meant"),
    [
        ("TELEGRAM_APP", "play", "play"),
        ("TELEGRAM_APP", " https://t.me/our_fumibako_bot/play ", "play"),
        ("TELEGRAM_APP", "t.me/our_fumibako_bot/play_it", "play_it"),
        ("LINE_LIFF_ID", "1234567890-AbCdEfGh", "1234567890-AbCdEfGh"),
        ("LINE_LIFF_ID", "https://liff.line.me/1234567890-AbCdEfGh", "1234567890-AbCdEfGh"),
        ("OPERATOR", "ミナ, mina@example.org", "ミナ, mina@example.org"),
        ("TELEGRAM_APP", "", ""),
        ("LINE_LIFF_ID", "", ""),
        ("OWNER", "123456789", "telegram:123456789"),
        ("OWNER", " telegram:123456789 ", "telegram:123456789"),
        ("OWNER", "U0123456789abcdef0123456789abcdef", "line:U0123456789abcdef0123456789abcdef"),
        ("OWNER", "line:U0123456789abcdef0123456789abcdef", f"line:U{'0123456789abcdef' * 2}"),
        ("OWNER", "", ""),
        ("GUESTS", "None", "none"),
    ],
)
def test_how_the_page_is_found(
    name: str, given: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, given)
    assert getattr(load(), name.lower()) == meant


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("TELEGRAM_APP", "a b", "play"),
        ("TELEGRAM_APP", "ab", "play"),
        ("TELEGRAM_APP", "https://t.me/our_fumibako_bot", "play"),
        ("LINE_LIFF_ID", "2234567890", "1234567890-AbCdEfGh"),
        ("LINE_LIFF_ID", "https://line.me/1234567890-AbCdEfGh", "1234567890-AbCdEfGh"),
        ("OPERATOR", "x" * 201, "200"),
        ("OPERATOR", "Mina\nmina@example.org", "200"),
        ("OWNER", "@mina_plays", "/whoami"),
        ("OWNER", "telegram:mina_plays", "/whoami"),
        ("OWNER", "U0123", "/whoami"),
        ("OWNER", "telegram:0", "/whoami"),
        ("OWNER", "-100123", "/whoami"),
        ("GUESTS", "everybody", "ask"),
    ],
)
def test_what_cannot_be_meant_is_told(
    name: str,
    given: str,
    told: str,
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, given)
    with pytest.raises(Trouble) as trouble:
        load()
    text = say(trouble.value.message, language, Context())
    assert name in text and told in text and given not in text


def test_who_is_asked_about_guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load().guests_rule == "open"
    monkeypatch.setenv("GUESTS", "none")
    assert load().guests_rule == "none"
    monkeypatch.setenv("GUESTS", "ask")
    with pytest.raises(Trouble) as trouble:
        load()
    assert "OWNER" in say(trouble.value.message, "en", Context())
    monkeypatch.setenv("OWNER", "77")
    assert load().guests_rule == "ask"
    monkeypatch.setenv("GUESTS", "")
    assert load().guests_rule == "ask"
    monkeypatch.setenv("GUESTS", "open")
    assert load().guests_rule == "open"
