// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Image.h"

#include <cstring>
#include <type_traits>

namespace tilery::tensormap {

/// Plans, and sees to it that all that will be touched is there, so that the
/// loops below need no check.
static ImageStatus prepare(const TensorMapParams &p, const int32_t *coords,
                           Direction direction, const GlobalView &global,
                           size_t sharedSize, uint32_t sharedStart,
                           CopyPlan &plan) {
  ImageStatus status = planCopy(p, coords, direction, sharedStart, plan);
  if (status != ImageStatus::Ok)
    return status;
  if (sharedSize < plan.sharedBytes)
    return ImageStatus::SharedTooSmall;
  if (plan.lowestAddress == plan.endAddress)
    return ImageStatus::Ok;
  bool covered = plan.lowestAddress >= global.address &&
                 plan.endAddress - global.address <= global.size;
  return covered ? ImageStatus::Ok : ImageStatus::OutsideMemory;
}

/// Visits the chunks first..last - 1 of a row in pieces that are adjacent on
/// both sides: `visit(shared offset, index of the first chunk, chunks)`.
template <bool isSwizzled, bool isContiguous, typename Visitor>
static void forEachPiece(const CopyPlan &plan, uint32_t offset, uint32_t first,
                         uint32_t last, Visitor &&visit) {
  if constexpr (isSwizzled) {
    for (uint32_t c = first; c < last; ++c)
      visit(plan.sharedOffset(offset + c * kChunkBytes), c, 1u);
  } else if constexpr (isContiguous) {
    if (first < last)
      visit(offset + first * kChunkBytes, first, last - first);
  } else {
    uint32_t run = 1u << plan.runShift;
    for (uint32_t c = first; c < last; c += run)
      visit(offset + c * kChunkBytes, c, run);
  }
}

/// Calls `function` with (isSwizzled, isContiguous) as compile-time constants.
template <typename Function>
static void specialise(const CopyPlan &plan, Function &&function) {
  if (plan.swizzleBits)
    function(std::true_type(), std::false_type());
  else if (plan.isContiguous())
    function(std::false_type(), std::true_type());
  else
    function(std::false_type(), std::false_type());
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static void fillBytes(uint8_t *bytes, size_t first, size_t last, Fill fill) {
  if (fill == Fill::Zero) {
    std::memset(bytes + first, 0, last - first);
    return;
  }
  // Elements of a nan fill have whole halves.
  for (size_t i = first; i < last; i += sizeof(kNaNFillHalf))
    std::memcpy(bytes + i, &kNaNFillHalf, sizeof(kNaNFillHalf));
}

static void roundBytesToTF32(uint8_t *bytes, size_t size) {
  for (size_t i = 0; i + sizeof(uint32_t) <= size; i += sizeof(uint32_t)) {
    uint32_t bits;
    std::memcpy(&bits, bytes + i, sizeof(bits));
    bits = roundToTF32(bits);
    std::memcpy(bytes + i, &bits, sizeof(bits));
  }
}

namespace {
struct Loader {
  const CopyPlan &plan;
  const GlobalView &global;
  uint8_t *shared;
  Fill fill;
  bool roundsToTF32;

  void copy(uint8_t *to, uint64_t address, size_t bytes) const {
    // A constant size makes one move of a chunk.
    const uint8_t *from = global.data + (address - global.address);
    if (bytes == kChunkBytes)
      std::memcpy(to, from, kChunkBytes);
    else
      std::memcpy(to, from, bytes);
    if (roundsToTF32)
      roundBytesToTF32(to, bytes);
  }

  template <bool isSwizzled, bool isContiguous>
  void loadRow(uint32_t offset, uint64_t row, bool isInside) const {
    uint32_t first = isInside ? plan.firstChunk : plan.rowChunks;
    uint32_t last = isInside ? plan.lastChunk : plan.rowChunks;
    uint32_t tail = isInside ? plan.tailBytes : kChunkBytes;
    uint32_t whole = tail == kChunkBytes ? last : last - 1;
    auto fillPiece = [&](uint32_t at, uint32_t, uint32_t chunks) {
      fillBytes(shared + at, 0, size_t(chunks) * kChunkBytes, fill);
    };
    // Only the copied part of a row has gaps in global memory.
    forEachPiece<isSwizzled, true>(plan, offset, 0, first, fillPiece);
    forEachPiece<isSwizzled, isContiguous>(
        plan, offset, first, whole,
        [&](uint32_t at, uint32_t c, uint32_t chunks) {
          copy(shared + at, plan.chunkAddress(row, c),
               size_t(chunks) * kChunkBytes);
        });
    if (whole != last) {
      uint8_t *to = shared + plan.sharedOffset(offset + whole * kChunkBytes);
      copy(to, plan.chunkAddress(row, whole), tail);
      fillBytes(to, tail, kChunkBytes, fill);
    }
    forEachPiece<isSwizzled, true>(plan, offset, last, plan.rowChunks,
                                   fillPiece);
  }
};
} // namespace

ImageStatus loadImage(const TensorMapParams &p, const int32_t *coords,
                      const GlobalView &global, uint8_t *shared,
                      size_t sharedSize, uint32_t sharedStart) {
  CopyPlan plan;
  ImageStatus status = prepare(p, coords, Direction::Load, global, sharedSize,
                               sharedStart, plan);
  if (status != ImageStatus::Ok)
    return status;
  bool roundsToTF32 =
      p.dataType == DataType::TFloat32 || p.dataType == DataType::TFloat32Ftz;
  Loader loader{plan, global, shared, p.fill, roundsToTF32};
  specialise(plan, [&](auto isSwizzled, auto isContiguous) {
    forEachRow(plan, [&](uint32_t offset, uint64_t row, bool isInside) {
      loader.loadRow<isSwizzled(), isContiguous()>(offset, row, isInside);
    });
  });
  return ImageStatus::Ok;
}

//===----------------------------------------------------------------------===//
// Stores and reductions
//===----------------------------------------------------------------------===//

/// Visits what a store touches, whole chunks even at the edge, in adjacent
/// pieces: `visit(global, shared, bytes)`.
template <typename Visitor>
static void writeRows(const CopyPlan &plan, const GlobalView &global,
                      const uint8_t *shared, Visitor &&visit) {
  specialise(plan, [&](auto isSwizzled, auto isContiguous) {
    forEachRow(plan, [&](uint32_t offset, uint64_t row, bool isInside) {
      if (!isInside)
        return;
      forEachPiece<isSwizzled(), isContiguous()>(
          plan, offset, plan.firstChunk, plan.lastChunk,
          [&](uint32_t at, uint32_t c, uint32_t chunks) {
            visit(global.data + (plan.chunkAddress(row, c) - global.address),
                  shared + at, size_t(chunks) * kChunkBytes);
          });
    });
  });
}

ImageStatus storeImage(const TensorMapParams &p, const int32_t *coords,
                       const uint8_t *shared, size_t sharedSize,
                       const GlobalView &global, uint32_t sharedStart) {
  CopyPlan plan;
  ImageStatus status = prepare(p, coords, Direction::Store, global, sharedSize,
                               sharedStart, plan);
  if (status != ImageStatus::Ok)
    return status;
  writeRows(plan, global, shared,
            [](uint8_t *to, const uint8_t *from, size_t bytes) {
              if (bytes == kChunkBytes)
                std::memcpy(to, from, kChunkBytes);
              else
                std::memcpy(to, from, bytes);
            });
  return ImageStatus::Ok;
}

ImageStatus reduceImage(ReduceOp op, const TensorMapParams &p,
                        const int32_t *coords, const uint8_t *shared,
                        size_t sharedSize, const GlobalView &global,
                        uint32_t sharedStart) {
  CopyPlan plan;
  ImageStatus status = prepare(p, coords, Direction::Reduce, global, sharedSize,
                               sharedStart, plan);
  if (status != ImageStatus::Ok)
    return status;
  if (!isLegalReduction(op, p.dataType))
    return ImageStatus::IllegalReduction;
  writeRows(plan, global, shared, reduceFunction(op, p.dataType));
  return ImageStatus::Ok;
}

} // namespace tilery::tensormap
