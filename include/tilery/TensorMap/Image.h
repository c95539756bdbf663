// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a copy through a tiled TensorMap does to bytes: the image of a tile in
// shared memory, and the tile written back or reduced into global memory. Equal
// to the copy engine of an H200 byte for byte (docs/copy-engine.md lists the
// measurements). Plain C++17; nothing here allocates.
//
// Index 0 is the innermost dimension, as in Types.h.

#ifndef TILERY_TENSORMAP_IMAGE_H
#define TILERY_TENSORMAP_IMAGE_H

#include "tilery/TensorMap/Reduce.h"
#include "tilery/TensorMap/Swizzle.h"

#include <string>

namespace tilery {
namespace tensormap {

/// What came of a copy. Unless it is Ok, no byte was moved.
enum class ImageStatus : int32_t {
  Ok = 0,
  /// A number is unknown, or the rules refuse the map: see check().
  InvalidMap,
  /// A packed type or an atom swizzle: not measured.
  UnmeasuredMap,
  /// An extent is over kMaxCopiedExtent (Rules.h), 2^31. The driver encodes
  /// such a map; every copy through it faults (error 715), wherever it starts.
  ExtentTooLarge,
  /// A store or reduction starts below 0. The device faults (error 715).
  NegativeCoordinate,
  /// The inner coordinate is not a multiple of 16 bytes. The device faults
  /// (error 715).
  MisalignedCoordinate,
  /// The map's type does not have the operator. The device faults (error 715).
  IllegalReduction,
  /// The tile does not start at a multiple of 128 bytes of shared memory.
  MisalignedShared,
  /// The shared memory is smaller than sharedBytes().
  SharedTooSmall,
  /// A byte of the tensor lies beyond the 63-bit address space, or outside of
  /// the memory that was given.
  OutsideMemory,
};
inline constexpr int32_t kImageStatusCount = 10;

/// One sentence without a full stop; "done" for Ok.
const char *describe(ImageStatus status);

/// The sentence with place, value and cure: "expected ..., got ...". `coords`
/// are those of the copy. Dimensions are counted outer to inner, as in the IR.
std::string message(ImageStatus status, const TensorMapParams &p,
                    const int32_t *coords);

/// True for what raises an illegal-instruction error on the device.
constexpr bool isDeviceFault(ImageStatus s) {
  return s == ImageStatus::ExtentTooLarge ||
         s == ImageStatus::NegativeCoordinate ||
         s == ImageStatus::MisalignedCoordinate ||
         s == ImageStatus::IllegalReduction;
}

/// Global memory: `size` bytes at `data` are those at the device address
/// `address`. A copy that would touch a byte outside of it moves nothing.
struct GlobalView {
  uint64_t address = 0;
  uint8_t *data = nullptr;
  size_t size = 0;
};

/// 16 bytes of the tile.
struct Chunk {
  /// Where it lies in shared memory, in bytes from the tile's start.
  uint32_t sharedOffset;
  /// The same before the swizzle.
  uint32_t linearOffset;
  /// Its 16 bytes in global memory; of no meaning when it is outside.
  uint64_t globalAddress;
  /// The first of these bytes belong to the tensor: 0 outside of it, 16 inside,
  /// a number between where the inner extent ends within the chunk. Loads fill
  /// the rest; stores and reductions touch all 16 unless it is 0.
  uint32_t validBytes;

  bool isOutside() const { return validBytes == 0; }
};

/// A copy in closed form: rows of chunks, up to four dimensions of rows. Made
/// by planCopy(); its cost does not grow with the box.
struct CopyPlan {
  /// The dimensions outside of the inner one, of extent 1 beyond the rank.
  /// Rows with an index within first..last - 1 lie inside the tensor.
  struct Axis {
    int32_t count = 1;
    int32_t first = 0;
    int32_t last = 1;
    uint64_t step = 0; ///< bytes of global memory from one index to the next
  };
  Axis axes[kMaxRank - 1];

  /// Address of the first chunk modulo 2^64; it may lie outside.
  uint64_t origin = 0;
  /// Chunks of a row; those from firstChunk to lastChunk - 1 lie inside.
  uint32_t rowChunks = 0;
  uint32_t firstChunk = 0;
  uint32_t lastChunk = 0;
  /// validBytes of chunk lastChunk - 1.
  uint32_t tailBytes = kChunkBytes;
  /// Chunk c is at (c >> runShift) * runStep + 16 * (c modulo the run) from the
  /// row's start: adjacent, or slices some way apart (interleave with an
  /// element stride).
  uint32_t runShift = 0;
  uint32_t runStep = kChunkBytes;

  uint32_t rowPitch = 0;    ///< bytes of shared memory from row to row
  uint32_t sharedBytes = 0; ///< of the tile
  uint32_t swizzleBits = 0;
  uint32_t sharedPhase = 0; ///< address of the tile modulo the swizzle's period

  /// The lowest byte of global memory that is touched, and the end of the
  /// highest; equal when the box lies outside.
  uint64_t lowestAddress = 0;
  uint64_t endAddress = 0;

  bool isContiguous() const { return runStep == kChunkBytes << runShift; }
  uint64_t chunkAddress(uint64_t row, uint32_t chunk) const {
    uint32_t within = chunk & ((1u << runShift) - 1);
    return row + uint64_t(chunk >> runShift) * runStep + within * kChunkBytes;
  }
  uint32_t sharedOffset(uint32_t linear) const {
    return swizzledAddress(sharedPhase + linear, swizzleBits) - sharedPhase;
  }
};

/// Plans the copy of the box at `coords` (p.rank numbers, innermost first; in
/// slices for dimension 0 with interleave). `direction` decides about faults
/// and edges; Unspecified is Load. `sharedStart` is the tile's address in
/// shared memory, of which the low 10 bits matter: the swizzle XORs address
/// bits.
ImageStatus planCopy(const TensorMapParams &p, const int32_t *coords,
                     Direction direction, uint32_t sharedStart, CopyPlan &plan);

/// Calls `visit(linearOffset, rowAddress, isInside)` for each row of the tile
/// in the order of shared memory.
template <typename Visitor>
inline void forEachRow(const CopyPlan &plan, Visitor &&visit) {
  auto inside = [](const CopyPlan::Axis &axis, int32_t i) {
    return i >= axis.first && i < axis.last;
  };
  const CopyPlan::Axis *axes = plan.axes;
  uint32_t offset = 0;
  uint64_t a3 = plan.origin;
  for (int32_t i3 = 0; i3 < axes[3].count; ++i3, a3 += axes[3].step) {
    bool in3 = inside(axes[3], i3);
    uint64_t a2 = a3;
    for (int32_t i2 = 0; i2 < axes[2].count; ++i2, a2 += axes[2].step) {
      bool in2 = in3 && inside(axes[2], i2);
      uint64_t a1 = a2;
      for (int32_t i1 = 0; i1 < axes[1].count; ++i1, a1 += axes[1].step) {
        bool in1 = in2 && inside(axes[1], i1);
        uint64_t a0 = a1;
        for (int32_t i0 = 0; i0 < axes[0].count; ++i0, a0 += axes[0].step) {
          visit(offset, a0, in1 && inside(axes[0], i0));
          offset += plan.rowPitch;
        }
      }
    }
  }
}

/// Calls `visit(const Chunk &)` for each chunk of the tile in the order of
/// shared memory before the swizzle.
template <typename Visitor>
inline void forEachChunk(const CopyPlan &plan, Visitor &&visit) {
  forEachRow(plan, [&](uint32_t offset, uint64_t row, bool isInside) {
    for (uint32_t c = 0; c < plan.rowChunks; ++c) {
      bool valid = isInside && c >= plan.firstChunk && c < plan.lastChunk;
      uint32_t linear = offset + c * kChunkBytes;
      visit(Chunk{plan.sharedOffset(linear), linear,
                  valid ? plan.chunkAddress(row, c) : 0,
                  !valid                    ? 0
                  : c + 1 == plan.lastChunk ? plan.tailBytes
                                            : kChunkBytes});
    }
  });
}

/// Plans and visits in one go; visits nothing unless the result is Ok.
template <typename Visitor>
inline ImageStatus forEachChunk(const TensorMapParams &p, const int32_t *coords,
                                Direction direction, Visitor &&visit,
                                uint32_t sharedStart = 0) {
  CopyPlan plan;
  ImageStatus status = planCopy(p, coords, direction, sharedStart, plan);
  if (status == ImageStatus::Ok)
    forEachChunk(plan, visit);
  return status;
}

/// Global to shared memory. `shared` is the tile's start and holds at least
/// sharedBytes(p); bytes between narrow swizzled rows keep their values.
/// Elements outside of the tensor are filled; boxBytes(p) count at the barrier
/// in any case.
ImageStatus loadImage(const TensorMapParams &p, const int32_t *coords,
                      const GlobalView &global, uint8_t *shared,
                      size_t sharedSize, uint32_t sharedStart = 0);

/// Shared to global memory: elements outside are dropped, except that the last
/// 16 bytes of a row are written whole. Formats change no bit.
ImageStatus storeImage(const TensorMapParams &p, const int32_t *coords,
                       const uint8_t *shared, size_t sharedSize,
                       const GlobalView &global, uint32_t sharedStart = 0);

/// Shared memory combined into global memory, as a store otherwise.
ImageStatus reduceImage(ReduceOp op, const TensorMapParams &p,
                        const int32_t *coords, const uint8_t *shared,
                        size_t sharedSize, const GlobalView &global,
                        uint32_t sharedStart = 0);

/// What a load of tf32 does to the bits of an f32: nearest even at 10 bits of
/// mantissa, every NaN becomes 0x7FFFE000.
constexpr uint32_t roundToTF32(uint32_t bits) {
  return (bits & 0x7FFFFFFF) > 0x7F800000
             ? 0x7FFFE000
             : (bits + 0xFFF + (bits >> 13 & 1)) & ~uint32_t(0x1FFF);
}

/// Each 16-bit half of what the nan fill delivers.
inline constexpr uint16_t kNaNFillHalf = 0x7FF7;

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_IMAGE_H
