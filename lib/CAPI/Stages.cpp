// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "tilery/Pipelines/Emit.h"
#include "tilery/Pipelines/LoadModule.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilery;
using namespace tilery::capi;

/// What is to be made, and how: a stage of its own, or a look at a compilation
/// to PTX on its way.
struct Stage {
  EmitKind kind = EmitKind::PTX;
  bool isLog = false;
  bool isObserved = false;
};

static std::optional<Stage> findStage(llvm::StringRef name) {
  Stage stage;
  if (std::optional<EmitKind> kind = getEmitKind(name)) {
    stage.kind = *kind;
    return stage;
  }
  if (name == "ptxas") {
    stage.kind = EmitKind::Cubin;
    stage.isLog = true;
    return stage;
  }
  stage.isObserved = llvm::is_contained(getStageNames(), name);
  return stage.isObserved ? std::optional(stage) : std::nullopt;
}

/// Compiles again from the source: a program keeps no context, whose uniqued
/// attributes would take some 100 KB each.
static StageText makeStage(const TileryProgram &program, llvm::StringRef name,
                           llvm::StringRef kernel) {
  if (name == "source")
    return {TILERY_OK, program.source};
  std::optional<Stage> stage = findStage(name);
  if (!stage)
    return {TILERY_BAD_ARGUMENT,
            "expected source, tile, core, launch, sim, nvvm, llvm, ptx, cubin, "
            "sass, ptxas or a pass as the stage, got '" +
                name.str() + "'"};
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  DiagnosticList diagnostics;
  llvm::SourceMgr sources;
  DiagnosticCollector collector(sources, context.get(), diagnostics);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      loadModuleFromText(program.source, program.name, sources, context.get());
  CompileOptions options = program.options;
  std::string log, observed;
  if (stage->isObserved)
    options.observer =
        [&](llvm::StringRef passed,
            llvm::function_ref<void(llvm::raw_ostream &)> print) {
          llvm::raw_string_ostream stream(observed);
          if (passed == name)
            print(stream);
        };
  if (module) {
    auto text = emitStage(*module, stage->kind, options, kernel, &log);
    if (succeeded(text))
      return {TILERY_OK, stage->isObserved ? observed
                         : stage->isLog    ? log
                                           : *text};
  }
  return {TILERY_COMPILE_FAILED, diagnostics.describeErrors()};
}

int32_t tileryProgramGetStage(const TileryProgram *program, const char *stage,
                              const char **text, size_t *size) {
  return tileryProgramGetKernelStage(program, stage, nullptr, text, size);
}

int32_t tileryProgramGetKernelStage(const TileryProgram *program,
                                    const char *stage, const char *kernel,
                                    const char **text, size_t *size) {
  return guarded([&]() -> int32_t {
    if (!text)
      return failNull("a place for the text");
    *text = "";
    if (size)
      *size = 0;
    if (!program || !stage)
      return failNull(program ? "the name of a stage" : "a program");
    std::lock_guard<std::mutex> lock(program->stageMutex);
    std::pair<std::string, std::string> key(stage, kernel ? kernel : "");
    auto known = program->stages.find(key);
    if (known == program->stages.end())
      known =
          program->stages.emplace(key, makeStage(*program, stage, key.second))
              .first;
    const StageText &made = known->second;
    *text = made.text.c_str();
    if (size)
      *size = made.text.size();
    return made.status == TILERY_OK ? TILERY_OK : fail(made.status, made.text);
  });
}

size_t tileryGetStageNames(const char *const **names) {
  static const std::vector<std::string> texts = getStageNames();
  static const std::vector<const char *> pointers = [] {
    std::vector<const char *> list;
    for (const std::string &text : texts)
      list.push_back(text.c_str());
    return list;
  }();
  if (names)
    *names = pointers.data();
  return pointers.size();
}
