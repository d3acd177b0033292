"""Every shell line of the hosting pages is typed by somebody who has just sat down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests.outside.install import ROOT
from tests.outside.pages import CONFIG, Machine, lacking, lines, machine
from tests.outside.telegram_server import TelegramServer

PAGES = ("docs/hosting.md", "docs/hosting-line.md")

UNTRIED = {
    "sudo apt update": "packages of the system are fetched",
    "sudo apt install -y git make python3 python3-venv curl nano": "packages of the system",
    "sudo apt install -y caddy": "packages of the system",
    "sudo apt install -y nginx certbot": "packages of the system",
    "sudo systemctl daemon-reload": "no systemd runs here",
    "systemctl status fumibako --no-pager": "no systemd runs here",
    "journalctl -u fumibako -n 20": "no systemd runs here",
    "sudo systemctl reload caddy": "no systemd runs here",
    "sudo systemctl reload nginx": "no systemd runs here",
    "sudo nano /etc/caddy/Caddyfile": "a person types into it; test_deploy starts Caddy with it",
    "sudo nano /etc/nginx/conf.d/fumibako.conf": "a person types into it",
    "sudo nginx -t": "it reads the machine's own settings; test_deploy starts nginx with ours",
    "sudo certbot certonly --webroot --webroot-path /var/www/html -d cards.example.org "
    '--deploy-hook "systemctl reload nginx"': "a certificate needs a name on the internet",
    "scp ~/house.tar YOU@NEW_MACHINE:": "there is no other machine",
    "sudo apt install postgresql": "no service of the system is installed for a test",
    "sudo -u postgres createuser fumibako": "no cluster of the system runs here",
    "sudo -u postgres createdb --owner=fumibako --encoding=UTF8 --locale=C.UTF-8 "
    "--template=template0 fumibako": "no cluster of the system runs here",
    "cd /opt/fumibako && sudo -u fumibako make postgres": "test_postgres installs the same lock",
    "fumibako move-to postgresql:///fumibako": "test_relocating moves",
    "docker compose up -d --build": "no images can be built or fetched here",
    "docker compose exec fumibako fumibako doctor": "no container runs here",
    "docker compose logs fumibako": "no container runs here",
    "docker compose exec fumibako fumibako backup /data/copy.db.gz": "no container runs here",
    "docker compose cp fumibako:/data/copy.db.gz .": "no container runs here",
    "docker compose run --rm -T --entrypoint sh fumibako -c "
    "'umask 077 && cat > /data/copy.db.gz' < copy.db.gz": "no container runs here",
    "docker compose stop fumibako": "no container runs here",
    "docker compose run --rm fumibako restore /data/copy.db.gz": "no container runs here",
    "docker compose up -d": "no container runs here",
    "docker compose -f compose.postgres.yaml up -d --build": "no images can be built here",
}
"""Lines that nobody can try here, and why. Those that start and stop the service are not among
them: the test does it as the unit file says."""


@pytest.fixture
def typed() -> Iterator[Machine]:
    """A machine on which nothing was done yet."""
    if why := lacking():
        pytest.skip(why)
    yield from machine()


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_show_the_same_lines(page: str) -> None:
    assert lines(page) == lines(page.replace(".md", ".ja.md"))


def test_what_is_not_tried_stands_on_a_page() -> None:
    shown = {line for page in PAGES for line in lines(page)}
    assert set(UNTRIED) <= shown


def test_nothing_to_type_hides_in_other_blocks() -> None:
    for page in (page for name in PAGES for page in (name, name.replace(".md", ".ja.md"))):
        text = (ROOT / page).read_text(encoding="utf-8")
        for kind, block in re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
            assert kind == "bash" or not re.search(r"(?m)^\s*(sudo|fumibako|cd|apt|docker) ", block)


@pytest.mark.timeout(600)
def test_the_page_leads_from_nothing_to_a_host_that_moves_house(
    typed: Machine, telegram: TelegramServer
) -> None:
    aki, mina = telegram.person("Aki"), telegram.person("Mina")
    group, late = telegram.group("Friends"), telegram.group("Late")
    said: dict[str, str] = {}
    place = iter(lines("docs/hosting.md"))

    def follow(last: str) -> None:
        """Type everything up to a line."""
        for line in place:
            if line not in UNTRIED:
                typed_now = line.replace("NAME", copies()[-1]) if "backups/NAME" in line else line
                said[line] = typed.types(typed_now)
            if line == last:
                return
        raise AssertionError(f"{last} does not stand on the page (any more)")

    def copies() -> list[str]:
        return sorted(path.name for path in (typed.data / "backups").glob("*.gz"))

    def tables() -> int:
        told = json.loads(typed.types("fumibako status --json || true"))  # it may be new yet
        return sum(told["tables"].values())

    # Install
    follow("fumibako init")
    assert typed.rights(typed.place("/var/lib/fumibako")) == ("fumibako", 0o700)
    assert typed.rights(typed.app / ".env") == ("fumibako", 0o600)
    assert "docs/hosting.md" in said["sudo -u fumibako make install"]
    assert "TELEGRAM_TOKEN is not set" in typed.types("fumibako doctor")

    # A wrong setting is not started again.
    typed.types("sudo cp deploy/fumibako.service /etc/systemd/system/")
    typed.start()
    assert typed.ended() == CONFIG and ".env" in typed.log()
    unit = (typed.place("/etc/systemd/system") / "fumibako.service").read_text()
    assert re.search(rf"(?m)^RestartPreventExitStatus=.*\b{CONFIG}\b", unit)

    # Telegram
    typed.sets(TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address, PORT=typed.port)
    findings = typed.types("fumibako doctor")
    assert all(line[0] in "✓·" for line in findings.splitlines()), findings

    # Keep it running; how it is doing
    follow("sudo systemctl enable --now fumibako")
    telegram.add_bot(group, aki)
    aki.press("Play", group)
    telegram.until_shown(group, "Aki")
    follow("curl http://127.0.0.1:8000/health")
    assert json.loads(said["curl http://127.0.0.1:8000/health"].splitlines()[-1])["ready"] is True
    assert "Telegram" in said["fumibako status"]

    # Proxies, copies
    follow("sudo -u fumibako make backup")
    (copy,) = copies()
    assert typed.rights(typed.data / "backups" / copy) == ("fumibako", 0o600)
    follow("sudo systemctl start fumibako")  # after restore
    assert tables() == 1

    # Upgrade
    project = typed.repository.folder / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^version = ".*"', 'version = "99.0"', project.read_text()))
    service = typed.repository.folder / "deploy/fumibako.service"
    service.write_text(f"{service.read_text()}# new\n")
    typed.repository.commit("something new")
    before = typed.types("fumibako --version")
    follow("sudo systemctl restart fumibako")
    assert typed.types("fumibako --version") == "fumibako 99.0\n" != before
    assert "daemon-reload" in said["sudo -u fumibako make upgrade"]
    assert len(copies()) == 2
    assert "nothing new" in typed.types("sudo -u fumibako make upgrade")
    telegram.add_bot(late, mina)
    mina.press("Play", late)
    telegram.until_shown(late, "Mina")
    assert tables() == 2

    # Back. An upgrade that fails takes nobody's way back.
    lock = typed.repository.folder / "requirements.lock"
    whole = lock.read_text()
    lock.write_text("nothing-of-this-name==1.0 --hash=sha256:" + "0" * 64 + "\n")
    typed.repository.commit("something that cannot be installed")
    assert "as it was" in typed.types("sudo -u fumibako make upgrade", code=2)
    lock.write_text(whole)
    typed.repository.commit("as before")
    assert typed.types("fumibako --version") == "fumibako 99.0\n"
    assert "stop fumibako" in typed.types("sudo -u fumibako make back", code=2)
    assert typed.types("fumibako --version") == "fumibako 99.0\n"
    follow("sudo systemctl start fumibako")
    assert typed.types("fumibako --version") == before
    assert "daemon-reload" in said["sudo -u fumibako make back"]
    assert tables() == 1
    typed.types("sudo -u fumibako make back", code=2)

    # Moving house: this machine is the new one too, after everything that was kept here is gone.
    follow("sudo -u fumibako make -s pack > ~/house.tar")
    assert typed.rights(typed.home / "house.tar") == ("you", 0o600)
    typed.types("sudo rm -r /var/lib/fumibako/.local .env")
    follow("fumibako doctor")
    assert typed.rights(typed.app / ".env") == ("fumibako", 0o600)
    typed.types("sudo systemctl enable --now fumibako")
    mina.press("Join", group)
    telegram.until_shown(group, "Mina")

    # All that is left
    for line in place:
        if line not in UNTRIED:
            typed.types(line)
    typed.stop()
    assert "Traceback" not in typed.log()
    assert telegram.token not in typed.log()


def test_what_root_has_left_is_named(typed: Machine) -> None:
    for line in lines("docs/hosting.md"):
        if line not in UNTRIED:
            typed.types(line)
        if line == "sudo -u fumibako make install":
            break
    typed.types("sudo touch .venv/bin/mine")
    assert ".venv/bin/mine is not a file of" in typed.types("sudo -u fumibako make install", code=2)
    assert "is not a file of root" in typed.types("sudo make postgres", code=2)
    typed.types("sudo rm .venv/bin/mine")
    typed.types("sudo -u fumibako make install")


def test_an_upgrade_loses_nothing_that_was_changed_here(typed: Machine) -> None:
    for line in lines("docs/hosting.md"):
        if line not in UNTRIED:
            typed.types(line)
        if "git clone" in line:
            break
    typed.types("sudo -u fumibako sh -c 'echo >> README.md'")
    said = typed.types("sudo -u fumibako make upgrade", code=2)
    assert "changed here" in said
    typed.types("sudo -u fumibako git -c user.name=x -c user.email=x@example.org commit -qam mine")
    assert "commits here" in typed.types("sudo -u fumibako make upgrade", code=2)
