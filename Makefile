# Everything runs in .venv, set up on first use with the versions in constraints.txt.
#
#   make PYTHON=/path/to/python3.12 ...   set .venv up with that Python

VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev

# pip reads the first variable for what it installs, newer ones the second for build backends.
# The path is relative because pip splits the values at blanks.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help demo test test-slow lint format bench dev clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | \
		awk -F '\t' '{ printf "make %-10s %s\n", $$1, $$2 }'

demo: $(RUN) ## solve the four puzzles, check the answers, draw some boards
	@$(BIN)/python demo/run.py

test: $(DEV) ## the tests and the examples in the docstrings
	@$(BIN)/python -m pytest

test-slow: $(DEV) ## the tests that take longer
	@$(BIN)/python -m pytest -m slow

lint: $(DEV) ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(DEV) ## rewrite the sources in the project's style
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(DEV) ## measure against other solvers
	@$(BIN)/python -m benchmarks

dev: $(DEV) ## set up .venv for development
	@:

clean: ## remove .venv and what was built
	@rm -rf $(VENV) build dist benchmarks/.build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): pyproject.toml constraints.txt
	@sh .ci/venv $(VENV) "$(PYTHON)"
	@echo "Installing Rookery and what it needs into $(VENV) (a minute or two, once)"
	@$(BIN)/python -m pip install -qq --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(DEV): pyproject.toml constraints.txt
	@sh .ci/venv $(VENV) "$(PYTHON)"
	@echo "Installing Rookery and its development tools into $(VENV) (a minute or two, once)"
	@$(BIN)/python -m pip install -qq --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $(RUN) $@
