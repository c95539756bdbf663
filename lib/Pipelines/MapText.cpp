// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/MapText.h"

#include "tilery/TensorMap/ImageGrid.h"
#include "tilery/TensorMap/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace tilery;
using namespace tilery::tensormap;

/// Unknown numbers are null.
static llvm::json::Value toJson(int64_t value) {
  if (value == kUnknown)
    return nullptr;
  return value;
}

static llvm::json::Array toJson(const std::vector<int64_t> &values) {
  llvm::json::Array array;
  for (int64_t value : values)
    array.push_back(toJson(value));
  return array;
}

std::string tilery::getExplanationJson(const Explanation &map) {
  llvm::json::Array rules;
  for (const RuleVerdict &verdict : map.verdicts)
    rules.push_back(llvm::json::Object{
        {"number", verdict.rule->number},
        {"name", verdict.rule->name},
        {"verdict", name(verdict.verdict)},
    });
  llvm::json::Object object{
      {"dtype", name(map.params.dataType)},
      {"dims", toJson(map.dims)},
      {"byte_strides", toJson(map.byteStrides)},
      {"box", toJson(map.box)},
      {"element_strides", toJson(map.elementStrides)},
      {"interleave", name(map.params.interleave)},
      {"swizzle", name(map.params.swizzle)},
      {"box_bytes", toJson(map.boxBytes)},
      {"shared_row_pitch", toJson(map.sharedRowPitch)},
      {"shared_bytes", toJson(map.sharedBytes)},
      {"shared_alignment", toJson(map.sharedAlignment)},
      {"shared_footprint", toJson(map.sharedFootprint)},
      {"empty", map.empty},
      {"accepted", map.accepted},
      {"needs_launch_check", map.needsLaunchCheck},
      {"rules", std::move(rules)},
      {"errors", llvm::json::Array(map.errors)},
      {"warnings", llvm::json::Array(map.warnings)},
  };
  return llvm::formatv("{0:2}", llvm::json::Value(std::move(object))).str() +
         "\n";
}

static llvm::Error fail(const std::string &reason) {
  return llvm::createStringError(llvm::Twine(reason));
}

llvm::Expected<std::string> tilery::drawMap(const TensorMapParams &params,
                                            const MapPicture &picture) {
  // Both fit on a screen: 64 lines are 8 KiB.
  constexpr uint32_t someLines = 64;
  Explanation explanation = explain(params);
  if (!explanation.accepted)
    return fail(llvm::join(explanation.errors, "\n"));
  for (int i = 0; i < params.rank; ++i)
    if (!isKnown(params.box[i]) || !isKnown(params.elementStrides[i]))
      return fail("(T06) expected a known box and known element strides for a "
                  "picture, got ?");
  auto rank = static_cast<size_t>(params.rank);
  std::vector<int32_t> coords(picture.coords.rbegin(), picture.coords.rend());
  if (coords.empty())
    coords.resize(rank);
  if (coords.size() != rank)
    return fail("(T06) expected " + std::to_string(rank) +
                " coordinates as in dims, got " +
                std::to_string(coords.size()));
  ImageGrid grid;
  ImageStatus status =
      makeGrid(params, coords.data(), picture.sharedStart, grid);
  if (status != ImageStatus::Ok)
    return fail("(T06) " + message(status, params, coords.data()));
  uint32_t lines = picture.allRows ? 0 : someLines;
  return picture.isSvg ? imageSvg(grid, lines) : imageTable(grid, lines);
}
