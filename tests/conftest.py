"""Every run of the tests is the same: hypothesis chooses its examples by the test alone."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", derandomize=True, database=None)
settings.load_profile("steady")
