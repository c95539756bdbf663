// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_ARGUMENTSPECS_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_ARGUMENTSPECS_H

#include "Tables.h"

#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"

namespace tilery {
namespace launch {

/// The tables that describe a launcher and its arguments, as globals.
class ArgumentSpecs {
public:
  ArgumentSpecs(FuncOp function, const AbiTypes &abi, Tables &tables)
      : function(function), abi(abi), tables(tables),
        table(makeFunctionTable(function)) {}

  /// Number of distinct symbols of the arguments' tile.dims.
  unsigned getNumSymbols() const { return table.symbolNames.size(); }

  /// TileryFunctionSpec.
  mlir::LLVM::GlobalOp makeFunctionSpec();
  /// TileryTensorSpec of a memref argument; null, and an error, for a type that
  /// no array has.
  mlir::FailureOr<mlir::LLVM::GlobalOp> makeTensorSpec(unsigned index);
  /// TileryScalarSpec of an integer or float argument.
  mlir::FailureOr<mlir::LLVM::GlobalOp> makeScalarSpec(unsigned index);

private:
  /// "add_one_launch.in".
  std::string getTableName(unsigned index) const {
    return table.name + "." + table.argumentNames[index];
  }

  FuncOp function;
  const AbiTypes &abi;
  Tables &tables;
  FunctionTable table;
};

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_ARGUMENTSPECS_H
