// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_TABLES_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_TABLES_H

#include "tilery/Conversion/LaunchToLLVM/AbiTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace tilery {
namespace launch {

/// A constant of a table: an integer, an address (null without a global), or a
/// list for a struct or an array.
class Constant {
public:
  Constant(int64_t integer) : integer(integer) {}
  Constant(mlir::LLVM::GlobalOp global) : global(global), isAddress(true) {}
  Constant(llvm::ArrayRef<Constant> elements)
      : elements(elements.begin(), elements.end()), isList(true) {}
  Constant(std::initializer_list<Constant> elements)
      : Constant(llvm::ArrayRef<Constant>(elements.begin(), elements.size())) {}

  /// A list of numbers.
  template <typename Range> static Constant list(const Range &numbers) {
    Constant result(0);
    result.elements.assign(std::begin(numbers), std::end(numbers));
    result.isList = true;
    return result;
  }
  static Constant null() { return Constant(mlir::LLVM::GlobalOp()); }

  /// Builds the value with `type`, whose structure the constant has.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Type type) const;

private:
  int64_t integer = 0;
  mlir::LLVM::GlobalOp global;
  std::vector<Constant> elements;
  bool isAddress = false, isList = false;
};

/// Makes the constant tables of a module: private globals at its start.
class Tables {
public:
  explicit Tables(mlir::ModuleOp module);

  /// Text with a NUL byte after it. Equal texts are one global.
  mlir::LLVM::GlobalOp text(llvm::StringRef value);

  /// Bytes as they are, aligned to 16 bytes (device code).
  mlir::LLVM::GlobalOp bytes(llvm::StringRef value, llvm::StringRef name);

  /// A struct or an array. An empty array is no global but a null address.
  mlir::LLVM::GlobalOp constant(mlir::Type type, const Constant &value,
                                llvm::StringRef name);
  mlir::LLVM::GlobalOp array(mlir::Type element,
                             llvm::ArrayRef<Constant> values,
                             llvm::StringRef name);

  /// A zeroed variable.
  mlir::LLVM::GlobalOp variable(mlir::Type type, llvm::StringRef name);

private:
  mlir::LLVM::GlobalOp create(mlir::Type type, bool isConstant,
                              llvm::StringRef name, mlir::Attribute value,
                              unsigned alignment = 0);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::StringMap<mlir::LLVM::GlobalOp> texts;
};

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_TABLES_H
