// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/PrintfFormat.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// PrintfOp
//===----------------------------------------------------------------------===//

/// Whether a directive prints a value of this type.
static bool takes(const PrintfDirective &directive, Type type) {
  if (directive.isFloat())
    return isa<FloatType>(type) &&
           (type.isF16() || type.isBF16() || type.isF32() || type.isF64());
  if (directive.isWide())
    return type.isIndex() || type.isSignlessInteger(64);
  if (directive.conversion == 'c' && !type.isSignlessInteger(8) &&
      !type.isSignlessInteger(32))
    return false;
  return type.isSignlessInteger(1) || type.isSignlessInteger(8) ||
         type.isSignlessInteger(16) || type.isSignlessInteger(32);
}

/// What to write for a value of this type.
static StringRef suggestDirective(Type type) {
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() >= 16)
    return "%f, %e or %g";
  if (type.isIndex() || type.isSignlessInteger(64))
    return "%lld, %llu or %llx";
  if (isa<IntegerType>(type) && type.isSignlessInteger())
    return "%d, %u or %x";
  return "a number";
}

LogicalResult PrintfOp::verify() {
  auto directives =
      parsePrintfFormat(getFormat(), [&] { return emitOpError(); });
  if (failed(directives))
    return failure();
  // CUDA C++ programming guide, formatted output: 32 arguments.
  constexpr size_t maxArguments = 32;
  if (directives->size() != getArgs().size() ||
      directives->size() > maxArguments)
    return emitOpError() << "(C2) expected one argument for each of the "
                         << int64_t(directives->size())
                         << " directives, at most " << int64_t(maxArguments)
                         << ", got " << int64_t(getArgs().size());
  for (auto [index, directive] : llvm::enumerate(*directives)) {
    Type type = getArgs()[index].getType();
    if (!takes(directive, type))
      return emitOpError() << "(C3) expected argument " << int64_t(index)
                           << " to be what '" << directive.text
                           << "' prints, got " << type << "; use "
                           << suggestDirective(type);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// AssertOp
//===----------------------------------------------------------------------===//

/// What holds at compile time needs no check.
LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}
