// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

char ReportedError::ID;
void ReportedError::log(raw_ostream &os) const { os << "reported"; }

/// Prints the diagnostics behind the first `told`, and returns their number.
static size_t printDiagnostics(const TileryProgram *program, size_t told) {
  const TileryDiagnostic *const *diagnostics = nullptr;
  size_t count = tileryProgramGetDiagnostics(program, &diagnostics);
  for (size_t i = told; i < count; ++i)
    errs() << diagnostics[i]->rendered;
  return count;
}

/// The error of a compilation whose diagnostics are printed.
static Error toCompileError(int32_t status) {
  return status == TILERY_COMPILE_FAILED ? make_error<ReportedError>()
                                         : toError(status);
}

static ArrayRef<const TileryEntry *> entriesOf(const TileryProgram *program) {
  const TileryEntry *const *entries = nullptr;
  size_t count = tileryProgramGetEntries(program, &entries);
  return {entries, count};
}

static Expected<size_t> chooseLauncher(const TileryProgram *program,
                                       const Options &options) {
  ArrayRef<const TileryEntry *> launchers = entriesOf(program);
  std::string names = join(map_range(launchers,
                                     [](const TileryEntry *entry) {
                                       return std::string(entry->name);
                                     }),
                           ", ");
  if (launchers.empty())
    return createStringError("(T02) '%s' has no launch.func to run",
                             options.input.c_str());
  if (options.launch.empty()) {
    if (launchers.size() == 1)
      return 0;
    return createStringError(
        "(T02) '%s' has several launchers; choose one of %s "
        "with --launch=NAME",
        options.input.c_str(), names.c_str());
  }
  for (auto [i, entry] : enumerate(launchers))
    if (entry->name == options.launch)
      return i;
  return createStringError("(T02) '%s' has no launcher '%s'; it has %s",
                           options.input.c_str(), options.launch.c_str(),
                           names.c_str());
}

static TileryCompileOptions optionsOf(const Options &options) {
  TileryCompileOptions compile;
  tileryInitCompileOptions(&compile, sizeof(compile));
  compile.target = options.target.c_str();
  return compile;
}

Expected<std::unique_ptr<Program>> Program::load(const Options &options) {
  std::unique_ptr<Program> result(new Program());
  TileryCompileOptions compile = optionsOf(options);
  compile.parseOnly = 1;
  TileryProgram *read = nullptr;
  int32_t status = tileryCompileFile(options.input.c_str(), &compile, &read);
  result->program.reset(read);
  if (status != TILERY_OK) {
    printDiagnostics(read, 0);
    return toCompileError(status);
  }
  Expected<size_t> chosen = chooseLauncher(read, options);
  if (!chosen)
    return chosen.takeError();
  result->index = *chosen;
  return result;
}

Error Program::compile(const Options &options, Code code) {
  const char *text = nullptr;
  size_t size = 0;
  if (Error error =
          toError(tileryProgramGetStage(program.get(), "source", &text, &size)))
    return error;
  TileryCompileOptions compile = optionsOf(options);
  compile.cubin =
      code == Code::Cubin ? TILERY_CUBIN_WITH_PTXAS : TILERY_CUBIN_NEVER;
  compile.simulate = code == Code::Simulator;
  compile.checks = options.simulator.checks;
  const char *name = options.input == "-" ? "<stdin>" : options.input.c_str();
  TileryProgram *made = nullptr;
  int32_t status = tileryCompile(text, size, name, &compile, &made);
  // The first are those of reading, once more.
  printDiagnostics(made, printDiagnostics(program.get(), 0));
  program.reset(made);
  if (status != TILERY_OK)
    return toCompileError(status);
  launcher = describeLauncher(*entriesOf(made)[index]);
  linkMaps(launcher, options);
  tileryProgramGetCompileTimes(made, &compileTimes.kernels,
                               &compileTimes.launchers);
  return Error::success();
}
