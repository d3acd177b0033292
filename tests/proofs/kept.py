"""Real records that are kept: of version 1 (played with 0.3.0) and of version 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def kept(version: int) -> dict[str, Any]:
    """The records of a version, by the names of their files."""
    paths = sorted((FOLDER / f"v{version}").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}
