// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of tileryc. Not LLVM's command line library: that lists the
// options of every LLVM pass in the process, and keeps them in global state.

#ifndef TILERY_TOOLS_TILERYC_OPTIONS_H
#define TILERY_TOOLS_TILERYC_OPTIONS_H

#include "tilery/Pipelines/Emit.h"
#include "tilery/Pipelines/Export.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <string>
#include <vector>

namespace tilery {
struct TilerycOptions {
  /// What the tool is asked to do.
  enum class Action {
    Compile,
    CheckMaps,
    ExplainMap,
    ExplainError,
    Catalogue,
    Help,
    Version
  };
  Action action = Action::Compile;

  std::string input;        ///< path, or "-"
  std::string output = "-"; ///< path, or "-"
  bool hasOutput = false;   ///< -o was given
  EmitKind emit = EmitKind::PTX;
  /// Files below the folder `output` instead.
  std::optional<ExportForm> exportForm;
  bool cudaHeader = true;
  bool tvmFfi = false;
  std::optional<HostArchitecture> host;
  std::string target = "sm_90a";
  /// Targets of cubins, each once.
  std::vector<std::string> cubinTargets;
  int32_t ptx = 0; ///< major * 10 + minor, 0: the lowest that works
  std::string kernel;
  std::string ptxas;
  std::string libdevice;
  bool lineInfo = false;
  std::vector<std::string> dumpAfter;
  unsigned timeRuns = 0; ///< 0: no --time
  std::string map;       ///< of --explain-map
  std::string error;     ///< of --explain-error
  bool json = false;

  /// How --explain-map draws the tile's image in shared memory.
  enum class Picture { None, Table, SVG };
  Picture picture = Picture::None;
  bool allRows = false;
  std::vector<int32_t> coords; ///< outer to inner; empty: the origin
  uint32_t sharedStart = 0;    ///< address of the tile in shared memory
};

/// Reads the arguments (without the program's name). Fails with the reason in
/// `error`.
llvm::LogicalResult parseOptions(llvm::ArrayRef<const char *> arguments,
                                 TilerycOptions &options, std::string &error);

llvm::StringRef getHelpText();
/// "tileryc 0.1.0 (LLVM 22.1.8)".
std::string getVersionText();
} // namespace tilery

#endif // TILERY_TOOLS_TILERYC_OPTIONS_H
