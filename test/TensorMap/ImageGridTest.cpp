// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The picture of a tile: which cell holds what, and the bank conflicts.

#include "tilery/TensorMap/ImageGrid.h"
#include "ImageTest.h"

#include <string>

using namespace tilery::tensormap;

namespace {

ImageGrid gridOf(const TensorMapParams &p, std::vector<int32_t> coords,
                 uint32_t sharedStart = 0) {
  ImageGrid grid;
  EXPECT_EQ(makeGrid(p, coords.data(), sharedStart, grid), ImageStatus::Ok);
  return grid;
}

/// The labels of a line, blanks between; "." where nothing lies.
std::string line(const ImageGrid &grid, uint32_t number) {
  std::string text;
  for (uint32_t c = 0; c < kLineChunks; ++c) {
    const GridCell &cell = grid.cell(number, c);
    text += (c ? " " : "") + (cell.isUsed ? cellLabel(grid, cell) : ".");
  }
  return text;
}

TensorMapParams halves(int64_t columns, Swizzle swizzle) {
  TensorMapParams p = mapOf(DataType::Float16, {512, 1024}, {columns, 64});
  p.swizzle = swizzle;
  return p;
}

TEST(ImageGrid, LabelsAreTheTensorsCoordinates) {
  ImageGrid grid = gridOf(halves(64, Swizzle::B128), {8, 100});
  EXPECT_EQ(grid.lines(), 64u);
  EXPECT_EQ(line(grid, 1), "101,16 101,8 101,32 101,24 101,48 101,40 101,64 "
                           "101,56");
}

TEST(ImageGrid, GapsOfNarrowRows) {
  ImageGrid grid = gridOf(halves(16, Swizzle::B128), {0, 0});
  EXPECT_EQ(line(grid, 0), "0,0 0,8 . . . . . .");
  EXPECT_EQ(line(grid, 3), ". . 3,8 3,0 . . . .");
}

TEST(ImageGrid, PlainRowsRunOn) {
  ImageGrid grid = gridOf(halves(24, Swizzle::None), {0, 0});
  EXPECT_EQ(line(grid, 0), "0,0 0,8 0,16 1,0 1,8 1,16 2,0 2,8");
  EXPECT_EQ(grid.lines(), 24u);
}

TEST(ImageGrid, ElementStridesShowInLabels) {
  TensorMapParams p = halves(64, Swizzle::None);
  p.elementStrides[1] = 3;
  ImageGrid grid = gridOf(p, {0, 5});
  EXPECT_EQ(grid.rows, 22u);
  EXPECT_EQ(cellLabel(grid, grid.cell(2, 1)), "11,8");
}

TEST(ImageGrid, SlicesAndTheirHalves) {
  TensorMapParams p = interleavedMap();
  p.elementStrides[0] = 2;
  ImageGrid grid = gridOf(p, {1, 5, 0});
  EXPECT_EQ(grid.rows, 8u);
  EXPECT_EQ(line(grid, 0), "0,5,1.0 0,5,1.1 0,5,3.0 0,5,3.1 0,5,5.0 0,5,5.1 "
                           "0,5,7.0 0,5,7.1");
  EXPECT_EQ(line(grid, 1), "1,5,1.1 1,5,1.0 1,5,3.1 1,5,3.0 1,5,5.1 1,5,5.0 "
                           "1,5,7.1 1,5,7.0");
}

TEST(ImageGrid, UnknownNumbersOfTheTensor) {
  TensorMapParams p = halves(64, Swizzle::B128);
  p.base = BaseAddress::unknown();
  p.dims[0] = p.dims[1] = p.byteStrides[0] = kUnknown;
  ImageGrid grid = gridOf(p, {0, 0});
  EXPECT_EQ(grid.cell(63, 0).validBytes, 16u);
}

TEST(ImageGrid, EveryCellIsWhereTheRowSaysItIs) {
  for (Swizzle swizzle :
       {Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128})
    for (uint32_t start : {0u, 128u, 640u}) {
      ImageGrid grid = gridOf(halves(16, swizzle), {0, 0}, start);
      for (uint32_t row = 0; row < 64; ++row)
        for (uint32_t column = 0; column < 2; ++column) {
          const GridCell &cell = grid.cells[grid.offsetOf(row, column) / 16];
          EXPECT_TRUE(cell.isUsed);
          EXPECT_EQ(cell.row, row);
          EXPECT_EQ(cell.column, column);
        }
    }
}

TEST(ImageGrid, BankConflictsOfAColumn) {
  auto access = [](int64_t columns, Swizzle swizzle) {
    return accessText(chunkColumn(gridOf(halves(columns, swizzle), {0, 0}), 0));
  };
  EXPECT_EQ(access(64, Swizzle::None), "8 lanes: 4 banks, 8-way conflict");
  EXPECT_EQ(access(64, Swizzle::B128), "8 lanes: 32 banks, no conflict");
  EXPECT_EQ(access(32, Swizzle::None), "8 lanes: 8 banks, 4-way conflict");
  EXPECT_EQ(access(32, Swizzle::B64), "8 lanes: 32 banks, no conflict");
  EXPECT_EQ(access(16, Swizzle::B32), "8 lanes: 32 banks, no conflict");
  EXPECT_EQ(access(16, Swizzle::None), "8 lanes: 16 banks, 2-way conflict");
  EXPECT_EQ(accessText(wordColumn(gridOf(halves(64, Swizzle::B128), {0, 0}))),
            "32 lanes: 8 banks, 4-way conflict");
}

TEST(ImageGrid, FaultsAreReported) {
  ImageGrid grid;
  TensorMapParams p = halves(64, Swizzle::B128);
  int32_t coords[2] = {1, 0};
  EXPECT_EQ(makeGrid(p, coords, 0, grid), ImageStatus::MisalignedCoordinate);
  p.rank = 7;
  EXPECT_EQ(makeGrid(p, coords, 0, grid), ImageStatus::InvalidMap);
}

TEST(ImageGrid, LongPicturesAreCut) {
  ImageGrid grid = gridOf(halves(64, Swizzle::B128), {0, 0});
  std::string cut = imageTable(grid, 3), all = imageTable(grid, 0);
  EXPECT_NE(cut.find("... 61 more lines"), std::string::npos);
  EXPECT_EQ(cut.find("3,24"), std::string::npos);
  EXPECT_EQ(all.find("more line"), std::string::npos);
  EXPECT_NE(all.find("63,56"), std::string::npos);
  EXPECT_NE(imageSvg(grid, 3).find("... 61 more lines"), std::string::npos);
  EXPECT_EQ(imageSvg(grid, 0).find("more line"), std::string::npos);
}

} // namespace
