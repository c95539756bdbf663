// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TOOLS_TILERY_RUN_TILES_H
#define TILERY_TOOLS_TILERY_RUN_TILES_H

#include "Array.h"

#include <map>

namespace tilery {
namespace run {

/// The tiles of an array, and which of them differ from what was expected.
class Tiles {
public:
  /// `box` has the array's rank; with an empty one there are no tiles, and
  /// nothing holds of them.
  Tiles(const Array &array, const char *expected, llvm::ArrayRef<int64_t> box);

  void noteDifference(int64_t linear);

  /// Index of the tile that has an element; empty without tiles.
  Shape tileOf(llvm::ArrayRef<int64_t> index) const;
  int64_t differing() const { return static_cast<int64_t>(counts.size()); }

  /// Every differing tile differs in nearly all of its elements, and some tile
  /// is as expected.
  bool areWhole() const;
  /// Every differing tile is its expectation with the last two dimensions
  /// swapped.
  bool areTransposed() const;
  /// Every differing tile holds the expectation of another tile: the first one
  /// and what it holds.
  std::optional<std::pair<Shape, Shape>> findMoved() const;

private:
  int64_t numberOf(llvm::ArrayRef<int64_t> tile) const;
  Shape indexOf(int64_t number) const;
  /// Extents of a tile, cut at the array's edge.
  Shape extentsOf(llvm::ArrayRef<int64_t> tile) const;
  int64_t sizeOf(llvm::ArrayRef<int64_t> tile) const;
  bool isTransposed(llvm::ArrayRef<int64_t> tile) const;
  /// Checksum of a tile's elements; those of the expectation or those that are.
  uint64_t hash(llvm::ArrayRef<int64_t> tile, bool ofExpected) const;
  const char *expectedAt(llvm::ArrayRef<int64_t> index) const;
  template <typename Callable>
  void forEach(llvm::ArrayRef<int64_t> tile, Callable use) const;

  const Array &array;
  const char *expected;
  Shape box, grid, packed;
  int64_t numTiles = 0;
  /// Differing elements of each differing tile.
  std::map<int64_t, int64_t> counts;
};

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_TILES_H
