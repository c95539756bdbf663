// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How arguments of launchers are named outside of MLIR.

#ifndef TILERY_CONVERSION_LAUNCHTOLLVM_SIGNATURE_H
#define TILERY_CONVERSION_LAUNCHTOLLVM_SIGNATURE_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Launcher/Abi.h"

namespace tilery {
namespace launch {

/// The DLPack type of an element or scalar type, or failure where DLPack has
/// none. Signless integers are TILERY_TYPE_INT, and so is index (64 bits).
llvm::FailureOr<TileryDataType> getDataType(mlir::Type type);

/// "float32", "int8", "bfloat16", "float8_e4m3fn"; failure as above.
llvm::FailureOr<std::string> getDataTypeName(mlir::Type type);

/// "add_one(A: Tensor([m, 32], float32), n: int32)". Unknown extents are the
/// names of their symbols or "?"; strides are given where they are not compact.
std::string getSignature(FuncOp function);

/// The symbol of each dimension of argument `index` (tile.dims), "" where there
/// is none; `rank` entries.
llvm::SmallVector<llvm::StringRef> getDimSymbols(FuncOp function,
                                                 unsigned index, unsigned rank);

} // namespace launch
} // namespace tilery

#endif // TILERY_CONVERSION_LAUNCHTOLLVM_SIGNATURE_H
