// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SyncSyntax.h"
#include "AsmParsers.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static constexpr llvm::StringLiteral orderingChoices =
    "relaxed, release, acquire, acq_rel or sc, a dot, and cta, cluster, gpu or "
    "sys, as in release.cluster";

ParseResult tile::parseOrdering(OpAsmParser &parser, SemanticsAttr &semantics,
                                ScopeAttr &scope) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  auto [first, second] = word.split('.');
  std::optional<Semantics> known = symbolizeSemantics(first);
  std::optional<Scope> knownScope = symbolizeScope(second);
  if (!known || !knownScope)
    return parser.emitError(loc)
           << "(S02) expected " << orderingChoices << ", got '" << word << "'";
  semantics = SemanticsAttr::get(parser.getContext(), *known);
  scope = ScopeAttr::get(parser.getContext(), *knownScope);
  return success();
}
void tile::printOrdering(OpAsmPrinter &printer, Operation *op,
                         SemanticsAttr semantics, ScopeAttr scope) {
  if (!semantics || !scope)
    return;
  printer << ' ';
  printRequiredOrdering(printer, op, semantics, scope);
}

ParseResult tile::parseRequiredOrdering(OpAsmParser &parser,
                                        SemanticsAttr &semantics,
                                        ScopeAttr &scope) {
  SMLoc loc = parser.getCurrentLocation();
  if (parseOrdering(parser, semantics, scope))
    return failure();
  if (!semantics)
    return parser.emitError(loc) << "(S02) expected " << orderingChoices;
  return success();
}
void tile::printRequiredOrdering(OpAsmPrinter &printer, Operation *,
                                 SemanticsAttr semantics, ScopeAttr scope) {
  printer << stringifySemantics(semantics.getValue()) << '.'
          << stringifyScope(scope.getValue());
}

ParseResult tile::parseBarrier(OpAsmParser &parser,
                               OpAsmParser::UnresolvedOperand &barrier,
                               Type &type) {
  std::optional<OpAsmParser::UnresolvedOperand> operand;
  if (parseTypedBarrier(parser, operand, type))
    return failure();
  barrier = *operand;
  return success();
}
void tile::printBarrier(OpAsmPrinter &printer, Operation *op, Value barrier,
                        Type type) {
  printTypedBarrier(printer, op, barrier, type);
}

ParseResult
tile::parseCountOption(OpAsmParser &parser,
                       std::optional<OpAsmParser::UnresolvedOperand> &count,
                       IntegerAttr &constant) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parseIntOrValue(parser, count, constant);
}
void tile::printCountOption(OpAsmPrinter &printer, Operation *op, Value count,
                            IntegerAttr constant) {
  if (!count && !constant)
    return;
  printer << ", ";
  printIntOrValue(printer, op, count, constant);
}

ParseResult
tile::parsePhase(OpAsmParser &parser,
                 std::optional<OpAsmParser::UnresolvedOperand> &parity,
                 IntegerAttr &constant,
                 std::optional<OpAsmParser::UnresolvedOperand> &state) {
  if (succeeded(parser.parseOptionalKeyword("state")))
    return parser.parseOperand(state.emplace());
  return parseIntOrValue(parser, parity, constant);
}
void tile::printPhase(OpAsmPrinter &printer, Operation *op, Value parity,
                      IntegerAttr constant, Value state) {
  if (state)
    printer << "state " << state;
  else
    printIntOrValue(printer, op, parity, constant);
}

ParseResult
tile::parseSuspendOption(OpAsmParser &parser,
                         std::optional<OpAsmParser::UnresolvedOperand> &time,
                         IntegerAttr &constant) {
  if (failed(parser.parseOptionalKeyword("suspend_ns")))
    return success();
  return parseIntOrValue(parser, time, constant);
}
void tile::printSuspendOption(OpAsmPrinter &printer, Operation *op, Value time,
                              IntegerAttr constant) {
  if (!time && !constant)
    return;
  printer << " suspend_ns ";
  printIntOrValue(printer, op, time, constant);
}
