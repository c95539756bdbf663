// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which chunks a copy moves, in closed form. A box is at most 256 elements wide
// and fits into shared memory, so that numbers within it fit into 32 bits;
// addresses are checked at 63 bits.

#include "tilery/TensorMap/Image.h"
#include "tilery/TensorMap/Rules.h"

#include <algorithm>

namespace tilery::tensormap {

/// Unspecified, as whether a store's edge may spill is the user's word, and
/// changes no byte.
static ImageStatus judge(const TensorMapParams &p) {
  TensorMapParams map = p;
  map.direction = Direction::Unspecified;
  if (!map.base.isExact() || !isAccepted(map))
    return ImageStatus::InvalidMap;
  for (int i = 0; i < map.rank; ++i)
    if (!isKnown(map.dims[i]) || !isKnown(map.box[i]) ||
        !isKnown(map.elementStrides[i]) ||
        (i > 0 && !isKnown(map.byteStrides[i - 1])))
      return ImageStatus::InvalidMap;
  if (isPacked(map.dataType) || !isMeasured(map.swizzle))
    return ImageStatus::UnmeasuredMap;
  for (int i = 0; i < map.rank; ++i)
    if (map.dims[i] > kMaxCopiedExtent)
      return ImageStatus::ExtentTooLarge;
  return ImageStatus::Ok;
}

namespace {
/// The indices whose coordinates start + index * step are within 0..extent - 1.
struct InsideRange {
  int64_t first, last;
};
} // namespace

/// `start` is a 32-bit coordinate, or one in bytes (up to 2^34).
static InsideRange insideRange(int64_t start, int64_t step, int64_t count,
                               int64_t extent) {
  auto indexFrom = [&](int64_t coordinate) {
    int64_t distance = coordinate - start;
    int64_t index = distance <= 0 ? 0 : (distance + step - 1) / step;
    return std::min(index, count);
  };
  int64_t first = indexFrom(0);
  return {first, std::max(first, indexFrom(extent))};
}

namespace {
class Planner {
public:
  Planner(const TensorMapParams &p, const int32_t *coords, bool writes,
          CopyPlan &plan)
      : p(p), coords(coords), writes(writes), plan(plan) {}

  ImageStatus run();

private:
  void planRow();
  void planAxis(int dim);
  bool findAddresses();

  const TensorMapParams &p;
  const int32_t *coords;
  bool writes;
  CopyPlan &plan;
  /// Lowest and highest inside byte of a row, from coordinate 0.
  int64_t rowLow = 0, rowEnd = 0;
  bool isOutside = false;
};
} // namespace

void Planner::planRow() {
  int64_t slice = sliceBytes(p.interleave);
  int64_t unit = slice ? slice : kChunkBytes;
  int64_t step = slice ? p.elementStrides[0] : 1;
  int64_t extent = innerExtentBytes(p);
  // A coordinate of elements is one of whole chunks: planCopy() has checked.
  int64_t start =
      slice ? int64_t(coords[0]) : coords[0] * elementBytes(p.dataType) / unit;
  int64_t units = slice ? p.dims[0] : (extent + unit - 1) / unit;
  int64_t count =
      slice ? boxElements(p, 0) : innerBoxBytes(p) / int64_t(kChunkBytes);
  InsideRange range = insideRange(start, step, count, units);
  isOutside |= range.first == range.last;

  uint32_t chunksPerUnit = static_cast<uint32_t>(unit / kChunkBytes);
  plan.rowChunks = static_cast<uint32_t>(count) * chunksPerUnit;
  plan.firstChunk = static_cast<uint32_t>(range.first) * chunksPerUnit;
  plan.lastChunk = static_cast<uint32_t>(range.last) * chunksPerUnit;
  plan.runShift = chunksPerUnit == 2 ? 1 : 0;
  plan.runStep = static_cast<uint32_t>(step * unit);
  plan.origin += static_cast<uint64_t>(start) * static_cast<uint64_t>(unit);

  rowLow = (start + range.first * step) * unit;
  rowEnd = (start + (range.last - 1) * step) * unit + unit;
  if (!isOutside && rowEnd > extent) {
    plan.tailBytes = static_cast<uint32_t>(kChunkBytes - (rowEnd - extent));
    if (!writes)
      rowEnd = extent;
  }
}

void Planner::planAxis(int dim) {
  CopyPlan::Axis &axis = plan.axes[dim - 1];
  int64_t count = boxElements(p, dim);
  int64_t step = p.elementStrides[dim];
  InsideRange range = insideRange(coords[dim], step, count, p.dims[dim]);
  isOutside |= range.first == range.last;
  axis.count = static_cast<int32_t>(count);
  axis.first = static_cast<int32_t>(range.first);
  axis.last = static_cast<int32_t>(range.last);
  uint64_t stride = static_cast<uint64_t>(p.byteStrides[dim - 1]);
  axis.step = stride * static_cast<uint64_t>(step);
  plan.origin += static_cast<uint64_t>(int64_t(coords[dim])) * stride;
}

/// False when an address has more than 63 bits.
bool Planner::findAddresses() {
  int64_t base = static_cast<int64_t>(p.base.value);
  int64_t low = checkedAdd(base, rowLow), end = checkedAdd(base, rowEnd);
  for (int i = 1; i < p.rank; ++i) {
    const CopyPlan::Axis &axis = plan.axes[i - 1];
    int64_t step = p.elementStrides[i], stride = p.byteStrides[i - 1];
    int64_t first = coords[i] + axis.first * step;
    int64_t last = coords[i] + (axis.last - 1) * step;
    low = checkedAdd(low, checkedMul(first, stride));
    end = checkedAdd(end, checkedMul(last, stride));
  }
  if (!isKnown(low) || !isKnown(end))
    return false;
  plan.lowestAddress = static_cast<uint64_t>(low);
  plan.endAddress = static_cast<uint64_t>(end);
  return true;
}

ImageStatus Planner::run() {
  plan.origin = p.base.value;
  planRow();
  for (int i = 1; i < p.rank; ++i)
    planAxis(i);
  plan.rowPitch = static_cast<uint32_t>(sharedRowPitch(p));
  plan.sharedBytes = static_cast<uint32_t>(sharedBytes(p));
  plan.swizzleBits = swizzleBits(p.swizzle);
  if (isOutside)
    return ImageStatus::Ok;
  return findAddresses() ? ImageStatus::Ok : ImageStatus::OutsideMemory;
}

ImageStatus planCopy(const TensorMapParams &p, const int32_t *coords,
                     Direction direction, uint32_t sharedStart,
                     CopyPlan &plan) {
  plan = CopyPlan();
  if (ImageStatus status = judge(p); status != ImageStatus::Ok)
    return status;
  if (sharedStart % kLineBytes != 0)
    return ImageStatus::MisalignedShared;
  bool writes = direction == Direction::Store || direction == Direction::Reduce;
  for (int i = 0; writes && i < p.rank; ++i)
    if (coords[i] < 0)
      return ImageStatus::NegativeCoordinate;
  if (p.interleave == Interleave::None &&
      coords[0] * elementBytes(p.dataType) % kChunkBytes != 0)
    return ImageStatus::MisalignedCoordinate;
  plan.sharedPhase =
      sharedStart % static_cast<uint32_t>(sharedAlignment(p.swizzle));
  return Planner(p, coords, writes, plan).run();
}

} // namespace tilery::tensormap
