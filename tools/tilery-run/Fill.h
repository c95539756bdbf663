// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --arg says about an argument, and arrays filled with it.

#ifndef TILERY_TOOLS_TILERY_RUN_FILL_H
#define TILERY_TOOLS_TILERY_RUN_FILL_H

#include "Array.h"

namespace tilery {
namespace run {

/// A value of --arg: `FILL[:TYPE[SHAPE]][:strides=SHAPE][:offset=N]`.
struct FillSpec {
  enum Kind {
    Poison, ///< nothing; the default of arguments that are only written
    Arange, ///< 0, 1, 2, ... modulo what the type can count exactly
    Zeros,
    Ones,
    Random, ///< normal numbers; all bits of integers
    Number, ///< a scalar, or every element
    File,   ///< a .npy file
    MapOf,  ///< a TensorMap of another argument
  };
  Kind kind = Arange;
  uint64_t seed = 0;
  /// The number as written, the file, the other argument.
  std::string text;
  double number = 0;

  std::optional<TileryDataType> type;
  std::optional<Shape> shape, strides;
  /// Elements before the first one.
  int64_t offset = 0;

  /// "random:1", for tables.
  std::string name() const;
};

llvm::Expected<FillSpec> parseFillSpec(llvm::StringRef text);

/// Fills an array whose storage is poisoned. The file, where there is one, has
/// been compared with its type and shape.
void fillArray(Array &array, const FillSpec &spec, const char *fileData);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_FILL_H
