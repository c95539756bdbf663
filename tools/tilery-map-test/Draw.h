// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drawing of cases.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_DRAW_H
#define TILERY_TOOLS_TILERY_MAP_TEST_DRAW_H

#include "Case.h"
#include "Coverage.h"

namespace tilery {
namespace maptest {

/// Draws cases one after the other: each is a function of the seed and of its
/// index, as each steers by the coverage of those before it.
class Planner {
public:
  explicit Planner(uint64_t seed) : seed(seed) {}

  /// The next case; false when none could be drawn (a fault of this program).
  bool next(Case &c);

  /// Number of cases so far: the index of the next one.
  uint64_t size() const { return index; }
  const Coverage &coverage() const { return covered; }
  /// Draws that were thrown away, as a rule rejects them or as they are not of
  /// their kind.
  int64_t rejected() const { return redrawn; }

private:
  uint64_t seed;
  uint64_t index = 0;
  int64_t redrawn = 0;
  Coverage covered;
};

/// Draws box, element strides and options. False when the draw is to be
/// repeated, as for the functions below.
bool drawBox(Random &random, Case &c);
/// Draws extents and coordinates for the kind of edge.
bool drawWindow(Random &random, Case &c);
/// Draws strides, and places the tensor within its allocation.
bool drawLayout(Random &random, Case &c);
/// Draws how the case is written.
void drawSpelling(Random &random, Case &c);

/// What the box covers, from parameters and coordinates alone.
Edge classify(const tensormap::TensorMapParams &params, const int32_t *coords);
/// The largest element stride that changes what is copied.
int64_t effectiveStride(const tensormap::TensorMapParams &params);

/// Multiples that the coordinate of a dimension has to be: 16 bytes.
int64_t coordUnit(const tensormap::TensorMapParams &params, int dim);
/// Elements from the first to the last one that a copy takes, both included.
int64_t windowSpan(const tensormap::TensorMapParams &params, int dim);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_DRAW_H
