// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides, places, and how a case is written.

#include "Draw.h"

#include <algorithm>

using namespace tilery;
using namespace tilery::maptest;

/// Bytes of guard before and behind what may be written.
static constexpr int64_t guardBytes = 256;
/// Larger tensors show nothing more and take longer.
static constexpr int64_t mostTensorBytes = 1 << 20;

namespace {
class LayoutDraw {
public:
  LayoutDraw(Random &random, Case &c) : random(random), c(c), p(c.params) {}

  bool run() {
    align = tensormap::globalAlignment(p);
    drawDense();
    if (c.isLoad() && p.rank > 1 && random.oneIn(4))
      drawOverlap();
    drawUnitStrides();
    return placeTensor() && placeTile();
  }

private:
  /// No two elements share a byte, nor the granule of a ragged row's end;
  /// padded, and with dimensions in any order.
  void drawDense() {
    int order[tensormap::kMaxRank] = {0, 1, 2, 3, 4};
    if (random.oneIn(4))
      for (int i = p.rank - 1; i > 1; --i)
        std::swap(order[i], order[random.number(1, i)]);
    int64_t step = tensormap::roundUp(tensormap::innerExtentBytes(p), align);
    for (int k = 1; k < p.rank; ++k) {
      int dim = order[k];
      if (random.oneIn(3))
        step += align * random.number(1, 3);
      p.byteStrides[dim - 1] = step;
      step *= p.dims[dim];
    }
  }

  /// A dimension that repeats its elements, or shares them with the others.
  void drawOverlap() {
    int dim = static_cast<int>(random.number(1, p.rank - 1));
    bool repeats = random.oneIn(2);
    p.byteStrides[dim - 1] = repeats ? 0 : align * random.number(1, 4);
    // A repeated dimension costs no memory: one of more than 2^30.
    if (repeats && random.oneIn(3)) {
      p.dims[dim] = int64_t(1) << random.number(29, 31);
      int64_t last = std::min<int64_t>(p.dims[dim], INT32_MAX) - p.box[dim];
      c.coords[dim] = static_cast<int32_t>(last - random.number(0, 100));
    }
  }

  /// The stride of a dimension of extent 1 means nothing, and launchers take
  /// any.
  void drawUnitStrides() {
    int64_t bytes = tensormap::elementBytes(p.dataType);
    for (int i = 1; i < p.rank; ++i)
      if (p.dims[i] == 1 && random.oneIn(2))
        p.byteStrides[i - 1] =
            bytes *
            (random.oneIn(4) ? int64_t(1) << 41 : 2 * random.number(0, 40) + 1);
  }

  bool placeTensor() {
    int64_t bytes = tensormap::roundUp(tensormap::innerExtentBytes(p), 16);
    for (int i = 1; i < p.rank; ++i)
      if (p.dims[i] > 1)
        bytes = tensormap::checkedAdd(
            bytes, tensormap::checkedMul(p.dims[i] - 1, p.byteStrides[i - 1]));
    if (!tensormap::isKnown(bytes) || bytes > mostTensorBytes)
      return false;
    c.tensorOffset = guardBytes + align * random.number(0, 16);
    c.tensorBytes = c.tensorOffset + bytes + guardBytes;
    return true;
  }

  bool placeTile() {
    int64_t tileAlign = tensormap::sharedAlignment(p);
    c.tileOffset = tileAlign * random.number(0, tileAlign < 512 ? 3 : 1);
    c.bufferBytes = c.tileOffset +
                    tensormap::roundUp(tensormap::sharedBytes(p), 16) +
                    random.number(32, 144);
    return c.bufferBytes + 1024 <= tensormap::sharedLimit(90);
  }

  Random &random;
  Case &c;
  tensormap::TensorMapParams &p;
  int64_t align = 16;
};
} // namespace

bool maptest::drawLayout(Random &random, Case &c) {
  return LayoutDraw(random, c).run();
}

void maptest::drawSpelling(Random &random, Case &c) {
  std::vector<const Element *> spellings = elementsOf(c.params.dataType);
  c.element = spellings[static_cast<size_t>(
      random.number(0, static_cast<int64_t>(spellings.size()) - 1))];
  c.explicitTile = !random.oneIn(3);
  c.clusterForm = random.oneIn(2);
  c.cacheHint = random.oneIn(8);
  c.explicitFormat = c.element->needsFormat || random.oneIn(8);
  c.indexCoords = random.oneIn(3);
  // All static, all dynamic, or some of each.
  auto draw = [&](bool *bits) {
    int64_t kind = random.number(0, 2);
    for (int i = 0; i < c.params.rank; ++i)
      bits[i] = kind == 2 ? random.oneIn(2) : kind == 1;
  };
  draw(c.staticDims);
  draw(c.staticStrides);
  draw(c.constantCoords);
  // The compiler refuses a stride that is no multiple of 16 bytes unless it
  // sees that the extent is 1.
  for (int i = 1; i < c.params.rank; ++i)
    if (c.params.dims[i] == 1)
      c.staticDims[i] |= c.staticStrides[i];
}
