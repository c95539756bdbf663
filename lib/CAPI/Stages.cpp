// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "tilery/Pipelines/Emit.h"
#include "tilery/Pipelines/LoadModule.h"

#include "llvm/Support/SourceMgr.h"

using namespace tilery;
using namespace tilery::capi;

/// Compiles again from the source: a program keeps no context, whose uniqued
/// attributes would take some 100 KB each.
static StageText makeStage(const TileryProgram &program,
                           llvm::StringRef stage) {
  if (stage == "source")
    return {TILERY_OK, program.source};
  std::optional<EmitKind> kind =
      stage == "ptxas" ? std::optional(EmitKind::Cubin) : getEmitKind(stage);
  if (!kind)
    return {TILERY_BAD_ARGUMENT,
            "expected source, tile, core, launch, sim, nvvm, llvm, ptx, cubin, "
            "sass or ptxas as the stage, got '" +
                stage.str() + "'"};
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  DiagnosticList diagnostics;
  DiagnosticCollector collector(context.get(), diagnostics);
  llvm::SourceMgr sources;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      loadModuleFromText(program.source, program.name, sources, context.get());
  std::string log;
  if (module) {
    auto text = emitStage(*module, *kind, program.options, {}, &log);
    if (succeeded(text))
      return {TILERY_OK, stage == "ptxas" ? log : *text};
  }
  return {TILERY_COMPILE_FAILED, diagnostics.describeErrors()};
}

int32_t tileryProgramGetStage(const TileryProgram *program, const char *stage,
                              const char **text, size_t *size) {
  return guarded([&]() -> int32_t {
    std::lock_guard<std::mutex> lock(program->stageMutex);
    auto known = program->stages.find(llvm::StringRef(stage));
    if (known == program->stages.end())
      known = program->stages.emplace(stage, makeStage(*program, stage)).first;
    *text = known->second.text.c_str();
    *size = known->second.text.size();
    return known->second.status;
  });
}
