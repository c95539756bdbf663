// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The structs of tilery/Launcher/Abi.h as types of the LLVM dialect. This is
// the only place of the compiler that knows their layout; AbiTypesTest compares
// it with the C compiler's.

#ifndef TILERY_CONVERSION_LAUNCHTOLLVM_ABITYPES_H
#define TILERY_CONVERSION_LAUNCHTOLLVM_ABITYPES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tilery {
namespace launch {

/// Fields of the structs that generated code reads or writes one by one, in
/// order. Structs that only stand in constant tables are filled in order.
namespace field {
enum Call : int32_t { CallArgs = 2, CallStream = 4 };
enum LaunchConfig : int32_t {
  ConfigGrid = 0,
  ConfigCluster = 1,
  ConfigDynamicShared = 2,
  ConfigStream = 3,
  ConfigOptions = 4,
  ConfigViews = 5,
};
} // namespace field

/// The types of the runtime's binary interface. Cheap to make: MLIR types are
/// uniqued.
struct AbiTypes {
  explicit AbiTypes(mlir::MLIRContext *context);

  mlir::LLVM::LLVMArrayType array(mlir::Type element, unsigned count) const {
    return mlir::LLVM::LLVMArrayType::get(element, count);
  }

  mlir::LLVM::LLVMPointerType pointer;
  mlir::IntegerType i1, i8, i16, i32, i64;
  mlir::FloatType f64;

  // Arguments.
  mlir::LLVM::LLVMStructType dataType;
  mlir::LLVM::LLVMStructType device;
  mlir::LLVM::LLVMStructType tensor;
  /// TileryValue: eight bytes, read as i64 or f64.
  mlir::IntegerType value;
  mlir::LLVM::LLVMStructType symbol;
  mlir::LLVM::LLVMArrayType tensorMap;
  mlir::LLVM::LLVMStructType view;

  // Constant tables.
  mlir::LLVM::LLVMStructType functionSpec;
  mlir::LLVM::LLVMStructType tensorSpec;
  mlir::LLVM::LLVMStructType scalarSpec;
  mlir::LLVM::LLVMStructType mapSpec;
  mlir::LLVM::LLVMStructType operand;
  mlir::LLVM::LLVMStructType param;
  mlir::LLVM::LLVMStructType kernelCache;
  mlir::LLVM::LLVMStructType image;
  mlir::LLVM::LLVMStructType kernelSpec;

  // A call.
  mlir::LLVM::LLVMStructType launchOptions;
  mlir::LLVM::LLVMStructType launchConfig;
  mlir::LLVM::LLVMStructType call;
};

} // namespace launch
} // namespace tilery

#endif // TILERY_CONVERSION_LAUNCHTOLLVM_ABITYPES_H
