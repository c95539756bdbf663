// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constant tables of a launcher (tilery/Launcher/Abi.h) as plain data: what
// the lowering to LLVM writes as globals, and the C++ printer as text. Where a
// table of the interface holds no pointers, it is used as it is.

#ifndef TILERY_CONVERSION_LAUNCHTOLLVM_LAUNCHERTABLES_H
#define TILERY_CONVERSION_LAUNCHTOLLVM_LAUNCHERTABLES_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Launcher/Abi.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tilery {
namespace launch {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// TileryFunctionSpec.
struct FunctionTable {
  std::string name;
  std::string signature;
  std::vector<std::string> argumentNames;
  /// The symbols of all arguments, in order of first use.
  std::vector<std::string> symbolNames;

  /// -1 for a name that is none.
  int32_t findSymbol(llvm::StringRef name) const;
};
FunctionTable makeFunctionTable(FuncOp function);

/// TileryTensorSpec.
struct TensorTable {
  TileryDataType dtype;
  uint32_t accept;
  uint32_t align;
  /// -1: any.
  std::vector<int64_t> shape;
  /// None: compact, row-major. In elements, -1: any.
  std::optional<std::vector<int64_t>> strides;
  /// Empty where no extent has one.
  std::vector<int32_t> symbols;
  std::vector<int64_t> divisors;
};

/// The table of a memref argument. Fails, with an error, for a type that no
/// array has.
mlir::FailureOr<TensorTable> makeTensorTable(FuncOp function, unsigned index,
                                             const FunctionTable &table);
/// The table of an integer or float argument, likewise.
mlir::FailureOr<TileryScalarSpec>
makeScalarTable(FuncOp function, unsigned index, const FunctionTable &table);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// TileryImage.
struct ImageTable {
  ImageAttr image;
  int32_t major, minor;
  uint32_t targetFlags;
};
/// Fails, with an error, on a target that is none.
mlir::FailureOr<std::vector<ImageTable>> makeImageTables(BinaryOp binary);

/// TileryKernelSpec::params.
std::vector<TileryParam> makeParamTable(BinaryOp binary);

/// What the kernel does with each argument of the launcher that it gets, by
/// memref or by map, in the order of the launcher's arguments. What it does
/// through a map of a view, it does with the view; `views` are the launch's.
std::vector<TileryOperand> makeOperandTable(BinaryOp binary, KernelOp launch,
                                            llvm::ArrayRef<mlir::Value> views);

/// The grid's extents, 1 where there is none.
std::array<mlir::OpFoldResult, 3> getGrid(KernelOp launch);

/// Nothing where the launch has no launch attributes.
std::optional<TileryLaunchOptions> makeLaunchOptions(KernelOp launch);

TileryMapSpec makeMapSpec(EncodeMapOp op);
/// What the type alone says of it.
TileryMapSpec makeMapSpec(tile::TensorMapType type);

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What is behind casts, which forget static sizes.
mlir::Value stripCasts(mlir::Value value);

/// The source's dimension that is dimension `dim` of a view.
int64_t getSourceDim(mlir::memref::SubViewOp view, int64_t dim);

/// An argument of the launcher behind a memref value: the argument itself, or
/// casts of it that forget static sizes. -1 where there is none.
int getLauncherArgument(mlir::Value value);

/// The view of an argument that a memref value is, casts left out: the result
/// of a memref.subview. Null for the argument itself.
mlir::Value getView(mlir::Value value);

/// The distinct views of which the maps of a launch are made, in the order of
/// the maps.
llvm::SmallVector<mlir::Value> collectViews(KernelOp launch);

/// What tilery_rt_take_view is told: offsets, extents and steps.
llvm::SmallVector<mlir::OpFoldResult> getSlices(mlir::memref::SubViewOp view);
/// The bits of the dimensions that are left out.
uint32_t getDroppedBits(mlir::memref::SubViewOp view);

/// An extent of an argument, by its number and dimension, or of a view.
struct Extent {
  int argument = -1;
  int64_t dim = 0;
  /// Of a view; then `argument` is -1.
  mlir::OpFoldResult size;
};
Extent getExtent(mlir::Value memref, int64_t dim);

/// Checks that every operation of a launcher can be lowered, that its kernels
/// are compiled and that each of its arguments is checked.
mlir::LogicalResult verifyLauncher(FuncOp function, mlir::SymbolTable &symbols);

} // namespace launch
} // namespace tilery

#endif // TILERY_CONVERSION_LAUNCHTOLLVM_LAUNCHERTABLES_H
