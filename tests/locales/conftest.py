"""In these tests a missing text is an error."""

from collections.abc import Iterator

import pytest

from locales.catalogue import fallbacks, strictly


@pytest.fixture(autouse=True)
def no_fallbacks() -> Iterator[None]:
    before = fallbacks.total()
    with strictly():
        yield
    assert fallbacks.total() == before
