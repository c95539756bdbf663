// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Instructions.h"

#include "tilery/TensorMap/Reduce.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

std::optional<ReduceKind> tile::takeReduceKind(OpcodeCursor &cursor) {
  for (uint32_t i = 0; i <= getMaxEnumValForReduceKind(); ++i) {
    auto kind = static_cast<ReduceKind>(i);
    if (cursor.take(stringifyReduceKind(kind)))
      return kind;
  }
  return std::nullopt;
}

LogicalResult tile::verifyReduction(Operation *op, StringRef constraint,
                                    ReduceKind kind,
                                    tensormap::DataType format) {
  auto isLegal = [](ReduceKind kind, tensormap::DataType format) {
    return tensormap::isLegalReduction(static_cast<tensormap::ReduceOp>(kind),
                                       format);
  };
  if (isLegal(kind, format))
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  diag << constraint << " expected a reduction that the hardware has for "
       << tensormap::name(format) << " (others are illegal instructions), got "
       << stringifyReduceKind(kind);
  SmallVector<StringRef> legal;
  for (uint32_t i = 0; i <= getMaxEnumValForReduceKind(); ++i)
    if (isLegal(static_cast<ReduceKind>(i), format))
      legal.push_back(stringifyReduceKind(static_cast<ReduceKind>(i)));
  if (legal.empty())
    return diag << "; there is none: convert to a wider type";
  diag << "; it has ";
  llvm::interleaveComma(legal, diag);
  // The same bits come out of adding signed and unsigned numbers.
  for (auto [isSigned, isUnsigned] :
       {std::pair(tensormap::DataType::Int32, tensormap::DataType::UInt32),
        std::pair(tensormap::DataType::Int64, tensormap::DataType::UInt64)})
    if (format == isSigned && isLegal(kind, isUnsigned))
      diag << "; " << tensormap::name(isUnsigned) << " has "
           << stringifyReduceKind(kind) << ": write format("
           << tensormap::name(isUnsigned) << "), or elements of u"
           << tensormap::name(isSigned);
  return diag;
}
