// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/ImageGrid.h"

#include <algorithm>
#include <array>

namespace tilery::tensormap {

namespace {

// Pixels.
constexpr uint32_t kLeastCellWidth = 84, kCellHeight = 20;
constexpr uint32_t kLetterWidth = 7;
constexpr uint32_t kLeft = 76, kTop = 96, kRight = 20, kBottom = 74;

/// Rows that are neighbours modulo 8, the longest period of a swizzle, differ
/// clearly; all are light enough for black text.
constexpr std::array<const char *, 8> kRowColours = {
    "#f4a6a0", "#f7c98b", "#f3e79b", "#b9dd9c",
    "#9fdcc8", "#9cc9ee", "#bdb2ec", "#e3b0dc"};

class Drawing {
public:
  Drawing(const ImageGrid &grid, uint32_t lines) : grid(grid), lines(lines) {
    for (uint32_t i = 0; i < lines * kLineChunks; ++i) {
      auto letters =
          static_cast<uint32_t>(cellLabel(grid, grid.cells[i]).size());
      cellWidth = std::max(cellWidth, (letters + 2) * kLetterWidth);
    }
  }

  std::string draw() {
    uint32_t width = kLeft + kLineChunks * cellWidth + kRight;
    uint32_t height = kTop + lines * kCellHeight + kBottom;
    std::string size = number("width", width) + number("height", height);
    text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size +
           " viewBox=\"0 0 " + std::to_string(width) + " " +
           std::to_string(height) +
           "\" font-family=\"monospace\" font-size=\"11\">\n"
           "<rect" +
           size + " fill=\"#ffffff\"/>\n";
    drawHead();
    drawBanks();
    for (uint32_t line = 0; line < lines; ++line)
      drawLine(line);
    drawColumn();
    drawFoot();
    return text + "</svg>\n";
  }

private:
  static std::string number(const char *name, uint32_t value) {
    return std::string(" ") + name + "=\"" + std::to_string(value) + "\"";
  }
  uint32_t left(uint32_t chunk) const { return kLeft + chunk * cellWidth; }
  static uint32_t top(uint32_t line) { return kTop + line * kCellHeight; }

  void write(uint32_t x, uint32_t y, const std::string &words,
             const char *anchor = "start") {
    text += "<text" + number("x", x) + number("y", y) + " text-anchor=\"" +
            anchor + "\">" + words + "</text>\n";
  }
  void box(uint32_t x, uint32_t y, uint32_t width, uint32_t height,
           const std::string &style) {
    text += "<rect" + number("x", x) + number("y", y) + number("width", width) +
            number("height", height) + " " + style + "/>\n";
  }

  void drawHead() {
    const TensorMapParams &p = grid.params;
    write(kLeft, 20,
          std::string(name(p.dataType)) + ", swizzle " + name(p.swizzle) +
              ", interleave " + name(p.interleave) + ": " +
              countText(grid.rows,
                        p.interleave == Interleave::None ? "row" : "slice") +
              " of " + std::to_string(grid.columns * kChunkBytes) + " bytes");
    write(kLeft, 36,
          "one colour a row of the tile; grey: outside of the tensor; framed: "
          "the first column of 8 rows");
  }

  /// The banks, and above them a stroke for each row of the framed column that
  /// meets them: more than one over a group is a conflict.
  void drawBanks() {
    std::array<uint32_t, kLineChunks> hits = {};
    for (uint32_t row = 0; row < std::min(grid.rows, 8u); ++row)
      ++hits[chunkOf(row)];
    constexpr uint32_t banks = kBankCount / kLineChunks;
    for (uint32_t c = 0; c < kLineChunks; ++c) {
      write(left(c) + cellWidth / 2, kTop - 8,
            "banks " + std::to_string(c * banks) + "-" +
                std::to_string((c + 1) * banks - 1),
            "middle");
      for (uint32_t hit = 0; hit < hits[c]; ++hit)
        box(left(c) + 4 + hit * 9, kTop - 38, 7, 14,
            hits[c] > 1 ? "fill=\"#c0392b\"" : "fill=\"#2e7d32\"");
    }
    write(kLeft - 8, kTop - 27, "hits", "end");
  }

  void drawLine(uint32_t line) {
    write(kLeft - 8, top(line) + 14, std::to_string(line * kLineBytes), "end");
    for (uint32_t c = 0; c < kLineChunks; ++c)
      drawCell(grid.cell(line, c), left(c), top(line));
  }

  void drawCell(const GridCell &cell, uint32_t x, uint32_t y) {
    std::string style = "stroke=\"#666666\" stroke-width=\"0.5\" fill=\"";
    style += !cell.isUsed           ? "#ffffff\" stroke-dasharray=\"2 2"
             : cell.validBytes == 0 ? "#d0d0d0"
                                    : kRowColours[cell.row % 8];
    box(x, y, cellWidth, kCellHeight, style + "\"");
    if (!cell.isUsed)
      return;
    // The filled part of a chunk at the edge.
    if (cell.validBytes != 0 && cell.validBytes < kChunkBytes) {
      uint32_t valid = cellWidth * cell.validBytes / kChunkBytes;
      box(x + valid, y, cellWidth - valid, kCellHeight, "fill=\"#d0d0d0\"");
    }
    write(x + cellWidth / 2, y + 14, cellLabel(grid, cell), "middle");
  }

  uint32_t chunkOf(uint32_t row) const {
    return (grid.plan.sharedPhase + grid.offsetOf(row, 0)) % kLineBytes /
           kChunkBytes;
  }

  void drawColumn() {
    for (uint32_t row = 0; row < std::min(grid.rows, 8u); ++row) {
      uint32_t line = grid.offsetOf(row, 0) / kLineBytes;
      if (line < lines)
        box(left(chunkOf(row)) + 1, top(line) + 1, cellWidth - 2,
            kCellHeight - 2,
            "fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"");
    }
  }

  void drawFoot() {
    uint32_t y = top(lines) + 20;
    if (lines < grid.lines()) {
      write(kLeft, y, "... " + countText(grid.lines() - lines, "more line"));
      y += 16;
    }
    write(kLeft, y, access("16 bytes", chunkColumn(grid, 0)));
    write(kLeft, y + 16, access("4 bytes", wordColumn(grid)));
  }

  static std::string access(const char *what, const ColumnAccess &access) {
    return std::string(what) + " of the first column, " + accessText(access);
  }

  const ImageGrid &grid;
  uint32_t lines;
  uint32_t cellWidth = kLeastCellWidth;
  std::string text;
};

} // namespace

std::string imageSvg(const ImageGrid &grid, uint32_t maxLines) {
  uint32_t lines = maxLines ? std::min(maxLines, grid.lines()) : grid.lines();
  return Drawing(grid, lines).draw();
}

} // namespace tilery::tensormap
