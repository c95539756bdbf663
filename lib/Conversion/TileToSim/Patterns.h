// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns of the lowering for the simulator, one function a hardware unit.

#ifndef TILERY_LIB_CONVERSION_TILETOSIM_PATTERNS_H
#define TILERY_LIB_CONVERSION_TILETOSIM_PATTERNS_H

#include "KernelTable.h"
#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

namespace tilery {
/// A pattern that calls the simulator.
template <typename OpTy>
struct SimPattern : mlir::ConvertOpToLLVMPattern<OpTy> {
  SimPattern(const KernelTypeConverter &converter, const KernelTables &tables)
      : mlir::ConvertOpToLLVMPattern<OpTy>(converter), tables(tables) {}
  const KernelTables &tables;
};

/// The tables of the lowered kernel around `op`.
const KernelTable &getTable(mlir::Operation *op, const KernelTables &tables);

/// The thread, the kernel's first parameter.
mlir::Value getThread(mlir::Operation *op);

/// Calls a function of Sim/Abi.h with the thread, `arguments` and the op's
/// site. `result` is null for one that gives nothing.
mlir::Value callSim(mlir::ConversionPatternRewriter &rewriter,
                    mlir::Operation *op, const KernelTables &tables,
                    llvm::StringRef function, mlir::Type result,
                    mlir::ValueRange arguments = {});

/// An i1 from a function that gives 0 or 1.
mlir::Value isNotZero(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value);

/// A field of TilerySimThread, as i32: it never changes.
mlir::Value readThread(mlir::OpBuilder &builder, mlir::Operation *op,
                       int32_t offset);

/// A multicast mask as i32; 0 without one.
mlir::Value getMask(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value mask);

/// An i32; enumerations have the simulator's values (Sim/Abi.h).
template <typename Enum>
mlir::Value createEnum(mlir::OpBuilder &builder, mlir::Location loc,
                       Enum value) {
  return createI32(builder, loc, static_cast<int32_t>(value));
}

/// An op without results that is one call of the simulator.
template <typename OpTy> class CallLowering : public SimPattern<OpTy> {
public:
  /// What the call gets between the thread and the site.
  using Arguments = llvm::SmallVector<mlir::Value> (*)(
      mlir::ConversionPatternRewriter &rewriter, OpTy op,
      typename OpTy::Adaptor adaptor, const mlir::TypeConverter &converter);

  CallLowering(const KernelTypeConverter &converter, const KernelTables &tables,
               llvm::StringRef function, Arguments getArguments)
      : SimPattern<OpTy>(converter, tables), function(function),
        getArguments(getArguments) {}

  llvm::LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<mlir::Value> arguments;
    if (getArguments)
      arguments =
          getArguments(rewriter, op, adaptor, *this->getTypeConverter());
    callSim(rewriter, op, this->tables, function, mlir::Type(), arguments);
    rewriter.eraseOp(op);
    return mlir::success();
  }

private:
  llvm::StringRef function;
  Arguments getArguments;
};

/// Adds such patterns, each with the function that it calls.
class CallPatterns {
public:
  CallPatterns(const KernelTypeConverter &converter, const KernelTables &tables,
               mlir::RewritePatternSet &patterns)
      : converter(converter), tables(tables), patterns(patterns) {}

  template <typename OpTy>
  void add(llvm::StringLiteral function,
           typename CallLowering<OpTy>::Arguments getArguments = nullptr) {
    patterns.add<CallLowering<OpTy>>(converter, tables, function, getArguments);
  }

private:
  const KernelTypeConverter &converter;
  const KernelTables &tables;
  mlir::RewritePatternSet &patterns;
};

/// Counts down at each end of a loop, and lets the others run now and then.
void countLoops(mlir::LLVM::LLVMFuncOp function, KernelTable &table);

/// What announces a plain access.
AccessHook makeAccessHook(const KernelTables &tables);

void populateKernelPatterns(const KernelTypeConverter &converter,
                            const KernelTables &tables,
                            mlir::RewritePatternSet &patterns);
void populateMemoryPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateIdPatterns(const KernelTypeConverter &converter,
                        const KernelTables &tables,
                        mlir::RewritePatternSet &patterns);
void populateMBarrierPatterns(const KernelTypeConverter &converter,
                              const KernelTables &tables,
                              mlir::RewritePatternSet &patterns);
void populateFencePatterns(const KernelTypeConverter &converter,
                           const KernelTables &tables,
                           mlir::RewritePatternSet &patterns);
void populateDebugPatterns(const KernelTypeConverter &converter,
                           const KernelTables &tables,
                           mlir::RewritePatternSet &patterns);
void populateTmaPatterns(const KernelTypeConverter &converter,
                         const KernelTables &tables,
                         mlir::RewritePatternSet &patterns);
void populateBulkCopyPatterns(const KernelTypeConverter &converter,
                              const KernelTables &tables,
                              mlir::RewritePatternSet &patterns);
/// Functions of the C library in the place of the hardware's approximations and
/// CUDA's device library.
void populateLibraryMathPatterns(const KernelTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
/// `value`, of at most 32 bits, with the device's NaN in the place of any.
mlir::Value replaceWithDeviceNan(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value value);
/// Arithmetic with the device's NaN, and its answers out of range.
void populateNanPatterns(const KernelTypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETOSIM_PATTERNS_H
