// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A TensorMap for programs and as a picture.

#ifndef TILERY_PIPELINES_MAPTEXT_H
#define TILERY_PIPELINES_MAPTEXT_H

#include "tilery/TensorMap/Explain.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tilery {
/// JSON, with a newline at the end.
std::string getExplanationJson(const tensormap::Explanation &map);

/// How a tile in shared memory is drawn.
struct MapPicture {
  bool isSvg = false; ///< else a table of text
  bool allRows = false;
  std::vector<int32_t> coords; ///< outer to inner; empty: the origin
  uint32_t sharedStart = 0;    ///< address of the tile in shared memory
};

/// The error has a line for each fault of the map, or of the picture (T06).
llvm::Expected<std::string> drawMap(const tensormap::TensorMapParams &params,
                                    const MapPicture &picture);
} // namespace tilery

#endif // TILERY_PIPELINES_MAPTEXT_H
