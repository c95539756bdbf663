// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compare.h"

#include "Tiles.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

StringRef tilery::run::patternName(Pattern pattern) {
  switch (pattern) {
  case Pattern::Stale:
    return "stale data";
  case Pattern::TransposedTile:
    return "transposed tile";
  case Pattern::MovedTile:
    return "moved tile";
  case Pattern::ConstantOffset:
    return "constant offset";
  case Pattern::Zeros:
    return "zeros";
  case Pattern::Everywhere:
    return "everywhere";
  case Pattern::WholeTile:
    return "whole tile";
  case Pattern::Scattered:
    return "scattered";
  }
  return "";
}

StringRef tilery::run::usualCause(Pattern pattern) {
  switch (pattern) {
  case Pattern::Stale:
    return "nothing was written there: a grid that is too small, a store whose "
           "coordinates lie elsewhere, or a kernel that ends before "
           "bulk.commit_group and bulk.wait_group";
  case Pattern::TransposedTile:
    return "box and coords run outer to inner, as the memref is written; or "
           "the "
           "rows and columns of the shared tile are swapped";
  case Pattern::MovedTile:
    return "coordinates are counted in elements, not in tiles, and outer to "
           "inner; or block ids x and y are swapped";
  case Pattern::ConstantOffset:
    return "an operation is missing or is done twice, or the operand is "
           "another "
           "one than expected";
  case Pattern::Zeros:
    return "the load lay outside of the tensor, where it delivers the fill, or "
           "shared memory was stored before it was written";
  case Pattern::Everywhere:
    return "other inputs than those of the expectation (compare checksums), or "
           "other arithmetic";
  case Pattern::WholeTile:
    return "the tile was read before its bytes had landed (wait on the barrier "
           "with the right phase), or was overwritten before its store had "
           "read "
           "it (bulk.wait_group read)";
  case Pattern::Scattered:
    return "a race or a wrong index: threads that write without a barrier, or "
           "plain stores without fence.proxy.async before a copy that reads "
           "them";
  }
  return "";
}

namespace {
/// One pass over all elements: what the differing ones have in common.
class Scan {
public:
  Scan(const Array &array, const char *expected, const char *before)
      : array(array), expected(expected), before(before),
        width(elementBytes(array.type())) {}

  void run(Tiles &tiles);

  int64_t count = 0, first = -1;
  bool allStale = true, allZero = true, allOffset = true;
  double offset = 0;
  std::string got, wanted;

private:
  void note(int64_t linear, const char *element, const char *want);

  const Array &array;
  const char *expected, *before;
  size_t width;
};
} // namespace

void Scan::run(Tiles &tiles) {
  array.forEach([&](int64_t linear, const char *element) {
    const char *want = expected + static_cast<size_t>(linear) * width;
    if (std::memcmp(element, want, width) != 0) {
      note(linear, element, want);
      tiles.noteDifference(linear);
    }
    return true;
  });
}

void Scan::note(int64_t linear, const char *element, const char *want) {
  TileryDataType type = array.type();
  double difference = readElement(type, element) - readElement(type, want);
  if (count++ == 0) {
    first = linear;
    offset = difference;
    got = elementText(type, element);
    wanted = elementText(type, want);
  }
  if (allStale)
    allStale =
        std::memcmp(element, before + (element - array.storage()), width) == 0;
  if (allZero)
    allZero = elementBits(type, element) == 0;
  // The rounding of the sums moves the difference by a unit in the last place.
  double tolerance = 1e-6 * std::max(std::fabs(readElement(type, want)), 1.0);
  if (allOffset)
    allOffset = std::isfinite(difference) &&
                std::fabs(difference - offset) <= tolerance;
}

/// The pattern that the differing tiles show together, if any.
static std::optional<Pattern> findTilePattern(const Tiles &tiles,
                                              std::string &detail) {
  if (tiles.areTransposed())
    return Pattern::TransposedTile;
  if (auto moved = tiles.findMoved()) {
    detail = "tile " + indexText(moved->first) + " holds tile " +
             indexText(moved->second);
    return Pattern::MovedTile;
  }
  return std::nullopt;
}

std::optional<Difference> tilery::run::compareArray(const Array &array,
                                                    const char *expected,
                                                    const char *before,
                                                    ArrayRef<int64_t> tile) {
  Tiles tiles(array, expected, tile);
  Scan scan(array, expected, before);
  scan.run(tiles);
  if (scan.count == 0)
    return std::nullopt;

  Difference result;
  result.count = scan.count;
  result.total = array.size();
  result.first = array.indexOf(scan.first);
  result.firstTile = tiles.tileOf(result.first);
  result.tiles = tiles.differing();
  result.got = scan.got;
  result.expected = scan.wanted;
  if (scan.allStale) {
    result.pattern = Pattern::Stale;
  } else if (auto pattern = findTilePattern(tiles, result.detail)) {
    result.pattern = *pattern;
  } else if (scan.allOffset && scan.count > 1) {
    result.pattern = Pattern::ConstantOffset;
    char text[40];
    std::snprintf(text, sizeof(text), "by %.9g", scan.offset);
    result.detail = text;
  } else if (scan.allZero && scan.count > 1) {
    result.pattern = Pattern::Zeros;
  } else if (scan.count >= array.size() - array.size() / 10 && scan.count > 1) {
    result.pattern = Pattern::Everywhere;
  } else if (tiles.areWhole()) {
    result.pattern = Pattern::WholeTile;
  }
  return result;
}

/// Which elements of the storage are elements of the array; empty for a compact
/// array, whose elements are all from the first to the last.
static std::vector<bool> coveredElements(const Array &array) {
  std::vector<bool> covered;
  if (array.strides() == ArrayRef<int64_t>(compactStrides(array.shape())))
    return covered;
  size_t width = elementBytes(array.type());
  covered.resize(array.storageBytes() / width + 1, false);
  array.forEach([&](int64_t, const char *element) {
    covered[static_cast<size_t>(element - array.storage()) / width] = true;
    return true;
  });
  return covered;
}

Outside tilery::run::compareOutside(const Array &array, const char *before) {
  int64_t width = static_cast<int64_t>(elementBytes(array.type()));
  std::vector<bool> covered = coveredElements(array);
  int64_t begin = array.offset(), end = begin + array.size();
  // Rows are those of the innermost dimension but one.
  size_t rank = array.shape().size();
  int64_t pitch = rank >= 2 && array.size() ? array.strides()[rank - 2] : 0;
  int64_t span = rank >= 1 ? array.shape()[0] * array.strides()[0] : 0;

  Outside result;
  int64_t lastRow = -1;
  for (int64_t i = 0, e = static_cast<int64_t>(array.storageBytes()); i < e;
       ++i) {
    int64_t place = i / width;
    if (covered.empty() && place >= begin && place < end) {
      i = end * width - 1;
      continue;
    }
    if (array.storage()[i] == before[i] || (!covered.empty() && covered[place]))
      continue;
    if (result.bytes++ == 0)
      result.firstByte = i - begin * width;
    int64_t element = place - begin;
    if (element < 0 || pitch <= 0 || element >= span)
      continue;
    int64_t column = element % pitch;
    if (result.firstColumn < 0 || column < result.firstColumn)
      result.firstColumn = column;
    result.lastColumn = std::max(result.lastColumn, column);
    if (element / pitch != lastRow) {
      lastRow = element / pitch;
      ++result.rows;
    }
  }
  return result;
}
