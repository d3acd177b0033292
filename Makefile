# Everything that is done to Fumibako from a shell. Each target makes its own .venv.
# ARGS= goes to the command that a target ends in, for instance: make play ARGS="--port 9000"

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
NODE := tests/page/node_modules/.bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq

# One lock for all systems and Pythons, each file with its hashes; an extra's holds what it adds.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-header $(ARGS)
ASKED = $(BIN)/python -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))$(1), sep="\n")'
EXTRA = $(call ASKED,["project"]["optional-dependencies"]["$(1)"]) \
	| $(LOCK) - -c requirements.lock -o requirements-$(1).lock

# Cheap checks come first. Tests run in two processes, which take work from each other; those from
# outside mostly wait for real time to pass, so there are more of them.
define STYLE
$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(NODE)/tsc --project tests/page
	$(NODE)/eslint --config tests/page/eslint.config.js adapters/page/static tests/page
	$(BIN)/python -m tests.page.make_frames
	node --test $(wildcard tests/page/*.test.js)
endef
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
OUTSIDE := $(BIN)/python -m pytest -n 5 --dist worksteal tests/outside
COVERAGE := --cov --cov-report=term --cov-fail-under=100

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play install run doctor status backup upgrade back pack unpack beacon postgres sound
.PHONY: check test soak soak-tests bench bench-bots locks words clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'ARGS="…" is handed on to the command, for instance: make test ARGS="-k coup"'

play: .venv/.runtime ## the playground, on this machine, with no account and no token
	$(BIN)/fumibako play $(ARGS)

install: sound .venv/.runtime ## everything that a host needs, into .venv; says what comes next
	@deploy/house installed

run: .venv/.runtime ## the host itself, with the settings of .env
	$(BIN)/fumibako run $(ARGS)

doctor: .venv/.runtime ## looks at settings, database and platforms, and says what to do
	@$(BIN)/fumibako doctor

status: .venv/.runtime ## how the host is doing
	@$(BIN)/fumibako status $(ARGS)

backup: ## copies the database while the host runs
	@deploy/house backup

upgrade: ## to the newest state (or TO=…), after a copy of the database
	@TO='$(TO)' deploy/house upgrade

back: ## to the commit and the copy from before the last upgrade
	@deploy/house back

pack: ## the whole house for another machine: make -s pack > house.tar
	@deploy/house pack

unpack: ## a house from another machine: make -s unpack < house.tar
	@deploy/house unpack

beacon: sound .venv/.beacon ## adds to .venv what BEACON=drand needs

postgres: sound .venv/.postgres ## adds to .venv what DATABASE=postgresql://… needs

check: .venv/.dev $(NODE) ## in a minute: style, imports, types, the page's scripts, the kernel and one game
	$(STYLE)
	$(PYTEST) tests/kernel tests/games/love_letter $(ARGS)

test: .venv/.dev $(NODE) ## style, imports, types, all tests, coverage; ARGS goes to pytest (then without coverage)
	$(STYLE)
	$(if $(ARGS),$(PYTEST) $(ARGS),$(PYTEST) --ignore tests/outside $(COVERAGE) && $(OUTSIDE))

soak: .venv/.dev ## hours: people play while everything goes wrong, counted; a million odd inputs; ARGS="--share 0.1"
	$(BIN)/python -m tests.soak $(ARGS)

soak-tests: .venv/.dev ## the long trials of which test takes a sample; ARGS goes to pytest
	$(PYTEST) -m soak $(ARGS)

bench: .venv/.bench ## one table: each figure beside its floor or peer, with its goal (ARGS=all, or names)
	$(BIN)/python -m tests.bench $(ARGS)

bench-bots: .venv/.bench ## how well the computer players play
	$(BIN)/python -m tests.bench_bots $(ARGS)

locks: .venv/.dev ## the lock files anew from pyproject.toml; ARGS=--upgrade takes newer libraries
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) pyproject.toml --extra dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) pyproject.toml --extra dev --extra bench -c requirements-dev.lock -o requirements-bench.lock
	{ $(call ASKED,["build-system"]["requires"]); echo editables; } \
		| $(LOCK) - -c requirements-dev.lock -o requirements-build.lock
	$(call EXTRA,beacon)
	$(call EXTRA,postgres)

words: .venv/.runtime ## brings the catalogues up to date with the messages in the code
	$(BIN)/python -m locales.update $(ARGS)

clean: ## removes .venv and everything made by tools
	rm -rf .venv tests/page/node_modules .coverage .coverage.* htmlcov build dist *.egg-info
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf "$${TMPDIR:-/tmp}/fumibako-outside-$$(id -u)"
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What root has left in .venv nobody else can replace. After an upgrade of the system the Python of
# .venv may be gone.
sound:
	@odd=$$(find .venv/ ! -user "$$(id -un)" 2>/dev/null | head -n 1); if [ -n "$$odd" ]; then \
		echo "$$odd is not a file of $$(id -un). Type make as the user to whom this folder belongs (sudo -u fumibako make); what root has left there: sudo chown -R fumibako: .venv"; exit 1; fi
	@if [ -e .venv ] && ! $(BIN)/python -c 'import pip' 2>/dev/null; then rm -rf .venv; fi

.venv/.runtime: requirements.lock requirements-build.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is missing (Debian package python3): sudo apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; v < (3, 11) and sys.exit(f"Fumibako needs Python 3.11 or newer; $(PYTHON) is {v.major}.{v.minor}. Name another: make PYTHON=python3.11 …")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python cannot make virtual environments (Debian package python3-venv is missing): sudo apt install python3-venv"; exit 1; }
	@echo "Setting up .venv (once, and after a change of requirements)"
	@$(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r requirements.lock -r requirements-build.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.beacon: requirements-beacon.lock .venv/.runtime
	@echo "Adding what checks the beacon's rounds to .venv"
	@$(PIP) --require-hashes -r requirements-beacon.lock
	@touch $@

.venv/.postgres: requirements-postgres.lock .venv/.runtime
	@echo "Adding what speaks with PostgreSQL to .venv"
	@$(PIP) --require-hashes -r requirements-postgres.lock
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.runtime
	@echo "Adding the tools for tests to .venv"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

$(NODE): tests/page/package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing, which brings what checks the page's scripts (Debian packages nodejs and npm): sudo apt install nodejs npm"; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 18 || (a == 18 && b >= 20) ? 0 : 1)' || { echo "Node 18.20 or newer is needed for the page's scripts; this is $$(node --version)"; exit 1; }
	@echo "Fetching what checks the page's scripts"
	@npm ci --prefix tests/page --silent
	@touch $@

.venv/.bench: requirements-bench.lock .venv/.dev
	@echo "Adding what is measured against to .venv"
	@$(PIP) --require-hashes -r requirements-bench.lock
	@touch $@
