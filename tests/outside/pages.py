"""The shell lines of the hosting pages, and a machine on which somebody types them.

    for line in lines("docs/hosting.md"):
        machine.types(line)                 # as a person who may use sudo, in one shell

A `Machine` is this one with other names: the person and the host's user are made for it and removed
after it, and the paths of the pages lie below a folder of its own. What the pages start as a
service the machine starts as the unit file tells. Both need root, sudo and Debian's Python.
"""

from __future__ import annotations

import http.server
import os
import pwd
import re
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType

from tests.outside.host import free_port
from tests.outside.install import ROOT, wheels

PYTHON = Path("/usr/bin/python3")  # one that every user can reach
ADDRESSES = ("ADDRESS_OF_THE_REPOSITORY", "リポジトリのアドレス")
PATIENCE = 30.0  # seconds for a service to start or to end
LONGEST = 300  # seconds for a line
CONFIG = 78

_PLACES = {
    "/opt/fumibako": "opt/fumibako",
    "/var/lib/fumibako": "var/lib/fumibako",
    "/usr/local/bin": "bin",
    "/etc/systemd/system": "etc/systemd/system",
    "/etc/caddy": "etc/caddy",
    "/etc/nginx/conf.d": "etc/nginx/conf.d",
}
_SERVICE = re.compile(r"sudo systemctl (start|stop|restart|enable --now|disable --now) fumibako")


_CWD = "the folder is now: "


def lines(page: str) -> list[str]:
    """The lines of all `bash` blocks of a page, without comments and the name of the repository."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```bash\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    found = (
        re.sub(r"(^|\s+)#.*", "", line).strip() for block in blocks for line in block.split("\n")
    )
    return [re.sub("|".join(ADDRESSES), ADDRESSES[0], line) for line in found if line]


def lacking() -> str:
    """Why no machine can be had here; empty if one can."""
    if os.name != "posix" or os.geteuid() != 0 or not Path("/proc/self").exists():
        return "users can only be made by root, on Linux"
    if absent := [
        name for name in ("sudo", "useradd", "runuser", "git", "make") if not shutil.which(name)
    ]:
        return f"{', '.join(absent)} is not installed"
    can = subprocess.run([PYTHON, "-c", "import ensurepip, venv"], capture_output=True, check=False)
    return (
        "" if can.returncode == 0 else f"{PYTHON} makes no environments (apt install python3-venv)"
    )


class Repository:
    """These sources as a repository with one commit, at an address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        told = _git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, told.split("\0")):
            source = ROOT / name
            if source.is_file() and not source.is_symlink():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, folder / name)
        _git(folder, "init", "-q", "-b", "main")
        self.commit("as it is")

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                pass

        serve = partial(Handler, directory=str(folder / ".git"))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def commit(self, why: str) -> None:
        """Everything as it stands in the folder is the newest state."""
        who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        _git(self.folder, "add", "-A")
        _git(self.folder, *who, "commit", "-q", "-m", why)
        _git(self.folder, "update-server-info")

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()


class Machine:
    """What the pages are typed into."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fumibako-pages-"))
        self.folder.chmod(0o755)
        number = os.getpid()
        self.person, self.host = f"fumi-p{number}", f"fumi-h{number}"
        self.home = self.folder / "home" / self.person
        self.port = free_port()
        self.repository = Repository(self.folder / "repository")
        self._sudoers = Path(f"/etc/sudoers.d/{self.person}")
        self._cwd = str(self.home)
        self._service: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Machine:
        for place in _PLACES.values():
            self.place(place).parent.mkdir(parents=True, exist_ok=True)
        for place in ("/usr/local/bin", "/etc/systemd/system", "/etc/caddy", "/etc/nginx/conf.d"):
            self.place(_PLACES[place]).mkdir(exist_ok=True)
        self.home.parent.mkdir()
        subprocess.run(
            [
                "useradd",
                "--create-home",
                "--home-dir",
                self.home,
                "--shell",
                "/bin/bash",
                self.person,
            ],
            check=True,
            capture_output=True,
        )
        self.home.chmod(0o750)  # as on Ubuntu: nobody else may look in
        version = subprocess.check_output(
            [PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], text=True
        ).strip()
        shutil.copytree(wheels(version), self.place("wheels"))
        self._sudoers.write_text(
            f'Defaults:{self.person} env_keep += "PIP_CONFIG_FILE PIP_NO_INDEX PIP_FIND_LINKS"\n'
            f"{self.person} ALL=(ALL:ALL) NOPASSWD: ALL\n"
        )
        self._sudoers.chmod(0o440)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self.repository.close()
        self._sudoers.unlink(missing_ok=True)
        for name in (self.person, self.host):
            subprocess.run(["userdel", name], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def place(self, name: str) -> Path:
        """Where something lies that has another path on the pages (or none)."""
        return self.folder / _PLACES.get(name, name)

    @property
    def app(self) -> Path:
        """Where the program stands."""
        return self.place("/opt/fumibako")

    @property
    def data(self) -> Path:
        """The folder of its data."""
        return self.place("/var/lib/fumibako") / ".local" / "share" / "fumibako"

    # What is typed

    def types(self, line: str, code: int = 0) -> str:
        """What a line prints, typed as it stands on a page. Raises `AssertionError` if it ends
        otherwise than with `code`."""
        if found := _SERVICE.fullmatch(line):
            self._serves(found[1])
            return ""
        script = f"cd {shlex.quote(self._cwd)} || exit 97\n{self.here(line)}\ncode=$?"
        done = subprocess.run(
            [
                shutil.which("runuser") or "runuser",
                "-u",
                self.person,
                "--",
                "bash",
                "-c",
                f"{script}\necho {_CWD}$(pwd -P)\nexit $code",
            ],
            env={
                "PATH": f"{self.place('/usr/local/bin')}:/usr/local/bin:/usr/bin:/bin",
                "HOME": str(self.home),
                "USER": self.person,
                "LANG": "C.UTF-8",
                "PIP_CONFIG_FILE": os.devnull,
                "PIP_NO_INDEX": "1",
                "PIP_FIND_LINKS": str(self.place("wheels")),
            },
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        said, _, cwd = done.stdout.rpartition(_CWD)
        assert done.returncode == code, f"{line}\nended with {done.returncode}:\n{done.stdout}"
        assert "Traceback" not in said, f"{line}\n{said}"
        self._cwd = cwd.strip()
        return said

    def here(self, line: str) -> str:
        """A line with the names that things have on this machine."""
        for path in _PLACES:
            line = line.replace(path, str(self.place(path)))
        line = re.sub(r"(sudo -u|chown|useradd .*) fumibako\b", rf"\1 {self.host}", line)
        line = line.replace("127.0.0.1:8000", f"127.0.0.1:{self.port}")
        return line.replace(ADDRESSES[0], self.repository.address)

    def sets(self, **settings: object) -> None:
        """Somebody edits `.env`."""
        file = self.app / ".env"
        text = file.read_text(encoding="utf-8")
        for name, value in settings.items():
            text, found = re.subn(rf"(?m)^#? ?{name}=.*$", f"{name}={value}", text, count=1)
            assert found, f"{name} does not stand in .env"
        file.write_text(text, encoding="utf-8")

    # The service

    def _serves(self, what: str) -> None:
        if what in ("stop", "restart", "disable --now"):
            self.stop()
        if what in ("start", "restart", "enable --now"):
            self.start()
            self.until_ready()

    def start(self) -> None:
        """What systemd would do."""
        unit = (self.place("/etc/systemd/system") / "fumibako.service").read_text()
        told = {name: self.here(value) for name, value in re.findall(r"(?m)^(\w+)=(.*)$", unit)}
        assert told["User"] == told["Group"] == "fumibako"
        user = pwd.getpwnam(self.host)
        with self.place("log").open("ab") as log:
            self._service = subprocess.Popen(
                shlex.split(told["ExecStart"]),
                cwd=told["WorkingDirectory"],
                env={"PATH": "/usr/bin:/bin", "HOME": user.pw_dir, "LANG": "C.UTF-8"},
                user=user.pw_uid,
                group=user.pw_gid,
                extra_groups=[],
                umask=int(told["UMask"], 8),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def until_ready(self) -> None:
        """Wait until people can play."""
        end = time.monotonic() + PATIENCE
        while True:
            assert self._service is not None and self._service.poll() is None, self.log()
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=2).close()
                return
            assert time.monotonic() < end, self.log()
            time.sleep(0.1)

    def stop(self) -> None:
        """End the service, if it runs, as systemd does."""
        if self._service is not None and self._service.poll() is None:
            self._service.send_signal(signal.SIGTERM)
            assert self._service.wait(PATIENCE) == 0, self.log()
        self._service = None

    def ended(self) -> int:
        """Wait until the service ends by itself. Tells its exit code."""
        assert self._service is not None
        return self._service.wait(PATIENCE)

    def log(self) -> str:
        """Everything that the service has said."""
        return self.place("log").read_text(encoding="utf-8")

    def rights(self, path: Path) -> tuple[str, int]:
        """Whose a file is (as it is called on the pages), and who may do what."""
        told = path.stat()
        owner = pwd.getpwuid(told.st_uid).pw_name
        names = {self.host: "fumibako", self.person: "you"}
        return names.get(owner, owner), stat.S_IMODE(told.st_mode)


def machine() -> Iterator[Machine]:
    """One machine, for a fixture."""
    with Machine() as made:
        yield made


def _git(folder: Path, *words: str) -> str:
    # Hooks and settings of whoever runs the tests are not wanted, nor the folder's owner asked.
    safe = ("-c", "safe.directory=*", "-c", "core.hooksPath=/dev/null", "-C", str(folder))
    return subprocess.run(
        ["git", *safe, *words], capture_output=True, text=True, check=True, timeout=60
    ).stdout
