// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The image of a tile in shared memory for people to look at: lines of 128
// bytes, which are the 32 banks, of 8 chunks each.

#ifndef TILERY_TENSORMAP_IMAGEGRID_H
#define TILERY_TENSORMAP_IMAGEGRID_H

#include "tilery/TensorMap/Image.h"

#include <string>
#include <vector>

namespace tilery {
namespace tensormap {

inline constexpr uint32_t kLineChunks = kLineBytes / kChunkBytes;

/// What lies in 16 bytes of shared memory.
struct GridCell {
  bool isUsed = false; ///< the copy touches it
  uint32_t row = 0;    ///< of the tile; a slice with interleave
  uint32_t column = 0; ///< chunk within the row
  /// As in Chunk.
  uint32_t validBytes = 0;
  /// The tensor's coordinates of its first element, innermost first.
  int64_t coords[kMaxRank] = {};
};

struct ImageGrid {
  TensorMapParams params;
  CopyPlan plan;
  std::vector<GridCell> cells; ///< in the order of addresses, whole lines
  uint32_t rows = 0;
  uint32_t columns = 0; ///< chunks of a row

  uint32_t lines() const {
    return static_cast<uint32_t>(cells.size()) / kLineChunks;
  }
  const GridCell &cell(uint32_t line, uint32_t chunk) const {
    return cells[line * kLineChunks + chunk];
  }
  /// Bytes from the tile's start to a chunk.
  uint32_t offsetOf(uint32_t row, uint32_t column) const;
};

/// Lays out the tile at `coords` (p.rank numbers, innermost first), which
/// starts at `sharedStart` in shared memory. Base, extents and strides that are
/// unknown do not matter to the image: such extents are taken as large.
ImageStatus makeGrid(const TensorMapParams &p, const int32_t *coords,
                     uint32_t sharedStart, ImageGrid &grid);

/// "3,8", outer to inner as in the IR: the first element of the cell. With a
/// slice of 32 bytes, ".0" or ".1" names its half.
std::string cellLabel(const ImageGrid &grid, const GridCell &cell);

/// An access to the same place in consecutive rows, by one lane each.
struct ColumnAccess {
  uint32_t rows;  ///< lanes that there are rows for
  uint32_t banks; ///< that are touched
  uint32_t ways;  ///< accesses one after another that the banks need
};

/// Reading chunk `column` of rows 0..7 at once, as ldmatrix does and as a
/// quarter warp does with 16-byte loads.
ColumnAccess chunkColumn(const ImageGrid &grid, uint32_t column);
/// Reading the first four bytes of rows 0..31 by the lanes of a warp.
ColumnAccess wordColumn(const ImageGrid &grid);

/// "8 lanes: 4 banks, 8-way conflict".
std::string accessText(const ColumnAccess &access);
/// "1 row", "2 rows".
std::string countText(uint64_t number, const char *thing);

/// The grid as text, banks on top, at most `maxLines` lines of memory (0: all),
/// and the two column accesses below.
std::string imageTable(const ImageGrid &grid, uint32_t maxLines);

/// The grid as an SVG document: colour by row, the chunk column of the first 8
/// rows framed, and how often it meets each group of banks.
std::string imageSvg(const ImageGrid &grid, uint32_t maxLines);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_IMAGEGRID_H
