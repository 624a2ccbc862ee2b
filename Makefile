# `make run`, `make desk` and `make test` need only Python 3.11 or later: they set up .venv themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := $(wildcard clock/text/locale/*/LC_MESSAGES/*.po)
FETCH = @echo "Setting up $(VENV): half a minute or more where libraries are fetched" \
	&& $(BIN)/pip install --quiet --disable-pip-version-check

# One process for each processor, each with its browser tests last. Bytecode is kept, so that it is
# compiled only once for all of them and for the commands that they start.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n logical --dist worksteal
# The clock's package for the tests on a real kernel.
KERNEL_DEB := build/kernel-deb
KERNEL_MACHINE := $(MAKE) kernel-machine  # a recipe that named $(MAKE) would run even with make -n
KERNEL_TEST := CLAPPER_DEB=$$(echo $(KERNEL_DEB)/*.deb) $(BIN)/pytest tests/kernel -m

.PHONY: languages shell run desk test test-all kernel-machine kernel-test check bench install uninstall deb \
	image image-test clean FORCE

# `make run PORT=0` takes any port that is free.
run: $(VENV)/.run
	$(BIN)/clapper sim $(if $(PORT),--port $(PORT))

# The referees' desk, with a round of virtual clocks.
desk: $(VENV)/.desk
	$(BIN)/clapper desk demo $(if $(PORT),--port $(PORT))

test: $(VENV)/.test
	$(PYTEST)

# All tests but that of the card image, as root, in three stages. First those that take minutes or
# install the whole clock, while the virtual machine is made; the package that they build is tested
# in it. Next, alone, those that play on its real kernel in real time. Last all others, beside those
# that play there in virtual time, which nothing disturbs.
test-all: $(VENV)/.test
	rm -rf $(KERNEL_DEB)
	mkdir -p $(KERNEL_DEB)
	$(KERNEL_MACHINE) >build/kernel.log 2>&1 & machine=$$!; \
	CLAPPER_KEEP_DEB=$(KERNEL_DEB)/clapper.deb $(PYTEST) -m slow; status=$$?; \
	wait $$machine || { cat build/kernel.log; exit 1; }; \
	exit $$status
	$(KERNEL_TEST) quiet
	$(KERNEL_TEST) "kernel and not quiet" >build/kernel.log 2>&1 & virtual=$$!; \
	$(PYTEST); status=$$?; \
	wait $$virtual || { cat build/kernel.log; exit 1; }; \
	exit $$status

kernel-test: kernel-machine
	rm -rf $(KERNEL_DEB)
	$(BIN)/python tools/deb/build.py --arch amd64 --out $(KERNEL_DEB)
	$(KERNEL_TEST) kernel

# Makes the virtual machine from Debian's packages; only a part whose inputs changed is made again.
kernel-machine: $(VENV)/.test
	timeout 1800 tests/kernel/vm/build.sh

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

# Writes the completion and the manual page, which are made from the commands.
shell: $(VENV)/.test
	$(BIN)/python -m tools.shell_files

# Adds new texts to the languages' catalogues, for a person to translate.
languages: $(VENV)/.test
	$(BIN)/python -m tools.catalogues

# The laws of corrections over 100,000 random chains of entries: a quarter of an hour.
laws: $(VENV)/.test
	CLAPPER_GAMES=68000 $(PYTEST) -o faulthandler_timeout=7200 tests/rules/test_laws_stop.py

# Plays SEEDS tables from FIRST on, each with ACTS acts under random faults; SEED plays one of them
# again, CASE a file.
simulate: $(VENV)/.test
	$(BIN)/python -m tests.simulation --seeds $(or $(SEEDS),300) --first $(or $(FIRST),0) \
		$(if $(SEED),--seed $(SEED)) $(if $(ACTS),--acts $(ACTS)) $(if $(CASE),--case $(CASE))

# Plants faults in the places of tools/mutants, or in PLACE, in a copy, and counts those that its
# tests find: an hour. Stopped and started again it goes on.
mutants: $(VENV)/.dev
	nice -n 19 $(BIN)/python -m tools.mutants $(PLACE) $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT))

docs/rules.md: $(VENV)/.test FORCE
	$(BIN)/python -m tests.rules.rules_page > $@.new && mv $@.new $@

PICTURES := $(wildcard docs/*.svg)

.PHONY: pictures laws simulate mutants
pictures: $(PICTURES)

$(PICTURES): $(VENV)/.test FORCE
	$(BIN)/python -m tools.drawings $(basename $(notdir $@)) > $@.new && mv $@.new $@

$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Clapper needs Python 3.11 or later; say which with PYTHON=..."; exit 1; }
	@echo "Setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml $(CATALOGUES)
	$(FETCH) -e '.[sim]'
	@touch $@

$(VENV)/.desk: $(VENV)/.venv pyproject.toml $(CATALOGUES)
	$(FETCH) -e '.[desk]'
	@touch $@

$(VENV)/.test: $(VENV)/.venv pyproject.toml $(CATALOGUES)
	$(FETCH) -e '.[test]'
	@touch $@ $(VENV)/.run $(VENV)/.desk

$(VENV)/.dev: $(VENV)/.venv pyproject.toml $(CATALOGUES)
	$(FETCH) -e '.[dev]'
	@touch $@ $(VENV)/.test $(VENV)/.run $(VENV)/.desk

# On a Pi, as root: installs the clock in /opt/clapper, in an environment of its own, and its
# service, which starts at the next power-on. A running clock goes on, and uses the new version from
# its next start; a disabled service stays disabled. DESTDIR puts everything under another root.
OPT := /opt/clapper
ETC := $(DESTDIR)/etc
DOC := $(DESTDIR)$(OPT)/doc
SHARE := $(DESTDIR)/usr/local/share
SHELL_FILES := "$(SHARE)/man/man1/clapper.1" "$(SHARE)/bash-completion/completions/clapper" \
	"$(SHARE)/zsh/site-functions/_clapper"
UNIT := $(ETC)/systemd/system/clapper.service
PACKAGED := $(DESTDIR)/lib/systemd/system/clapper.service
LIVE := $(if $(DESTDIR),false,test -d /run/systemd/system)

install:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Clapper needs Python 3.11 or later; say which with PYTHON=..."; exit 1; }
	@! test -e "$(PACKAGED)" || { echo "The clock is already installed from its Debian package: first" \
		"run 'apt remove clapper-clock', which keeps its games and configuration."; exit 1; }
	sh systemd/environment.sh "$(PYTHON)" "$(DESTDIR)" "$(OPT)"
	rm -rf "$(DOC)"
	install -d "$(DOC)/docs" "$(DOC)/examples"
	install -m 644 README.md hardware.md LICENSE "$(DOC)"
	install -m 644 docs/* "$(DOC)/docs"
	install -m 644 examples/* "$(DOC)/examples"
	install -d "$(DESTDIR)/usr/local/bin" "$(ETC)/clapper" "$(ETC)/systemd/system" \
		"$(ETC)/systemd/system-generators" "$(ETC)/sysusers.d" "$(ETC)/tmpfiles.d" \
		"$(ETC)/udev/rules.d"
	ln -sfn $(OPT)/bin/clapper "$(DESTDIR)/usr/local/bin/clapper"
	set -- $(SHELL_FILES); for each in clapper.1 clapper.bash _clapper; do \
		install -D -m 644 "shell/$$each" "$$1" && shift || exit 1; done
	test -e "$(ETC)/clapper/clapper.toml" \
		|| install -m 644 systemd/clapper.toml "$(ETC)/clapper/"
	install -m 644 systemd/clapper.sysusers.conf "$(ETC)/sysusers.d/clapper.conf"
	install -m 644 systemd/clapper.tmpfiles.conf "$(ETC)/tmpfiles.d/clapper.conf"
	install -m 644 systemd/60-clapper.rules "$(ETC)/udev/rules.d/"
	install -m 755 systemd/clapper-permissions "$(ETC)/systemd/system-generators/"
	if $(LIVE); then systemd-sysusers clapper.conf && systemd-tmpfiles --create clapper.conf \
		&& udevadm control --reload && udevadm trigger --subsystem-match=gpio \
			--subsystem-match=i2c-dev --subsystem-match=spidev; fi
	sed 's,/usr/bin/clapper,$(OPT)/bin/clapper,; s,/usr/share/doc/clapper-clock,$(OPT)/doc,' \
		systemd/clapper.service > "$(UNIT).new"
	chmod 644 "$(UNIT).new"
	first=$$(test -f "$(UNIT)" || echo yes); mv -fT "$(UNIT).new" "$(UNIT)" && \
	if $(LIVE); then systemctl daemon-reload \
		&& { test -z "$$first" || systemctl --quiet enable clapper; }; fi
	@if ! $(LIVE); then echo "Installed$(if $(DESTDIR), under $(DESTDIR)). Where systemd runs," \
		"'systemctl enable --now clapper' starts the clock, at once and at each power-on."; \
	elif systemctl --quiet is-active clapper; then echo "Installed. The running clock keeps the" \
		"old version; when no game is in progress, 'systemctl restart clapper' switches to the new one."; \
	elif systemctl --quiet is-enabled clapper; then echo "Installed. 'clapper doctor' checks the" \
		"hardware; 'systemctl start clapper' starts the clock now; otherwise it starts at the next power-on."; \
	else echo "Installed. The clock stays disabled; 'systemctl enable --now clapper' starts it, now" \
		"and at each power-on."; fi

# Leaves the configuration in /etc/clapper and the games in /var/lib/clapper.
uninstall:
	if $(LIVE); then systemctl --quiet disable --now clapper || true; fi
	rm -rf "$(DESTDIR)$(OPT)"
	rm -f $(SHELL_FILES)
	rm -f "$(DESTDIR)/usr/local/bin/clapper" "$(UNIT)" "$(ETC)/sysusers.d/clapper.conf" \
		"$(ETC)/tmpfiles.d/clapper.conf" "$(ETC)/udev/rules.d/60-clapper.rules" \
		"$(ETC)/systemd/system-generators/clapper-permissions"
	if $(LIVE); then systemctl daemon-reload; fi
	@! test -e "$(PACKAGED)" || echo "The clock from the Debian package stays installed;" \
		"'systemctl enable --now clapper' starts it, now and at each power-on."

# Builds the Debian packages in dist/, for PCs and for a 64-bit Pi.
ARCHS := amd64 arm64

deb: $(VENV)/.venv
	for arch in $(ARCHS); do $(BIN)/python tools/deb/build.py --arch $$arch --out dist || exit 1; done

# As root: builds the card image for a Pi Zero 2 W, 3 or 4 in dist/, from Debian's packages. URL is
# the address at which Raspberry Pi Imager will find it.
IMAGE_CACHE := $(or $(CLAPPER_IMAGE_CACHE),$(HOME)/.cache/clapper/image)

image: $(VENV)/.venv
	rm -rf build/image-deb
	$(BIN)/python tools/deb/build.py --arch arm64 --out build/image-deb
	CLAPPER_IMAGE_CACHE=$(IMAGE_CACHE) tools/image/build.sh build/image-deb/*.deb dist $(URL)

# Boots the image twice: a quarter of an hour on a machine that does nothing else.
image-test: image $(VENV)/.test
	CLAPPER_CARD=$(IMAGE_CACHE)/card $(BIN)/pytest -s -o faulthandler_timeout=7200 -m image tests/install/test_image.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

FORCE:
