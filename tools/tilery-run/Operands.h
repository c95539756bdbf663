// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a launcher: what they have to be, and what they are in a
// run.

#ifndef TILERY_TOOLS_TILERY_RUN_OPERANDS_H
#define TILERY_TOOLS_TILERY_RUN_OPERANDS_H

#include "Fill.h"
#include "LauncherInfo.h"
#include "Npy.h"
#include "Options.h"

namespace tilery {
namespace run {

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

/// What the kernels do through a map of another argument, they do to that one.
void linkMaps(LauncherInfo &launcher, const Options &options);

/// Makes all arguments: shapes from --arg, files, types, and equal symbols;
/// values as --arg says, else arange, or poison where the kernels only write.
llvm::Expected<std::vector<Operand>> makeOperands(const LauncherInfo &launcher,
                                                  const Options &options);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_OPERANDS_H
