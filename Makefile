# SPDX-License-Identifier: MIT
# `make help` lists the targets. `deps`, `run` and `test` install missing packages, and print the command first. `build`
# and `check` only check whether packages are missing.
SHELL := /bin/bash
STRICT := --explicit-target-dependency-import-check error
PROGRAMS := .build/release
UNITS := .build/systemd
# The variables of `make install`, which scripts/install.sh reads.
export PREFIX ?= /usr/local
export DESTDIR LIBEXECDIR UNITDIR
KILL_ROUNDS ?= 200
FAULT_ROUNDS ?= 40
FUZZ_SECONDS ?= 60
BENCH := .build/bench
SOURCES := Package.swift Sources Tests

.DEFAULT_GOAL := build
.PHONY: install uninstall stage deb tar source release help deps deps-test deps-bench deps-check build units generated run format lint protocol layers programs-layers test check build-tests tests greased card run-card test-card test-card-package test-systemd test-installation test-debian test-sync test-bars test-desktops test-costs test-hostile test-assistant mutants combinations kill-test storage-faults simulate soak bench bench-beside bench-library bench-pages bench-swipe bench-card fuzz test-asan test-tsan nightly clean compare test-upgrades

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install the missing packages that building and running need
	@scripts/deps.sh install build

deps-test:
	@scripts/deps.sh install build test

deps-bench:
	@scripts/deps.sh install build bench

deps-check:
	@scripts/deps.sh check build

# jokesd loads its libraries from the system, not from its own directory. libstdc++ is linked statically if its archive
# exists: its relocations took a third of the start, and the Swift runtime needs only a small part of it. A directory
# with only the archive makes the linker choose the archive.
CLANG = "$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang"
# Line numbers for the debugger would take a fifth of the compile time. The symbol tables keep function names.
#
# With SYMBOLS=1, for packagers, the programs have line numbers, and those in .build/stage keep them and the symbols
# (docs/packaging.md). The frontend would add a hash of each C module, which is another one in each build.
CHEAP := -debug-info-format none
DEBUG_INFO := $(if $(SYMBOLS),-Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs,$(CHEAP))
export SYMBOLS
# More arguments of `swift build`, for packagers.
SWIFT_BUILD_FLAGS ?=
RELEASE := -c release --disable-local-rpath -Xlinker "-L$(CURDIR)/.build/static" $(DEBUG_INFO) $(SWIFT_BUILD_FLAGS)

build: deps-check units generated ## build the programs (release) into .build/release
	@mkdir -p .build/static
	@archive=$$($(CLANG) -print-file-name=libstdc++.a); [ ! -f "$$archive" ] || ln -sf "$$archive" .build/static/
	@scripts/phase build swift build $(RELEASE) $(STRICT)
	@$(MAKE) --no-print-directory stage

stage:
	@scripts/stage.sh $(PROGRAMS) .build/stage

install: ## install the built programs (PREFIX is /usr/local, or such as ~/.local; LIBEXECDIR; UNITDIR; DESTDIR)
	@scripts/install.sh install

uninstall: ## remove the installed files from PREFIX, but no saved jokes
	@scripts/install.sh uninstall

# `make card deb` also makes the package jokesd-card, and `make card tar` adds the card to the archive.
ifneq ($(filter card,$(MAKECMDGOALS)),)
install deb tar: card
endif

deb: build ## make the Debian package, into .build/dist
	@scripts/deb.sh .build/dist

tar: build ## make the tar archive, into .build/dist
	@scripts/tar.sh .build/dist

source: ## make the archive of the source, into .build/dist
	@scripts/source.sh .build/dist

release: ## make what a release page needs from the tag of this commit, into .build/release-VERSION: packages, archives, checksums, notes
	@scripts/release.sh check
	@scripts/order-functions.sh
	@$(MAKE) --no-print-directory card
	@scripts/release.sh .build/release-$$(scripts/version.sh)

# What Package.swift expects in .build: the module of the translations, and the order of the functions of a release.
generated:
	@scripts/catalogue.py write .build/catalogues/Catalogues.swift
	@mkdir -p .build/order
	@for program in jokesd jokectl; do \
	    if [ -f order/$$program ]; then cp -u order/$$program .build/order; else touch .build/order/$$program; fi; done

units: ## write the systemd units into .build/systemd, for the programs of the build
	@scripts/units.sh $(UNITS) $(CURDIR)/$(PROGRAMS) $(CURDIR)/$(PROGRAMS)

run: deps build ## build, then run a short session that shows each step
	@scripts/run.sh

format: ## format the sources
	swift format --in-place --recursive $(SOURCES)

lint: ## check formatting, scripts, licence headers, manual pages, desktop files and translations
	swift format lint --strict --recursive $(SOURCES)
	@scripts/shell-files.sh | xargs -0 shellcheck -x
	@scripts/headers.sh
	@scripts/characters.sh
	@scripts/traps.sh
	@scripts/budgets
	@scripts/documents-lint.sh

protocol: build-tests ## print docs/methods.md from the tables of the code
	JOKESD_PRINT_PROTOCOL=1 $(UNIT_TESTS) --no-parallel --filter ReferencePageTests

layers: ## compare the imports of each module with the architecture
	@scripts/layers.sh sources

programs-layers: build
	@scripts/layers.sh programs $(PROGRAMS)

# The tests link the modules of the release, so that each module is compiled once.
build-tests: build
	@scripts/phase build-tests swift build --build-tests $(RELEASE) $(STRICT)

UNIT_TESTS := JOKESD_BINARIES=$(CURDIR)/$(PROGRAMS) scripts/phase tests scripts/unit-tests.sh -c release

SIMULATED_KERNEL := .build/simulated-kernel.so
$(SIMULATED_KERNEL): Tests/Simulation/simulated-kernel.c
	@mkdir -p $(@D)
	$(CLANG) -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $<

tests: build build-tests $(SIMULATED_KERNEL)
	REQUIRE_FORTUNES=1 REQUIRE_APERTIUM=1 JOKESD_SIMULATED_KERNEL=$(CURDIR)/$(SIMULATED_KERNEL) $(UNIT_TESTS)

# Unknown members in each object that a daemon sends, which its clients must ignore.
greased: build build-tests
	JOKESD_GREASE=1 $(UNIT_TESTS) --filter \
		'ActivationTests|FortuneTests|MainJobTests|StartTests|StorageTests|SwipeTests'

# The tests in separate systems mostly wait, also for downloads, so they run in parallel with the other tests.
check: ## run lint and layers, build with warnings as errors, run all tests
	@rm -f .build/phases
	@scripts/phase lint $(MAKE) --no-print-directory lint layers
	@$(MAKE) --no-print-directory --jobs programs-layers tests test-systemd test-installation
	@awk 'BEGIN { print "phase         seconds  of processor" } { printf "%-12s %8d %13d\n", $$1, $$2, $$3; sum += $$3 } \
		END { printf "all %31d\n", sum }' .build/phases

test: deps-test ## install missing packages, then do everything that CI does
	@$(MAKE) --no-print-directory check

test-systemd: build ## test the units in a real user manager (needs root, or sudo without a password)
	@scripts/phase systemd scripts/user-manager-tests.sh $(PROGRAMS)

test-installation: build ## test the package, the archive and `make install`, each in a system of its own (needs what test-systemd needs)
	@scripts/phase installation scripts/installation-tests.sh

card: build ## build the card on the desktop, which needs GTK 4; `make install` then installs it, too (docs/card.md)
	@scripts/deps.sh install build card
	JOKESD_CARD=1 swift build $(RELEASE) $(STRICT) --product jokesd-card
	@scripts/stage.sh $(PROGRAMS) .build/stage card

run-card: card ## build the card on the desktop, and show it with a jokesd of its own, whose state is in .build/run
	@scripts/run-card.sh $(PROGRAMS)

test-card: card ## test the card on the desktop on a virtual display, with real pointer events and touch
	@scripts/deps.sh install build card card-test
	@scripts/card-tests.sh $(PROGRAMS)

test-card-package: card ## install the package jokesd-card on Debian 12 and 13, and start it by its menu entry (needs what test-installation needs)
	@scripts/deps.sh install build card test
	@scripts/card-package-tests.sh

test-debian: card ## build and test the source package on Debian unstable with its Swift, without a network (20 minutes; needs what test-installation needs)
	@scripts/deps.sh install build card test
	@scripts/debian-tests.sh

test-bars: build ## test examples/bars on virtual displays, and docs/recipes.md (BAR_PICTURES=DIRECTORY keeps screenshots)
	@scripts/deps.sh install build bars
	@scripts/bar-tests.sh $(PROGRAMS)

test-desktops: build ## test notifications and the search on GNOME 43 and 48 (PICTURES=DIRECTORY keeps screenshots; needs what test-installation needs)
	@scripts/deps.sh install build test
	@scripts/desktop-tests.sh

test-sync: build build-tests ## test sync in 250 simulations, with kills during a first sync of 10,000 jokes, and with Syncthing (two and five instances), git and a shared directory
	@scripts/deps.sh install build sync
	JOKESD_SYNC_SEEDS=250 $(UNIT_TESTS) --filter 'ConvergenceTests|EndToEndTests.SyncTests'
	@scripts/sync-tests.sh $(PROGRAMS)

test-costs: build ## count the instructions for inputs of a size and of twice the size, which may cost 2.5 times as much
	@scripts/deps.sh install build costs
	Tests/Costs/costs.py $(PROGRAMS)

test-hostile: build ## give hostile jokes to dash, tmux, polybar and Markdown renderers, in which nothing may run
	@scripts/deps.sh install build hostile
	HOSTILE_ALL=1 Tests/Hostile/hostile.py $(PROGRAMS)

test-assistant: build ## test `jokectl mcp` with the official Python client, which it installs from PyPI into .build/assistant
	@scripts/assistant-tests.sh $(PROGRAMS)

# A make that inherits from this one would get its variables.
.build/old/%:
	@echo "The programs of $* are built once, which takes five minutes ($@.log)"
	@rm -rf $@.source && mkdir -p .build/old && git clone -q --no-checkout . $@.source && git -C $@.source checkout -q $*
	@env -u MAKEFLAGS -u MAKELEVEL make -C $@.source build >$@.log 2>&1 && mv $@.source/.build/stage $@ && rm -rf $@.source

# 0.1.0, 0.2.0, and a commit after it with version 11 of the database.
test-upgrades: build .build/old/b436b12d .build/old/77b01a16 .build/old/931ebbf2 ## test what earlier versions wrote, and them beside this version (20 minutes the first time)
	Tests/Upgrades/upgrades.py .build/old .build/stage

kill-test: build build-tests ## kill the daemon (kill -9) during likes, and during mixed work, KILL_ROUNDS (200) times each
	JOKESD_KILL_ROUNDS=$(KILL_ROUNDS) $(UNIT_TESTS) --filter 'KillTests|MixedWorkTests'

storage-faults: deps-test build build-tests ## run mixed work while writes and syncs fail, FAULT_ROUNDS (40) times each, and on a full disk
	JOKESD_FAULT_ROUNDS=$(FAULT_ROUNDS) $(UNIT_TESTS) --filter 'StorageFaultTests|StorageTests|FailingDiskTests'

# Each seed is one simulation of some lives. A failure names its seed.
SEED ?= $(shell date +%s)
SEEDS ?= 1000
simulate: deps-test build build-tests $(SIMULATED_KERNEL) ## run jokesd with a simulated disk, clock and schedule, and faults, and a server with many simulated clients: SEEDS (1000) simulations of each from SEED (the time) on; print how much that was
	JOKESD_BINARIES=$(CURDIR)/$(PROGRAMS) JOKESD_SIMULATED_KERNEL=$(CURDIR)/$(SIMULATED_KERNEL) \
		SIMULATION_SEED=$(SEED) SIMULATION_SEEDS=$(SEEDS) scripts/simulate.sh

# The programs of the commit of COMPARE_WITH are built once, and kept until `make clean`.
COMPARE_WITH ?= $(firstword $(shell cat Tests/Compare/reference))
REFERENCE := .build/reference/$(COMPARE_WITH)
$(REFERENCE)/built:
	rm -rf $(@D)
	git clone --quiet --shared --no-checkout . $(@D)
	git -C $(@D) checkout --quiet $(COMPARE_WITH)
	$(MAKE) -C $(@D) build
	touch $@

compare: deps-test build $(SIMULATED_KERNEL) $(REFERENCE)/built ## compare jokesd and jokectl with those of an earlier commit (COMPARE_WITH, or Tests/Compare/reference) in random sessions, for COMPARE_MINUTES (2); SEED=N repeats a session
	SEED=$(SEED) Tests/Compare/compare.py $(REFERENCE)/$(PROGRAMS) $(PROGRAMS) $(SIMULATED_KERNEL)

soak: build build-tests ## run a day of the daemon with failing services at a hundred times the speed, and ten thousand fetches (20 minutes)
	@mkdir -p .build/soak
	$(CLANG) -O2 -Wall -Wextra -Werror -shared -fPIC -o .build/soak/accelerated-clock.so Tests/Soak/accelerated-clock.c
	JOKESD_ACCELERATED_CLOCK=$(CURDIR)/.build/soak/accelerated-clock.so $(UNIT_TESTS) --filter DayTests

order/jokesd:
	@scripts/order-functions.sh

bench: deps-bench order/jokesd build ## compare jokesd with similar programs on this machine (Benchmarks/README.md)
	@mkdir -p $(BENCH)
	@for tool in echo load ask turns; do \
		$(CLANG) -O2 -Wall -Wextra -Werror -o $(BENCH)/$$tool Benchmarks/$$tool.c || exit; \
	done
	@$(CLANG) -O2 -Wall -Wextra -Werror -o $(BENCH)/commit Benchmarks/commit.c -lsqlite3
	@Benchmarks/bench.py $(PROGRAMS) $(BENCH)

bench-beside: deps-bench build ## measure how long a quick client waits beside the heaviest loads of another one (Benchmarks/README.md)
	@mkdir -p $(BENCH)
	@$(CLANG) -O2 -Wall -Wextra -Werror -o $(BENCH)/quick Benchmarks/quick.c
	@Benchmarks/beside.py $(PROGRAMS) $(BENCH)

bench-library: build ## measure the library with up to a million jokes, compared with the sqlite3 shell (Benchmarks/README.md)
	@Benchmarks/library.py $(PROGRAMS)

bench-pages: build ## list the pages of write-ahead log that a like, a dislike, a next and an undo write (Benchmarks/README.md)
	@Benchmarks/pages.py $(PROGRAMS)

bench-swipe: deps-bench build ## measure the cost of a dragged card in daemon and terminal program, compared with an ncursesw program
	@mkdir -p $(BENCH)
	@$(CLANG) -O2 -Wall -Wextra -Werror -o $(BENCH)/card Benchmarks/card.c -lncursesw
	@Benchmarks/swipe.py $(PROGRAMS) $(BENCH)/card

bench-card: card ## measure the first frame, the memory and a drag of the card on the desktop (needs what test-card needs)
	@scripts/deps.sh install build card card-test
	@Benchmarks/window.py $(PROGRAMS)

fuzz: ## run libFuzzer for FUZZ_SECONDS (60)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

test-asan: deps generated ## run the tests under AddressSanitizer
	@scripts/sanitized-tests.sh address

test-tsan: deps generated ## run the tests under ThreadSanitizer
	@scripts/sanitized-tests.sh thread

mutants: deps-test ## break promises on purpose, and see that the tests notice: all of Tests/Mutants/mutants, or MUTANTS="NAME…"
	@Tests/Mutants/mutants.py $(MUTANTS)

combinations: build build-tests ## compare 100,000 random decisions, imports and undos with a model
	JOKESD_COMBINATIONS=100000 $(UNIT_TESTS) --filter CombinationTests

# The targets that `make test` does not run, each with the most minutes that it may take.
NIGHTLY := greased:10 test-costs:20 test-hostile:10 test-assistant:5 combinations:10 kill-test:10 storage-faults:10 simulate:15 fuzz:10 test-card:10 test-bars:15 test-sync:20 test-desktops:20 \
	test-card-package:15 test-asan:40 test-tsan:40 soak:30 compare:30 test-upgrades:25 test-debian:45
nightly: export KILL_ROUNDS := 50
nightly: export FAULT_ROUNDS := 10
nightly: export SEEDS := 200
nightly: export COMPARE_MINUTES := 10
nightly: ## run what `make test` does not, one after the other, also after a failure, and print what failed (about 80 minutes after the first time)
	@scripts/nightly.sh $(NIGHTLY)

clean: ## remove .build
	rm -rf .build
