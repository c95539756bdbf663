// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Model.h"
#include "Draw.h"
#include "Run.h"

#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::maptest;
using namespace tilery::tensormap;

namespace {

/// 2-d f32, 8 columns of which 5 are the tensor's, a box of 2 x 4 at (1, 4).
Case makeCase(Direction direction) {
  Case c;
  c.params.dataType = DataType::Float32;
  c.params.rank = 2;
  c.params.dims[0] = 5;
  c.params.dims[1] = 2;
  c.params.box[0] = 4;
  c.params.box[1] = 2;
  c.params.byteStrides[0] = 32;
  c.params.direction = direction;
  c.params.allowEdgeSpill = true;
  c.params.computeCapability = 90;
  c.coords[0] = 4;
  c.coords[1] = 1;
  c.tensorOffset = 256;
  c.tensorBytes = 256 + 64 + 256;
  c.tileOffset = 128;
  c.bufferBytes = 128 + 32 + 40;
  return c;
}

TEST(Model, SaysWhatALoadLeaves) {
  Case c = makeCase(Direction::Load);
  Memory before = makeMemory(c), after = before;
  ASSERT_EQ(applyModel(c, after), ImageStatus::Ok);
  EXPECT_EQ(before.tensor, after.tensor);
  for (size_t i = 0; i < after.buffer.size(); ++i) {
    bool isTile = i >= 128 && i < 160;
    // One element is inside: row 1, column 4.
    uint8_t expected = !isTile   ? before.buffer[i]
                       : i < 132 ? before.tensor[256 + 32 + 16 + i - 128]
                                 : 0;
    EXPECT_EQ(after.buffer[i], expected) << i;
  }
  EXPECT_EQ(describeByte(c, 127), "guard before the tile");
  EXPECT_EQ(describeByte(c, 129), "byte 1 of the chunk of coordinates [1, 4], "
                                  "0 bytes into the tile");
  EXPECT_EQ(describeByte(c, 140),
            "byte 12 of the chunk of coordinates [1, 4], 0 bytes into the "
            "tile, past the row's end: fill");
  EXPECT_EQ(describeByte(c, 144),
            "byte 0 of the chunk of coordinates [2, 4], 16 bytes into the "
            "tile, outside of the tensor: fill");
  EXPECT_EQ(describeByte(c, 160), "guard behind or between rows of the tile");
}

TEST(Model, SaysWhatAStoreLeaves) {
  Case c = makeCase(Direction::Store);
  Memory before = makeMemory(c), after = before;
  ASSERT_EQ(applyModel(c, after), ImageStatus::Ok);
  EXPECT_EQ(before.buffer, after.buffer);
  for (size_t i = 0; i < after.tensor.size(); ++i) {
    // The granule of 16 bytes is written whole.
    bool isWritten = i >= 304 && i < 320;
    EXPECT_EQ(after.tensor[i],
              isWritten ? before.buffer[128 + i - 304] : before.tensor[i])
        << i;
  }
  EXPECT_EQ(describeByte(c, 255), "guard before the tensor");
  EXPECT_EQ(describeByte(c, 300), "byte 44 from the tensor's start, not of the "
                                  "box");
  EXPECT_EQ(describeByte(c, 310),
            "byte 6 of the chunk of coordinates [1, 4], 0 bytes into the tile, "
            "past the row's end: spill");
}

TEST(Model, DifferencesAreNamed) {
  Case c = makeCase(Direction::Load);
  Memory before = makeMemory(c), after = before;
  ASSERT_EQ(applyModel(c, after), ImageStatus::Ok);
  EXPECT_EQ(describeDifferences(c, before.buffer, after.buffer, after.buffer),
            "");
  std::vector<uint8_t> got = after.buffer;
  got[127] ^= 1;
  got[150] ^= 1;
  std::string text = describeDifferences(c, before.buffer, after.buffer, got);
  EXPECT_EQ(text.rfind("2 of 200 bytes differ\nbyte 127: expected 0x", 0), 0u)
      << text;
  EXPECT_NE(text.find("guard before the tile"), std::string::npos);
  EXPECT_NE(text.find("byte 6 of the chunk of coordinates [2, 4]"),
            std::string::npos);
}

TEST(Model, EveryDrawIsModelled) {
  Planner planner(5);
  int changed = 0;
  for (int i = 0; i < 300; ++i) {
    Case c;
    ASSERT_TRUE(planner.next(c));
    Memory before = makeMemory(c), after = before;
    ASSERT_EQ(applyModel(c, after), ImageStatus::Ok) << specLine(c);
    // What is outside changes nothing in memory.
    if (c.factors.edge() == Edge::Outside && !c.isLoad())
      EXPECT_EQ(before.result(c), after.result(c));
    else
      changed += before.result(c) != after.result(c);
    EXPECT_EQ(runModel(c).hash, hashOfBytes(after.result(c)));
  }
  EXPECT_GT(changed, 200);
}

} // namespace
