"""`docs/a-language.md` is followed, command by command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from locales.files import entries, po_file, read, template_file
from locales.update import PACKAGES, ROOT, renewed, written
from tests.locales import made_up

PAGE = (ROOT / "docs" / "a-language.md").read_text(encoding="utf-8")
CODE = "eo"
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def blocks(kind: str) -> list[str]:
    """What stands between fences of a kind on the page."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The sources as they stand, to be changed."""
    for package in (*PACKAGES, "storage"):
        shutil.copytree(ROOT / package, tmp_path / package)
    return tmp_path


def ran(checkout: Path, commands: str) -> subprocess.CompletedProcess[str]:
    """Commands of the page, by the Python of the tests."""
    return subprocess.run(
        ["sh", "-ec", commands.replace(".venv/bin/python", sys.executable)],
        cwd=checkout,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def offered(checkout: Path, language: str) -> str:
    """The language in which a program speaks that is told so by its setting."""
    code = "from adapters.settings import load; print(load().language)"
    told = ran(checkout, f'LANGUAGE={language} .venv/bin/python -c "{code}"')
    assert told.returncode == 0, told.stderr
    return told.stdout.strip()


def test_the_page_leads_to_a_language(checkout: Path) -> None:
    make, check, everything, play, merge = blocks("sh")
    home = checkout / "locales"
    file = po_file(CODE, home)
    assert ran(checkout, make).returncode == 0
    assert entries(read(file, CODE)).keys() == entries(read(template_file(home))).keys()
    assert offered(checkout, CODE) == "en"

    # a translator, who has the example of the page from its editor and the rest by magic
    [example] = blocks("po")
    comment, source, _ = example.splitlines()
    assert f"\n{comment}\n{source}\n" in file.read_text(encoding="utf-8")
    template = read(template_file(home))
    whole = renewed(made_up.book(template, CODE), template, CODE)
    file.write_text(written(whole, CODE), encoding="utf-8")
    (checkout / "example.po").write_text(HEAD + example, encoding="utf-8")
    assert not ran(checkout, merge.replace("other.po", "example.po")).stderr
    assert example in file.read_text(encoding="utf-8")
    assert ran(checkout, check).returncode == 0, ran(checkout, check).stdout
    assert offered(checkout, CODE) == CODE
    assert play.startswith(f"LANGUAGE={CODE} ")

    [style] = blocks("toml")
    (home / CODE / "style.toml").write_text(style, encoding="utf-8")
    [name] = tomllib.loads(style)["wrong"]
    told = ran(checkout, check)
    assert told.returncode == 0 and not told.stdout
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("{number} pliaj", "{number} cxe"), encoding="utf-8")
    told = ran(checkout, check)
    assert told.returncode == 1 and f"{CODE}: {name}: '… kaj {{number}} cxe" in told.stdout

    (checkout / "other.po").write_text(HEAD + example, encoding="utf-8")
    assert ran(checkout, merge).returncode == 0
    assert ran(checkout, check).returncode == 0
    assert everything.split()[-1] == "tests/locales"


def test_the_page_names_what_there_is() -> None:
    for path in re.findall(r"`((?:locales|tests)/[a-z/_.]+)`", PAGE):
        assert (ROOT / path).exists() or path.startswith(f"locales/{CODE}"), path
    contexts = {context for context, _ in entries(read(template_file()))}
    for context in ("name.person", "name.honorifics", "said", "name.both", "span", "language"):
        assert f"`{context}`" in PAGE or f'msgctxt "{context}"' in PAGE
        assert context in contexts
