"""What the wheel carries, and that it starts whatever else bears the names of its folders."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.outside.install import FOLDERS, ROOT, Installed, builder, installed, pip, private, wheels

FOREIGN = 'raise RuntimeError("this is a foreign package")\n'


def ran(*words: str | Path, cwd: Path) -> str:
    """What a command says, with nothing but a path, a home and a language around it."""
    done = subprocess.run(
        list(words),
        env={"PATH": os.environ["PATH"], "HOME": str(cwd), "LANG": "C.UTF-8"},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    return done.stdout


def foreign(folder: Path) -> None:
    """Packages of somebody else with the names of our folders, as pip or a person puts them."""
    for name in FOLDERS:
        (folder / name).mkdir()
        for file in ("__init__.py", "cli.py", "main.py"):
            (folder / name / file).write_text(FOREIGN)


def starts(program: Installed, cwd: Path) -> None:
    """The command and `python -m` tell the version, and load what the program needs."""
    assert ran(program.command, "--version", cwd=cwd).startswith("fumibako 0.")
    assert "Usage: " in ran(program.command, "--help", cwd=cwd)
    assert "Usage: " in ran(program.python, "-m", "fumibako", "run", "--help", cwd=cwd)
    refused = subprocess.run(
        [program.command, "run"],
        env={"PATH": os.environ["PATH"], "HOME": str(cwd), "LANG": "C.UTF-8"},
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode == 78
    assert "fumibako play" in refused.stderr  # nothing to host: all was loaded to find that out


def test_the_wheel_carries_the_program_and_nothing_else() -> None:
    with zipfile.ZipFile(installed().wheel) as wheel:
        names = {PurePosixPath(name) for name in wheel.namelist()}
    ours = {
        PurePosixPath("fumibako", path.relative_to(ROOT).as_posix())
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if not path.is_relative_to(ROOT / "adapters" / "wheel")
    }
    launcher = {PurePosixPath("fumibako", name) for name in ("__init__.py", "__main__.py")}
    carried = {name for name in names if not name.parts[0].endswith(".dist-info")}
    assert carried == ours | launcher
    for each in (
        *("locales/ja/LC_MESSAGES/messages.po", "storage/migrations/versions/0001_first.py"),
        *("adapters/page/static/index.html", "adapters/page/static/css/base.css"),
    ):
        assert PurePosixPath("fumibako", each) in carried
    kinds = {name.suffix for name in carried if name.name != "LICENSE"}
    assert kinds == {
        *(".py", ".po", ".pot", ".toml", ".mako", ".json", ".example"),
        *(".html", ".css", ".js", ".ts", ".svg", ".woff2", ".ttf"),
    }
    assert not [name for name in carried if name.name.startswith(("test_", "."))]


def test_the_environment_is_not_this_repository() -> None:
    code = "import fumibako, sys; print(fumibako.__file__, *sys.path)"
    told = ran(installed().python, "-c", code, cwd=installed().folder)
    assert str(ROOT) not in told
    assert str(installed().site / "fumibako") in told


def test_it_starts(tmp_path: Path) -> None:
    starts(installed(), tmp_path)


def test_foreign_packages_do_no_harm(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    foreign(here)
    after = private(tmp_path / "after")
    foreign(after.site)
    starts(after, here)
    before = private(tmp_path / "before", wheel=False)
    foreign(before.site)
    pip(before.python, "install", "-q", "--no-deps", "--no-index", before.wheel)
    assert ran(before.command, "--version", cwd=here).startswith("fumibako 0.")
    # Something that is loaded whenever Python starts has loaded a foreign one already.
    (before.site / "adapters" / "__init__.py").write_text("")
    (before.site / "always.pth").write_text("import adapters\n")
    assert ran(before.command, "--version", cwd=tmp_path).startswith("fumibako 0.")


@pytest.mark.parametrize("tool", ["pipx", "uv", "pip"])
def test_the_wheel_is_installed_by_what_people_use(tool: str, tmp_path: Path) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    pinned, wheel, tools = wheels(version), installed().wheel, Path(sys.executable).parent
    env = {
        "PATH": f"{tools}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(pinned),
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
        "PIPX_DEFAULT_BACKEND": "pip",
        "UV_TOOL_DIR": str(tmp_path / "uv"),
        "UV_TOOL_BIN_DIR": str(tmp_path / "bin"),
        "UV_PYTHON_DOWNLOADS": "never",
    }
    lines: dict[str, list[list[str | Path]]] = {
        "pipx": [["pipx", "install", "-q", "--python", sys.executable, wheel]],
        "uv": [
            [
                *("uv", "tool", "install", "-q", "--python", sys.executable),
                *("--no-index", "--find-links", pinned, wheel),
            ]
        ],
        "pip": [
            [sys.executable, "-m", "venv", tmp_path],
            [tmp_path / "bin" / "pip", "install", "-q", wheel],
        ],
    }
    for line in lines[tool]:
        done = subprocess.run(
            [*map(str, line)],
            env=env,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert ran(tmp_path / "bin" / "fumibako", "--version", cwd=tmp_path).startswith("fumibako 0.")
    assert "TELEGRAM_TOKEN" in ran(tmp_path / "bin" / "fumibako", "doctor", cwd=tmp_path)


def test_the_repository_itself_can_be_installed(tmp_path: Path) -> None:
    program = private(tmp_path / "editable", wheel=False)
    foreign(program.site)
    pip(program.python, "install", "-q", "--no-deps", "--editable", ROOT, built_by=builder())
    for cwd in (ROOT, tmp_path):
        assert ran(program.command, "--version", cwd=cwd).startswith("fumibako 0.")
        assert "Usage: " in ran(program.python, "-m", "fumibako", "--help", cwd=cwd)


def test_the_wheel_can_be_built_of_the_source_distribution(tmp_path: Path) -> None:
    code = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"
    done = subprocess.run(
        [installed().python, "-c", code, tmp_path],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(builder())},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = packed.getnames()
    assert not [name for name in names if "/tests/" in name or "__pycache__" in name]
    pip(
        *(installed().python, "wheel", "-q", "--no-deps", "-w", tmp_path, archive),
        built_by=builder(),
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(installed().wheel) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
