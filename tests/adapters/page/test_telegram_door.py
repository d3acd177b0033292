"""What Telegram signs: read strictly, believed for a day."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import pytest

from adapters.page.door_texts import ClocksDiffer, NotConfirmed, TooOld
from adapters.page.telegram_door import TelegramDoor
from adapters.page.who import NotIn, Person
from tests.adapters.page.porch import AKI, BOT, KEN, init_data, init_hash

NOW = 1_800_000_000.0
DAY = 86400
door = TelegramDoor(BOT, lambda: NOW)


def why(data: str) -> type[Any]:
    found = door.who(data)
    assert isinstance(found, NotIn), found
    return type(found.why)


def test_whoever_telegram_names_comes_in() -> None:
    user = '{"id":11,"first_name":"Åki 秋","last_name":"","language_code":"ja-JP","x":1}'
    data = init_data(AKI, NOW - 5, user=user, start_param="t1")
    assert door.who(data) == Person(AKI, "Åki 秋", "ja", "t1")


def test_a_blank_field_is_signed_too() -> None:
    data = init_data(AKI, NOW, start_param="")
    assert isinstance(door.who(data), Person)
    without = data.replace("start_param=&", "")
    assert without != data and why(without) is NotConfirmed


def test_no_field_of_it_can_be_changed() -> None:
    pairs = parse_qsl(init_data(AKI, NOW, start_param="t1"), keep_blank_values=True)
    assert isinstance(door.who(urlencode(pairs)), Person)
    for number, (name, value) in enumerate(pairs):
        changed = list(pairs)
        changed[number] = (name, f"{value}0")
        assert why(urlencode(changed)) is NotConfirmed, name
        assert why(urlencode([p for p in pairs if p[0] != name])) is NotConfirmed, name
    assert why(urlencode([*pairs, ("extra", "1")])) is NotConfirmed


def test_what_stands_there_twice_is_refused() -> None:
    data = init_data(AKI, NOW)
    for name, value in parse_qsl(data, keep_blank_values=True):
        assert why(f"{data}&{urlencode({name: value})}") is NotConfirmed, name
        assert why(f"{urlencode({name: value})}&{data}") is NotConfirmed, name


@pytest.mark.parametrize(
    "data",
    [
        "",
        "hash=",
        "a",
        "&&&",
        "user=%ff&hash=00",
        "&".join(f"k{n}=1" for n in range(5000)),
        "\ud800",
        init_data(AKI, NOW, token="123456:another_bot"),
        init_data(AKI, NOW).replace("&", ";"),
        quote(init_data(AKI, NOW)),
        init_data(AKI, NOW).upper(),
    ],
)
def test_what_is_forged_is_refused(data: str) -> None:
    assert why(data) is NotConfirmed


@pytest.mark.parametrize(
    "user",
    ["", "{", "[]", "null", '"11"', "{}", '{"id":"11"}', '{"id":true}', '{"id":-5}', '{"id":1.5}'],
)
def test_nobody_is_named(user: str) -> None:
    assert why(init_data(AKI, NOW, user=user)) is NotConfirmed


@pytest.mark.parametrize("at", ["", "soon", "-1", "1e9", "²", "9" * 40, "1800000000.5"])
def test_no_time_is_named(at: str) -> None:
    assert why(init_data(AKI, NOW, auth_date=at)) is NotConfirmed


def test_it_is_believed_for_a_day() -> None:
    assert isinstance(door.who(init_data(AKI, NOW - DAY)), Person)
    late = door.who(init_data(AKI, NOW - DAY - 1))
    assert late == NotIn(TooOld(), again=True)


def test_a_clock_may_be_a_little_wrong_but_not_a_day() -> None:
    assert isinstance(door.who(init_data(AKI, NOW + 200)), Person)
    assert why(init_data(AKI, NOW + 400)) is ClocksDiffer
    assert why(init_data(AKI, NOW + 2 * DAY)) is ClocksDiffer


def test_the_signature_of_third_parties_is_signed_too() -> None:
    fields = dict(parse_qsl(init_data(AKI, NOW), keep_blank_values=True))
    fields.pop("hash")
    without = {name: value for name, value in fields.items() if name != "signature"}
    forged = urlencode({**fields, "hash": init_hash(without)})
    assert why(forged) is NotConfirmed


def test_names_of_any_kind() -> None:
    user = '{"id":12,"first_name":"Ken \\ud83d","last_name":"Li"}'
    found = door.who(init_data(KEN, NOW, user=user))
    assert isinstance(found, Person) and found.name == "Ken \ufffd Li"
