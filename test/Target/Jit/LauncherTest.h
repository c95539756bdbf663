// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TEST_TARGET_JIT_LAUNCHERTEST_H
#define TILERY_TEST_TARGET_JIT_LAUNCHERTEST_H

#include "tilery/Conversion/LaunchToLLVM/LaunchToLLVM.h"
#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Runtime/FakeDriver.h"
#include "tilery/Target/Jit/JitLauncher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

#include <gtest/gtest.h>

namespace tilery {

/// Compiles launchers from text and calls them on drivers that are none.
class LauncherTest : public testing::Test {
protected:
  LauncherTest() {
    mlir::DialectRegistry registry;
    registry.insert<launch::LaunchDialect, tile::TileDialect,
                    mlir::arith::ArithDialect, mlir::index::IndexDialect,
                    mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
  }

  /// The module in the LLVM dialect, or null.
  mlir::OwningOpRef<mlir::ModuleOp> convert(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module)
      return nullptr;
    auto passes = mlir::PassManager::on<mlir::ModuleOp>(&context);
    passes.addPass(launch::createConvertLaunchToLLVM());
    if (mlir::failed(passes.run(*module)))
      return nullptr;
    return module;
  }

  std::unique_ptr<JitLauncher> compile(llvm::StringRef text) {
    auto module = convert(text);
    EXPECT_TRUE(module);
    if (!module)
      return nullptr;
    auto launcher = JitLauncher::create(*module);
    if (!launcher) {
      ADD_FAILURE() << llvm::toString(launcher.takeError());
      return nullptr;
    }
    return std::move(*launcher);
  }

  mlir::MLIRContext context;
};

/// A call with its buffers.
struct Call {
  Call(runtime::Driver &driver, std::vector<TileryValue> values)
      : values(std::move(values)) {
    tilery_rt_init_call(&call);
    call.numArgs = static_cast<int32_t>(this->values.size());
    call.args = this->values.data();
    call.driver = &driver;
    call.error = error;
    call.errorSize = sizeof(error);
  }

  std::vector<TileryValue> values;
  char error[2048] = "";
  TileryCall call;
};

/// A device tensor of f32 at an address that no test reads.
struct Tensor {
  explicit Tensor(std::vector<int64_t> extents,
                  std::vector<int64_t> strideList = {})
      : shape(std::move(extents)), strides(std::move(strideList)) {
    tensor.data = reinterpret_cast<void *>(uintptr_t(0x7f0000000000));
    tensor.device = {TILERY_DEVICE_CUDA, 0};
    tensor.ndim = static_cast<int32_t>(shape.size());
    tensor.dtype = {TILERY_TYPE_FLOAT, 32, 1};
    tensor.shape = shape.data();
    tensor.strides = strides.empty() ? nullptr : strides.data();
    tensor.byte_offset = 0;
  }

  TileryValue value() const {
    TileryValue result;
    result.tensor = &tensor;
    return result;
  }

  std::vector<int64_t> shape, strides;
  TileryTensor tensor;
};

inline TileryValue integer(int64_t number) {
  TileryValue result;
  result.i = number;
  return result;
}

inline TileryValue real(double number) {
  TileryValue result;
  result.f = number;
  return result;
}

} // namespace tilery

#endif // TILERY_TEST_TARGET_JIT_LAUNCHERTEST_H
