// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What callers have to know of a launcher.

#ifndef TILERY_PIPELINES_DESCRIBE_H
#define TILERY_PIPELINES_DESCRIBE_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Launcher/Abi.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace tilery {

/// A size that the type leaves open.
inline constexpr int64_t dynamicSize = -1;

/// What the module says about one argument.
struct ArgumentInfo {
  std::string name;
  /// The type as it is written, for messages.
  std::string typeText;
  bool isTensor = false;
  TileryDataType type{};
  /// A !tile.tensor_map: what to encode over a tensor of this argument's own,
  /// or over that of another one.
  std::optional<TileryMapSpec> map;
  llvm::SmallVector<int64_t, 4> shape;
  /// Nothing: compact, row-major.
  std::optional<llvm::SmallVector<int64_t, 4>> strides;
  /// The symbol of each dimension, "" for none.
  std::vector<std::string> symbols;
  /// What the launched kernels do with it.
  bool isRead = false, isWritten = false;
  /// Stores may touch the padding behind a ragged row.
  bool allowsSpill = false;
  /// The box of the maps through which it is copied; stores before loads.
  llvm::SmallVector<int64_t, 4> box;
};

struct LauncherInfo {
  std::string name;
  /// "add_one(A: Tensor([8, 32], float32), ...)"
  std::string signature;
  std::vector<ArgumentInfo> arguments;
};

/// Names and types of a launcher's arguments.
LauncherInfo describeLauncher(launch::FuncOp function);

/// Adds what the kernels that the launcher starts do with its arguments, from a
/// module whose kernels are compiled.
void describeAccess(mlir::ModuleOp module, LauncherInfo &info);

} // namespace tilery

#endif // TILERY_PIPELINES_DESCRIBE_H
