// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tilery's dialects and passes in other programs: mlir-opt's options
// --load-dialect-plugin and --load-pass-plugin take the library.

#include "tilery/InitAll.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

// The headers declare the two as weak, and the build hides what is not marked.
extern "C" __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tilery", TILERY_VERSION,
          [](mlir::DialectRegistry *registry) {
            tilery::registerAllTilery(*registry);
          }};
}

extern "C" __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tilery", TILERY_VERSION,
          tilery::registerTileryPasses};
}
