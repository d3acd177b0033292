"""Starts Fumibako from the folders that belong to it, whatever else bears their names."""

from __future__ import annotations

import sys
from pathlib import Path

OURS = ("core", "adapters", "locales", "storage")
SOURCE = "adapters/wheel/fumibako/__main__.py"  # where this file stands in the repository


def home() -> Path:
    """The folder that holds our four: this one once installed, else the repository (of which an
    editable install knows by `sys.path`). Raises `SystemExit` if there is neither."""
    here = Path(__file__).resolve().parent
    if (here / "adapters").is_dir():
        return here
    for folder in (*here.parents, *map(Path, sys.path)):
        if (folder / SOURCE).is_file():
            return folder.resolve()
    raise SystemExit("A part of Fumibako is missing. Install it again.")


def main() -> None:
    """The `fumibako` command. Our folders go before all others: an environment may hold a
    foreign `core` or `adapters`, and so may the folder in which the command is given."""
    sys.path.insert(0, str(home()))
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]  # foreign too: something loads it whenever Python starts
    from adapters.cli import main as command

    command()


if __name__ == "__main__":
    main()
