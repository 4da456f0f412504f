# The two commands a newcomer needs: `make demo` and `make test`. `make help` lists the rest.
PREFIX ?= /usr/local
DESTDIR ?=
TIME ?= 60
SWIFT ?= swift
BUILD = .build/release/compose
OUT = out
# Tests run optimised, since many look at pixels; their own scratch folder keeps `make demo` from building twice.
TEST = -c release -Xswiftc -enable-testing --scratch-path .build/test $(HEADERS)
# libav and libcurl are loaded while the program runs, so Swift asks pkg-config for no flags of theirs.
HEADERS = $(addprefix -Xcc ,$(shell pkg-config --cflags-only-I libavcodec libcurl 2>/dev/null))

.PHONY: help demo test build setup lint format install uninstall bench fuzz examples docs clean

help:
	@echo "make demo             set up, build, render the example film"
	@echo "make test             set up, run all tests"
	@echo "make install PREFIX=  install compose, its templates and shell completions (default $(PREFIX))"
	@echo "make lint | format    check | mend the code's format"
	@echo "make bench            measure speed (docs/performance.md)"
	@echo "make fuzz TIME=60     fuzz every reader for TIME seconds each"
	@echo "make examples         write the example recordings anew"
	@echo "make docs             write the generated pages of docs/ anew"

demo: build
	@mkdir -p $(OUT)
	$(BUILD) --template story examples/recordings/hilly-10k.gpx -o $(OUT)/demo.mp4
	@echo
	@echo "The film is $(CURDIR)/$(OUT)/demo.mp4 - open it with: xdg-open $(OUT)/demo.mp4"
	@echo "Your own run: $(BUILD) --template story run.gpx -o film.mp4"

setup:
	@.ci/setup build

build: setup
	$(SWIFT) build -c release --product compose --static-swift-stdlib $(HEADERS)

test:
	@.ci/setup test
	$(SWIFT) build $(TEST) --build-tests
	$(SWIFT) test $(TEST) --skip-build --disable-xctest

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests examples

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests examples

install: build
	install -D -m 755 $(BUILD) $(DESTDIR)$(PREFIX)/bin/compose
	mkdir -p $(DESTDIR)$(PREFIX)/share/replay-composer
	rm -rf $(DESTDIR)$(PREFIX)/share/replay-composer/templates
	cp -R templates $(DESTDIR)$(PREFIX)/share/replay-composer/templates
	rm -rf $(DESTDIR)$(PREFIX)/share/replay-composer/templates/*/frames
	mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	mkdir -p $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	mkdir -p $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(BUILD) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/compose
	$(BUILD) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_compose
	$(BUILD) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/compose.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/compose
	rm -rf $(DESTDIR)$(PREFIX)/share/replay-composer
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/compose
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_compose
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/compose.fish

bench: build
	$(BUILD) bench examples/recordings/hilly-10k.gpx

fuzz:
	Tests/Fuzz/run.sh $(TIME)

examples:
	python3 examples/recordings/generate.py

docs: build
	$(BUILD) schema --format markdown > docs/template-reference.md

clean:
	rm -rf .build $(OUT)
