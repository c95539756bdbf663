// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Model.h"

#include "Random.h"

using namespace tilery;
using namespace tilery::maptest;

/// Where the model thinks the allocation is; aligned as a device's.
static constexpr uint64_t modelAddress = uint64_t(1) << 40;

tensormap::ImageStatus maptest::applyModel(const Case &c, Memory &memory) {
  tensormap::TensorMapParams p = encodedParams(c, modelAddress);
  tensormap::GlobalView global = {modelAddress, memory.tensor.data(),
                                  memory.tensor.size()};
  uint8_t *tile = memory.buffer.data() + c.tileOffset;
  size_t tileBytes = memory.buffer.size() - static_cast<size_t>(c.tileOffset);
  // The buffer starts at a multiple of the tile's alignment.
  uint32_t start = static_cast<uint32_t>(c.tileOffset);
  switch (p.direction) {
  case tensormap::Direction::Load:
    return tensormap::loadImage(p, c.coords, global, tile, tileBytes, start);
  case tensormap::Direction::Store:
    return tensormap::storeImage(p, c.coords, tile, tileBytes, global, start);
  case tensormap::Direction::Reduce:
    return tensormap::reduceImage(c.reduceOp, p, c.coords, tile, tileBytes,
                                  global, start);
  case tensormap::Direction::Unspecified:
    break;
  }
  return tensormap::ImageStatus::InvalidMap;
}

uint64_t maptest::hashOfBytes(const std::vector<uint8_t> &bytes) {
  Hash hash;
  hash.add(bytes.data(), bytes.size());
  return hash.get();
}

/// "[1, 5]", outer to inner.
static std::string listText(const int64_t *values, int count) {
  std::string text = "[";
  for (int i = count; i-- > 0;)
    text += std::to_string(values[i]) + (i ? ", " : "]");
  return text;
}

/// What the chunk that is number `chunk` of the tile holds: coordinates of its
/// first element, outer to inner.
static std::string chunkText(const Case &c, int64_t linearOffset) {
  const tensormap::TensorMapParams &p = c.params;
  int64_t at[tensormap::kMaxRank] = {};
  int64_t pitch = tensormap::sharedRowPitch(p);
  int64_t inRow = linearOffset % pitch, row = linearOffset / pitch;
  int64_t slice = tensormap::sliceBytes(p.interleave);
  at[0] = c.coords[0] + (slice ? inRow / slice * p.elementStrides[0]
                               : inRow / tensormap::elementBytes(p.dataType));
  for (int i = 1; i < p.rank; ++i) {
    int64_t count = tensormap::boxElements(p, i);
    at[i] = c.coords[i] + row % count * (count > 1 ? p.elementStrides[i] : 1);
    row /= count;
  }
  return "the chunk of coordinates " + listText(at, p.rank) + ", " +
         std::to_string(linearOffset) + " bytes into the tile";
}

/// A byte of the tensor's allocation that the copy does not touch.
static std::string outsideText(const Case &c, int64_t offset) {
  int64_t inTensor = offset - c.tensorOffset;
  if (inTensor < 0)
    return "guard before the tensor";
  return "byte " + std::to_string(inTensor) +
         " from the tensor's start, not of the box";
}

std::string maptest::describeByte(const Case &c, int64_t offset) {
  tensormap::TensorMapParams p = encodedParams(c, modelAddress);
  std::string text;
  auto visit = [&](const tensormap::Chunk &chunk) {
    int64_t start =
        c.isLoad() ? c.tileOffset + chunk.sharedOffset
                   : static_cast<int64_t>(chunk.globalAddress - modelAddress);
    bool isThere = c.isLoad() || !chunk.isOutside();
    if (!text.empty() || !isThere || offset < start ||
        offset >= start + tensormap::kChunkBytes)
      return;
    int64_t within = offset - start;
    text = "byte " + std::to_string(within) + " of " +
           chunkText(c, chunk.linearOffset);
    if (chunk.sharedOffset != chunk.linearOffset)
      text += ", swizzled to " + std::to_string(chunk.sharedOffset);
    if (chunk.isOutside())
      text += ", outside of the tensor: fill";
    else if (within >= chunk.validBytes)
      text += c.isLoad() ? ", past the row's end: fill"
                         : ", past the row's end: spill";
  };
  tensormap::forEachChunk(p, c.coords, p.direction, visit,
                          static_cast<uint32_t>(c.tileOffset));
  if (!text.empty())
    return text;
  if (!c.isLoad())
    return outsideText(c, offset);
  return offset < c.tileOffset ? "guard before the tile"
                               : "guard behind or between rows of the tile";
}
