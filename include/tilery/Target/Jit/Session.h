// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code in the process: what the JIT of launchers and that of simulated
// kernels share.

#ifndef TILERY_TARGET_JIT_SESSION_H
#define TILERY_TARGET_JIT_SESSION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace tilery {
namespace jit {

/// This machine's architecture, without optimisation and without the features
/// of its processor, which would have to be probed.
llvm::orc::JITTargetMachineBuilder describeHost();

/// The LLVM IR of a module in the LLVM dialect, for `machine`. The context
/// needs the translations to LLVM IR (registerAllTilery); `what` names the
/// module's contents in errors, such as "launchers".
llvm::Expected<llvm::orc::ThreadSafeModule>
translate(mlir::ModuleOp module, const llvm::TargetMachine &machine,
          llvm::StringRef what);

/// A session without static constructors, in which nothing of the process is
/// visible but what is defined. `machine`, made by `host`, compiles at the
/// first lookup and has to live until the last one.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createSession(llvm::orc::JITTargetMachineBuilder host,
              llvm::TargetMachine &machine);

/// Adds functions of the process, each a `name` and an `address`.
template <typename List>
void addFunctions(llvm::orc::LLJIT &session, const List &functions,
                  llvm::orc::SymbolMap &symbols) {
  for (const auto &function : functions)
    symbols[session.mangleAndIntern(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
}

} // namespace jit
} // namespace tilery

#endif // TILERY_TARGET_JIT_SESSION_H
