# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the GPU bundle's manifest: which sources its binary and tests are of.

The tree ids are those of the files as they lie on disk, as git would store them,
so that a bundle of uncommitted sources can be told from one of the commit. The
source hash sums up those of HASHED: results carry it, and utils/check-results compares
it. Used by utils/gpu-bundle.
"""

import argparse
import datetime
import hashlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

# What the binary and the results depend on: results that were measured with it are
# compared by it.
HASHED = [
    "include",
    "lib",
    "tools",
    "python",
    "examples",
    "test/Integration/sm90",
    "test/Python/Inputs",
]
BUILD_FILES = ["CMakeLists.txt", "CMakePresets.json", "cmake"]


def git(*arguments: str, **environment: str) -> str:
    process = subprocess.run(
        ["git", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    return process.stdout.rstrip()


def tree_ids(paths: list[str]) -> dict[str, str]:
    """The git tree id of each folder's present content."""
    with tempfile.TemporaryDirectory() as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        git("read-tree", "--empty", **index)
        git("add", "--all", "--", *paths, **index)
        tree = git("write-tree", **index)
        listing = git("ls-tree", "-d", "--format=%(path) %(objectname)", tree, *paths)
    return dict(line.rsplit(" ", 1) for line in listing.splitlines())


def source_hash(trees: dict[str, str]) -> str:
    """One number for the sources that results depend on, of their tree ids."""
    text = "".join(f"{path} {trees[path]}\n" for path in HASHED)
    return hashlib.sha256(text.encode()).hexdigest()


def first_line(*command: str) -> str:
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return process.stdout.splitlines()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--binary", type=Path, help="the manifest of this multi-call binary")
    what.add_argument("--source-hash", action="store_true", help="the hash of the sources alone")
    options = parser.parse_args()
    if options.source_hash:
        print(source_hash(tree_ids(HASHED)))
        return

    changes = git("status", "--porcelain", "--", *HASHED, *BUILD_FILES)
    trees = tree_ids(HASHED)
    now = datetime.datetime.now(datetime.UTC)
    manifest = {
        "commit": git("rev-parse", "HEAD"),
        "commit_date": git("log", "-1", "--format=%cI"),
        "dirty": bool(changes),
        "changed_files": [line[3:] for line in changes.splitlines()],
        "trees": trees,
        "source_hash": source_hash(trees),
        "build_date": now.isoformat(timespec="seconds"),
        "preset": "portable",
        "compiler": first_line("clang++-22", "--version"),
        "libc": first_line("ldd", "--version"),
        "binary_bytes": options.binary.stat().st_size,
        "binary_sha256": hashlib.sha256(options.binary.read_bytes()).hexdigest(),
    }
    print(json.dumps(manifest, indent=2))


if __name__ == "__main__":
    main()
