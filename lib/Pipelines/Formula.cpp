// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Formula.h"

#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"
#include "tilery/Conversion/LaunchToLLVM/Signature.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilery;

namespace {
struct Formula {
  std::string text;
  /// Needs parentheses as an operand.
  bool isCompound = false;
};

/// Writes one formula. A value that is used twice is written twice: the budget
/// keeps a chain of doublings from growing without bound.
class FormulaWriter {
public:
  Formula write(OpFoldResult value);
  Formula writeExtent(Value memref, int64_t dim);
  Formula writeStride(Value memref, int64_t dim);
  bool failed() const { return budget <= 0; }

private:
  Formula writeValue(Value value);
  Formula writeOp(Operation *op);
  Formula writeCall(StringRef name, ValueRange operands);
  Formula join(const Formula &lhs, StringRef symbol, const Formula &rhs);
  Formula give(const Twine &text) { return {text.str(), false}; }
  Formula fail() {
    budget = 0;
    return {};
  }

  int budget = 200;
};
} // namespace

static std::string parenthesize(const Formula &formula) {
  return formula.isCompound ? "(" + formula.text + ")" : formula.text;
}

static std::string getName(BlockArgument argument) {
  auto function = cast<launch::FuncOp>(argument.getOwner()->getParentOp());
  return function.getArgumentName(argument.getArgNumber());
}

static bool isArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<launch::FuncOp>(argument.getOwner()->getParentOp());
}

Formula FormulaWriter::join(const Formula &lhs, StringRef symbol,
                            const Formula &rhs) {
  if (symbol == "*" && lhs.text == "1")
    return rhs;
  if (symbol == "*" && rhs.text == "1")
    return lhs;
  return {parenthesize(lhs) + " " + symbol.str() + " " + parenthesize(rhs),
          true};
}

Formula FormulaWriter::writeCall(StringRef name, ValueRange operands) {
  std::string text = name.str() + "(";
  for (auto [i, operand] : llvm::enumerate(operands))
    text += (i ? ", " : "") + writeValue(operand).text;
  return give(text + ")");
}

Formula FormulaWriter::write(OpFoldResult value) {
  if (auto attr = dyn_cast<Attribute>(value))
    return give(Twine(cast<IntegerAttr>(attr).getInt()));
  return writeValue(cast<Value>(value));
}

Formula FormulaWriter::writeValue(Value value) {
  if (--budget <= 0)
    return {};
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return give(Twine(constant.getSExtValue()));
  if (isArgument(value))
    return give(getName(cast<BlockArgument>(value)));
  return value.getDefiningOp() ? writeOp(value.getDefiningOp()) : fail();
}

/// "+" of arith.addi and index.add; "" for other ops.
static StringRef getSymbol(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::AddIOp, index::AddOp>([](auto) { return "+"; })
      .Case<arith::SubIOp, index::SubOp>([](auto) { return "-"; })
      .Case<arith::MulIOp, index::MulOp>([](auto) { return "*"; })
      .Case<arith::DivSIOp, arith::DivUIOp, index::DivSOp, index::DivUOp>(
          [](auto) { return "/"; })
      .Case<arith::RemSIOp, arith::RemUIOp, index::RemSOp, index::RemUOp>(
          [](auto) { return "%"; })
      .Case<arith::AndIOp, index::AndOp>([](auto) { return "&"; })
      .Case<arith::OrIOp, index::OrOp>([](auto) { return "|"; })
      .Case<arith::XOrIOp, index::XOrOp>([](auto) { return "^"; })
      .Case<arith::ShLIOp, index::ShlOp>([](auto) { return "<<"; })
      .Case<arith::ShRSIOp, arith::ShRUIOp, index::ShrSOp, index::ShrUOp>(
          [](auto) { return ">>"; })
      .Default([](Operation *) { return ""; });
}

static StringRef getSymbol(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return "==";
  case Predicate::ne:
    return "!=";
  case Predicate::slt:
  case Predicate::ult:
    return "<";
  case Predicate::sle:
  case Predicate::ule:
    return "<=";
  case Predicate::sgt:
  case Predicate::ugt:
    return ">";
  case Predicate::sge:
  case Predicate::uge:
    return ">=";
  }
  return "";
}

/// "min" of arith.minsi; "" for other ops.
static StringRef getFunction(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp, index::CeilDivSOp,
            index::CeilDivUOp>([](auto) { return "ceildiv"; })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [](auto) { return "floordiv"; })
      .Case<arith::MinSIOp, arith::MinUIOp, index::MinSOp, index::MinUOp>(
          [](auto) { return "min"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp, index::MaxSOp, index::MaxUOp>(
          [](auto) { return "max"; })
      .Default([](Operation *) { return ""; });
}

Formula FormulaWriter::writeOp(Operation *op) {
  if (StringRef symbol = getSymbol(op); !symbol.empty())
    return join(writeValue(op->getOperand(0)), symbol,
                writeValue(op->getOperand(1)));
  if (StringRef name = getFunction(op); !name.empty())
    return writeCall(name, op->getOperands());
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp, index::CastSOp, index::CastUOp>(op))
    return writeValue(op->getOperand(0));
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    return index ? writeExtent(dim.getSource(), *index) : fail();
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return join(writeValue(compare.getLhs()), getSymbol(compare.getPredicate()),
                writeValue(compare.getRhs()));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {parenthesize(writeValue(select.getCondition())) + " ? " +
                parenthesize(writeValue(select.getTrueValue())) + " : " +
                parenthesize(writeValue(select.getFalseValue())),
            true};
  return fail();
}

Formula FormulaWriter::writeExtent(Value memref, int64_t dim) {
  memref = launch::stripCasts(memref);
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return give(Twine(type.getDimSize(dim)));
  if (auto view = memref.getDefiningOp<memref::SubViewOp>())
    return write(view.getMixedSizes()[launch::getSourceDim(view, dim)]);
  if (!isArgument(memref))
    return fail();
  auto argument = cast<BlockArgument>(memref);
  auto function = cast<launch::FuncOp>(argument.getOwner()->getParentOp());
  StringRef symbol = launch::getDimSymbols(function, argument.getArgNumber(),
                                           type.getRank())[dim];
  return symbol.empty() ? give(getName(argument) + ".shape[" + Twine(dim) + "]")
                        : give(symbol);
}

Formula FormulaWriter::writeStride(Value memref, int64_t dim) {
  if (--budget <= 0)
    return {};
  memref = launch::stripCasts(memref);
  auto type = cast<MemRefType>(memref.getType());
  if (auto view = memref.getDefiningOp<memref::SubViewOp>()) {
    int64_t source = launch::getSourceDim(view, dim);
    return join(writeStride(view.getSource(), source), "*",
                write(view.getMixedStrides()[source]));
  }
  if (type.getLayout().isIdentity()) {
    Formula product = give("1");
    for (int64_t inner = dim + 1; inner < type.getRank(); ++inner)
      product = join(product, "*", writeExtent(memref, inner));
    return product;
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  if (llvm::failed(type.getStridesAndOffset(strides, offset)) ||
      !isArgument(memref))
    return fail();
  if (!ShapedType::isDynamic(strides[dim]))
    return give(Twine(strides[dim]));
  return give(getName(cast<BlockArgument>(memref)) + ".strides[" + Twine(dim) +
              "]");
}

static std::optional<std::string>
finish(llvm::function_ref<Formula(FormulaWriter &)> write) {
  FormulaWriter writer;
  Formula formula = write(writer);
  if (writer.failed())
    return std::nullopt;
  return formula.text;
}

std::optional<std::string> tilery::getFormula(OpFoldResult value) {
  return finish([&](FormulaWriter &writer) { return writer.write(value); });
}

std::optional<std::string> tilery::getExtentFormula(Value memref, int64_t dim) {
  return finish(
      [&](FormulaWriter &writer) { return writer.writeExtent(memref, dim); });
}

std::optional<std::string> tilery::getStrideFormula(Value memref, int64_t dim) {
  return finish(
      [&](FormulaWriter &writer) { return writer.writeStride(memref, dim); });
}
