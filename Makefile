# SPDX-License-Identifier: MIT
# `make help` lists the targets. `build` and `check` only look whether the packages are there; `deps`, `run` and `test`
# install what is missing, printing the command first.
SHELL := /bin/bash
STRICT := --explicit-target-dependency-import-check error
PROGRAMS := .build/release
UNITS := .build/systemd
# Where the units look for jokesd and jokesd-fetch; an installation sets its own.
BINDIR ?= $(CURDIR)/$(PROGRAMS)
LIBEXECDIR ?= $(BINDIR)
# Where `make install` puts it; scripts/install.sh has the rest.
export PREFIX ?= /usr/local
export DESTDIR UNITDIR
KILL_ROUNDS ?= 200
FAULT_ROUNDS ?= 40
FUZZ_SECONDS ?= 60
BENCH := .build/bench
SOURCES := Package.swift Sources Tests

.DEFAULT_GOAL := build
.PHONY: install uninstall stage deb tar help deps deps-test deps-bench deps-check build units run format lint protocol layers programs-layers test test-checked check build-tests tests test-systemd test-installation test-bars kill-test storage-faults soak bench bench-library bench-swipe fuzz test-asan test-tsan clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install what building and running needs, where something is missing
	@scripts/deps.sh install build

deps-test:
	@scripts/deps.sh install build test

deps-bench:
	@scripts/deps.sh install build bench

deps-check:
	@scripts/deps.sh check build

# jokesd finds its libraries where the system has them, not beside itself; and of libstdc++, whose relocations were a
# third of its start, the Swift runtime needs a corner: a directory with only the archive in it makes the linker take that.
# (Where there is no archive, it is linked as usual.)
CLANG = "$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang"
# Line numbers of the debugger are a fifth of the compile time; function names stay in jokesd's symbol table.
CHEAP := -debug-info-format none
RELEASE := -c release --disable-local-rpath -Xlinker "-L$(CURDIR)/.build/static" $(CHEAP)

build: deps-check units ## build the programs (release) into .build/release
	@mkdir -p .build/static
	@archive=$$($(CLANG) -print-file-name=libstdc++.a); [ ! -f "$$archive" ] || ln -sf "$$archive" .build/static/
	swift build $(RELEASE) $(STRICT)
	@$(MAKE) --no-print-directory stage

stage:
	@scripts/stage.sh $(PROGRAMS) .build/stage

install: ## install what was built: PREFIX (/usr/local, or such as ~/.local), DESTDIR, UNITDIR
	@scripts/install.sh install

uninstall: ## remove what `make install` put into PREFIX; saved jokes stay
	@scripts/install.sh uninstall

deb: build ## make the Debian package, into .build/dist
	@scripts/deb.sh .build/dist

tar: build ## make the tar archive, into .build/dist
	@scripts/tar.sh .build/dist

units: ## write the systemd units into .build/systemd, for the programs at BINDIR and LIBEXECDIR
	@scripts/units.sh $(UNITS) $(BINDIR) $(LIBEXECDIR)

run: deps build ## build, then play a session before your eyes
	@scripts/run.sh

format: ## rewrite the sources in the project's format
	swift format --in-place --recursive $(SOURCES)

lint: ## formatting, shell scripts, licence headers, man pages, desktop files
	swift format lint --strict --recursive $(SOURCES)
	@scripts/shell-files.sh | xargs -0 shellcheck -x
	@scripts/headers.sh
	@scripts/documents-lint.sh

protocol: build-tests ## print the tables of Protocol.md from the code
	JOKESD_PRINT_PROTOCOL=1 $(UNIT_TESTS) --no-parallel --filter ProtocolPageTests

layers: ## what each module imports, against the architecture
	@scripts/layers.sh sources

programs-layers: build
	@scripts/layers.sh programs $(PROGRAMS)

# The tests link the modules that the programs are made of: each module is compiled once for both.
build-tests: build
	swift build --build-tests $(RELEASE) $(STRICT)

UNIT_TESTS := JOKESD_BINARIES=$(CURDIR)/$(PROGRAMS) scripts/unit-tests.sh -c release

tests: build build-tests
	REQUIRE_FORTUNES=1 REQUIRE_APERTIUM=1 $(UNIT_TESTS)
	JOKESD_GREASE=1 $(UNIT_TESTS) --filter \
		'ActivationTests|FortuneTests|MainJobTests|StartTests|StorageTests|SwipeTests'

# Systems of their own mostly wait, and their trees for the network: they run beside the tests.
check: ## lint, layers, build with warnings as errors, all tests
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory layers
	@$(MAKE) --no-print-directory --jobs programs-layers tests test-systemd test-installation

test: deps-test ## install what is missing, then everything that CI runs
	@$(MAKE) --no-print-directory check

# A release does not check for overlapping accesses; programs and tests of a debug build do.
CHECKED := .build/checked
test-checked: deps-test units ## all tests in a debug build, with exclusivity checks
	swift build --build-tests --scratch-path $(CHECKED) $(CHEAP) $(STRICT)
	REQUIRE_FORTUNES=1 REQUIRE_APERTIUM=1 JOKESD_BINARIES=$(CURDIR)/$(CHECKED)/debug scripts/unit-tests.sh --scratch-path $(CHECKED)

test-systemd: build ## the units in a real user manager (as root, or with a sudo that asks for nothing)
	@scripts/user-manager-tests.sh $(PROGRAMS)

test-installation: build ## the package, the archive and make install, in systems of their own (as test-systemd)
	@scripts/installation-tests.sh

test-bars: build ## the status bars on displays that nobody sees, with examples/bars (BAR_PICTURES=DIRECTORY keeps what they showed)
	@scripts/deps.sh install build bars
	@scripts/bar-tests.sh $(PROGRAMS)

kill-test: build build-tests ## kill -9 the daemon under likes, and under mixed work, KILL_ROUNDS (200) times each
	JOKESD_KILL_ROUNDS=$(KILL_ROUNDS) $(UNIT_TESTS) --filter 'KillTests|MixedWorkTests'

storage-faults: deps-test build build-tests ## mixed work on a disk whose writes and syncs fail, FAULT_ROUNDS (40) times each; and a full one
	JOKESD_FAULT_ROUNDS=$(FAULT_ROUNDS) $(UNIT_TESTS) --filter 'StorageFaultTests|StorageTests|FailingDiskTests'

soak: build build-tests ## a day of a daemon whose services do badly, a hundred times as fast, and ten thousand fetches (20 minutes)
	@mkdir -p .build/soak
	$(CLANG) -O2 -Wall -Wextra -Werror -shared -fPIC -o .build/soak/libhurry.so Tests/Soak/hurry.c
	JOKESD_HURRY=$(CURDIR)/.build/soak/libhurry.so $(UNIT_TESTS) --filter DayTests

bench: deps-bench build ## measure against peers on this machine (Benchmarks/README.md)
	@mkdir -p $(BENCH)
	@for tool in echo load ask turns; do \
		$(CLANG) -O2 -Wall -Wextra -Werror -o $(BENCH)/$$tool Benchmarks/$$tool.c || exit; \
	done
	@Benchmarks/bench.py $(PROGRAMS) $(BENCH)

bench-library: build ## measure the library at up to a million jokes, beside the sqlite3 shell (Benchmarks/README.md)
	@Benchmarks/library.py $(PROGRAMS)

bench-swipe: deps-bench build ## measure what a dragged card costs, daemon and terminal program together, beside one by ncursesw
	@mkdir -p $(BENCH)
	@$(CLANG) -O2 -Wall -Wextra -Werror -o $(BENCH)/card Benchmarks/card.c -lncursesw
	@Benchmarks/swipe.py $(PROGRAMS) $(BENCH)/card

fuzz: ## whatever libFuzzer thinks of, for FUZZ_SECONDS (60)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

test-asan: deps ## the tests under the address sanitizer
	@scripts/sanitized-tests.sh address

test-tsan: deps ## the tests under the thread sanitizer
	@scripts/sanitized-tests.sh thread

clean: ## remove all that was built
	rm -rf .build
