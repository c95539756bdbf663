// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents and coordinates: where the box lies in the tensor.

#include "Draw.h"

#include <algorithm>

using namespace tilery;
using namespace tilery::maptest;

static bool isChannel(const tensormap::TensorMapParams &p, int dim) {
  return p.interleave != tensormap::Interleave::None && dim == p.rank - 2;
}

static bool isRagged(const tensormap::TensorMapParams &p) {
  return tensormap::innerExtentBytes(p) % 16 != 0;
}

Edge maptest::classify(const tensormap::TensorMapParams &p,
                       const int32_t *coords) {
  bool negative = false, over = false, past = false;
  for (int i = 0; i < p.rank; ++i) {
    bool inElements = i == 0 && p.interleave == tensormap::Interleave::None;
    int64_t step = p.elementStrides[i];
    int64_t count = inElements ? p.box[0] : tensormap::boxElements(p, i);
    int64_t start = coords[i];
    bool any = false;
    for (int64_t k = 0; k < count; ++k) {
      int64_t at = start + k * (inElements || count == 1 ? 1 : step);
      any |= at >= 0 && at < p.dims[i];
      past |= at >= p.dims[i];
    }
    if (!any)
      return Edge::Outside;
    negative |= start < 0;
    over |= !isChannel(p, i) && p.box[i] > p.dims[i];
  }
  if (negative)
    return Edge::Negative;
  if (over)
    return Edge::BoxOver;
  int64_t unit = coordUnit(p, 0);
  if (isRagged(p) && coords[0] + p.box[0] > p.dims[0] / unit * unit)
    return Edge::Ragged;
  return past ? Edge::PastEnd : Edge::Inside;
}

namespace {
class WindowDraw {
public:
  WindowDraw(Random &random, Case &c)
      : random(random), c(c), p(c.params), edge(c.factors.edge()) {}

  bool run() {
    std::vector<int> able;
    for (int i = 0; i < p.rank; ++i)
      if (canBe(i, edge))
        able.push_back(i);
    if (able.empty())
      return false;
    int chosen = able[static_cast<size_t>(
        random.number(0, static_cast<int64_t>(able.size()) - 1))];
    for (int i = 0; i < p.rank; ++i)
      place(i, i == chosen ? edge : other(i));
    if (isRagged(p) && !c.isLoad())
      p.allowEdgeSpill = true;
    else if (!c.isLoad())
      p.allowEdgeSpill = random.oneIn(4);
    return true;
  }

private:
  bool canBe(int dim, Edge kind) const {
    bool inElements = dim == 0 && !c.isInterleaved();
    int64_t unit = coordUnit(p, dim);
    switch (kind) {
    case Edge::Inside:
    case Edge::Outside:
      return true;
    case Edge::PastEnd:
    case Edge::Negative:
      return span(dim) > unit;
    case Edge::Ragged:
      return inElements;
    case Edge::BoxOver:
      return !isChannel(p, dim) && p.box[dim] > unit;
    }
    return false;
  }

  /// What a dimension may be beside the one that makes the kind.
  Edge other(int dim) {
    if (edge == Edge::Inside || random.oneIn(2))
      return Edge::Inside;
    std::vector<Edge> kinds = {Edge::PastEnd};
    if (edge == Edge::Negative || edge == Edge::Outside)
      kinds.insert(kinds.end(), {Edge::BoxOver, Edge::Ragged});
    if (c.isLoad() && (edge == Edge::Negative || edge == Edge::Outside))
      kinds.push_back(Edge::Negative);
    if (edge == Edge::Outside)
      kinds.push_back(Edge::Outside);
    if (edge == Edge::BoxOver)
      kinds.insert(kinds.end(), {Edge::BoxOver, Edge::Ragged});
    Edge kind = kinds[static_cast<size_t>(
        random.number(0, static_cast<int64_t>(kinds.size()) - 1))];
    return canBe(dim, kind) ? kind : Edge::Inside;
  }

  int64_t span(int dim) const {
    bool inElements = dim == 0 && !c.isInterleaved();
    return inElements ? p.box[0] : windowSpan(p, dim);
  }

  void place(int dim, Edge kind) {
    int64_t unit = coordUnit(p, dim), units = span(dim) / unit;
    // Room around the window: little where dimensions are many.
    int64_t room = random.number(0, p.rank <= 2 ? 12 : 3);
    int64_t start = 0, extent = 0;
    switch (kind) {
    case Edge::Inside:
      start = random.number(0, room);
      extent = units + room;
      break;
    case Edge::PastEnd:
      start = random.number(0, room);
      extent = start + random.number(1, units - 1);
      break;
    case Edge::Negative:
      start = -random.number(1, units - 1);
      extent = random.number(1, units + room);
      break;
    case Edge::Outside:
      extent = random.number(1, units + room);
      start = extent + random.number(0, room);
      if (c.isLoad() && random.oneIn(2))
        start = -units - random.number(0, room);
      // As far away as can be said; a box that leaves the 32 bits does not wrap
      // around.
      if (random.oneIn(5))
        start = start < 0 ? INT32_MIN / unit + random.number(0, room)
                          : INT32_MAX / unit - random.number(0, room);
      break;
    case Edge::Ragged:
      start = random.number(0, room);
      extent = start + random.number(0, units - 1);
      break;
    case Edge::BoxOver:
      extent = random.number(1, std::max<int64_t>(1, (p.box[dim] - 1) / unit));
      start = random.number(0, std::min(room, extent - 1));
      break;
    }
    p.dims[dim] = extent * unit;
    // Ragged rows, whose end the box has or has not.
    bool inElements = dim == 0 && !c.isInterleaved();
    if (inElements &&
        (kind == Edge::Ragged ||
         (kind == Edge::Inside && extent > start + units && random.oneIn(3))))
      p.dims[dim] += kind == Edge::Ragged ? random.number(1, unit - 1)
                                          : -random.number(1, unit - 1);
    c.coords[dim] = static_cast<int32_t>(start * unit);
  }

  Random &random;
  Case &c;
  tensormap::TensorMapParams &p;
  Edge edge;
};
} // namespace

bool maptest::drawWindow(Random &random, Case &c) {
  return WindowDraw(random, c).run();
}
