# make demo   set everything up, check the samples, replay one in the terminal
# make serve  the replay site with the sample games, at the address that is printed
# make test   everything that CI runs
# Each target sets up what it needs; nothing has to be installed by hand.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
export PYTHON
BIN := .venv/bin
SHOWN := samples/teaching/short-match.sjn

PORT ?= 8000
SITE := build/site/samples.db

.PHONY: help install demo serve screenshots latex test lint unit wheel bench compiled fmt lock clean

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile
	@echo 'make lint     ruff, mypy, import-linter'
	@echo 'make unit     pytest; ARGS="-k name" are its arguments'
	@echo 'make wheel    build the wheel and try it elsewhere'
	@echo 'make screenshots  pictures of the site into build/screenshots'
	@echo 'make latex    set samples that were exported as LaTeX, by xelatex and lualatex'
	@echo 'make bench    compare with other readers'
	@echo 'make compiled the compiled build, and the tests on it'
	@echo 'make fmt      format the sources'
	@echo 'make install  only the environment, in .venv'
	@echo 'make lock     renew requirements/dev.txt'
	@echo 'make clean    remove all that was made'

.venv/tools: requirements/dev.txt
	tools/setup
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip --disable-pip-version-check --quiet install -r $<
	touch $@

install: .venv/tools
	@tools/install

demo: install
	$(BIN)/shengji check samples/games samples/teaching
	$(BIN)/shengji show $(SHOWN)

$(SITE): $(shell find samples/games samples/teaching -name '*.sjn') | install
	rm -rf $(@D) && mkdir -p $(@D)
	$(BIN)/shengji archive init $@
	$(BIN)/shengji archive add $@ samples/games samples/teaching

serve: install $(SITE)
	$(BIN)/shengji archive init $(SITE)
	$(BIN)/shengji serve --archive $(SITE) --port $(PORT)

screenshots: install
	tools/setup-browser
	$(BIN)/python tools/write-screenshots $(ARGS)

# Needs a TeX distribution, and so is no part of the tests.
latex: install
	tools/try-latex $(ARGS)

test: lint unit wheel

# The type checker is told where the sources are: by what it remembers of an install alone it does
# not find a package that is spread over folders.
lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=$$(echo build/__editable__*) $(BIN)/mypy -p shengji -p bench
	$(BIN)/lint-imports --no-logo

unit: install
	tools/setup-browser
	$(BIN)/pytest $(ARGS)

wheel: install
	tools/try-wheel

bench: install compiled
	$(BIN)/python -m bench $(ARGS)
	.venv-compiled/bin/python -m bench $(ARGS)

# The path from text to verdict compiled by mypyc, in an environment of its own. Pure Python is the
# reference; the same tests hold for both.
compiled:
	tools/compile
	.venv-compiled/bin/python -m pytest tests/conformance tests/engine tests/replay tests/test_samples.py

fmt: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check --quiet install '.[dev,bench]'
	.venv-lock/bin/python -m pip freeze --all --exclude pip --exclude shengji > requirements/dev.txt
	rm -rf .venv-lock

# The editable install lives in build/, so the environment goes with it.
clean:
	rm -rf .venv .venv-compiled build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
