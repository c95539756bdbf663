// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a launcher: what they have to be, and what they are in a
// run.

#ifndef TILERY_TOOLS_TILERY_RUN_OPERANDS_H
#define TILERY_TOOLS_TILERY_RUN_OPERANDS_H

#include "Fill.h"
#include "Npy.h"
#include "Options.h"

namespace tilery {
namespace run {

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
  Shape shape;
  /// Nothing: compact, row-major.
  std::optional<Shape> strides;
  /// The symbol of each dimension, "" for none.
  std::vector<std::string> symbols;
  /// What the launched kernels do with it.
  bool isRead = false, isWritten = false;
  /// Stores may touch the padding behind a ragged row.
  bool allowsSpill = false;
  /// The box of the maps through which it is copied; stores before loads.
  Shape box;
};

struct LauncherInfo {
  std::string name;
  /// "add_one(A: Tensor([8, 32], float32), ...)"
  std::string signature;
  std::vector<ArgumentInfo> arguments;
};

/// One argument of a run.
struct Operand {
  const ArgumentInfo *info = nullptr;
  FillSpec fill;
  /// A tensor's elements: before the run, and after it for those that were read
  /// back.
  Array array;
  /// The storage before the run, where the run may change it.
  std::vector<char> before;
  /// A scalar.
  TileryValue value{};
  /// The operand whose tensor a map is over, where that is not its own.
  std::optional<size_t> mapOf;

  bool hasArray() const { return info->isTensor && !mapOf; }
};

/// Makes all arguments: shapes from --arg, files, types, and equal symbols;
/// values as --arg says, else arange, or poison where the kernels only write.
llvm::Expected<std::vector<Operand>> makeOperands(const LauncherInfo &launcher,
                                                  const Options &options);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_OPERANDS_H
