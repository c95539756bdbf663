// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BarrierChecks.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

std::optional<int64_t> tile::getKnownParameter(Value value,
                                               IntegerAttr constant) {
  APInt number;
  if (constant)
    number = constant.getValue();
  else if (!value || !matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

LogicalResult tile::verifyBarrierParameter(Operation *op, Value value,
                                           IntegerAttr constant, StringRef what,
                                           int64_t low, int64_t high,
                                           StringRef constraint) {
  if (static_cast<bool>(value) == static_cast<bool>(constant))
    return op->emitOpError() << constraint << " expected " << what
                             << " as an operand or as a constant, got "
                             << (value ? "both" : "none");
  std::optional<int64_t> known = getKnownParameter(value, constant);
  if (known && (*known < low || *known > high))
    return op->emitOpError() << constraint << " expected " << what << " of "
                             << low << " to " << high << ", got " << *known;
  return success();
}

LogicalResult tile::foldBarrierParameter(Attribute operand,
                                         MutableOperandRange range,
                                         function_ref<void(int32_t)> set) {
  auto constant = dyn_cast_if_present<IntegerAttr>(operand);
  if (!constant || !constant.getValue().isSignedIntN(32))
    return failure();
  range.clear();
  set(static_cast<int32_t>(constant.getInt()));
  return success();
}

static void printList(InFlightDiagnostic &diag, ArrayRef<Semantics> legal) {
  llvm::interleave(
      legal, [&](Semantics kind) { diag << stringifySemantics(kind); },
      [&] { diag << " or "; });
}

LogicalResult tile::verifyBarrierOrdering(Operation *op,
                                          std::optional<Semantics> semantics,
                                          std::optional<Scope> scope,
                                          ArrayRef<Semantics> legal) {
  if (!semantics && !scope)
    return success();
  if (!semantics || !scope)
    return op->emitOpError()
           << "(C2) expected semantics and scope together, got only "
           << (scope ? stringifyScope(*scope) : stringifySemantics(*semantics));
  if (llvm::is_contained(legal, *semantics) &&
      (*scope == Scope::Cta || *scope == Scope::Cluster))
    return success();
  InFlightDiagnostic diag = op->emitOpError() << "(C2) expected ";
  printList(diag, legal);
  return diag << " at scope cta or cluster, got "
              << stringifySemantics(*semantics) << '.'
              << stringifyScope(*scope);
}

LogicalResult tile::verifySemantics(Operation *op, Semantics semantics,
                                    ArrayRef<Semantics> legal) {
  if (llvm::is_contained(legal, semantics))
    return success();
  InFlightDiagnostic diag = op->emitOpError() << "(C1) expected ";
  printList(diag, legal);
  return diag << ", got " << stringifySemantics(semantics);
}

LogicalResult tile::verifyOwnBarrier(Operation *op, Type barrier,
                                     StringRef constraint) {
  if (!cast<MBarrierRefType>(barrier).isRemote())
    return success();
  return op->emitOpError()
         << constraint << " expected a barrier of the block's own, got "
         << barrier
         << "; other blocks of the cluster arrive at it and count its bytes, "
            "and its own block does the rest";
}
