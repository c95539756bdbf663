// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launcher computes, as C++ expressions. Integers mean what they mean in
// a launcher that is compiled in process (LaunchToLLVM): they wrap around, and
// a division by 0 gives 0. They are held unsigned, where C++ wraps too; signed
// types stand where the operation is a signed one.

#ifndef TILERY_LIB_TARGET_CPP_EXPRESSIONS_H
#define TILERY_LIB_TARGET_CPP_EXPRESSIONS_H

#include "Helpers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Value.h"

namespace tilery {
namespace cpp {

/// A type of C++ that a value has.
struct CppType {
  enum Kind : uint8_t { Bool, Unsigned, Signed, Float };
  Kind kind;
  unsigned width;

  bool operator==(CppType other) const {
    return kind == other.kind && width == other.width;
  }
  bool isInteger() const { return kind == Unsigned || kind == Signed; }
  /// "uint64_t".
  std::string getName() const;
};

/// How tightly an expression holds together, from loose to tight.
enum class Precedence {
  Conditional,
  LogicalOr,
  LogicalAnd,
  Bits, ///< |, ^, & and shifts: in parentheses, whatever stands around them
  Equality,
  Relation,
  Sum,
  Product,
  Unary,
  Primary,
};

struct Expression {
  std::string text;
  CppType type;
  Precedence precedence = Precedence::Primary;
  /// A number without a type of its own.
  bool isLiteral = false;
};

/// The C++ type of a type that launchers compute with: unsigned for integers.
CppType getCppType(mlir::Type type);

/// Nothing, or what keeps an op of a launcher from being printed.
std::string describeUnprintable(mlir::Operation *op);

class Expressions {
public:
  explicit Expressions(Helpers &helpers) : helpers(helpers) {}

  /// From here on, `value` is a variable of that name and type.
  void define(mlir::Value value, std::string name, CppType type) {
    variables[value] = {std::move(name), type};
  }
  bool isDefined(mlir::Value value) const { return variables.contains(value); }

  /// The value as it is least converted.
  Expression make(mlir::Value value);
  /// The value as a type, with parentheses if it is looser than `least`.
  std::string print(mlir::Value value, CppType type,
                    Precedence least = Precedence::Conditional);

private:
  struct Operands;

  Expression makeConstant(mlir::Attribute attr, mlir::Type type);
  Expression makeInteger(mlir::Operation *op, mlir::Value value);
  /// Of truth values.
  Expression makeLogical(mlir::Operation *op, llvm::StringRef symbol,
                         Precedence precedence);
  Expression makeWrapping(mlir::Operation *op, llvm::StringRef symbol,
                          Precedence precedence);
  Expression makeBits(mlir::Operation *op, llvm::StringRef symbol,
                      llvm::StringRef boolSymbol, Precedence boolPrecedence);
  Expression makeShift(mlir::Operation *op, llvm::StringRef symbol,
                       CppType::Kind kind);
  Expression makeDivision(mlir::Operation *op, Helper helper,
                          CppType::Kind kind);
  Expression makeExtreme(mlir::Operation *op, llvm::StringRef name,
                         CppType::Kind kind);
  Expression makeComparison(mlir::Operation *op,
                            mlir::arith::CmpIPredicate predicate);
  Expression makeFloatComparison(mlir::arith::CmpFOp op);
  Expression makeFloat(mlir::Operation *op);
  Expression makeCast(mlir::Operation *op);
  Expression makeSelect(mlir::arith::SelectOp op);
  Expression makeCall(Helper helper, CppType type,
                      llvm::ArrayRef<mlir::Value> arguments,
                      CppType argumentType);
  /// An integer computed in 32 or more bits as one of its own width.
  Expression narrow(std::string text, CppType computed, unsigned width,
                    Precedence precedence);
  Expression convert(Expression expression, CppType type);
  /// The operand, with a type even where it is a literal.
  std::string printTyped(mlir::Value value, CppType type, Precedence least);

  Helpers &helpers;
  struct Variable {
    std::string name;
    CppType type;
  };
  llvm::DenseMap<mlir::Value, Variable> variables;
};

/// What a value is at most, as an unsigned number of its width.
uint64_t getUpperBound(mlir::Value value);

/// The integer constant that a value is, in 64 bits with its sign.
std::optional<int64_t> getConstantInteger(mlir::Value value);

/// The value behind casts that change no bit: between index and i64.
mlir::Value stripNoOpCasts(mlir::Value value);

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_EXPRESSIONS_H
