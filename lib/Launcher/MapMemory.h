// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_MAPMEMORY_H
#define TILERY_LIB_LAUNCHER_MAPMEMORY_H

#include "PlainMap.h"

#include <cstring>

namespace tilery {
namespace runtime {

/// A TensorMap, and all that the driver was told to make it.
struct EncodedMap {
  uint64_t context; ///< ContextInfo::serial; 0: none
  MapArguments arguments;
  TileryMapSpec spec;
  TileryTensorMap map;

  bool isOf(uint64_t otherContext, const MapArguments &otherArguments,
            const TileryMapSpec &otherSpec) const {
    return context == otherContext &&
           std::memcmp(&arguments, &otherArguments, sizeof(arguments)) == 0 &&
           std::memcmp(&spec, &otherSpec, sizeof(spec)) == 0;
  }
};

static_assert(sizeof(MapArguments) ==
                  sizeof(uint64_t) * (1 + 2 * TILERY_MAX_MAP_RANK),
              "compared as bytes");
static_assert(sizeof(TileryMapSpec) ==
                  sizeof(uint32_t) * (7 + 2 * TILERY_MAX_MAP_RANK),
              "compared as bytes");

/// The place of a map among those that this thread has encoded last. A map is a
/// function of what the driver is told, so one that was told the same is taken
/// as it is: the driver takes 74 ns for each (H200, 580.159.04), the comparison
/// a tenth of that.
inline EncodedMap &recallMap(const MapArguments &arguments,
                             const TileryMapSpec &spec) {
  constexpr size_t kPlaces = 16;
  static thread_local EncodedMap places[kPlaces];
  // Of the numbers alone, so that a sequence of launches asks the driver the
  // same in every process. Bases are multiples of 256 mostly.
  uint64_t mixed = (arguments.base >> 4) ^ (arguments.base >> 8);
  mixed ^= spec.box[0] ^ (spec.box[1] << 8) ^ (spec.flags << 16);
  return places[(mixed * 0x9E3779B97F4A7C15) >> 60];
}

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_MAPMEMORY_H
