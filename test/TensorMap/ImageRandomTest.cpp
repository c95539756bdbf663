// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thousands of random legal maps, every byte compared with the reference, in
// all directions, and nothing else changed.

#include "ImageReference.h"
#include "ImageTest.h"

#include <random>

using namespace tilery::tensormap;

namespace {

class Draw {
public:
  explicit Draw(uint32_t seed) : random(seed) {}

  int64_t number(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  bool oneIn(int64_t n) { return number(1, n) == 1; }

  /// Small enough to compare, of every kind: box over the tensor, ragged edges,
  /// padded, zero and descending strides.
  TensorMapParams map() {
    TensorMapParams p;
    p.dataType = static_cast<DataType>(number(0, 12));
    p.rank = static_cast<int32_t>(number(1, 5));
    p.base = BaseAddress::exactly(kBase);
    p.computeCapability = 90;
    p.swizzle = static_cast<Swizzle>(number(0, 3));
    if (p.rank >= 3 && oneIn(3))
      p.interleave = oneIn(2) ? Interleave::B16 : Interleave::B32;
    if (p.interleave == Interleave::B32)
      p.swizzle = Swizzle::B32;
    if (isFloat(p.dataType) && oneIn(2))
      p.fill = Fill::NaN;
    int64_t chunk = 16 / elementBytes(p.dataType);
    p.dims[0] = number(1, 12 * chunk);
    p.box[0] = chunk * number(1, oneIn(2) ? 8 : 16 / p.rank);
    int64_t rows = 24;
    for (int i = 1; i < p.rank; ++i) {
      p.dims[i] = number(1, 9);
      p.box[i] = number(1, std::max<int64_t>(1, std::min<int64_t>(rows, 12)));
      rows /= p.box[i];
    }
    for (int i = 0; i < p.rank; ++i)
      p.elementStrides[i] = oneIn(2) ? 1 : number(1, 8);
    strides(p);
    return p;
  }

  std::vector<int32_t> coords(const TensorMapParams &p, bool writes) {
    std::vector<int32_t> at(p.rank);
    int64_t chunk =
        p.interleave == Interleave::None ? 16 / elementBytes(p.dataType) : 1;
    for (int i = 0; i < p.rank; ++i) {
      int64_t unit = i == 0 ? chunk : 1;
      int64_t low = writes || oneIn(2) ? 0 : -p.box[i] / unit - 1;
      int64_t high = oneIn(2) ? p.dims[i] / unit / 2 : p.dims[i] / unit + 1;
      at[i] = static_cast<int32_t>(unit * number(std::min(low, high), high));
    }
    return at;
  }

  template <typename T> std::vector<T> bytes(size_t count) {
    std::vector<T> all(count);
    for (T &byte : all)
      byte = static_cast<T>(random());
    return all;
  }

private:
  void strides(TensorMapParams &p) {
    int64_t align = globalAlignment(p);
    int64_t stride = roundUp(innerExtentBytes(p), align);
    for (int i = 1; i < p.rank; ++i) {
      p.byteStrides[i - 1] = stride + (oneIn(3) ? align * number(1, 3) : 0);
      stride = p.byteStrides[i - 1] * p.dims[i];
    }
    if (p.rank > 2 && oneIn(4))
      std::swap(p.byteStrides[0], p.byteStrides[1]);
    if (p.rank > 1 && oneIn(12))
      p.byteStrides[0] = 0;
  }

  std::mt19937 random;
};

int64_t globalSize(const TensorMapParams &p) {
  int64_t size = roundUp(innerExtentBytes(p), 16);
  for (int i = 1; i < p.rank; ++i)
    size += (p.dims[i] - 1) * p.byteStrides[i - 1];
  return size;
}

bool overlaps(const TensorMapParams &p) {
  return verdict("overlapping stride", p) != Verdict::Proven ||
         verdict("broadcast stride", p) != Verdict::Proven;
}

/// A map, coordinates and filled memory on both sides.
struct Case {
  TensorMapParams p;
  std::vector<int32_t> coords;
  std::vector<uint8_t> global, shared;
  uint32_t tileAddress;
  std::vector<TileByte> tile;

  GlobalView view(std::vector<uint8_t> &bytes) const {
    return {kBase, bytes.data(), bytes.size()};
  }
};

Case drawCase(Draw &draw, bool writes) {
  Case c;
  do
    c.p = draw.map();
  while (!isAccepted(c.p));
  c.coords = draw.coords(c.p, writes);
  c.global = draw.bytes<uint8_t>(static_cast<size_t>(globalSize(c.p)));
  c.shared = draw.bytes<uint8_t>(static_cast<size_t>(sharedBytes(c.p)) + 64);
  c.tileAddress = static_cast<uint32_t>(128 * draw.number(0, 15));
  c.tile = tileBytes(c.p, c.coords.data(), c.tileAddress);
  return c;
}

std::string describeCase(const Case &c) {
  std::string text = std::string(name(c.p.dataType)) + " swizzle " +
                     name(c.p.swizzle) + " interleave " + name(c.p.interleave) +
                     " at";
  auto add = [&](const char *what, int64_t value) {
    text += std::string(" ") + what + std::to_string(value);
  };
  for (int i = 0; i < c.p.rank; ++i) {
    add("x", c.coords[i]);
    add("dim ", c.p.dims[i]);
    add("box ", c.p.box[i]);
    add("step ", c.p.elementStrides[i]);
  }
  return text;
}

constexpr int kCases = 3000;

TEST(ImageRandom, Loads) {
  Draw draw(1);
  int64_t inside = 0, outside = 0;
  for (int i = 0; i < kCases; ++i) {
    Case c = drawCase(draw, false);
    ASSERT_EQ(static_cast<int64_t>(c.tile.size()), boxBytes(c.p));
    std::vector<uint8_t> expected = c.shared, got = c.shared;
    for (const TileByte &byte : c.tile) {
      uint8_t fill = c.p.fill == Fill::Zero ? 0 : byte.shared % 2 ? 0x7F : 0xF7;
      expected[byte.shared] =
          byte.isInside ? c.global[byte.global - kBase] : fill;
      (byte.isInside ? inside : outside)++;
    }
    bool rounds = c.p.dataType == DataType::TFloat32 ||
                  c.p.dataType == DataType::TFloat32Ftz;
    for (size_t b = 0; rounds && b < c.tile.size(); b += 4) {
      if (!c.tile[b].isInside)
        continue;
      uint32_t bits;
      std::memcpy(&bits, &expected[c.tile[b].shared], 4);
      bits = roundToTF32(bits);
      std::memcpy(&expected[c.tile[b].shared], &bits, 4);
    }
    ASSERT_EQ(loadImage(c.p, c.coords.data(), c.view(c.global), got.data(),
                        got.size(), c.tileAddress),
              ImageStatus::Ok)
        << describeCase(c);
    ASSERT_EQ(got, expected) << describeCase(c);
  }
  // Both kinds were met, not by chance.
  EXPECT_GT(inside, 200000);
  EXPECT_GT(outside, 400000);
}

TEST(ImageRandom, Stores) {
  Draw draw(2);
  int64_t written = 0, spilt = 0, compared = 0;
  while (compared < kCases) {
    Case c = drawCase(draw, true);
    if (overlaps(c.p))
      continue; // the last of several writers is not defined
    ++compared;
    std::vector<uint8_t> expected = c.global, got = c.global;
    for (const TileByte &byte : c.tile)
      if (byte.isTouched) {
        expected[byte.global - kBase] = c.shared[byte.shared];
        (byte.isInside ? written : spilt)++;
      }
    ASSERT_EQ(storeImage(c.p, c.coords.data(), c.shared.data(), c.shared.size(),
                         c.view(got), c.tileAddress),
              ImageStatus::Ok)
        << describeCase(c);
    ASSERT_EQ(got, expected) << describeCase(c);
  }
  EXPECT_GT(written, 200000);
  EXPECT_GT(spilt, 5000);
}

TEST(ImageRandom, Reductions) {
  Draw draw(3);
  int64_t elements = 0, compared = 0;
  while (compared < kCases) {
    Case c = drawCase(draw, true);
    auto op = static_cast<ReduceOp>(draw.number(0, kReduceOpCount - 1));
    if (overlaps(c.p) || !isLegalReduction(op, c.p.dataType))
      continue;
    ++compared;
    size_t size = static_cast<size_t>(elementBytes(c.p.dataType));
    ReduceFunction function = reduceFunction(op, c.p.dataType);
    std::vector<uint8_t> expected = c.global, got = c.global;
    for (size_t b = 0; b < c.tile.size(); b += size)
      if (c.tile[b].isTouched) {
        function(&expected[c.tile[b].global - kBase],
                 &c.shared[c.tile[b].shared], size);
        ++elements;
      }
    ASSERT_EQ(reduceImage(op, c.p, c.coords.data(), c.shared.data(),
                          c.shared.size(), c.view(got), c.tileAddress),
              ImageStatus::Ok)
        << describeCase(c);
    ASSERT_EQ(got, expected) << describeCase(c);
  }
  EXPECT_GT(elements, 50000);
}

TEST(ImageRandom, ChunksCoverTheTileOnce) {
  Draw draw(4);
  for (int i = 0; i < kCases; ++i) {
    Case c = drawCase(draw, false);
    size_t next = 0;
    ImageStatus status = forEachChunk(
        c.p, c.coords.data(), Direction::Load,
        [&](const Chunk &chunk) {
          for (uint32_t b = 0; b < kChunkBytes; ++b) {
            ASSERT_LT(next, c.tile.size());
            const TileByte &byte = c.tile[next++];
            ASSERT_EQ(chunk.sharedOffset + b, byte.shared) << describeCase(c);
            ASSERT_EQ(b < chunk.validBytes, byte.isInside) << describeCase(c);
            if (byte.isInside)
              ASSERT_EQ(chunk.globalAddress + b,
                        static_cast<uint64_t>(byte.global))
                  << describeCase(c);
          }
        },
        c.tileAddress);
    ASSERT_EQ(status, ImageStatus::Ok);
    ASSERT_EQ(next, c.tile.size()) << describeCase(c);
  }
}

// What the plan says of memory is exact: a view that is one byte shorter on
// either side is refused.
TEST(ImageRandom, PlannedAddressesAreTight) {
  Draw draw(5);
  for (int i = 0; i < kCases; ++i) {
    bool writes = i % 2;
    Case c = drawCase(draw, writes);
    uint64_t low = UINT64_MAX, end = 0;
    for (const TileByte &byte : c.tile)
      if (writes ? byte.isTouched : byte.isInside) {
        low = std::min(low, static_cast<uint64_t>(byte.global));
        end = std::max(end, static_cast<uint64_t>(byte.global) + 1);
      }
    CopyPlan plan;
    ASSERT_EQ(planCopy(c.p, c.coords.data(),
                       writes ? Direction::Store : Direction::Load, 0, plan),
              ImageStatus::Ok);
    if (end == 0) {
      EXPECT_EQ(plan.lowestAddress, plan.endAddress) << describeCase(c);
      continue;
    }
    ASSERT_EQ(plan.lowestAddress, low) << describeCase(c);
    ASSERT_EQ(plan.endAddress, end) << describeCase(c);
  }
}

} // namespace
