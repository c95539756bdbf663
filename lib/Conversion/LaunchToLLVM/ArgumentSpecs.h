// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_ARGUMENTSPECS_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_ARGUMENTSPECS_H

#include "Tables.h"

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

#include "llvm/ADT/MapVector.h"

namespace tilery {
namespace launch {

/// The tables that describe a launcher and its arguments.
class ArgumentSpecs {
public:
  ArgumentSpecs(FuncOp function, const AbiTypes &abi, Tables &tables);

  /// Number of distinct symbols of the arguments' tile.dims.
  unsigned getNumSymbols() const { return symbols.size(); }

  /// TileryFunctionSpec.
  mlir::LLVM::GlobalOp makeFunctionSpec();
  /// TileryTensorSpec of a memref argument; null, and an error, for a type that
  /// no array has.
  mlir::FailureOr<mlir::LLVM::GlobalOp> makeTensorSpec(unsigned index);
  /// TileryScalarSpec of an integer or float argument.
  mlir::FailureOr<mlir::LLVM::GlobalOp> makeScalarSpec(unsigned index);

private:
  /// [rank] symbol index or -1.
  llvm::SmallVector<int64_t> getSymbols(unsigned index, unsigned rank);

  FuncOp function;
  const AbiTypes &abi;
  Tables &tables;
  /// Name to index, in order of first use.
  llvm::MapVector<mlir::StringAttr, unsigned> symbols;
};

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_ARGUMENTSPECS_H
