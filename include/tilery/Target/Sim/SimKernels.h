// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels compiled into the process, for the simulator.

#ifndef TILERY_TARGET_SIM_SIMKERNELS_H
#define TILERY_TARGET_SIM_SIMKERNELS_H

#include "tilery/Sim/Abi.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <memory>
#include <vector>

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace tilery {

/// The machine code of a module's kernels and what the simulator has to know of
/// them. Never changes after `create`; has to outlive all launches.
class SimKernels {
public:
  /// Compiles a module that convert-tile-to-sim has converted. The context
  /// needs the translations to LLVM IR (registerAllTilery). Code for this
  /// machine's processor, hardly optimised: a kernel spends its time in the
  /// simulator, and better code costs more than it saves.
  static llvm::Expected<std::unique_ptr<SimKernels>>
  create(mlir::ModuleOp module);

  ~SimKernels();
  SimKernels(const SimKernels &) = delete;
  SimKernels &operator=(const SimKernels &) = delete;

  /// The kernel of that name, or null.
  const TilerySimKernel *lookup(llvm::StringRef name) const;

  /// What a launcher embeds for that kernel (Sim/Image.h); empty where there is
  /// none.
  std::string getImage(llvm::StringRef name) const;

private:
  struct Tables;
  SimKernels();
  llvm::Error compile(mlir::ModuleOp module);

  std::unique_ptr<llvm::orc::LLJIT> session;
  std::deque<Tables> tables;
  llvm::StringMap<const Tables *> tablesOf;
};

} // namespace tilery

#endif // TILERY_TARGET_SIM_SIMKERNELS_H
