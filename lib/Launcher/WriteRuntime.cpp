// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// tilery-write-runtime FILE: the runtime of emitted launchers, for the build.

#include "tilery/Launcher/Source.h"

#include <fstream>

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::ofstream file(argv[1], std::ios::binary);
  file << tilery::launcherRuntimeSource(/*inlineHeaders=*/true);
  return file.flush() ? 0 : 1;
}
