// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source.h"

#include "tilery/Pipelines/Emit.h"
#include "tilery/Pipelines/Export.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilery;
using namespace tilery::capi;

namespace {
/// What a stage of the compiler is made as: a stage of its own, or a look at a
/// compilation to PTX on its way.
struct CompilerStage {
  EmitKind kind = EmitKind::PTX;
  bool isLog = false;
  bool isObserved = false;
};
} // namespace

static std::optional<CompilerStage> findCompilerStage(llvm::StringRef name) {
  CompilerStage stage;
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

static llvm::FailureOr<std::string>
makeCompilerStage(mlir::ModuleOp module, const CompilerStage &stage,
                  CompileOptions options, llvm::StringRef name,
                  llvm::StringRef kernel) {
  std::string log, observed;
  // What is shipped is for a GPU.
  if (stage.kind == EmitKind::Launcher)
    options.simulate = false;
  if (stage.isObserved)
    options.observer =
        [&](llvm::StringRef passed,
            llvm::function_ref<void(llvm::raw_ostream &)> print) {
          llvm::raw_string_ostream stream(observed);
          if (passed == name)
            print(stream);
        };
  auto text = emitStage(module, stage.kind, options, kernel, &log);
  if (succeeded(text) && stage.isObserved)
    return observed;
  if (succeeded(text) && stage.isLog)
    return log;
  return text;
}

namespace {
/// A stage of the launchers: the exported files whose names end in `ending`.
struct LauncherStage {
  ExportForm form;
  llvm::StringRef ending;
};
} // namespace

static std::optional<LauncherStage> findLauncherStage(llvm::StringRef name) {
  if (name == "launcher.h")
    return LauncherStage{ExportForm::Cpp, ".h"};
  if (name == "metadata")
    return LauncherStage{ExportForm::Metadata, ".json"};
  return std::nullopt;
}

static llvm::FailureOr<std::string>
makeLauncherStage(mlir::ModuleOp module, const LauncherStage &stage,
                  CompileOptions options) {
  options.simulate = false;
  ExportOptions form;
  form.form = stage.form;
  auto files = exportLaunchers(module, options, form);
  if (failed(files))
    return llvm::failure();
  std::vector<llvm::StringRef> texts;
  for (const SourceFile &file : *files) {
    llvm::StringRef path = file.path;
    // The headers of the runtime, which lie below, are the same for all.
    if (path.ends_with(stage.ending) && !path.contains('/'))
      texts.push_back(llvm::StringRef(file.text).rtrim());
  }
  if (stage.form == ExportForm::Metadata)
    return "[\n" + llvm::join(texts, ",\n") + "\n]\n";
  return llvm::join(texts, "\n\n") + "\n";
}

static StageText makeStage(const TileryProgram &program, llvm::StringRef name,
                           llvm::StringRef kernel) {
  if (name == "source")
    return {TILERY_OK, program.source};
  std::optional<CompilerStage> ofCompiler = findCompilerStage(name);
  std::optional<LauncherStage> ofLaunchers = findLauncherStage(name);
  if (!ofCompiler && !ofLaunchers)
    return {TILERY_BAD_ARGUMENT,
            "expected source, tile, core, launch, sim, nvvm, llvm, ptx, cubin, "
            "sass, ptxas, launcher, launcher.h, metadata or a pass as the "
            "stage, got '" +
                name.str() + "'"};
  Source source(program);
  if (source.module) {
    auto text = ofLaunchers ? makeLauncherStage(*source.module, *ofLaunchers,
                                                program.options)
                            : makeCompilerStage(*source.module, *ofCompiler,
                                                program.options, name, kernel);
    if (succeeded(text))
      return {TILERY_OK, std::move(*text)};
  }
  return {TILERY_COMPILE_FAILED, source.diagnostics.describeErrors()};
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
