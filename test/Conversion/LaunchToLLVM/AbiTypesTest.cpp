// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The structs that generated code uses against those that the C++ compiler lays
// out from Abi.h.

#include "tilery/Conversion/LaunchToLLVM/AbiTypes.h"
#include "tilery/Launcher/Abi.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::launch;

namespace {
class AbiTypesTest : public testing::Test {
protected:
  AbiTypesTest() {
    context.loadDialect<mlir::LLVM::LLVMDialect>();
    abi.emplace(&context);
  }

  /// Compares the size, and the offset of each field in order.
  void expectLayout(mlir::LLVM::LLVMStructType type, size_t size,
                    std::initializer_list<size_t> offsets) {
    auto *translated =
        llvm::cast<llvm::StructType>(translator.translateType(type));
    const llvm::StructLayout *layout = data.getStructLayout(translated);
    EXPECT_EQ(layout->getSizeInBytes(), size);
    ASSERT_EQ(translated->getNumElements(), offsets.size());
    unsigned field = 0;
    for (size_t offset : offsets) {
      EXPECT_EQ(layout->getElementOffset(field), offset) << "field " << field;
      ++field;
    }
  }

  mlir::MLIRContext context;
  std::optional<AbiTypes> abi;
  llvm::LLVMContext llvmContext;
  mlir::LLVM::TypeToLLVMIRTranslator translator{llvmContext};
  /// x86-64 and AArch64 agree on everything that these structs hold.
  llvm::DataLayout data{"e-m:e-p:64:64-i64:64-i128:128-n8:16:32:64-S128"};
};
} // namespace

#define AT(type, field) offsetof(type, field)

TEST_F(AbiTypesTest, Arguments) {
  expectLayout(abi->dataType, sizeof(TileryDataType),
               {AT(TileryDataType, code), AT(TileryDataType, bits),
                AT(TileryDataType, lanes)});
  expectLayout(abi->device, sizeof(TileryDevice),
               {AT(TileryDevice, type), AT(TileryDevice, id)});
  expectLayout(abi->tensor, sizeof(TileryTensor),
               {AT(TileryTensor, data), AT(TileryTensor, device),
                AT(TileryTensor, ndim), AT(TileryTensor, dtype),
                AT(TileryTensor, shape), AT(TileryTensor, strides),
                AT(TileryTensor, byte_offset)});
  expectLayout(
      abi->symbol, sizeof(TilerySymbol),
      {AT(TilerySymbol, value), AT(TilerySymbol, arg), AT(TilerySymbol, dim)});
  EXPECT_EQ(abi->value.getWidth() / 8, sizeof(TileryValue));
  EXPECT_EQ(abi->tensorMap.getNumElements() * 8, sizeof(TileryTensorMap));
  expectLayout(
      abi->view, sizeof(TileryView),
      {AT(TileryView, tensor), AT(TileryView, shape), AT(TileryView, strides)});
}

TEST_F(AbiTypesTest, FunctionSpec) {
  using T = TileryFunctionSpec;
  expectLayout(abi->functionSpec, sizeof(T),
               {AT(T, abi), AT(T, numArgs), AT(T, numSymbols), AT(T, reserved),
                AT(T, name), AT(T, signature), AT(T, argNames),
                AT(T, symbolNames)});
}

TEST_F(AbiTypesTest, ArgumentSpecs) {
  using T = TileryTensorSpec;
  expectLayout(abi->tensorSpec, sizeof(T),
               {AT(T, rank), AT(T, dtype), AT(T, accept), AT(T, align),
                AT(T, shape), AT(T, strides), AT(T, symbols), AT(T, divisors)});
  expectLayout(abi->scalarSpec, sizeof(TileryScalarSpec),
               {AT(TileryScalarSpec, dtype), AT(TileryScalarSpec, symbol),
                AT(TileryScalarSpec, divisor)});
}

TEST_F(AbiTypesTest, MapSpec) {
  using T = TileryMapSpec;
  expectLayout(abi->mapSpec, sizeof(T),
               {AT(T, dtype), AT(T, rank), AT(T, box), AT(T, elementStrides),
                AT(T, interleave), AT(T, swizzle), AT(T, l2Promotion),
                AT(T, oobFill), AT(T, flags)});
}

TEST_F(AbiTypesTest, KernelSpec) {
  using T = TileryKernelSpec;
  expectLayout(abi->image, sizeof(TileryImage),
               {AT(TileryImage, data), AT(TileryImage, size),
                AT(TileryImage, target), AT(TileryImage, major),
                AT(TileryImage, minor), AT(TileryImage, targetFlags)});
  expectLayout(abi->kernelSpec, sizeof(T),
               {AT(T, name), AT(T, block), AT(T, staticShared),
                AT(T, numImages), AT(T, numOperands), AT(T, numParams),
                AT(T, images), AT(T, operands), AT(T, params), AT(T, cache)});
  expectLayout(abi->operand, sizeof(TileryOperand),
               {AT(TileryOperand, arg), AT(TileryOperand, flags),
                AT(TileryOperand, view)});
  expectLayout(abi->param, sizeof(TileryParam),
               {AT(TileryParam, kind), AT(TileryParam, size)});
  expectLayout(abi->kernelCache, sizeof(TileryKernelCache),
               {AT(TileryKernelCache, head)});
}

TEST_F(AbiTypesTest, LaunchConfig) {
  using T = TileryLaunchConfig;
  expectLayout(abi->launchConfig, sizeof(T),
               {AT(T, grid), AT(T, cluster), AT(T, dynamicShared),
                AT(T, stream), AT(T, options), AT(T, views)});
  EXPECT_EQ(field::ConfigViews + 1u, abi->launchConfig.getBody().size());
}

TEST_F(AbiTypesTest, LaunchOptions) {
  using T = TileryLaunchOptions;
  expectLayout(abi->launchOptions, sizeof(T),
               {AT(T, flags), AT(T, priority), AT(T, preferredCluster),
                AT(T, carveout), AT(T, windowArg), AT(T, windowBytes),
                AT(T, hitRatio), AT(T, hitProperty), AT(T, missProperty),
                AT(T, reserved)});
}

TEST_F(AbiTypesTest, Call) {
  using T = TileryCall;
  expectLayout(
      abi->call, sizeof(T),
      {AT(T, abi),     AT(T, numArgs),   AT(T, args),        AT(T, kinds),
       AT(T, stream),  AT(T, driver),    AT(T, error),       AT(T, errorSize),
       AT(T, status),  AT(T, numFaults), AT(T, errorLength), AT(T, function),
       AT(T, symbols), AT(T, device),    AT(T, deviceArg),   AT(T, context),
       AT(T, restore), AT(T, kernel),    AT(T, entered),     AT(T, restoring),
       AT(T, skip),    AT(T, phase),     AT(T, checks)});
}

TEST_F(AbiTypesTest, FieldsThatCodeTouches) {
  llvm::ArrayRef<mlir::Type> call = abi->call.getBody();
  const llvm::StructLayout *layout = data.getStructLayout(
      llvm::cast<llvm::StructType>(translator.translateType(abi->call)));
  EXPECT_EQ(layout->getElementOffset(field::CallArgs), AT(TileryCall, args));
  EXPECT_EQ(layout->getElementOffset(field::CallStream),
            AT(TileryCall, stream));
  EXPECT_EQ(call[field::CallArgs], call[field::CallStream]);
}
