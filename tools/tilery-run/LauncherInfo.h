// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a launcher. A copy of the C API's, as arguments that are
// linked by --arg M=map:A share what is done with them.

#ifndef TILERY_TOOLS_TILERY_RUN_LAUNCHERINFO_H
#define TILERY_TOOLS_TILERY_RUN_LAUNCHERINFO_H

#include "tilery-c/Compiler.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace tilery {
namespace run {

/// A size that the type leaves open.
inline constexpr int64_t dynamicSize = -1;

/// What the module says about one argument (TileryParameter).
struct ArgumentInfo {
  std::string name;
  /// The type as it is written, for messages.
  std::string typeText;
  /// Also of a map, which may be over a tensor of its own.
  bool isTensor = false;
  TileryDataType type{};
  std::optional<TileryMapSpec> map;
  llvm::SmallVector<int64_t, 4> shape;
  /// Nothing: compact, row-major.
  std::optional<llvm::SmallVector<int64_t, 4>> strides;
  /// The symbol of each dimension, "" for none.
  std::vector<std::string> symbols;
  /// What the launched kernels do with it.
  bool isRead = false, isWritten = false;
  bool allowsSpill = false;
  llvm::SmallVector<int64_t, 4> box;
};

struct LauncherInfo {
  std::string name;
  std::string signature;
  std::vector<ArgumentInfo> arguments;
};

LauncherInfo describeLauncher(const TileryEntry &entry);

/// A launcher that can be called.
struct Entry {
  const TileryProgram *program = nullptr;
  size_t index = 0;
};

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_LAUNCHERINFO_H
