// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/ImageGrid.h"

#include <algorithm>

namespace tilery::tensormap {

static std::string padded(const std::string &text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

/// Outside and ragged chunks are marked; memory that no chunk takes is a dot.
static std::string cellText(const ImageGrid &grid, const GridCell &cell) {
  if (!cell.isUsed)
    return ".";
  std::string label = cellLabel(grid, cell);
  return cell.validBytes == 0            ? label + "~"
         : cell.validBytes < kChunkBytes ? label + "*"
                                         : label;
}

static std::string head(const ImageGrid &grid) {
  const TensorMapParams &p = grid.params;
  bool slices = p.interleave != Interleave::None;
  std::string text =
      "image: " + countText(grid.rows, slices ? "slice" : "row") + " of " +
      std::to_string(grid.columns * kChunkBytes) + " bytes in " +
      std::to_string(grid.plan.sharedBytes) + " bytes";
  if (grid.plan.swizzleBits)
    text += ", swizzle " + std::string(name(p.swizzle)) + ", tile at " +
            std::to_string(grid.plan.sharedPhase) + " modulo " +
            std::to_string(sharedAlignment(p.swizzle));
  text += "\ncells: 16 bytes (";
  text += slices ? "of a slice"
                 : countText(kChunkBytes / uint64_t(elementBytes(p.dataType)),
                             "element") +
                       " of " + name(p.dataType);
  return text + ") by the coordinates of their first, outer to inner; ~ lies "
                "outside of the tensor, * partly, . is not touched\n";
}

std::string imageTable(const ImageGrid &grid, uint32_t maxLines) {
  uint32_t lines = maxLines ? std::min(maxLines, grid.lines()) : grid.lines();
  size_t width = 5; // of "28-31"
  for (uint32_t i = 0; i < lines * kLineChunks; ++i)
    width = std::max(width, cellText(grid, grid.cells[i]).size());

  std::string text = head(grid) + "\n" + padded("bank", 12);
  constexpr uint32_t chunkBanks = kBankCount / kLineChunks;
  for (uint32_t c = 0; c < kLineChunks; ++c)
    text += "  " + padded(std::to_string(c * chunkBanks) + "-" +
                              std::to_string((c + 1) * chunkBanks - 1),
                          width);
  text += "\n" + padded("line", 4) + padded("byte", 8) + "\n";
  for (uint32_t line = 0; line < lines; ++line) {
    text += padded(std::to_string(line), 4) +
            padded(std::to_string(line * kLineBytes), 8);
    for (uint32_t c = 0; c < kLineChunks; ++c)
      text += "  " + padded(cellText(grid, grid.cell(line, c)), width);
    text += "\n";
  }
  if (lines < grid.lines())
    text += "  ... " + countText(grid.lines() - lines, "more line") +
            " (--all-rows prints them)\n";
  return text + "\n16 bytes of the first column, " +
         accessText(chunkColumn(grid, 0)) + "\n4 bytes of the first column, " +
         accessText(wordColumn(grid)) + "\n";
}

} // namespace tilery::tensormap
