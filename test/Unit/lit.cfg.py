# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The GoogleTest programs of all folders: executables whose name ends in Tests."""

import os

import lit.formats

config.name = "TileryUnit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.suffixes = []
config.excludes = ["CMakeFiles", "Output"]
config.test_source_root = os.path.join(config.tilery_binary_root, "test")
config.test_exec_root = config.test_source_root
if "address" in config.sanitizers:
    config.environment["ASAN_OPTIONS"] = os.environ.get(
        "ASAN_OPTIONS", "allow_user_poisoning=0:detect_leaks=0:detect_container_overflow=0"
    )
if "thread" in config.sanitizers:
    config.environment["TSAN_OPTIONS"] = os.environ.get(
        "TSAN_OPTIONS", "ignore_noninstrumented_modules=1"
    )
