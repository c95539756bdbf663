// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launchers as object files and static libraries. All of it may run on several
// threads at once, and gives the same bytes on every run.

#ifndef TILERY_TARGET_OBJECT_EMITOBJECT_H
#define TILERY_TARGET_OBJECT_EMITOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tilery {

/// Processors that launchers run on, under Linux.
enum class HostArchitecture { X86, AArch64 };

/// "x86_64", "aarch64".
llvm::StringRef getName(HostArchitecture host);
/// Nothing for another name.
std::optional<HostArchitecture> parseHostArchitecture(llvm::StringRef name);
/// That of this process; nothing where it is none of them.
std::optional<HostArchitecture> getOwnArchitecture();

/// The ELF object of a module that convert-launch-to-llvm has converted with
/// `c-entries`: position-independent code for any processor of the
/// architecture, which exports the module's external functions alone. The
/// context needs the translations to LLVM IR (registerAllTilery).
llvm::Expected<std::string> emitObject(mlir::ModuleOp module,
                                       HostArchitecture host);

struct ArchiveMember {
  std::string name;
  llvm::StringRef content;
};

/// A static library with an index of its members' symbols.
llvm::Expected<std::string> makeArchive(llvm::ArrayRef<ArchiveMember> members);

} // namespace tilery

#endif // TILERY_TARGET_OBJECT_EMITOBJECT_H
