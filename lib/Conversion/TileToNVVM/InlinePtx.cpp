// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlinePtx.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

Value tilery::createTanhApprox(OpBuilder &builder, Location loc, Value x) {
  return LLVM::InlineAsmOp::create(
             builder, loc, x.getType(), ValueRange{x},
             "tanh.approx.f32 $0, $1;", "=f,f", /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

Value tilery::createCachePolicy(OpBuilder &builder, Location loc,
                                StringRef priority, float fraction) {
  // PTX spells a float by its bits.
  std::string text =
      ("createpolicy.fractional.L2::" + priority + ".b64 $0, 0f" +
       llvm::utohexstr(llvm::bit_cast<uint32_t>(fraction),
                       /*LowerCase=*/false, /*Width=*/8) +
       ";")
          .str();
  return LLVM::InlineAsmOp::create(
             builder, loc, builder.getI64Type(), ValueRange(), text, "=l",
             /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

/// An instruction without a result that reads and writes memory.
static void createEffect(OpBuilder &builder, Location loc, ValueRange operands,
                         StringRef text, StringRef constraints) {
  LLVM::InlineAsmOp::create(
      builder, loc, /*resultTypes=*/TypeRange(), operands, text, constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
}

void tilery::createBulkReduce(OpBuilder &builder, Location loc,
                              StringRef reduction, Value destination,
                              Value source, Value bytes, Value cachePolicy) {
  SmallVector<Value> operands = {destination, source, bytes};
  if (cachePolicy)
    operands.push_back(cachePolicy);
  std::string text =
      ("cp.reduce.async.bulk.global.shared::cta.bulk_group" +
       Twine(cachePolicy ? ".L2::cache_hint." : ".") + reduction +
       " [$0], [$1], $2" + (cachePolicy ? ", $3;" : ";"))
          .str();
  createEffect(builder, loc, operands, text,
               cachePolicy ? "l,r,r,l,~{memory}" : "l,r,r,~{memory}");
}

void tilery::createBulkReduceShared(OpBuilder &builder, Location loc,
                                    StringRef reduction, Value destination,
                                    Value source, Value bytes, Value barrier) {
  std::string text = ("cp.reduce.async.bulk.shared::cluster.shared::cta."
                      "mbarrier::complete_tx::bytes." +
                      reduction + " [$0], [$1], $2, [$3];")
                         .str();
  createEffect(builder, loc, {destination, source, bytes, barrier}, text,
               "r,r,r,r,~{memory}");
}

Value tilery::createArriveCount(OpBuilder &builder, Location loc, Value barrier,
                                Value count, bool drop) {
  // Shared addresses have 32 bits.
  Value address =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), barrier);
  return LLVM::InlineAsmOp::create(
             builder, loc, builder.getI64Type(), ValueRange{address, count},
             drop ? "mbarrier.arrive_drop.shared.b64 $0, [$1], $2;"
                  : "mbarrier.arrive.shared.b64 $0, [$1], $2;",
             "=l,r,r,~{memory}", /*has_side_effects=*/true,
             /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}
