// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All tools in one library, behind one function. The tool is chosen by the name
// that the program is called under (`tileryc`), or by its first argument
// (`tilery compile`).

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tilery {
int tileryOptMain(int argc, char **argv);
int tilerycMain(int argc, char **argv);
int tileryRunMain(int argc, char **argv);
int tileryMapTestMain(int argc, char **argv);
} // namespace tilery

namespace {
struct Tool {
  llvm::StringLiteral name;
  llvm::StringLiteral verb;
  int (*entry)(int, char **);
};

constexpr Tool tools[] = {
    {"tilery-opt", "opt", tilery::tileryOptMain},
    {"tileryc", "compile", tilery::tilerycMain},
#ifdef TILERY_HAVE_TILERY_RUN
    {"tilery-run", "run", tilery::tileryRunMain},
#endif
#ifdef TILERY_HAVE_TILERY_MAP_TEST
    {"tilery-map-test", "map-test", tilery::tileryMapTestMain},
#endif
};
} // namespace

/// The program `tilery`, whose arguments these are.
extern "C" __attribute__((visibility("default"))) int
tileryToolMain(int argc, char **argv) {
  llvm::StringRef name = argc > 0 ? llvm::sys::path::stem(argv[0]) : "";
  for (const Tool &tool : tools)
    if (name == tool.name)
      return tool.entry(argc, argv);
  llvm::StringRef verb = argc > 1 ? argv[1] : "";
  for (const Tool &tool : tools)
    if (verb == tool.verb || verb == tool.name)
      return tool.entry(argc - 1, argv + 1);
  llvm::errs() << "usage: tilery {";
  llvm::interleave(
      tools, llvm::errs(), [](const Tool &tool) { llvm::errs() << tool.verb; },
      "|");
  llvm::errs() << "} ARGUMENT...\n";
  return 1;
}
