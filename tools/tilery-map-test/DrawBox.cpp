// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes and element strides.

#include "Draw.h"

#include <algorithm>

using namespace tilery;
using namespace tilery::maptest;

int64_t maptest::coordUnit(const tensormap::TensorMapParams &p, int dim) {
  bool inElements = dim == 0 && p.interleave == tensormap::Interleave::None;
  return inElements ? 16 / tensormap::elementBytes(p.dataType) : 1;
}

/// Whether the dimension obeys its element stride (boxElements).
static bool obeysStride(const tensormap::TensorMapParams &p, int dim) {
  if (p.interleave == tensormap::Interleave::None)
    return dim > 0;
  return dim != p.rank - 2;
}

int64_t maptest::windowSpan(const tensormap::TensorMapParams &p, int dim) {
  int64_t elements = tensormap::boxElements(p, dim);
  int64_t step = obeysStride(p, dim) ? p.elementStrides[dim] : 1;
  return (elements - 1) * step + 1;
}

int64_t maptest::effectiveStride(const tensormap::TensorMapParams &p) {
  int64_t largest = 1;
  for (int i = 0; i < p.rank; ++i)
    if (obeysStride(p, i) && tensormap::boxElements(p, i) > 1)
      largest = std::max(largest, p.elementStrides[i]);
  return largest;
}

namespace {
class BoxDraw {
public:
  BoxDraw(Random &random, Case &c) : random(random), p(c.params) {}

  bool run(int64_t largestStride, int64_t budget) {
    drawStrides(largestStride);
    left = budget;
    wide = budget > 16384 && random.oneIn(2);
    // First what has to be: a strided dimension of more than one element.
    if (strided >= 0)
      drawExtent(strided, largestStride + 1);
    if (strided != 0)
      drawExtent(0, 1);
    for (int i = 1; i < p.rank; ++i)
      if (i != strided)
        drawExtent(i, 1);
    int64_t bytes = tensormap::sharedBytes(p);
    return tensormap::isKnown(bytes) && bytes <= budget;
  }

private:
  void drawStrides(int64_t largest) {
    std::vector<int> obeying;
    for (int i = 0; i < p.rank; ++i)
      if (obeysStride(p, i))
        obeying.push_back(i);
    for (int i = 0; i < p.rank; ++i) {
      // One that is ignored may be anything.
      int64_t most = obeysStride(p, i) ? largest : 8;
      p.elementStrides[i] = random.oneIn(2) ? 1 : random.number(1, most);
    }
    if (largest == 1 || obeying.empty())
      return;
    strided = obeying[static_cast<size_t>(
        random.number(0, static_cast<int64_t>(obeying.size()) - 1))];
    p.elementStrides[strided] = largest;
  }

  /// At least `least`, and what is left of the budget at most.
  void drawExtent(int dim, int64_t least) {
    // The inner box is a multiple of 16 bytes, with interleave too (TM14).
    int64_t unit = dim == 0 ? 16 / tensormap::elementBytes(p.dataType) : 1;
    bool interleaved = p.interleave != tensormap::Interleave::None;
    int64_t elementBytes = dim != 0      ? 1
                           : interleaved ? tensormap::sliceBytes(p.interleave)
                                         : tensormap::elementBytes(p.dataType);
    int64_t most = 256;
    if (dim == 0 && !interleaved && p.swizzle != tensormap::Swizzle::None)
      most = tensormap::swizzleSpan(p.swizzle) / elementBytes;
    int64_t step = obeysStride(p, dim) ? p.elementStrides[dim] : 1;
    if (!(interleaved && dim == p.rank - 2))
      most = std::min(most, left * step / elementBytes);
    least = (least + unit - 1) / unit;
    most = std::max(least, most / unit);
    // Many small ones, some as large as may be.
    if (!wide && !random.oneIn(6))
      most = std::max(
          least, std::min<int64_t>(most, dim == 0 ? 8 : 12 / p.rank + step));
    p.box[dim] = unit * random.number(least, most);
    int64_t bytes = tensormap::boxElements(p, dim) * elementBytes;
    if (dim == 0)
      bytes = std::max(bytes, tensormap::sharedRowPitch(p));
    left = std::max<int64_t>(1, left / bytes);
  }

  Random &random;
  tensormap::TensorMapParams &p;
  int64_t left = 0;
  bool wide = false;
  int strided = -1;
};
} // namespace

bool maptest::drawBox(Random &random, Case &c) {
  // Over 48 KiB, shared memory is dynamic.
  static constexpr int64_t budgets[] = {1024,  4096,  4096,  8192,
                                        16384, 16384, 32768, 100000};
  int64_t budget = random.pick(budgets);
  return BoxDraw(random, c).run(c.factors.elementStride(), budget);
}
