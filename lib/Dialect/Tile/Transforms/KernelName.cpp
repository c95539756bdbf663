// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelChecks.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// PTX identifiers (PTX ISA, identifiers); LLVM writes an entry's name as it
/// is.
static bool isIdentifier(StringRef name) {
  auto follows = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  return !name.empty() && llvm::all_of(name, follows) &&
         (llvm::isAlpha(name.front()) ||
          (name.size() > 1 && !llvm::isDigit(name.front())));
}

/// Why a name that is an identifier is none of a kernel, or "".
static StringRef getOwner(StringRef name) {
  // WARP_SZ is a constant of the language. The keywords of PTX may be names;
  // ptxas 13.0 has predeclared A7, and crashes.
  if (name == "WARP_SZ" || name == "A7")
    return "a predefined identifier of PTX";
  // LLVM answers calls of __nvvm_reflect itself and drops its definition.
  if (name.starts_with("__nvvm_"))
    return "a name of LLVM's NVPTX backend";
  if (name.starts_with("__nv_"))
    return "a name of CUDA's device library";
  if (name == "vprintf" || name == "__assertfail")
    return "a function that the driver provides to kernels";
  return "";
}

LogicalResult tile::verifyKernelName(KernelOp kernel) {
  StringRef name = kernel.getSymName();
  if (!isIdentifier(name))
    return kernel.emitError() << "(V13) expected a kernel name that PTX takes "
                                 "(a letter, then letters, "
                                 "digits, '_' and '$'), got '"
                              << name << "'";
  if (StringRef owner = getOwner(name); !owner.empty())
    return kernel.emitError()
           << "(V13) expected a kernel name of its own, got '" << name << "', "
           << owner << "; rename it";
  return success();
}
