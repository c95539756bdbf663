# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of pytest as tests of lit."""

import lit.formats
import lit.Test
import lit.util

NOTHING_COLLECTED = 5


class Pytest(lit.formats.FileBasedTest):
    """Runs each file with pytest. A file whose tests are all skipped is unsupported."""

    def __init__(self, python: str):
        self.command = [python, "-m", "pytest", "-q", "-rs", "--no-header"]

    def execute(self, test, lit_config):
        if test.config.unsupported:
            return lit.Test.UNSUPPORTED, "unsupported"
        command = [*self.command, "-p", "no:cacheprovider", test.getSourcePath()]
        try:
            out, err, status = lit.util.executeCommand(
                command, env=test.config.environment, timeout=lit_config.maxIndividualTestTime or 0
            )
        except lit.util.ExecuteCommandTimeoutException as timeout:
            return lit.Test.TIMEOUT, f"{timeout.out}\n{timeout.err}"
        output = f"{' '.join(command)}\n{out}{err}"
        if status != 0:
            note = "\nno test in it\n" if status == NOTHING_COLLECTED else ""
            return lit.Test.FAIL, output + note
        all_skipped = " skipped" in out and " passed" not in out
        return (lit.Test.UNSUPPORTED if all_skipped else lit.Test.PASS), output
