// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Commands.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/TensorMap/Csv.h"
#include "tilery/TensorMap/Explain.h"
#include "tilery/TensorMap/ImageGrid.h"
#include "tilery/TensorMap/Names.h"
#include "tilery/TensorMap/Spec.h"
#include "tilery/TensorMap/Targets.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilery;
using namespace tilery::tensormap;

int tilery::checkMaps(const TilerycOptions &options) {
  const Target *target = findTarget(options.target);
  if (!target)
    return reportError("(V18) " + unknownTargetMessage(options.target));
  std::string error;
  auto file = readFile(options.input, maxInputBytes, error);
  if (!file)
    return reportError(error);
  llvm::StringRef text = file->getBuffer();
  bool readable = checkCsv(
      std::string_view(text.data(), text.size()), target->computeCapability,
      [](const CsvVerdict &verdict) { llvm::outs() << verdict.text() << "\n"; },
      [&](const CsvError &error) {
        llvm::errs() << options.input << ":" << error.line << ": error: (T07) ";
        if (!error.column.empty())
          llvm::errs() << "column " << error.column << ": ";
        llvm::errs() << error.message << "\n";
      });
  return readable ? 0 : 1;
}

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

static llvm::json::Value toJson(const Explanation &map) {
  llvm::json::Array rules;
  for (const RuleVerdict &verdict : map.verdicts)
    rules.push_back(llvm::json::Object{
        {"number", verdict.rule->number},
        {"name", verdict.rule->name},
        {"verdict", name(verdict.verdict)},
    });
  return llvm::json::Object{
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
}

static int drawMap(const TilerycOptions &options,
                   const TensorMapParams &params) {
  // Both fit on a screen: 64 lines are 8 KiB.
  constexpr uint32_t someLines = 64;
  Explanation explanation = explain(params);
  if (!explanation.accepted) {
    for (const std::string &error : explanation.errors)
      llvm::errs() << "error: " << error << "\n";
    return 1;
  }
  for (int i = 0; i < params.rank; ++i)
    if (!isKnown(params.box[i]) || !isKnown(params.elementStrides[i]))
      return reportError(
          "(T06) expected a known box and known element strides for a "
          "picture, got ?");
  auto rank = static_cast<size_t>(params.rank);
  std::vector<int32_t> coords(options.coords.rbegin(), options.coords.rend());
  if (coords.empty())
    coords.resize(rank);
  if (coords.size() != rank)
    return reportError("(T06) expected " + std::to_string(rank) +
                       " coordinates as in dims, got " +
                       std::to_string(coords.size()));
  ImageGrid grid;
  ImageStatus status =
      makeGrid(params, coords.data(), options.sharedStart, grid);
  if (status != ImageStatus::Ok)
    return reportError("(T06) " + message(status, params, coords.data()));
  uint32_t lines = options.allRows ? 0 : someLines;
  bool svg = options.picture == TilerycOptions::Picture::SVG;
  return writeOutput(options.output,
                     svg ? imageSvg(grid, lines) : imageTable(grid, lines));
}

int tilery::explainMap(const TilerycOptions &options) {
  SpecError error;
  std::optional<TensorMapParams> params = parseSpec(options.map, error);
  if (!params) {
    llvm::errs() << render(error, options.map);
    return 1;
  }
  if (options.picture != TilerycOptions::Picture::None)
    return drawMap(options, *params);
  Explanation explanation = explain(*params);
  if (options.json)
    llvm::outs() << llvm::formatv("{0:2}", toJson(explanation)) << "\n";
  else
    llvm::outs() << toText(explanation);
  return 0;
}
