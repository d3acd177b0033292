"""Long trials: `make test` takes a sample of them, `make soak` all the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[tuple[Any, ...]], chosen: Collection[tuple[Any, ...]]) -> list[Any]:
    """The cases of a parametrized test; those that are not `chosen` are soak."""
    cases = list(cases)
    unknown = [case for case in chosen if case not in cases]
    assert chosen and not unknown, f"a sample of what is not there: {unknown}"
    soak = pytest.mark.soak
    return [pytest.param(*case, marks=() if case in chosen else soak) for case in cases]


def spans(few: int, many: int) -> list[Any]:
    """The numbers 0 to `many` - 1 of random matches: the first `few` as one case, and the others
    as another, which is soak."""
    return [
        pytest.param(range(few), id=f"{few}"),
        pytest.param(range(few, many), id=f"{few}-{many}", marks=pytest.mark.soak),
    ]
