# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs lit on one test suite and sums up what happened.

Shows lit's own progress and the output of each failing test, lists the tests that
this machine cannot run, refuses those that the list of allowed ones does not name,
and closes with `N passed, N failed, N skipped`. Used by utils/test.
"""

import argparse
import fnmatch
import json
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED"}

# A test that takes longer hangs: the slowest takes seconds.
TEST_LIMIT_SECONDS = 300

MISSING_FEATURES = re.compile(r"requires the following unavailable features: (.*)")


@dataclass
class AllowedTests:
    """A line of the allow-list: tests that may miss some features."""

    glob: str
    features: set[str]

    def covers(self, path: str, missing: set[str]) -> bool:
        return fnmatch.fnmatchcase(path, self.glob) and missing <= self.features


def read_allowed(path: Path) -> list[AllowedTests]:
    allowed = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if len(words) != 2:
            sys.exit(f"{path.name}:{number}: expected GLOB FEATURES, got {line!r}")
        allowed.append(AllowedTests(words[0], set(words[1].split(","))))
    return allowed


def split_name(name: str) -> str:
    """`Suite :: path/of/test` without the suite."""
    return name.split(" :: ", 1)[-1]


def missing_features(test: dict) -> set[str]:
    """The features that an unsupported test asks for, empty where it names none.

    A requirement may be an expression (`sm90 && !asan`): each name in it counts.
    """
    found = MISSING_FEATURES.search(test.get("output") or "")
    return set(re.findall(r"[\w.-]+", found.group(1))) if found else set()


def run_lit(suite: Path, jobs: int, test_filter: str) -> list[dict]:
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.json"
        lit = str(Path(sys.executable).with_name("lit"))
        command = [lit, "-sv", f"-j{jobs}", "--order=smart", "--allow-empty-runs"]
        command += [f"--timeout={TEST_LIMIT_SECONDS}", f"--output={results}"]
        if test_filter:
            command.append(f"--filter={test_filter}")
        process = subprocess.run([*command, str(suite)], stdin=subprocess.DEVNULL)
        if not results.exists():
            if process.returncode == 0:  # the filter matches nothing
                return []
            sys.exit(f"lit stopped with exit status {process.returncode} and left no results")
        tests = json.loads(results.read_text())["tests"]
        if process.returncode != 0 and all(t["code"] in PASSED | SKIPPED for t in tests):
            sys.exit(f"lit: exit status {process.returncode} although no test failed")
        return tests


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", type=Path, required=True, help="folder of lit.site.cfg.py")
    parser.add_argument("--allowed", type=Path, required=True, help="list of allowed skips")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--filter", default="", help="run only tests whose path has this")
    options = parser.parse_args()

    allowed = read_allowed(options.allowed)
    start = time.monotonic()
    tests = run_lit(options.suite, options.jobs, options.filter)
    elapsed = time.monotonic() - start

    passed = [t for t in tests if t["code"] in PASSED]
    skipped, unexpected = [], []
    for test in (t for t in tests if t["code"] in SKIPPED):
        path, missing = split_name(test["name"]), missing_features(test)
        ok = missing and any(line.covers(path, missing) for line in allowed)
        (skipped if ok else unexpected).append((path, ", ".join(sorted(missing))))
    failed = [t for t in tests if t["code"] not in PASSED | SKIPPED]

    print(f"{len(tests)} tests in {elapsed:.0f} s", flush=True)
    if skipped:
        print(f"UNSUPPORTED, as {options.allowed.name} allows:")
        for path, missing in sorted(skipped):
            print(f"  {path}: needs {missing}")
    if unexpected:
        print(f"UNSUPPORTED, and not in {options.allowed.name}:")
        for path, missing in sorted(unexpected):
            print(f"  {path}: needs {missing or 'what its own line says'}")
    if failed:
        print("FAILED:")
        for test in sorted(failed, key=lambda t: t["name"]):
            print(f"  {split_name(test['name'])}: {test['code']}")
    if not passed + failed:
        cause = f"matches {options.filter!r} and can run here" if options.filter else "was found"
        print(f"no test ran: none {cause}")

    failures = len(failed) + len(unexpected)
    print(f"{len(passed)} passed, {failures} failed, {len(skipped)} skipped", flush=True)
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
