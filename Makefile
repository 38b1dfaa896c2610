# Everything that a fresh machine with Python 3.11, pip and make needs: `make demo`, `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint unit bench golden gallery docs clean

SAMPLES := ships/asfos/calypso.yaml ships/asfos/swordfish.yaml ships/asfos/warrior.yaml \
	ships/asfos/new-mars.yaml

demo: $(READY)  ## print the shipped ships, fleets and scenarios into build/
	$(BIN)/python -m sheetgen render $(SAMPLES) -o build/asfos-displays.pdf --title "A Sky Full of Ships: sample ships"
	$(BIN)/python -m sheetgen render $(SAMPLES) -o build/asfos-compact.pdf --sheet compact
	$(BIN)/python -m sheetgen render $(SAMPLES) -o build/asfos-large.pdf --sheet large
	$(BIN)/python -m sheetgen render $(SAMPLES) -o build/asfos-counters.pdf --sheet counters
	$(BIN)/python -m sheetgen blank display --mass 4 6 12 -o build/asfos-blank.pdf
	$(BIN)/python -m sheetgen render ships/asfos/the-green-veil.yaml -o build/asfos-the-green-veil.pdf
	@echo "look into build/"

test: lint unit  ## every check

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/python -m pytest -n 2

bench: $(READY)  ## measure against hand-written ReportLab
	$(BIN)/python bench/run.py

golden: $(READY)  ## write the reference files of the golden tests anew
	$(BIN)/python -m pytest -q --golden tests

gallery: $(READY)  ## draw the pictures of README and docs anew
	$(BIN)/python docs/gallery.py

docs: $(READY)  ## write docs/rules.md anew from the program's own texts
	$(BIN)/python -m sheetgen explain --markdown > docs/rules.md

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	mkdir -p build
	touch $@

clean:
	rm -rf build dist $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache
