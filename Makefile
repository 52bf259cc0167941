# make demo and make test do everything on a fresh machine; the others are for daily work.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RAY_VENV := .venv-ray
RAY_BIN := $(RAY_VENV)/bin
RAY_READY := $(RAY_VENV)/.ready
BROWSER := $(VENV)/.browser
DEMO := results/demo
INSTALL_CHROMIUM := DEBIAN_FRONTEND=noninteractive timeout 200 apt-get install -y -qq \
	--no-install-recommends chromium chromium-driver >/dev/null
.PHONY: setup ray ray-test demo test lint check bench baseline docs clean
.DEFAULT_GOAL := check

setup: $(READY)

# torch first and alone, as constraints.txt pins it: nothing after it may bring another build.
$(READY): pyproject.toml setup.py constraints.txt Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Cogarena needs Python 3.11 or newer: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV): a few minutes, most of it downloads"
	$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt torch
	$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(READY)

ray: $(RAY_READY)

# RLlib pins another gymnasium than the one used everywhere else: it gets an environment of its own.
$(RAY_READY): pyproject.toml setup.py constraints-ray.txt
	$(PYTHON) -m venv $(RAY_VENV)
	@echo "Setting up $(RAY_VENV): a few minutes, most of it downloads"
	$(RAY_BIN)/pip install -qq --disable-pip-version-check -c constraints-ray.txt torch
	$(RAY_BIN)/pip install -qq --disable-pip-version-check -c constraints-ray.txt \
		-e '.[ray]' 'pytest>=8' 'hypothesis>=6.100'
	touch $(RAY_READY)

# Two nodes on this machine, a worker killed in the middle, checkpoints that evaluate.
ray-test: $(RAY_READY)
	$(RAY_BIN)/cogarena compile coop_td
	$(RAY_BIN)/pytest tests/training/rllib

demo: $(READY)
	@echo "== 1/3  Train a small agent on Co-op Tower Defense: about two minutes"
	rm -rf $(DEMO)
	$(BIN)/cogarena train --config configs/coop_td_quick.toml --set output=$(DEMO)/trained
	@echo "== 2/3  Evaluate random, scripted and trained side by side, on the same 200 games"
	$(BIN)/cogarena eval coop_td --agents random scripted $(DEMO)/trained --episodes 200 \
		--json $(DEMO)/evaluation.json
	@echo "== 3/3  Record a game of the trained agent"
	$(BIN)/cogarena record coop_td --agent $(DEMO)/trained --out $(DEMO)/game.mp4 \
		--replay $(DEMO)/game.json
	$(BIN)/cogarena replay $(DEMO)/game.json --html $(DEMO)/game.html
	@echo
	@echo "Done. Look at:"
	@echo "  $(DEMO)/game.mp4          a game of the trained agent"
	@echo "  $(DEMO)/game.html         the same game, to play and scrub in a browser"
	@echo "  $(DEMO)/game.json         the same game as a replay, for cogarena replay"
	@echo "  $(DEMO)/evaluation.json   the table above"
	@echo "  $(DEMO)/trained           the checkpoint and its logs: tensorboard --logdir $(DEMO)"

# The replay page is tested in a browser. One try to install it; tests are skipped without.
$(BROWSER): $(READY)
	@if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then \
		echo "Tests in a browser: $$(command -v chromium)"; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing chromium for the tests in a browser: a minute or two"; \
		$(INSTALL_CHROMIUM) || { apt-get update -qq && $(INSTALL_CHROMIUM); } || \
			echo "chromium could not be installed: the tests in a browser are skipped"; \
	else \
		echo "No chromium and chromedriver here: the tests in a browser are skipped"; \
	fi
	@touch $(BROWSER)

# Compiled first, in one process: the test workers then find the kernels in the cache.
test: $(READY) $(BROWSER)
	$(BIN)/cogarena compile
	$(BIN)/pytest -n auto

lint: $(READY) .types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint test

bench: $(READY)
	$(BIN)/cogarena bench coop_td

# A trained player of ours, from its config: make baseline TASK=race
baseline: $(READY)
	@test -f 'configs/$(TASK)_quick.toml' || { echo "make baseline TASK=race"; exit 1; }
	$(BIN)/cogarena train --config configs/$(TASK)_quick.toml
	mkdir -p agents/baselines/$(TASK)
	cd results/$(TASK)_quick && cp best/checkpoint.json best/policy.safetensors *.png \
		logs/progress.csv ../../agents/baselines/$(TASK)

docs: $(READY)
	for page in envs/*/game.py; do folder=$$(dirname $$page); game=$$(basename $$folder); \
		[ $$game = core ] || $(BIN)/cogarena docs $$game > $$folder/SPACES.md; done

# Type checkers cannot follow setup.py's map of folders: they get the package as links.
.types: Makefile
	mkdir -p .types/cogarena
	for folder in envs wrappers agents training; do \
		ln -sfn ../../$$folder .types/cogarena/$$folder; done
	for file in package/*; do ln -sfn ../../$$file .types/cogarena/; done
	touch .types

clean:
	rm -rf $(VENV) $(RAY_VENV) .types results build dist *.egg-info
