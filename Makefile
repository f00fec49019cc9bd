# Everything runs in .venv, which the first command makes.
PYTHON ?= python3
BIN := .venv/bin
# Installs in ten seconds what takes pip a minute.
UV := uv==0.13.7
# Many processes are started here, and none should have to read all the sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test compiled chromium check format bench soak lock clean

play: .venv/ready
	@$(BIN)/spielwerk serve --open

# Tests also wait, for browsers and servers: four at once keep two cores busy.
test:
	$(MAKE) --jobs=2 check compiled chromium
	$(BIN)/python -m pytest -q -n 4 --dist worksteal

# Searches are compiled once, before many processes want them.
compiled: .venv/ready
	$(BIN)/python -c "from spielwerk.server.thinking import warm_up; warm_up()"

# Browser tests need Debian's chromium; where it is missing and cannot be installed, they are skipped.
chromium:
	@command -v chromium > /dev/null || { command -v apt-get > /dev/null && test "$$(id -u)" = 0 \
	  && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium > /dev/null; } \
	  || echo "There is no chromium here: browser tests will be skipped."

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/ready chromium
	$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements-bench.lock
	$(BIN)/python benchmarks/cpu.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/pictures.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/load.py

# A clock is set back by Debian's libfaketime, where that is or can be installed.
soak: .venv/ready
	@ls /usr/lib/*/faketime/libfaketime.so.1 > /dev/null 2>&1 || apt-get install -y -qq libfaketime > /dev/null 2>&1 \
	  || echo "There is no libfaketime here: no clock will be set back."
	$(BIN)/python tools/break_rules.py
	SPIELWERK_SOAK=60 $(BIN)/python -m pytest -q -n auto tests/test_reference.py tests/test_contract.py
	$(BIN)/python tools/fuzz.py
	$(BIN)/python tools/bad_input.py
	$(BIN)/python tools/faults.py --faults 600

lock: .venv/ready
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra bench --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -c requirements.lock -q -o requirements-bench.lock

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q $(UV)
	$(BIN)/uv pip install -q --python $(BIN)/python --compile-bytecode --require-hashes -r requirements.lock
	$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
	find src -name '*.nb[ci]' -delete
