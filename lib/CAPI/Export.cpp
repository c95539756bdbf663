// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source.h"

#include "tilery/Pipelines/Export.h"

using namespace tilery;
using namespace tilery::capi;

/// Bytes of the struct in its first version.
static constexpr size_t firstSize = sizeof(TileryExportOptions);

static int32_t readOptions(const TileryExportOptions *given,
                           ExportOptions &options) {
  TileryExportOptions all = {};
  if (int32_t status = readStruct(given, "TileryExportOptions", firstSize, all))
    return status;
  if (all.form) {
    std::optional<ExportForm> form = getExportForm(all.form);
    if (!form)
      return fail(TILERY_BAD_ARGUMENT,
                  "expected launcher-cpp, launcher-obj, package or metadata as "
                  "the form, got '" +
                      std::string(all.form) + "'");
    options.form = *form;
  }
  if (all.host) {
    options.host = parseHostArchitecture(all.host);
    if (!options.host)
      return fail(TILERY_BAD_ARGUMENT,
                  "expected x86_64 or aarch64 as the host, got '" +
                      std::string(all.host) + "'");
  }
  options.cudaHeader = all.noCudaHeader == 0;
  options.tvmFfi = all.tvmFfi != 0;
  return TILERY_OK;
}

int32_t tileryProgramExport(const TileryProgram *program, const char *folder,
                            const TileryExportOptions *given) {
  return guarded([&]() -> int32_t {
    if (!program || !folder)
      return failNull(program ? "a folder" : "a program");
    ExportOptions options;
    if (int32_t status = readOptions(given, options))
      return status;
    Source source(*program);
    CompileOptions compile = program->options;
    compile.simulate = false;
    if (source.module) {
      auto files = exportLaunchers(*source.module, compile, options);
      if (succeeded(files)) {
        llvm::Error error = writeFiles(folder, *files);
        return error
                   ? fail(TILERY_WRITE_FAILED, llvm::toString(std::move(error)))
                   : TILERY_OK;
      }
    }
    return fail(TILERY_COMPILE_FAILED, source.diagnostics.describeErrors());
  });
}
