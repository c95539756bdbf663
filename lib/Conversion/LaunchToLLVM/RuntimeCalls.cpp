// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RuntimeCalls.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef name,
                         Type result, ValueRange operands) {
  LLVM::LLVMFuncOp &function = functions[name];
  if (!function) {
    std::string symbol = ("tilery_rt_" + name).str();
    Type type = LLVM::LLVMFunctionType::get(
        result ? result : LLVM::LLVMVoidType::get(builder.getContext()),
        llvm::to_vector(operands.getTypes()));
    function = module.lookupSymbol<LLVM::LLVMFuncOp>(symbol);
    if (!function) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      function =
          LLVM::LLVMFuncOp::create(builder, module.getLoc(), symbol, type);
    }
  }
  auto call = LLVM::CallOp::create(builder, loc, function, operands);
  return result ? call.getResult() : Value();
}
