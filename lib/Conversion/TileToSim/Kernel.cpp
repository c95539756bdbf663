// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel itself, and how it calls the simulator.

#include "Patterns.h"
#include "tilery/Conversion/TileToSim/TileToSim.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"

using namespace mlir;
using namespace tilery;

const KernelTable &tilery::getTable(Operation *op, const KernelTables &tables) {
  auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
  return *tables.find(function.getSymNameAttr())->second;
}

Value tilery::getThread(Operation *op) {
  auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
  return function.getBody().front().getArgument(0);
}

Value tilery::callSim(ConversionPatternRewriter &rewriter, Operation *op,
                      const KernelTables &tables, StringRef function,
                      Type result, ValueRange arguments) {
  Location loc = op->getLoc();
  SmallVector<Value> all = {getThread(op)};
  llvm::append_range(all, arguments);
  all.push_back(createI32(
      rewriter, loc, static_cast<int32_t>(getTable(op, tables).getSite(op))));
  SmallVector<Type> types(ValueRange(all).getTypes());
  Type resultType = result ? result : LLVM::LLVMVoidType::get(op->getContext());
  LLVM::LLVMFuncOp callee =
      declareFunction(rewriter, op, function, resultType, types);
  auto call = LLVM::CallOp::create(rewriter, loc, callee, all);
  return result ? call.getResult() : Value();
}

Value tilery::isNotZero(OpBuilder &builder, Location loc, Value value) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                              createI32(builder, loc, 0));
}

Value tilery::readThread(OpBuilder &builder, Operation *op, int32_t offset) {
  Location loc = op->getLoc();
  Value thread = getThread(op);
  Value place =
      LLVM::GEPOp::create(builder, loc, thread.getType(), builder.getI8Type(),
                          thread, ArrayRef<LLVM::GEPArg>{offset});
  return LLVM::LoadOp::create(builder, loc, builder.getI32Type(), place,
                              /*alignment=*/4, /*isVolatile=*/false,
                              /*isNonTemporal=*/false, /*isInvariant=*/true);
}

namespace {
struct KernelLowering : SimPattern<tile::KernelOp> {
  using SimPattern::SimPattern;

  LogicalResult
  matchAndRewrite(tile::KernelOp kernel, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = kernel.getLoc();
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    auto function = LLVM::LLVMFuncOp::create(
        rewriter, loc, (simKernelPrefix + kernel.getSymName()).str(),
        LLVM::LLVMFunctionType::get(rewriter.getType<LLVM::LLVMVoidType>(),
                                    {pointer, pointer}));
    Block *entry = function.addEntryBlock(rewriter);
    rewriter.setInsertionPointToStart(entry);

    SmallVector<tile::KernelParameter> parameters =
        tile::getKernelParameters(kernel.getArgumentTypes());
    SmallVector<Value> values;
    for (auto [index, parameter] : llvm::enumerate(parameters)) {
      Value place = LLVM::GEPOp::create(
          rewriter, loc, pointer, pointer, entry->getArgument(1),
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
      Value value = LLVM::LoadOp::create(rewriter, loc, pointer, place);
      // That is the parameter's address; of a TensorMap, it is what ops take.
      if (parameter.kind != tile::KernelParameter::Map)
        value = LLVM::LoadOp::create(
            rewriter, loc,
            parameter.kind == tile::KernelParameter::Pointer ? pointer
                                                             : parameter.type,
            value);
      values.push_back(value);
    }
    moveKernelBody(rewriter, kernel, function, parameters, values);
    return success();
  }
};
} // namespace

void tilery::populateKernelPatterns(const KernelTypeConverter &converter,
                                    const KernelTables &tables,
                                    RewritePatternSet &patterns) {
  patterns.add<KernelLowering>(converter, tables);
}
