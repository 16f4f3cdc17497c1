# SPDX-License-Identifier: MIT
.PHONY: build
build:
	swift build --explicit-target-dependency-import-check error
