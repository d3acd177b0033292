"""The program as a stranger's machine has it: the wheel, built from these sources and installed
with its pinned libraries into an empty virtual environment.

    from tests.outside.install import installed
    installed().command    # the path of `fumibako`
    installed().python     # the Python beside it
    wheels("3.11")         # a folder with everything that `make install` fetches
    private(folder)        # an environment of one's own, for tests that put something into it

Wheel and environment are kept below the system's folder for temporary files by the hash of what
they are made of, behind a lock: workers and later runs share them.
"""

from __future__ import annotations

import fcntl
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
FOLDERS = ("core", "adapters", "locales", "storage")
FILES = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")
LOCK = "requirements.lock"
KEPT = 3 * 24 * 3600.0  # seconds without use after which a wheel and its environment are removed
_PINNED = ("--require-hashes", "-r")
WHOLE = "whole"  # the file that marks an environment as complete; its time is that of the last use


class Installed(msgspec.Struct, frozen=True):
    """An environment with Fumibako in it."""

    folder: Path
    wheel: Path

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self.folder / "bin" / "python"

    @property
    def command(self) -> Path:
        """The `fumibako` of the environment."""
        return self.folder / "bin" / "fumibako"

    @property
    def site(self) -> Path:
        """Where the environment keeps its packages."""
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return self.folder / "lib" / version / "site-packages"


@functools.cache
def installed(*extras: str) -> Installed:
    """The environment that all tests share; nothing may be put into it. With an extra (`beacon`,
    `postgres`) it has what `make` adds under that name."""
    with _cache() as cache:
        libraries = _libraries(cache, LOCK, *(f"requirements-{each}.lock" for each in extras))
        tools = _builder(cache)
        wheel = _wheel(cache, libraries / "bin" / "python", tools)
        folder = cache / f"environment-{_key(wheel.parent.name, libraries.name)}"
        if not (folder / WHOLE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            _copy(libraries, folder)
            _install(folder, wheel)
        for used in (libraries, tools, wheel.parent, folder):
            (used / WHOLE).touch()
        return Installed(folder, wheel)


def private(folder: Path, wheel: bool = True) -> Installed:
    """An environment of one's own, with the libraries and (if wished) the wheel in it."""
    shared = installed()
    with _cache() as cache:
        _copy(_libraries(cache), folder)
    if wheel:
        _install(folder, shared.wheel)
    return Installed(folder, shared.wheel)


def wheels(version: str) -> Path:
    """A folder with the pinned libraries as files, those of the extras, what builds, and pip: for
    tests that install without a network, with a Python of that version (like 3.11)."""
    chosen = ("--only-binary=:all:", "--python-version", version)
    locks = [f"requirements{each}.lock" for each in ("", "-build", "-beacon", "-postgres")]
    with _cache() as cache:
        key = _key(*((ROOT / lock).read_text() for lock in locks), version, "pip")
        folder = cache / f"wheels-{key}"
        if not (folder / WHOLE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            python = _libraries(cache) / "bin" / "python"
            for lock in locks:
                pip(python, "download", "-q", "-d", folder, *chosen, *_PINNED, ROOT / lock)
            pip(python, "download", "-q", "-d", folder, *chosen, "pip")  # pipx wants a new one
        (folder / WHOLE).touch()
        return folder


def builder() -> Path:
    """A folder with the build backend that `pyproject.toml` names, to be put on a path."""
    with _cache() as cache:
        return _builder(cache)


def pip(python: Path, *words: str | Path, built_by: Path | None = None) -> None:
    """Run pip; what must be built is built by what lies in a folder (None: pip fetches it).
    Raises `AssertionError` with what it said."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if built_by is not None:
        kept["PYTHONPATH"] = str(built_by)
        words = (*words, "--no-build-isolation")
    done = subprocess.run(
        [python, "-m", "pip", "--disable-pip-version-check", *map(str, words)],
        env=kept,
        cwd=tempfile.gettempdir(),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def _cache() -> Iterator[Path]:
    """The folder of everything that is kept, for one process at a time."""
    folder = Path(tempfile.gettempdir()) / f"fumibako-outside-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for each in folder.iterdir():
            used = each / WHOLE
            if used.exists() and time.time() - used.stat().st_mtime > KEPT:
                shutil.rmtree(each, ignore_errors=True)
        yield folder


def _libraries(cache: Path, *locks: str) -> Path:
    """An environment with the pinned libraries and without Fumibako."""
    locks = locks or (LOCK,)
    pinned = "".join((ROOT / lock).read_text() for lock in locks)
    folder = cache / f"libraries-{_key(pinned, sys.version, os.path.realpath(sys.executable))}"
    if not (folder / WHOLE).exists():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
        for lock in locks:
            pip(folder / "bin" / "python", "install", "-q", *_PINNED, ROOT / lock)
        (folder / WHOLE).touch()
    return folder


def _builder(cache: Path) -> Path:
    wanted = ROOT / "requirements-build.lock"
    folder = cache / f"builder-{_key(sys.version, wanted.read_text())}"
    if not (folder / WHOLE).exists():
        shutil.rmtree(folder, ignore_errors=True)
        python = _libraries(cache) / "bin" / "python"
        pip(python, "install", "-q", "--target", folder, *_PINNED, wanted)
        (folder / WHOLE).touch()
    return folder


def _wheel(cache: Path, python: Path, tools: Path) -> Path:
    """The wheel of the sources as they stand."""
    folder = cache / f"wheel-{_sources()}"
    if not (folder / WHOLE).exists():
        shutil.rmtree(folder, ignore_errors=True)
        pip(python, "wheel", "-q", "--no-deps", "-w", folder, ROOT, built_by=tools)
        (folder / WHOLE).touch()
    (wheel,) = folder.glob("*.whl")
    return wheel


def _sources() -> str:
    """A hash of everything that goes into the wheel."""
    paths = [ROOT / name for name in FILES]
    for name in FOLDERS:
        paths += [each for each in (ROOT / name).rglob("*") if each.is_file()]
    found = sha256(sys.version.encode())
    for path in sorted(paths):
        if path.suffix != ".pyc":
            found.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _copy(libraries: Path, folder: Path) -> None:
    """The same environment elsewhere: by links, which pip never writes through."""
    try:
        shutil.copytree(libraries, folder, symlinks=True, copy_function=os.link)
    except (OSError, shutil.Error):  # another disk
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(libraries, folder, symlinks=True)
    (folder / WHOLE).unlink()


def _install(folder: Path, wheel: Path) -> None:
    pip(folder / "bin" / "python", "install", "-q", "--no-deps", "--no-index", wheel)


def _key(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()[:16]
