# Everything that a fresh machine with Python 3.11, pip and make needs: `make demo`, `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAMES := $(filter-out books,$(notdir $(wildcard ships/*)))
SEED ?= 1
COUNT ?= 20000
BOOKS := $(basename $(notdir $(wildcard ships/books/*.yaml)))

.PHONY: demo test test-all fuzz lint unit coverage bench growth golden gallery balance docs words release app clean

demo: $(READY)  ## print all that comes along into build/: a kit for each game, and more
	set -e; for game in $(GAMES); do $(BIN)/python -m sheetgen render ships/$$game -o build/$$game.pdf; done
	$(BIN)/python -m sheetgen render ships/asfos -o build/asfos-compact.pdf --sheet compact
	$(BIN)/python -m sheetgen blank display --mass 4 6 12 -o build/asfos-blank.pdf
	$(BIN)/python -m sheetgen blank complete-deck -o build/black-skies-deck.pdf
	set -e; for book in $(BOOKS); do $(BIN)/python -m sheetgen book ships/books/$$book.yaml -o build/$$book.pdf; done
	@echo "look into build/"

test: lint unit  ## every check

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY) build/npm
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-all: $(READY) build/npm build/pyodide lint  ## every check, and what takes long: fuzz, gallery, site, distribution
	$(BIN)/python -m pytest -n 2 --dist worksteal --all

coverage: $(READY) build/pyodide  ## every test again, which takes twice as long, and how much of the code they run
	$(BIN)/python -m pytest -n 2 --dist worksteal --all --cov --cov-report=
	$(BIN)/python -m coverage report | sed -n '1,12p;/^TOTAL/p'

# TypeScript, which checks the types of the studio's page; without npm that is left out, as the tests say.
build/npm:
	! command -v npm >/dev/null || npm install --silent --no-package-lock --prefix $@ typescript@7.0.2 || rm -rf $@

build/pyodide: $(READY)
	$(BIN)/python -m tests.studio.browser.pyodide $@

fuzz: $(READY)  ## thousands of broken inputs of every kind; SEED=2 for others
	$(BIN)/python -m tests.fuzz --seed $(SEED) --count $(COUNT)

bench: $(READY)  ## measure against hand-written ReportLab
	$(BIN)/python bench/run.py

growth: $(READY)  ## measure how cost grows, and draw it for docs/dev/performance.md
	$(BIN)/python bench/growth.py

golden: $(READY)  ## write the reference files of the golden tests again
	$(BIN)/python -m pytest -q --golden tests

gallery: $(READY)  ## draw the pictures of README and docs again
	cd docs && $(CURDIR)/$(BIN)/python -m gallery

balance: $(READY)  ## measure the tables of docs/balance.md again, which takes minutes
	cd docs && $(CURDIR)/$(BIN)/python -m gallery.balance

docs: $(READY)  ## write docs/rules.md and the rooms of docs/dev/architecture.md from the program itself
	$(BIN)/python -m sheetgen explain --markdown > docs/rules.md
	$(BIN)/python -m pytest -q --golden tests/test_layers.py -k page

words: $(READY)  ## collect all words that are printed into the catalogues, which keep what is translated
	$(BIN)/python -m tests.catalogues

release: $(READY)  ## build sdist and wheel into dist/, and try both in clean environments
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/python -m pytest tests/test_distribution.py --release dist
	@ls dist

app: $(READY)  ## build the program that needs no Python into dist/sheetgen/, for this system
	$(BIN)/pip install --quiet --disable-pip-version-check ".[app]"
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/app app/sheetgen.spec
	$(BIN)/python -m pytest --all tests/test_app.py

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	mkdir -p build
	touch $@

clean:
	rm -rf build dist $(VENV) .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
