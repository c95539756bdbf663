// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions.h"

#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;

static constexpr CppType boolType = {CppType::Bool, 1};

Expression Expressions::makeFloatComparison(arith::CmpFOp op) {
  using Predicate = arith::CmpFPredicate;
  CppType type = getCppType(op.getLhs().getType());
  std::string lhs = print(op.getLhs(), type, Precedence::Sum);
  std::string rhs = print(op.getRhs(), type, Precedence::Sum);
  auto relation = [&](StringRef symbol) -> Expression {
    return {(lhs + " " + symbol + " " + rhs).str(), boolType,
            Precedence::Relation};
  };
  // An unordered comparison is the opposite ordered one, denied.
  auto denied = [&](StringRef symbol) -> Expression {
    return {("!(" + lhs + " " + symbol + " " + rhs + ")").str(), boolType,
            Precedence::Unary};
  };
  std::string differs = lhs + " < " + rhs + " || " + lhs + " > " + rhs;
  std::string ordered = lhs + " == " + lhs + " && " + rhs + " == " + rhs;
  switch (op.getPredicate()) {
  case Predicate::AlwaysFalse:
    return {"false", boolType};
  case Predicate::AlwaysTrue:
    return {"true", boolType};
  case Predicate::OEQ:
    return {lhs + " == " + rhs, boolType, Precedence::Equality};
  case Predicate::UNE:
    return {lhs + " != " + rhs, boolType, Precedence::Equality};
  case Predicate::OGT:
    return relation(">");
  case Predicate::OGE:
    return relation(">=");
  case Predicate::OLT:
    return relation("<");
  case Predicate::OLE:
    return relation("<=");
  case Predicate::UGT:
    return denied("<=");
  case Predicate::UGE:
    return denied("<");
  case Predicate::ULT:
    return denied(">=");
  case Predicate::ULE:
    return denied(">");
  case Predicate::ONE:
    return {differs, boolType, Precedence::LogicalOr};
  case Predicate::UEQ:
    return {"!(" + differs + ")", boolType, Precedence::Unary};
  case Predicate::ORD:
    return {ordered, boolType, Precedence::LogicalAnd};
  case Predicate::UNO:
    return {"!(" + ordered + ")", boolType, Precedence::Unary};
  }
  return {"false", boolType};
}

Expression Expressions::makeFloat(Operation *op) {
  CppType type = getCppType(op->getResult(0).getType());
  auto operand = [&](unsigned index) { return op->getOperand(index); };
  auto binary = [&](StringRef symbol, Precedence precedence) -> Expression {
    auto right = static_cast<Precedence>(static_cast<int>(precedence) + 1);
    return {(print(operand(0), type, precedence) + " " + symbol + " " +
             print(operand(1), type, right))
                .str(),
            type, precedence};
  };
  auto standard = [&](StringRef name) -> Expression {
    helpers.include("cmath");
    return {("std::" + name + "(" + print(operand(0), type) + ", " +
             print(operand(1), type) + ")")
                .str(),
            type};
  };
  auto fromInteger = [&](CppType::Kind kind) -> Expression {
    CppType from = getCppType(operand(0).getType());
    if (from.kind != CppType::Bool)
      from.kind = kind;
    // True is -1 to a signed conversion.
    bool negates = from.kind == CppType::Bool && kind == CppType::Signed;
    return {(negates ? "-" : "") + ("static_cast<" + type.getName() + ">(") +
                print(operand(0), from) + ")",
            type, negates ? Precedence::Unary : Precedence::Primary};
  };
  auto toInteger = [&](CppType::Kind kind) {
    CppType result = type;
    if (result.kind != CppType::Bool)
      result.kind = kind;
    return makeCall(Helper::ToInteger, result, {operand(0)},
                    getCppType(operand(0).getType()));
  };
  return llvm::TypeSwitch<Operation *, Expression>(op)
      .Case([&](arith::AddFOp) { return binary("+", Precedence::Sum); })
      .Case([&](arith::SubFOp) { return binary("-", Precedence::Sum); })
      .Case([&](arith::MulFOp) { return binary("*", Precedence::Product); })
      .Case([&](arith::DivFOp) { return binary("/", Precedence::Product); })
      .Case([&](arith::NegFOp) {
        return Expression{"-" + print(operand(0), type, Precedence::Primary),
                          type, Precedence::Unary};
      })
      .Case([&](arith::MaxNumFOp) { return standard("fmax"); })
      .Case([&](arith::MinNumFOp) { return standard("fmin"); })
      .Case([&](arith::MaximumFOp) {
        return makeCall(Helper::Maximum, type, {operand(0), operand(1)}, type);
      })
      .Case([&](arith::MinimumFOp) {
        return makeCall(Helper::Minimum, type, {operand(0), operand(1)}, type);
      })
      .Case([&](arith::CmpFOp compare) { return makeFloatComparison(compare); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) {
        return Expression{
            "static_cast<" + type.getName() + ">(" +
                print(operand(0), getCppType(operand(0).getType())) + ")",
            type};
      })
      .Case([&](arith::SIToFPOp) { return fromInteger(CppType::Signed); })
      .Case([&](arith::UIToFPOp) { return fromInteger(CppType::Unsigned); })
      .Case([&](arith::FPToSIOp) { return toInteger(CppType::Signed); })
      .Case([&](arith::FPToUIOp) { return toInteger(CppType::Unsigned); })
      .Default([&](Operation *) {
        // arith.bitcast, the last one that describeUnprintable lets pass.
        CppType from = getCppType(operand(0).getType());
        Expression inner{printTyped(operand(0), from, Precedence::Conditional),
                         from};
        if (from == type)
          return Expression{inner.text, type, Precedence::Conditional};
        return Expression{(helpers.use(Helper::BitCast) + "<" + type.getName() +
                           ">(" + inner.text + ")")
                              .str(),
                          type};
      });
}

std::string tilery::cpp::describeUnprintable(Operation *op) {
  auto isTypePrintable = [](Type type) {
    if (type.isIndex() || type.isF32() || type.isF64())
      return true;
    auto integer = dyn_cast<IntegerType>(type);
    return integer &&
           llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth());
  };
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!isTypePrintable(type)) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      return text;
    }
  bool isPrintable = isa<
      arith::ConstantOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
      arith::DivUIOp, arith::DivSIOp, arith::CeilDivUIOp, arith::CeilDivSIOp,
      arith::FloorDivSIOp, arith::RemUIOp, arith::RemSIOp, arith::AndIOp,
      arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRUIOp,
      arith::ShRSIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
      arith::MinUIOp, arith::CmpIOp, arith::SelectOp, arith::ExtUIOp,
      arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp,
      arith::BitcastOp, arith::AddFOp, arith::SubFOp, arith::MulFOp,
      arith::DivFOp, arith::NegFOp, arith::MaxNumFOp, arith::MinNumFOp,
      arith::MaximumFOp, arith::MinimumFOp, arith::CmpFOp, arith::ExtFOp,
      arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
      arith::FPToUIOp, index::AddOp, index::SubOp, index::MulOp, index::DivUOp,
      index::DivSOp, index::CeilDivUOp, index::CeilDivSOp, index::FloorDivSOp,
      index::RemUOp, index::RemSOp, index::AndOp, index::OrOp, index::XOrOp,
      index::ShlOp, index::ShrUOp, index::ShrSOp, index::MaxSOp, index::MaxUOp,
      index::MinSOp, index::MinUOp, index::CmpOp, index::CastSOp,
      index::CastUOp, index::ConstantOp, index::BoolConstantOp>(op);
  // One bit is divided, extremal or shifted in no launcher that means it.
  bool isOneBit =
      isa<arith::DivUIOp, arith::DivSIOp, arith::CeilDivUIOp,
          arith::CeilDivSIOp, arith::FloorDivSIOp, arith::RemUIOp,
          arith::RemSIOp, arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp,
          arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
          arith::FPToSIOp, arith::FPToUIOp>(op) &&
      op->getResult(0).getType().isInteger(1);
  bool rounds = isa<arith::TruncFOp>(op) &&
                cast<arith::TruncFOp>(op).getRoundingmode().has_value();
  if (isPrintable && !isOneBit && !rounds)
    return "";
  return op->getName().getStringRef().str();
}
