// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_PLAINMAP_H
#define TILERY_LIB_LAUNCHER_PLAINMAP_H

#include "Tensor.h"

#include "tilery/TensorMap/Types.h"

namespace tilery {
namespace runtime {

/// What cuTensorMapEncodeTiled is told of the tensor, innermost first.
struct MapArguments {
  uint64_t base;
  uint64_t dims[TILERY_MAX_MAP_RANK];
  uint64_t strides[TILERY_MAX_MAP_RANK];
};

/// Fills `out` and returns true for a map without interleave and packed types
/// that surely breaks no rule of tensormap::kRules. False says nothing: ask the
/// table.
///
/// A launch asks this for each of its maps, right after the last launch has
/// emptied the caches: what costs there is not arithmetic but branches and code
/// size (with the table a launch of two maps took 0.2 us more). So the rules
/// are folded into bits that have to stay zero. PlainMapTest compares both.
inline bool describePlainMap(const TileryTensor &tensor,
                             const TileryMapSpec &spec,
                             int32_t computeCapability, MapArguments &out) {
  namespace tm = tensormap;
  auto code = [](int32_t value) { return static_cast<uint32_t>(value); };
  int32_t rank = spec.rank;
  // Packed types and atom swizzles have rules and targets of their own.
  if (tensor.ndim != rank || code(rank) - 1 >= TILERY_MAX_MAP_RANK ||
      spec.interleave != 0 ||
      code(spec.dtype) >= code(int32_t(tm::DataType::Packed16U4Align8B)) ||
      code(spec.swizzle) > code(int32_t(tm::Swizzle::B128)) ||
      computeCapability < 90)
    return false;
  auto type = static_cast<tm::DataType>(spec.dtype);
  uint64_t size = static_cast<uint64_t>(tensor.dtype.bits) / 8;
  uint64_t bad = tensor.dtype.bits != code(int32_t(tm::globalBits(type)));
  bad |= code(spec.l2Promotion) >> 2;
  bad |= code(spec.oobFill) >> (tm::isFloat(type) ? 1 : 0);

  out.base = address(tensor);
  bad |= (out.base & 15) | (out.base >> 57) | (out.base == 0);

  bool writes = spec.flags & (TILERY_MAP_STORED | TILERY_MAP_REDUCED);
  uint64_t compact = 1;
  uint64_t tileRows = 1;
  // Bytes up to which the dimensions so far lie apart, for stores.
  uint64_t covered = 0;
  for (int32_t i = 0; i < rank; ++i) {
    int32_t dim = rank - 1 - i;
    uint64_t extent = static_cast<uint64_t>(tensor.shape[dim]);
    uint64_t stride =
        tensor.strides ? static_cast<uint64_t>(tensor.strides[dim]) : compact;
    // Copies work up to 2^31; what else may be larger is for the table.
    bad |= (extent - 1) >> 31;
    bad |= __builtin_mul_overflow(compact, extent, &compact);
    bad |= (spec.box[i] - uint64_t(1)) >> 8;
    bad |= (spec.elementStrides[i] - uint64_t(1)) >> 3;
    out.dims[i] = extent;
    if (i == 0) {
      bad |= stride ^ 1;
      covered = extent * size;
      continue;
    }
    tileRows *= spec.box[i];
    uint64_t bytes = stride * size;
    bad |= (stride >> 40) | (bytes >> 40) | (bytes & 15);
    // Row-major; the table knows transposed tensors too.
    bad |= writes & (bytes < covered);
    // Below 2^72 only where something is bad already.
    covered = bytes * extent;
    out.strides[i - 1] = bytes;
  }

  uint64_t innerBox = spec.box[0] * size;
  uint64_t span = static_cast<uint64_t>(
      tm::swizzleSpan(static_cast<tm::Swizzle>(spec.swizzle)));
  bad |= innerBox & 15;
  bad |= span != 0 && innerBox > span;
  uint64_t pitch = innerBox < span ? span : innerBox;
  bad |= (pitch * tileRows + span) >
         static_cast<uint64_t>(tm::sharedLimit(computeCapability));
  // TILERY_MAP_STORED and _REDUCED without _ALLOW_EDGE_SPILL.
  bool ragged = (out.dims[0] * size) & 15;
  bad |= ragged & writes & !(spec.flags & TILERY_MAP_ALLOW_EDGE_SPILL);
  return bad == 0;
}

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_PLAINMAP_H
