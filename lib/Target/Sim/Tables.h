// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_SIM_TABLES_H
#define TILERY_LIB_TARGET_SIM_TABLES_H

#include "tilery/Target/Sim/SimKernels.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace tilery {

/// The descriptor of one kernel and all that it points to.
struct SimKernels::Tables {
  /// From the attribute that convert-tile-to-sim writes; false when it is not
  /// of that form.
  bool read(mlir::DictionaryAttr attr);

  TilerySimKernel kernel = {};
  uint64_t frameBytes = 0;

private:
  const char *keep(llvm::StringRef text);
  bool readBuffers(mlir::ArrayAttr rows);
  bool readParams(mlir::ArrayAttr rows);
  bool readSites(mlir::ArrayAttr rows);

  llvm::StringMap<char> texts;
  std::vector<TilerySimBuffer> buffers;
  std::vector<TilerySimSite> sites;
  std::vector<TilerySimParam> params;
};

} // namespace tilery

#endif // TILERY_LIB_TARGET_SIM_TABLES_H
