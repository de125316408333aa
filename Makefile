# Everything runs in .venv. First use sets it up with the versions in constraints.txt, whose files must
# have the hashes in locked/*.txt (see .ci/lock).
#
#   make PYTHON=/path/to/python3.12 ...   set up .venv with that Python
#   make VENV=.venv-3.13 PYTHON=...       set up another environment and use it
#   make bench SUITES="queens tour"       run some benchmark suites, not all

VENV := .venv
BIN := $(VENV)/bin
# Tests run in as many processes as there are cores, up to four.
PARALLEL := -n auto --maxprocesses=4 --dist worksteal
# Slow tests sometimes wait for other processes, so one more process keeps the cores busy.
PARALLEL_SLOW = -n $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )) --maxprocesses=5 --dist worksteal
# A test that hangs ends its process and fails; a new process runs the tests that are left.
HUNG_FAILS := -o faulthandler_exit_on_timeout=true
CASES := 10000
SECONDS := 60
LOWEST := .venv-lowest
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
JUDGES := .venv-judges/.installed
RELEASE := .venv-release/.installed
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/rookery/version.py)
# The build tools are locked too, so no isolated environment is made to build the checkout.
# Python compiles each module on its first import; most are never imported.
LOCKED := -m pip install -qq --no-compile --require-hashes --no-deps -r
# Imported at set-up, so that Python does not compile them within the demo's time limit.
SOLVERS := numba, ortools.sat.python.cp_model, ortools.math_opt.python.mathopt
CHECKOUT := $(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .

# pip reads the first variable for packages, and newer versions the second for build backends.
# The paths are relative because pip splits the values at blanks.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Keep compiled sources for the next run, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help demo test test-slow test-judges test-night test-lowest fuzz audit lint format docs bench bench-quick judges dist dev clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | \
		awk -F '\t' '{ printf "make %-11s %s\n", $$1, $$2 }'

demo: $(RUN) ## solve the four puzzles, check the answers, draw some boards
	@$(BIN)/python demo/run.py
	@$(BIN)/rookery warm --background

test: $(DEV) ## the tests and the examples in the docstrings
	@$(BIN)/python -m pytest $(PARALLEL) $(HUNG_FAILS)

test-slow: $(DEV) ## the tests that take longer; BUDGET=600: as many as fit into ten minutes
	@$(BIN)/python -m pytest -m slow $(PARALLEL_SLOW) $(HUNG_FAILS) $(if $(BUDGET),--budget=$(BUDGET))

test-judges: $(DEV) judges ## the problem packages, with the judges' own programs; STATEMENTS="sultan ..." for some
	@$(BIN)/python -m pytest -m judges -k "$(STATEMENTS)"

test-night: $(DEV) ## the property tests with CASES=10000 cases each, which takes hours
	@ROOKERY_CASES=$(CASES) $(BIN)/python -m pytest -m hypothesis $(PARALLEL)

test-lowest: ## the tests with the lowest versions declared, in an environment of their own
	@sh .ci/venv $(LOWEST) "$(PYTHON)"
	@PIP_CONSTRAINT=constraints-lowest.txt PIP_BUILD_CONSTRAINT= \
		$(LOWEST)/bin/python -m pip install -qq --editable '.[dev]'
	@$(LOWEST)/bin/python -m pytest $(PARALLEL)

fuzz: $(DEV) ## fuzz every reader and checker with Atheris, SECONDS=60 each
	@$(BIN)/python -m pip install -qq --editable '.[fuzz]'
	@for target in $$($(BIN)/python -c 'import fuzz.targets as t; print(*t.TARGETS)'); do \
		echo "--- $$target"; \
		$(BIN)/python -m fuzz.run $$target -max_total_time=$(SECONDS) -verbosity=0 || exit 1; \
	done

audit: ## check the pinned versions for known vulnerabilities
	@sh .ci/venv .venv-audit "$(PYTHON)"
	@.venv-audit/bin/python -m pip install -qq pip-audit
	@.venv-audit/bin/pip-audit --strict --no-deps --disable-pip -r constraints.txt

lint: $(DEV) ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(DEV) ## format the sources
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

docs: $(DEV) ## the documentation, as pages in build/docs
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env docs build/docs
	@echo "build/docs/index.html"

judges: $(JUDGES) ## set up .venv-judges: the judges' own programs, for test-judges
	@:

bench: $(BENCH) ## compare with other solvers (half an hour), write docs/benchmarks.md
	@$(BIN)/python -m benchmarks $(SUITES)

bench-quick: $(DEV) ## check in a minute that nothing got much slower
	@$(BIN)/python -m benchmarks --quick

dist: $(RELEASE) ## build the release into dist: source, wheel, list of contents (SBOM)
	@test -z "$$(git status --porcelain)" || \
		{ echo "make dist: expected nothing to commit, because the source holds every file:"; git status --short; exit 1; }
	@rm -rf dist
	@.venv-release/bin/python -m build --no-isolation --outdir dist .
	@PYTHONWARNINGS=ignore .venv-release/bin/cyclonedx-py requirements --pyproject pyproject.toml --mc-type library \
		--output-reproducible -o dist/rookery-chess-$(VERSION).cdx.json locked/run.txt
	@.venv-release/bin/python -m twine check --strict dist/*.whl dist/*.tar.gz

dev: $(DEV) ## set up .venv for development
	@:

clean: ## remove .venv and everything built
	@rm -rf $(VENV) .venv-* build dist fuzz/found benchmarks/.build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): pyproject.toml locked/run.txt
	@sh .ci/venv $(VENV) "$(PYTHON)"
	@echo "Installing Rookery and its dependencies into $(VENV) (a minute or two, once)"
	@$(BIN)/python $(LOCKED) locked/run.txt
	@$(CHECKOUT)
	@$(BIN)/python -m compileall -q src
	@$(BIN)/python -c "import $(SOLVERS)"
	@touch $@

$(DEV): pyproject.toml locked/dev.txt
	@sh .ci/venv $(VENV) "$(PYTHON)"
	@echo "Installing Rookery and its development tools into $(VENV) (a minute or two, once)"
	@$(BIN)/python $(LOCKED) locked/dev.txt
	@$(CHECKOUT)
	@$(BIN)/python -m compileall -q src
	@$(BIN)/rookery warm
	@touch $(RUN) $@

$(BENCH): $(DEV)
	@echo "Installing the programs that the benchmarks compare with"
	@$(BIN)/python -m pip install -qq --editable '.[dev,bench]'
	@touch $@

$(RELEASE): locked/release.txt
	@sh .ci/venv .venv-release "$(PYTHON)"
	@.venv-release/bin/python $(LOCKED) locked/release.txt
	@touch $@

$(JUDGES): judges.txt
	@sh .ci/venv .venv-judges "$(PYTHON)"
	@echo "Installing problemtools and BAPCtools into .venv-judges"
	@PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= .venv-judges/bin/python -m pip install -qq -r judges.txt
	@touch $@
