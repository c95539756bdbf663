// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery-c/Explain.h"

#include "Errors.h"

#include "tilery-c/Compiler.h"
#include "tilery/Pipelines/Catalogue.h"
#include "tilery/Pipelines/MapText.h"
#include "tilery/TensorMap/Csv.h"
#include "tilery/TensorMap/Spec.h"
#include "tilery/TensorMap/Targets.h"

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in its first version.
static constexpr size_t firstSize = sizeof(TileryExplainOptions);

/// Gives the text, or fails with the error's.
static int32_t hand(llvm::Expected<std::string> made, char **text) {
  if (!made)
    return fail(TILERY_BAD_ARGUMENT, llvm::toString(made.takeError()));
  *text = copyText(*made);
  return TILERY_OK;
}

int32_t tileryExplainMap(const char *spec, const TileryExplainOptions *given,
                         char **text) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = nullptr;
    if (!spec)
      return failNull("a map");
    TileryExplainOptions options = {};
    if (int32_t status =
            readStruct(given, "TileryExplainOptions", firstSize, options))
      return status;
    if (options.numCoords < 0 || options.format < TILERY_EXPLAIN_TEXT ||
        options.format > TILERY_EXPLAIN_SVG)
      return fail(TILERY_BAD_ARGUMENT,
                  "expected TILERY_EXPLAIN_* as format and 0 coordinates or "
                  "more, got " +
                      std::to_string(options.format) + " and " +
                      std::to_string(options.numCoords));
    tensormap::SpecError error;
    std::optional<tensormap::TensorMapParams> params =
        tensormap::parseSpec(spec, error);
    if (!params)
      return fail(TILERY_BAD_ARGUMENT, tensormap::render(error, spec));
    if (options.format == TILERY_EXPLAIN_TEXT)
      return hand(tensormap::toText(tensormap::explain(*params)), text);
    if (options.format == TILERY_EXPLAIN_JSON)
      return hand(getExplanationJson(tensormap::explain(*params)), text);
    MapPicture picture;
    picture.isSvg = options.format == TILERY_EXPLAIN_SVG;
    picture.allRows = options.allRows != 0;
    picture.sharedStart = options.sharedStart;
    if (options.coords)
      picture.coords.assign(options.coords, options.coords + options.numCoords);
    return hand(drawMap(*params, picture), text);
  });
}

int32_t tileryCheckMaps(const char *csv, size_t size, const char *target,
                        char **text) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = nullptr;
    if (!csv)
      return failNull("a table");
    const tensormap::Target *judge =
        tensormap::findTarget(target ? target : "sm_90a");
    if (!judge)
      return tileryCheckTarget(target);
    std::string verdicts, faults;
    bool isReadable = tensormap::checkCsv(
        std::string_view(csv, size), judge->computeCapability,
        [&](const tensormap::CsvVerdict &verdict) {
          verdicts += verdict.text() + "\n";
        },
        [&](const tensormap::CsvError &error) {
          faults +=
              (faults.empty() ? "line " : "\nline ") +
              std::to_string(error.line) + ": (T07) " +
              (error.column.empty() ? "" : "column " + error.column + ": ") +
              error.message;
        });
    *text = copyText(verdicts);
    return isReadable ? TILERY_OK : fail(TILERY_BAD_ARGUMENT, faults);
  });
}

int32_t tileryExplainError(const char *id, char **text) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = nullptr;
    if (!id)
      return failNull("an identifier");
    std::optional<std::string> found = explainDiagnostic(id);
    return found ? hand(*found, text)
                 : fail(TILERY_BAD_ARGUMENT, getUnknownDiagnosticMessage(id));
  });
}

int32_t tileryGetCatalogue(char **text) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = nullptr;
    return hand(getCatalogueText(), text);
  });
}
