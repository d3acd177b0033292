"""The page's script in Node: what it says of records."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adapters.proof.build import script

NODE = shutil.which("node") or ""
DRIVER = Path(__file__).with_name("checked.js")
needs_node = pytest.mark.skipif(not NODE, reason="Node is not installed (apt install nodejs)")


def asked(folder: Path, lines: Sequence[Any]) -> list[Any]:
    """What the script answers to each line: of a record its report, of a text its hash."""
    code = folder / "script.js"
    code.write_text(script(), encoding="utf-8")
    told = subprocess.run(
        [NODE, str(DRIVER), str(code)],
        input="\n".join(json.dumps(line) for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers
