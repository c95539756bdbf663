// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface of a launcher: which parameters `NAME_launch` has, and what
// each of them says about the launcher's arguments. Objects and C++ text are
// made from this one description.

#ifndef TILERY_CONVERSION_LAUNCHTOLLVM_CINTERFACE_H
#define TILERY_CONVERSION_LAUNCHTOLLVM_CINTERFACE_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace tilery {
namespace launch {

/// One parameter of `NAME_launch`, before stream, message and capacity.
struct CParameter {
  enum class Kind {
    Tensor, ///< pointer to the first element
    Size,   ///< int64_t: an extent of a tensor
    Stride, ///< int64_t: elements between neighbours along a dimension
    Scalar,
    Map, ///< const CUtensorMap *
  };
  Kind kind;
  /// An identifier of C and C++ that no other parameter has.
  std::string name;
  /// Its C type: "const float *", "int64_t", "const CUtensorMap *".
  std::string type;
  /// Index of the launcher's argument that it is, or is about.
  unsigned argument;
};

/// A size that is known at compile time, or that a parameter gives.
struct CSize {
  bool isKnown;
  int64_t value; ///< the size, or the index of the parameter
};

/// An argument of the launcher, from the parameters.
struct CArgument {
  /// As identifier; the name of its own parameter.
  std::string name;
  mlir::Type type;
  /// Index of its own parameter.
  unsigned parameter;
  /// What the kernels that are started do with it.
  bool isRead = false, isWritten = false;
  /// Of a tensor, outermost first.
  std::vector<CSize> shape;
  /// In elements; empty where the tensor is compact and row-major.
  std::vector<CSize> strides;
};

struct CInterface {
  /// NAME: the launcher's, without a trailing "_launch".
  std::string name;
  std::vector<CParameter> parameters;
  std::vector<CArgument> arguments; ///< as the launcher's
};

/// The names of the last three parameters of every function of the interface:
/// `CUstream stream, char *message, size_t capacity`.
inline constexpr llvm::StringLiteral cStreamName = "stream";
inline constexpr llvm::StringLiteral cMessageName = "message";
inline constexpr llvm::StringLiteral cCapacityName = "capacity";

/// `function` stands in a module with compiled kernels (launch.binary). Fails,
/// with an error, where an argument has no C type.
mlir::FailureOr<CInterface> describeCInterface(FuncOp function);

/// What the kernels that a launcher starts do with each of its arguments: the
/// bits of BinaryOp::Access. With a TensorMap of the caller they do anything.
llvm::SmallVector<int32_t> getArgumentAccess(FuncOp function);

/// The type that C has for an element or a scalar: "float", "int32_t"; "" for
/// those that it has none for, such as f16 and the 8-bit floats.
llvm::StringRef getCTypeName(mlir::Type type);

/// NAME of a launcher's symbol.
llvm::StringRef getCName(llvm::StringRef launcher);

/// Fails, with an error, where two launchers have one NAME, or one has the
/// runtime's.
mlir::LogicalResult verifyCNames(mlir::ModuleOp module);

} // namespace launch
} // namespace tilery

#endif // TILERY_CONVERSION_LAUNCHTOLLVM_CINTERFACE_H
