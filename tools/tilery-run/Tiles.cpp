// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tiles.h"

#include "Random.h"

#include <cstring>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

/// Beyond this many tiles a search for moved ones is not worth its time.
static constexpr int64_t maxSearched = 1 << 16;

Tiles::Tiles(const Array &array, const char *expected, ArrayRef<int64_t> tile)
    : array(array), expected(expected), packed(compactStrides(array.shape())) {
  if (tile.size() != array.shape().size() || tile.empty())
    return;
  box.assign(tile.begin(), tile.end());
  numTiles = 1;
  for (auto [extent, side] : zip(array.shape(), box)) {
    grid.push_back((extent + side - 1) / side);
    numTiles *= grid.back();
  }
}

int64_t Tiles::numberOf(ArrayRef<int64_t> tile) const {
  int64_t number = 0;
  for (auto [i, count] : zip(tile, grid))
    number = number * count + i;
  return number;
}

Shape Tiles::indexOf(int64_t number) const {
  Shape tile(grid.size());
  for (size_t dim = grid.size(); dim-- > 0;) {
    tile[dim] = number % grid[dim];
    number /= grid[dim];
  }
  return tile;
}

Shape Tiles::tileOf(ArrayRef<int64_t> index) const {
  Shape tile;
  for (auto [i, side] : zip(index.take_front(box.size()), box))
    tile.push_back(i / side);
  return tile;
}

void Tiles::noteDifference(int64_t linear) {
  if (numTiles)
    ++counts[numberOf(tileOf(array.indexOf(linear)))];
}

Shape Tiles::extentsOf(ArrayRef<int64_t> tile) const {
  Shape extents;
  for (auto [i, side, extent] : zip(tile, box, array.shape()))
    extents.push_back(std::min(side, extent - i * side));
  return extents;
}

int64_t Tiles::sizeOf(ArrayRef<int64_t> tile) const {
  int64_t size = 1;
  for (int64_t extent : extentsOf(tile))
    size *= extent;
  return size;
}

const char *Tiles::expectedAt(ArrayRef<int64_t> index) const {
  int64_t linear = 0;
  for (auto [i, stride] : zip(index, packed))
    linear += i * stride;
  return expected + linear * static_cast<int64_t>(elementBytes(array.type()));
}

template <typename Callable>
void Tiles::forEach(ArrayRef<int64_t> tile, Callable use) const {
  Shape extents = extentsOf(tile);
  Shape index(extents.size(), 0);
  for (;;) {
    Shape place;
    for (auto [i, side, t] : zip(index, box, tile))
      place.push_back(t * side + i);
    if (!use(ArrayRef<int64_t>(index), ArrayRef<int64_t>(place)))
      return;
    size_t dim = extents.size();
    for (; dim-- > 0;) {
      if (++index[dim] < extents[dim])
        break;
      index[dim] = 0;
    }
    if (dim == static_cast<size_t>(-1))
      return;
  }
}

bool Tiles::areWhole() const {
  if (counts.empty() || differing() == numTiles)
    return false;
  // A few elements may agree by chance.
  return all_of(counts, [&](auto entry) {
    return entry.second * 10 >= sizeOf(indexOf(entry.first)) * 9;
  });
}

bool Tiles::isTransposed(ArrayRef<int64_t> tile) const {
  size_t rank = box.size();
  Shape extents = extentsOf(tile);
  if (rank < 2 || extents[rank - 1] != extents[rank - 2])
    return false;
  size_t width = elementBytes(array.type());
  bool transposed = true;
  forEach(tile, [&](ArrayRef<int64_t> index, ArrayRef<int64_t> place) {
    Shape other(place.begin(), place.end());
    other[rank - 1] += index[rank - 2] - index[rank - 1];
    other[rank - 2] += index[rank - 1] - index[rank - 2];
    transposed = std::memcmp(array.at(place), expectedAt(other), width) == 0;
    return transposed;
  });
  return transposed;
}

bool Tiles::areTransposed() const {
  return !counts.empty() && all_of(counts, [&](auto entry) {
    return isTransposed(indexOf(entry.first));
  });
}

uint64_t Tiles::hash(ArrayRef<int64_t> tile, bool ofExpected) const {
  uint64_t sum = 0, position = 0;
  for (int64_t extent : extentsOf(tile))
    sum = mixBits(sum ^ static_cast<uint64_t>(extent));
  forEach(tile, [&](ArrayRef<int64_t>, ArrayRef<int64_t> place) {
    const char *element = ofExpected ? expectedAt(place) : array.at(place);
    sum += mixBits(elementBits(array.type(), element) ^ mixBits(position++));
    return true;
  });
  return sum;
}

std::optional<std::pair<Shape, Shape>> Tiles::findMoved() const {
  if (counts.empty() || numTiles < 2 || numTiles > maxSearched)
    return std::nullopt;
  std::map<uint64_t, int64_t> tileWith;
  for (int64_t number = 0; number < numTiles; ++number)
    tileWith.emplace(hash(indexOf(number), /*ofExpected=*/true), number);
  std::optional<std::pair<Shape, Shape>> first;
  for (auto [number, count] : counts) {
    auto found = tileWith.find(hash(indexOf(number), /*ofExpected=*/false));
    if (found == tileWith.end())
      return std::nullopt;
    if (!first)
      first = {indexOf(number), indexOf(found->second)};
  }
  return first;
}
