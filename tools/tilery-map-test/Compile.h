// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases compiled by Tilery's own compiler.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_COMPILE_H
#define TILERY_TOOLS_TILERY_MAP_TEST_COMPILE_H

#include "Case.h"

#include "tilery/Target/Jit/JitLauncher.h"
#include "tilery/Target/Sim/SimKernels.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/ArrayRef.h"

#include <map>

namespace tilery {
namespace maptest {

/// Launchers of cases, or why there is none.
class Compiled {
public:
  TileryLauncher launcher(const Case &c) const;
  /// The diagnostics of a case without launcher.
  std::string error(const Case &c) const;

private:
  friend class Compiler;
  /// The code of simulated kernels, which outlives their launchers.
  std::vector<std::shared_ptr<SimKernels>> simKernels;
  std::vector<std::unique_ptr<JitLauncher>> modules;
  std::map<uint64_t, std::string> errors;
};

class Compiler {
public:
  /// `simulate`: for the simulator instead of a GPU.
  Compiler(std::string target, bool simulate);
  ~Compiler();

  /// Compiles the cases as one module; where that fails, each on its own, so
  /// that the error is known by case. Kernels stay PTX for the driver.
  Compiled compile(llvm::ArrayRef<Case> cases);

private:
  /// False after an error, which is then in `errorText`.
  bool compileModule(const std::string &text, Compiled &compiled);

  std::string target;
  bool simulate;
  std::unique_ptr<mlir::MLIRContext> context;
  std::string errorText;
};

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_COMPILE_H
