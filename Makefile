# `make run` and `make test` need Python 3.11 or later and nothing else: they set up .venv themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.PHONY: run test check bench clean FORCE

run: $(VENV)/.run
	$(BIN)/clapper sim

test: $(VENV)/.test
	$(BIN)/pytest

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

docs/rules.md: $(VENV)/.test FORCE
	$(BIN)/python -m tests.rules.table > $@.new && mv $@.new $@

docs/wiring.svg docs/wiring-two-plungers.svg docs/case.svg: $(VENV)/.test FORCE
	$(BIN)/python -m drawings $(basename $(notdir $@)) > $@.new && mv $@.new $@

$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Clapper needs Python 3.11 or later; say which with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml
	$(PIP) -e '.[sim]'
	touch $@

$(VENV)/.test: $(VENV)/.venv pyproject.toml
	$(PIP) -e '.[test]'
	touch $@ $(VENV)/.run

$(VENV)/.dev: $(VENV)/.venv pyproject.toml
	$(PIP) -e '.[dev]'
	touch $@ $(VENV)/.test $(VENV)/.run

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

FORCE:
