// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions.h"

#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;

static constexpr CppType boolType = {CppType::Bool, 1};

std::string CppType::getName() const {
  if (kind == Bool)
    return "bool";
  if (kind == Float)
    return width == 32 ? "float" : "double";
  return (kind == Unsigned ? "uint" : "int") + std::to_string(width) + "_t";
}

CppType tilery::cpp::getCppType(Type type) {
  if (type.isIndex())
    return {CppType::Unsigned, 64};
  if (type.isInteger(1))
    return boolType;
  return {type.isFloat() ? CppType::Float : CppType::Unsigned,
          type.getIntOrFloatBitWidth()};
}

/// The type that an integer of a width is computed in: C++ would make a signed
/// int of a narrower one.
static CppType getComputed(CppType::Kind kind, unsigned width) {
  return {kind, std::max(width, 32u)};
}

static unsigned getWidth(Value value) {
  return getCppType(value.getType()).width;
}

//===----------------------------------------------------------------------===//
// Types and numbers
//===----------------------------------------------------------------------===//

static std::string parenthesize(const Expression &expression,
                                Precedence least) {
  bool loose = expression.precedence < least;
  // Compilers ask for parentheses around bit operations in others.
  bool bits = expression.precedence == Precedence::Bits &&
              least > Precedence::Conditional;
  return loose || bits ? "(" + expression.text + ")" : expression.text;
}

Expression Expressions::convert(Expression expression, CppType type) {
  if (expression.type == type || expression.isLiteral)
    return expression;
  // Widened by the sign that the wider type asks for.
  if (expression.type.isInteger() && type.isInteger() &&
      expression.type.kind != type.kind && expression.type.width < type.width)
    expression = convert(expression, {type.kind, expression.type.width});
  bool widens = expression.type.kind == type.kind &&
                expression.type.width < type.width &&
                expression.precedence == Precedence::Primary;
  std::string text =
      widens ? type.getName() + "{" + expression.text + "}"
             : "static_cast<" + type.getName() + ">(" + expression.text + ")";
  return {text, type};
}

std::string Expressions::print(Value value, CppType type, Precedence least) {
  if (std::optional<int64_t> constant = getConstantInteger(value);
      constant && !isDefined(stripNoOpCasts(value)) && type.isInteger()) {
    unsigned width = getWidth(value);
    if (type.kind == CppType::Signed) {
      if (*constant == INT64_MIN)
        return "INT64_MIN";
      Expression number{std::to_string(*constant), type};
      if (*constant < 0)
        number.precedence = Precedence::Unary;
      return parenthesize(number, least);
    }
    uint64_t bits =
        static_cast<uint64_t>(*constant) & (UINT64_MAX >> (64 - width));
    return std::to_string(bits) + (bits > INT32_MAX ? "u" : "");
  }
  return parenthesize(convert(make(value), type), least);
}

std::string Expressions::printTyped(Value value, CppType type,
                                    Precedence least) {
  if (!getConstantInteger(value) || isDefined(stripNoOpCasts(value)))
    return print(value, type, least);
  return type.getName() + "{" + print(value, type) + "}";
}

Expression Expressions::narrow(std::string text, CppType computed,
                               unsigned width, Precedence precedence) {
  if (computed.width == width)
    return {std::move(text), computed, precedence};
  CppType type = {computed.kind, width};
  return {"static_cast<" + type.getName() + ">(" + text + ")", type};
}

Expression Expressions::makeConstant(Attribute attr, Type type) {
  auto floating = dyn_cast<FloatAttr>(attr);
  if (!floating) {
    bool isTrue = !cast<IntegerAttr>(attr).getValue().isZero();
    return {isTrue ? "true" : "false", boolType};
  }
  CppType cppType = getCppType(type);
  APFloat number = floating.getValue();
  if (!number.isFinite()) {
    std::string bits =
        std::to_string(number.bitcastToAPInt().getZExtValue()) + "u";
    CppType from = {CppType::Unsigned, cppType.width};
    return {(helpers.use(Helper::BitCast) + "<" + cppType.getName() + ">(" +
             from.getName() + "{" + bits + "})")
                .str(),
            cppType};
  }
  SmallString<32> digits;
  // As many as tell it from its neighbours.
  number.toString(digits, cppType.width == 32 ? 9 : 17, /*FormatMaxPadding=*/4);
  std::string text(digits);
  if (text.find_first_of(".E") == std::string::npos)
    text += ".0";
  if (cppType.width == 32)
    text += "f";
  return {text, cppType,
          number.isNegative() ? Precedence::Unary : Precedence::Primary};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Expression Expressions::makeLogical(Operation *op, StringRef symbol,
                                    Precedence precedence) {
  // Compilers ask for parentheses around && in ||, and around a comparison
  // in another one.
  Precedence inner =
      precedence == Precedence::Equality ? Precedence::Sum : Precedence::Bits;
  return {print(op->getOperand(0), boolType, inner) + " " + symbol.str() + " " +
              print(op->getOperand(1), boolType, inner),
          boolType, precedence};
}

Expression Expressions::makeWrapping(Operation *op, StringRef symbol,
                                     Precedence precedence) {
  unsigned width = getWidth(op->getResult(0));
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (width == 1) {
    // Modulo 2, a sum and a difference are "one of them", a product is "both".
    bool isProduct = symbol == "*";
    return makeLogical(op, isProduct ? "&&" : "!=",
                       isProduct ? Precedence::LogicalAnd
                                 : Precedence::Equality);
  }
  CppType computed = getComputed(CppType::Unsigned, width);
  auto right = static_cast<Precedence>(static_cast<int>(precedence) + 1);
  std::string first = printTyped(lhs, computed, precedence);
  std::optional<int64_t> constant = getConstantInteger(rhs);
  bool isSum = precedence == Precedence::Sum;
  // "n - 1" rather than "n + 18446744073709551615".
  if (isSum && constant && *constant < 0 && *constant > INT32_MIN)
    return narrow(first + (symbol == "+" ? " - " : " + ") +
                      std::to_string(-*constant),
                  computed, width, precedence);
  return narrow(first + " " + symbol.str() + " " + print(rhs, computed, right),
                computed, width, precedence);
}

Expression Expressions::makeBits(Operation *op, StringRef symbol,
                                 StringRef boolSymbol,
                                 Precedence boolPrecedence) {
  unsigned width = getWidth(op->getResult(0));
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (width == 1) {
    std::optional<int64_t> constant = getConstantInteger(rhs);
    if (symbol == "^" && constant && *constant)
      return {"!" + print(lhs, boolType, Precedence::Unary), boolType,
              Precedence::Unary};
    return makeLogical(op, boolSymbol, boolPrecedence);
  }
  CppType computed = getComputed(CppType::Unsigned, width);
  return narrow(printTyped(lhs, computed, Precedence::Unary) + " " +
                    symbol.str() + " " +
                    print(rhs, computed, Precedence::Unary),
                computed, width, Precedence::Bits);
}

Expression Expressions::makeShift(Operation *op, StringRef symbol,
                                  CppType::Kind kind) {
  unsigned width = getWidth(op->getResult(0));
  CppType computed = getComputed(kind, width);
  CppType amountType = getComputed(CppType::Unsigned, width);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  std::optional<int64_t> constant = getConstantInteger(rhs);
  bool inRange = constant && *constant >= 0 && *constant < width;
  // As the machine does: the amount modulo the width.
  std::string amount =
      inRange ? std::to_string(*constant)
              : "(" + printTyped(rhs, amountType, Precedence::Unary) + " & " +
                    std::to_string(width - 1) + ")";
  return narrow(printTyped(lhs, computed, Precedence::Unary) + " " +
                    symbol.str() + " " + amount,
                computed, width, Precedence::Bits);
}

Expression Expressions::makeCall(Helper helper, CppType type,
                                 ArrayRef<Value> arguments,
                                 CppType argumentType) {
  std::string text = (helpers.use(helper) + "<" + type.getName() + ">(").str();
  llvm::ListSeparator comma;
  for (Value argument : arguments)
    text += std::string(StringRef(comma)) + print(argument, argumentType);
  return {text + ")", type};
}

Expression Expressions::makeDivision(Operation *op, Helper helper,
                                     CppType::Kind kind) {
  unsigned width = getWidth(op->getResult(0));
  CppType computed = getComputed(kind, width);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  std::optional<int64_t> divisor = getConstantInteger(rhs);
  bool isPlain = divisor && *divisor > 0;
  if (isPlain && helper == Helper::CeilDivide && kind == CppType::Unsigned &&
      width >= 32) {
    auto rest = static_cast<uint64_t>(*divisor) - 1;
    // Where the sum cannot wrap.
    if (getUpperBound(lhs) <= (UINT64_MAX >> (64 - width)) - rest) {
      std::string dividend = printTyped(lhs, computed, Precedence::Sum);
      return {rest == 0 ? dividend
                        : "(" + dividend + " + " + std::to_string(rest) +
                              ") / " + std::to_string(*divisor),
              computed, Precedence::Product};
    }
  }
  bool isOperator = helper == Helper::Divide || helper == Helper::Remainder;
  if (isPlain && isOperator)
    return narrow(printTyped(lhs, computed, Precedence::Product) +
                      (helper == Helper::Divide ? " / " : " % ") +
                      print(rhs, computed, Precedence::Unary),
                  computed, width, Precedence::Product);
  Expression call = makeCall(helper, computed, {lhs, rhs}, computed);
  return narrow(call.text, computed, width, Precedence::Primary);
}

Expression Expressions::makeExtreme(Operation *op, StringRef name,
                                    CppType::Kind kind) {
  CppType type = {kind, getWidth(op->getResult(0))};
  helpers.include("algorithm");
  return {("std::" + name + "<" + type.getName() + ">(" +
           print(op->getOperand(0), type) + ", " +
           print(op->getOperand(1), type) + ")")
              .str(),
          type};
}

Expression Expressions::makeComparison(Operation *op,
                                       arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  static constexpr StringLiteral symbols[] = {"==", "!=", "<",  "<=", ">",
                                              ">=", "<",  "<=", ">",  ">="};
  StringRef symbol = symbols[static_cast<size_t>(predicate)];
  bool isEquality = predicate == Predicate::eq || predicate == Predicate::ne;
  Precedence precedence =
      isEquality ? Precedence::Equality : Precedence::Relation;
  unsigned width = getWidth(lhs);
  CppType type = boolType;
  if (width > 1) {
    bool isSigned = predicate >= Predicate::slt && predicate <= Predicate::sge;
    // Both kinds compare equal alike: spare a conversion.
    bool asSigned = isEquality && getConstantInteger(rhs) &&
                    make(lhs).type.kind == CppType::Signed;
    type = {isSigned || asSigned ? CppType::Signed : CppType::Unsigned, width};
  } else if (!isEquality) {
    // True is -1 to a signed comparison.
    bool isSigned = predicate <= Predicate::sge;
    bool less = symbol.front() == '<';
    bool lhsNegated = less != isSigned;
    auto side = [&](Value value, bool negated) {
      return (negated ? "!" : "") + print(value, boolType, Precedence::Unary);
    };
    bool orEqual = symbol.size() == 2;
    return {side(lhs, lhsNegated) + (orEqual ? " || " : " && ") +
                side(rhs, !lhsNegated),
            boolType, orEqual ? Precedence::LogicalOr : Precedence::LogicalAnd};
  }
  return {print(lhs, type, Precedence::Sum) + " " + symbol.str() + " " +
              print(rhs, type, Precedence::Sum),
          boolType, precedence};
}

Expression Expressions::makeSelect(arith::SelectOp op) {
  CppType type = getCppType(op.getType());
  // Where both are signed, so is the choice.
  if (type.kind == CppType::Unsigned && !getConstantInteger(op.getTrueValue()))
    type.kind = make(op.getTrueValue()).type.kind;
  return {print(op.getCondition(), boolType, Precedence::LogicalOr) + " ? " +
              print(op.getTrueValue(), type, Precedence::LogicalOr) + " : " +
              print(op.getFalseValue(), type, Precedence::LogicalOr),
          type, Precedence::Conditional};
}

Expression Expressions::makeCast(Operation *op) {
  Value from = op->getOperand(0);
  CppType type = getCppType(op->getResult(0).getType());
  CppType fromType = getCppType(from.getType());
  if (type.width < fromType.width) {
    if (type.kind == CppType::Bool)
      return {"(" + printTyped(from, fromType, Precedence::Unary) +
                  " & 1) != 0",
              boolType, Precedence::Equality};
    Expression inner = make(from);
    type.kind = inner.type.kind == CppType::Signed ? CppType::Signed
                                                   : CppType::Unsigned;
    return {"static_cast<" + type.getName() + ">(" + inner.text + ")", type};
  }
  bool isSigned = isa<arith::ExtSIOp, arith::IndexCastOp, index::CastSOp>(op);
  if (!isSigned)
    return {type.getName() + "{" +
                printTyped(from, fromType, Precedence::Conditional) + "}",
            type};
  type.kind = CppType::Signed;
  if (fromType.kind == CppType::Bool) {
    CppType computed = getComputed(CppType::Signed, type.width);
    return narrow("-" + computed.getName() + "{" + print(from, boolType) + "}",
                  computed, type.width, Precedence::Unary);
  }
  fromType.kind = CppType::Signed;
  return {type.getName() + "{" +
              printTyped(from, fromType, Precedence::Conditional) + "}",
          type};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Expression Expressions::makeInteger(Operation *op, Value value) {
  constexpr CppType::Kind isUnsigned = CppType::Unsigned,
                          isSigned = CppType::Signed;
  return llvm::TypeSwitch<Operation *, Expression>(op)
      .Case<arith::AddIOp, index::AddOp>(
          [&](auto) { return makeWrapping(op, "+", Precedence::Sum); })
      .Case<arith::SubIOp, index::SubOp>(
          [&](auto) { return makeWrapping(op, "-", Precedence::Sum); })
      .Case<arith::MulIOp, index::MulOp>(
          [&](auto) { return makeWrapping(op, "*", Precedence::Product); })
      .Case<arith::AndIOp, index::AndOp>(
          [&](auto) { return makeBits(op, "&", "&&", Precedence::LogicalAnd); })
      .Case<arith::OrIOp, index::OrOp>(
          [&](auto) { return makeBits(op, "|", "||", Precedence::LogicalOr); })
      .Case<arith::XOrIOp, index::XOrOp>(
          [&](auto) { return makeBits(op, "^", "!=", Precedence::Equality); })
      .Case<arith::ShLIOp, index::ShlOp>(
          [&](auto) { return makeShift(op, "<<", isUnsigned); })
      .Case<arith::ShRUIOp, index::ShrUOp>(
          [&](auto) { return makeShift(op, ">>", isUnsigned); })
      .Case<arith::ShRSIOp, index::ShrSOp>(
          [&](auto) { return makeShift(op, ">>", isSigned); })
      .Case<arith::DivUIOp, index::DivUOp>(
          [&](auto) { return makeDivision(op, Helper::Divide, isUnsigned); })
      .Case<arith::DivSIOp, index::DivSOp>(
          [&](auto) { return makeDivision(op, Helper::Divide, isSigned); })
      .Case<arith::RemUIOp, index::RemUOp>(
          [&](auto) { return makeDivision(op, Helper::Remainder, isUnsigned); })
      .Case<arith::RemSIOp, index::RemSOp>(
          [&](auto) { return makeDivision(op, Helper::Remainder, isSigned); })
      .Case<arith::CeilDivUIOp, index::CeilDivUOp>([&](auto) {
        return makeDivision(op, Helper::CeilDivide, isUnsigned);
      })
      .Case<arith::CeilDivSIOp, index::CeilDivSOp>(
          [&](auto) { return makeDivision(op, Helper::CeilDivide, isSigned); })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [&](auto) { return makeDivision(op, Helper::FloorDivide, isSigned); })
      .Case<arith::MaxUIOp, index::MaxUOp>(
          [&](auto) { return makeExtreme(op, "max", isUnsigned); })
      .Case<arith::MinUIOp, index::MinUOp>(
          [&](auto) { return makeExtreme(op, "min", isUnsigned); })
      .Case<arith::MaxSIOp, index::MaxSOp>(
          [&](auto) { return makeExtreme(op, "max", isSigned); })
      .Case<arith::MinSIOp, index::MinSOp>(
          [&](auto) { return makeExtreme(op, "min", isSigned); })
      .Case([&](arith::CmpIOp compare) {
        return makeComparison(op, compare.getPredicate());
      })
      .Case([&](index::CmpOp compare) {
        // The same names in both dialects.
        return makeComparison(
            op, *arith::symbolizeCmpIPredicate(
                    index::stringifyIndexCmpPredicate(compare.getPred())));
      })
      .Case([&](arith::SelectOp select) { return makeSelect(select); })
      .Case<arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp,
            arith::IndexCastUIOp, index::CastSOp, index::CastUOp>(
          [&](auto) { return makeCast(op); })
      .Default([&](Operation *) { return makeFloat(op); });
}

Expression Expressions::make(Value value) {
  value = stripNoOpCasts(value);
  if (auto variable = variables.find(value); variable != variables.end())
    return {variable->second.name, variable->second.type};
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && (value.getType().isFloat() || value.getType().isInteger(1)))
    return makeConstant(constant.getValue(), value.getType());
  if (auto constant = dyn_cast<index::BoolConstantOp>(op))
    return makeConstant(constant.getValueAttr(), value.getType());
  if (getConstantInteger(value)) {
    Expression number{"", getCppType(value.getType())};
    number.text = print(value, number.type);
    number.isLiteral = true;
    return number;
  }
  return makeInteger(op, value);
}
