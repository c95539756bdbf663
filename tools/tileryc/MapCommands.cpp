// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Commands.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Pipelines/MapText.h"
#include "tilery/TensorMap/Csv.h"
#include "tilery/TensorMap/Explain.h"
#include "tilery/TensorMap/Spec.h"
#include "tilery/TensorMap/Targets.h"

#include "llvm/ADT/StringExtras.h"
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

static int printPicture(const TilerycOptions &options,
                        const TensorMapParams &params) {
  MapPicture picture;
  picture.isSvg = options.picture == TilerycOptions::Picture::SVG;
  picture.allRows = options.allRows;
  picture.coords = options.coords;
  picture.sharedStart = options.sharedStart;
  llvm::Expected<std::string> text = tilery::drawMap(params, picture);
  if (text)
    return writeOutput(options.output, *text);
  std::string errors = llvm::toString(text.takeError());
  for (llvm::StringRef error : llvm::split(errors, '\n'))
    llvm::errs() << "error: " << error << "\n";
  return 1;
}

int tilery::explainMap(const TilerycOptions &options) {
  SpecError error;
  std::optional<TensorMapParams> params = parseSpec(options.map, error);
  if (!params) {
    llvm::errs() << render(error, options.map);
    return 1;
  }
  if (options.picture != TilerycOptions::Picture::None)
    return printPicture(options, *params);
  Explanation explanation = explain(*params);
  if (options.json)
    llvm::outs() << getExplanationJson(explanation);
  else
    llvm::outs() << toText(explanation);
  return 0;
}
