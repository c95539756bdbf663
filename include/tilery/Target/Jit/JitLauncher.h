// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launchers compiled into the process.

#ifndef TILERY_TARGET_JIT_JITLAUNCHER_H
#define TILERY_TARGET_JIT_JITLAUNCHER_H

#include "tilery/Launcher/Abi.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace tilery {

/// The machine code of a module's launchers, and the kernels inside it. All
/// code is made by `create`; afterwards the object never changes, so that any
/// number of threads may look up and call launchers. Destroy it when no call is
/// running: it unloads the kernels from every context.
class JitLauncher {
public:
  /// Compiles a module that convert-launch-to-llvm has converted, with its
  /// default options. The context needs the translations to LLVM IR
  /// (registerAllTilery). Different modules may be compiled on different
  /// threads at once. Without optimisation: a launcher is straight-line calls,
  /// and optimising it costs more time than it can save (0.6 ms against 1.5 ms
  /// measured).
  static llvm::Expected<std::unique_ptr<JitLauncher>>
  create(mlir::ModuleOp module);

  ~JitLauncher();
  JitLauncher(const JitLauncher &) = delete;
  JitLauncher &operator=(const JitLauncher &) = delete;

  /// The launcher of that name, or null.
  TileryLauncher lookup(llvm::StringRef name) const;

  /// The names of all launchers, in the order of the module.
  llvm::ArrayRef<std::string> getNames() const { return names; }

private:
  JitLauncher();
  llvm::Error compile(mlir::ModuleOp module);

  std::unique_ptr<llvm::orc::LLJIT> session;
  std::vector<std::string> names;
  llvm::StringMap<TileryLauncher> launchers;
  void (*release)() = nullptr;
};

} // namespace tilery

#endif // TILERY_TARGET_JIT_JITLAUNCHER_H
