// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's device library, a file of LLVM bitcode.

#ifndef TILERY_LIB_TARGET_PTX_LIBDEVICE_H
#define TILERY_LIB_TARGET_PTX_LIBDEVICE_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace tilery {
/// Whether `module` calls a function of the library.
bool usesLibdevice(const llvm::Module &module);

/// Links the functions that `module` calls from the bitcode file `path`, as
/// functions of the module's own.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef path);
} // namespace tilery

#endif // TILERY_LIB_TARGET_PTX_LIBDEVICE_H
