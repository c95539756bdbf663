// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_PIPELINES_BYTECODETEXT_H
#define TILERY_LIB_PIPELINES_BYTECODETEXT_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>

namespace tilery {
/// Bytecode as text in generic form with its locations. MLIR 22's reader trusts
/// its input: one flipped bit makes it read through null, or ask for 2^60
/// bytes. So it runs in a child process, whose end is an error here. Not
/// verified: that is for the reader of the text.
llvm::Expected<std::string>
convertBytecodeToText(llvm::MemoryBufferRef bytecode,
                      const mlir::DialectRegistry &registry);
} // namespace tilery

#endif // TILERY_LIB_PIPELINES_BYTECODETEXT_H
