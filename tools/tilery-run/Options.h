// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of tilery-run.

#ifndef TILERY_TOOLS_TILERY_RUN_OPTIONS_H
#define TILERY_TOOLS_TILERY_RUN_OPTIONS_H

#include "Fill.h"

#include "tilery-c/Simulator.h"

#include <map>

namespace tilery {
namespace run {

struct Options {
  Options() { tileryInitSimOptions(&simulator, sizeof(simulator)); }

  std::string input;
  /// Name of the launcher; empty: the module's only one.
  std::string launch;
  /// "cuda", "cuda:1", "sim", "record"; empty: cuda where there is a GPU that
  /// can run the target, else sim.
  std::string device;
  std::string target = "sm_90a";
  std::map<std::string, FillSpec> args;
  /// Argument to .npy file.
  std::map<std::string, std::string> outs, expects;
  int64_t repeat = 1;
  /// Threads that call the launcher at once.
  int64_t threads = 1;
  /// Whether the launcher is captured and replayed.
  bool graph = false;
  bool time = false;
  bool json = false;
  /// Shuffled orders of the simulator, of seeds 1 to this; 0: one, as
  /// `simulator` says.
  int64_t seeds = 0;
  /// Of the simulator.
  TilerySimOptions simulator;
  /// Where the simulator's trace goes.
  std::string trace;
  /// The first option that only the simulator has; empty without.
  std::string simulatorOption;
  bool help = false;
  bool version = false;
};

/// Errors quote the option; an unknown one is answered with the nearest.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> args);

llvm::StringRef helpText();

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_OPTIONS_H
