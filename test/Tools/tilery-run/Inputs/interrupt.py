# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command, and sends it SIGINT until it ends."""

import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
# Before the kernel runs, the signal has its default meaning: wait until it does. A second
# one would end the process at once.
time.sleep(3)
process.send_signal(signal.SIGINT)
output, _ = process.communicate(timeout=60)
print(output)
print(f"exit status {process.returncode}")
