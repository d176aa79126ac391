# Kernelscope. `make help` lists the targets; each is one command on a fresh clone.
# Needs python3 >= 3.11 with venv, and nothing else: no GPU, no CUDA toolkit, no root.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Tests run as two processes with one thread each: two cores are the smallest machine we promise.
# A file's tests run in one of them: they share fixtures and compiled kernels.
PYTEST := OMP_NUM_THREADS=1 MPLBACKEND=Agg $(BIN)/pytest -q -n 2 --dist loadfile $(PYTEST_OPTIONS)
# Hundreds of tests start a process: each would compile the whole package to bytecode again.
export PYTHONDONTWRITEBYTECODE :=
OLDEST_TRITON := 3.6.0
NEWEST_TRITON := 3.9.0
# Another Triton runs the tests with the mark `triton`, and only their files are collected. The newest
# runs all of them. The oldest runs those of what differs between versions: the language, launches,
# private names, and the text of the stages. What is made of these is the same code for every version.
TRITON_TESTS = $(shell grep -rl 'mark\.triton' --include='test_*.py' tests)
OLDEST_TRITON_TESTS = $(filter tests/frontends/% tests/inside/% tests/sanitizer/% tests/test_private_names.py,$(TRITON_TESTS))

.DEFAULT_GOAL := help
.PHONY: help demo setup setup-python test test-all test-exhaustive test-triton test-gpu mutate fuzz sanitizer-corpus check bench release docs site clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: $(VENV)/installed ## Compare GELU in every style: right, how fast, how far from the limit, why
	@$(BIN)/kernelscope compare gelu --output out/gelu

setup: $(VENV)/installed ## Set up .venv, build CUDA's libraries with the C compiler, and say what works here
	@$(BIN)/kernelscope doctor

setup-python: $(VENV)/created ## Create an empty environment, to install another build of torch first

test: $(VENV)/tools ## Run all tests except the slow ones, in a random order
	$(PYTEST) -m "not slow and not exhaustive"

test-all: $(VENV)/tools test-main test-triton ## Run all tests, and the Triton tests with its oldest and newest version

.PHONY: test-main
test-main: $(VENV)/tools
	$(PYTEST) -m "not exhaustive"

test-exhaustive: $(VENV)/tools ## Run the remaining cases of large families, which differ only in degree
	$(PYTEST) -m exhaustive

test-triton: $(VENV)/triton-$(OLDEST_TRITON) $(VENV)/triton-$(NEWEST_TRITON) $(VENV)/tools ## Run the tests on Triton with the oldest and the newest supported version
	PYTHONPATH=$(VENV)/triton-$(OLDEST_TRITON) $(PYTEST) -m "triton and not exhaustive" $(OLDEST_TRITON_TESTS)
	PYTHONPATH=$(VENV)/triton-$(NEWEST_TRITON) $(PYTEST) -m "triton and not exhaustive" $(TRITON_TESTS)

test-gpu: $(VENV)/tools ## Run the tests that need an NVIDIA GPU
	$(BIN)/pytest -q -m gpu

mutate: $(VENV)/tools ## Change a sample of the source, and list the changes that no test notices
	$(BIN)/python tools/mutate.py $(or $(FOLDERS),hardware measure profiling quantity operation machine_code record)

fuzz: $(VENV)/tools ## Run mutated PTX on the virtual GPU for a minute (SEED=7 SECONDS=3600)
	$(BIN)/python tools/fuzz.py --seed $(or $(SEED),0) --seconds $(or $(SECONDS),50)

sanitizer-corpus: $(VENV)/tools ## Test `kernelscope check` on generated kernels and mutants; print the table (10 minutes)
	PYTHONPATH=tests $(BIN)/python -m sanitizer.corpus

check: $(VENV)/tools ## Lint, format, types, import order, dead code, sizes, names, the compiled C
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python tools/check_dead_code.py
	$(BIN)/python tools/check_sizes.py
	$(BIN)/python tools/check_names.py
	$(BIN)/python tools/build_helpers.py --check
	$(BIN)/python tools/build_simulator.py --check

bench: $(VENV)/tools ## Time the virtual GPU against torch on this CPU; fails over a bound
	$(BIN)/python -m bench

release: $(VENV)/tools ## Build dist/, check its metadata, install it into a new environment and try it there
	$(BIN)/python -m pip install -q 'build>=1.2' 'twine>=6'
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/twine check --strict dist/*
	$(BIN)/python tools/check_install.py dist/*-manylinux*.whl

docs: $(VENV)/tools ## Write the generated pages of docs/ again (command help, instructions)
	$(BIN)/python tools/write_docs.py

# MkDocs 1.6 warns of its own next version, which nothing here uses.
site: $(VENV)/tools ## Build the site of the documentation in out/site and check every link; no network
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build -q
	$(BIN)/python tools/check_site.py out/site

clean: ## Remove the environments, caches and outputs
	rm -rf $(VENV) out build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache src/*.egg-info
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} +

# What is installed is marked by files in the environment, so that it is done again only when the
# pinned versions or the declared dependencies change.
$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit("Kernelscope needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": make PYTHON=python3.12 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/created constraints.txt pyproject.toml
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[numba,gpu]'
	@touch $@

$(VENV)/tools: $(VENV)/created constraints.txt pyproject.toml
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[numba,gpu,dev]'
	@touch $(VENV)/installed $@

# Another Triton alone, put before the environment's own on the path.
$(VENV)/triton-%: $(VENV)/created
	$(BIN)/python -m pip install -q --no-deps --target $@ triton==$*
