"""Which houses must be frozen: one of every release that is out, before the next one is made."""

from __future__ import annotations

import re
from collections.abc import Iterable

Version = tuple[int, ...]

_HEADING = re.compile(r"^## \[?v?(\d+\.\d+\.\d+)\]?", re.MULTILINE)


def read_version(text: str) -> Version:
    """A version as numbers: "0.10.0" is newer than "0.9.0". Raises `ValueError`."""
    return tuple(int(part) for part in text.split("."))


def headings(changelog: str, version: str) -> list[Version]:
    """The releases of a changelog, in the order in which they stand there. What is still called
    unreleased is the package's version, unless that one has a heading of its own below."""
    found = [read_version(each) for each in _HEADING.findall(changelog)]
    first = next(iter(re.findall(r"^## (.*)$", changelog, re.MULTILINE)), "")
    here = read_version(version)
    return [here, *found] if first == "Unreleased" and here not in found else found


def faults(version: str, released: Iterable[Version], frozen: Iterable[Version]) -> list[str]:
    """What is wrong with a package version, the releases of the changelog and the frozen houses;
    nothing if all is well.

    The newest heading is the package's version. Every release before it has a frozen house, from
    the first one that has on; its own may be there already. None is of a version that is not out.
    """
    here, known, houses = read_version(version), list(released), sorted(frozen)
    found = []
    if not known or known[0] != here:
        found.append(f"the newest heading of the changelog is not {version}")
    if known != sorted(known, reverse=True):
        found.append("the headings of the changelog are not in order")
    if not houses:
        return [*found, "no house is frozen"]
    before = [each for each in known if houses[0] <= each < here]
    missing = sorted(set(before) - set(houses))
    found += [f"no house of {_written(each)} is frozen" for each in missing]
    strange = sorted(set(houses) - set(known))
    found += [f"a house of {_written(each)} is frozen, which is no release" for each in strange]
    return found


def _written(version: Version) -> str:
    return ".".join(map(str, version))
