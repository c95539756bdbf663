// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tiled map written on one line, outer to inner as in the IR:
//
//   dtype=f16 dims=1024x512 box=64x64 swizzle=128B
//
// Keys: dtype, dims, box (required); strides (bytes, with or without the
// innermost one; default dense), element_strides, interleave, swizzle, fill,
// l2, base (an address, +N for N bytes past an aligned one, or ?), direction,
// allow_edge_spill (yes, no), target (default sm_90). A size may be ?.

#ifndef TILERY_TENSORMAP_SPEC_H
#define TILERY_TENSORMAP_SPEC_H

#include "tilery/TensorMap/Types.h"

#include <optional>
#include <string>
#include <string_view>

namespace tilery {
namespace tensormap {

/// Where a text is wrong, and how.
struct SpecError {
  size_t offset = 0; ///< byte offset in the text, from 0
  size_t length = 0; ///< bytes that are at fault
  std::string message;
};

/// Reads one line; on nullopt `error` says what is wrong at the first fault.
/// Only the text is judged here, not the map: see check().
std::optional<TensorMapParams> parseSpec(std::string_view text,
                                         SpecError &error);

/// The text with a caret below the fault, three lines:
///   error: expected a number, got '6a'
///     dtype=f16 dims=6ax64
///                    ^~
std::string render(const SpecError &error, std::string_view text);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_SPEC_H
