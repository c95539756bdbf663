// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Image.h"
#include "tilery/TensorMap/Rules.h"

namespace tilery::tensormap {

const char *describe(ImageStatus status) {
  static constexpr const char *sentences[kImageStatusCount] = {
      "done",
      "the map breaks a rule, or a number of it is unknown",
      "packed types and atom swizzles are not yet implemented",
      "a copy through a map with an extent over 2^31 faults",
      "a store or reduction at a negative coordinate faults",
      "an inner coordinate that is not a multiple of 16 bytes faults",
      "the map's data type does not have the operator, which faults",
      "a tile starts at a multiple of 128 bytes of shared memory",
      "the shared memory is smaller than the tile",
      "the copy touches bytes outside of the memory",
  };
  return nameInRow(sentences, kImageStatusCount, static_cast<int32_t>(status));
}

/// "dimension 0 (TMA dimension 1)".
static std::string place(const TensorMapParams &p, int dim) {
  return "dimension " + std::to_string(userDimension(p, dim)) +
         " (TMA dimension " + std::to_string(dim) + ")";
}

static std::string negativeCoordinate(const TensorMapParams &p,
                                      const int32_t *coords) {
  int dim = 0;
  while (dim + 1 < dimensionCount(p) && coords[dim] >= 0)
    ++dim;
  return place(p, dim) +
         ": expected a coordinate of at least 0 for a store or reduction, "
         "got " +
         std::to_string(coords[dim]) +
         "; the device faults; start the box within the tensor, as only loads "
         "take boxes that begin before it";
}

static std::string misalignedCoordinate(const TensorMapParams &p,
                                        const int32_t *coords) {
  int64_t size = elementBytes(p.dataType);
  return place(p, 0) +
         ": expected an inner coordinate that is a multiple of 16 bytes, got " +
         std::to_string(coords[0]) + " (" + std::to_string(coords[0] * size) +
         " bytes); the device faults; start at a multiple of " +
         std::to_string(kChunkBytes / static_cast<uint32_t>(size)) +
         " elements of " + name(p.dataType);
}

static std::string largeExtent(const TensorMapParams &p) {
  int dim = 0;
  while (dim + 1 < dimensionCount(p) && p.dims[dim] <= kMaxCopiedExtent)
    ++dim;
  return place(p, dim) + ": expected an extent of at most " +
         std::to_string(kMaxCopiedExtent) + " for a copy, got " +
         std::to_string(p.dims[dim]) +
         "; the driver encodes the map and the device faults; split the "
         "dimension";
}

std::string message(ImageStatus status, const TensorMapParams &p,
                    const int32_t *coords) {
  switch (status) {
  case ImageStatus::NegativeCoordinate:
    return negativeCoordinate(p, coords);
  case ImageStatus::MisalignedCoordinate:
    return misalignedCoordinate(p, coords);
  case ImageStatus::ExtentTooLarge:
    return largeExtent(p);
  default:
    return describe(status);
  }
}

} // namespace tilery::tensormap
