"""The schema of the wire and the types of the page's script are those of the structs."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from adapters.page import schema, wire


@pytest.mark.parametrize("path", [schema.SCHEMA, schema.TYPES], ids=lambda path: path.name)
def test_what_is_written_is_current(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == schema.written()[path], "run: python -m adapters.page.schema"


def test_every_frame_and_every_part_is_in_it() -> None:
    ours = {
        name
        for name, value in vars(wire).items()
        if isinstance(value, type) and issubclass(value, msgspec.Struct)
    }
    bases = {"Part", "Frame", "FromPage"}
    assert ours - bases | {"FromServer", "Sent"} == set(schema.schema()["$defs"])


def test_only_the_page_may_leave_something_out() -> None:
    parts = schema.schema()["$defs"]
    theirs = {each.__name__ for each in get_args(wire.Sent)}
    for name, part in parts.items():
        if name not in {*theirs, "FromServer", "Sent"}:
            assert part["required"] == list(part["properties"])
    assert parts["Press"]["required"] == ["type", "id", "data"]
    assert "asPerson" in parts["Come"]["properties"]
    assert "asPerson" not in parts["Come"]["required"]
