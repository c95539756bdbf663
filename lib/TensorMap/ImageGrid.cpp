// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/ImageGrid.h"
#include "tilery/TensorMap/Rules.h"

#include <algorithm>
#include <array>

namespace tilery::tensormap {

/// Numbers that the rules accept in place of unknown ones.
static TensorMapParams withKnownNumbers(TensorMapParams p) {
  constexpr uint64_t somewhere = uint64_t(1) << 40;
  if (!p.base.isExact())
    p.base = BaseAddress::exactly(somewhere + p.base.value);
  if (!isKnown(p.innerStride))
    p.innerStride = 1;
  for (int i = 0; i < dimensionCount(p); ++i) {
    if (!isKnown(p.dims[i]))
      p.dims[i] = kMaxCopiedExtent;
    if (i > 0 && !isKnown(p.byteStrides[i - 1]))
      p.byteStrides[i - 1] = globalAlignment(p);
  }
  return p;
}

/// The tensor's coordinates of the chunk that is the `column`-th of the plan's
/// row `row`.
static void setCoordinates(const ImageGrid &grid, const int32_t *coords,
                           uint32_t row, uint32_t column, GridCell &cell) {
  const TensorMapParams &p = grid.params;
  int64_t slice = sliceBytes(p.interleave);
  int64_t index =
      slice ? column * int64_t(kChunkBytes) / slice
            : column * int64_t(kChunkBytes) / elementBytes(p.dataType);
  cell.coords[0] = coords[0] + index * (slice ? p.elementStrides[0] : 1);
  for (int i = 1; i < p.rank; ++i) {
    auto count = static_cast<uint32_t>(grid.plan.axes[i - 1].count);
    cell.coords[i] = coords[i] + (row % count) * p.elementStrides[i];
    row /= count;
  }
}

ImageStatus makeGrid(const TensorMapParams &p, const int32_t *coords,
                     uint32_t sharedStart, ImageGrid &grid) {
  grid = ImageGrid();
  grid.params = withKnownNumbers(p);
  ImageStatus status =
      planCopy(grid.params, coords, p.direction, sharedStart, grid.plan);
  if (status != ImageStatus::Ok)
    return status;
  uint32_t lines = (grid.plan.sharedBytes + kLineBytes - 1) / kLineBytes;
  grid.cells.resize(size_t(lines) * kLineChunks);
  // A slice of an interleaved tile is what a row is elsewhere.
  auto slice = static_cast<uint32_t>(sliceBytes(p.interleave));
  uint32_t rowChunks = grid.plan.rowChunks;
  grid.columns = slice ? slice / kChunkBytes : rowChunks;
  uint32_t next = 0;
  forEachChunk(grid.plan, [&](const Chunk &chunk) {
    GridCell &cell = grid.cells[chunk.sharedOffset / kChunkBytes];
    cell.isUsed = true;
    cell.row = next / grid.columns;
    cell.column = next % grid.columns;
    cell.validBytes = chunk.validBytes;
    setCoordinates(grid, coords, next / rowChunks, next % rowChunks, cell);
    ++next;
  });
  grid.rows = next / grid.columns;
  return ImageStatus::Ok;
}

uint32_t ImageGrid::offsetOf(uint32_t row, uint32_t column) const {
  uint32_t rowsOfPlan = plan.rowChunks / columns;
  uint32_t linear = row / rowsOfPlan * plan.rowPitch +
                    (row % rowsOfPlan * columns + column) * kChunkBytes;
  return plan.sharedOffset(linear);
}

std::string cellLabel(const ImageGrid &grid, const GridCell &cell) {
  std::string label;
  for (int i = grid.params.rank - 1; i >= 0; --i)
    label += std::to_string(cell.coords[i]) + (i > 0 ? "," : "");
  if (grid.params.interleave == Interleave::B32)
    label += "." + std::to_string(cell.column);
  return label;
}

/// Banks serve one word each at a time: lanes that meet in a bank wait for each
/// other, unless they read the same word.
static ColumnAccess accessOf(const ImageGrid &grid, uint32_t rows,
                             uint32_t column, uint32_t words) {
  std::array<uint32_t, kBankCount> counts = {};
  for (uint32_t row = 0; row < rows; ++row) {
    uint32_t address = grid.plan.sharedPhase + grid.offsetOf(row, column);
    for (uint32_t word = 0; word < words; ++word)
      ++counts[bankOf(address + word * kBankBytes)];
  }
  auto touched = std::count_if(counts.begin(), counts.end(),
                               [](uint32_t count) { return count > 0; });
  return {rows, static_cast<uint32_t>(touched),
          *std::max_element(counts.begin(), counts.end())};
}

ColumnAccess chunkColumn(const ImageGrid &grid, uint32_t column) {
  return accessOf(grid, std::min(grid.rows, 8u), column,
                  kChunkBytes / kBankBytes);
}

ColumnAccess wordColumn(const ImageGrid &grid) {
  return accessOf(grid, std::min(grid.rows, 32u), 0, 1);
}

std::string countText(uint64_t number, const char *thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string accessText(const ColumnAccess &access) {
  return countText(access.rows, "lane") + ": " +
         countText(access.banks, "bank") + ", " +
         (access.ways > 1 ? std::to_string(access.ways) + "-way conflict"
                          : "no conflict");
}

} // namespace tilery::tensormap
