// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles functions over rows.*:
//   rows-compile FILE tile|core|...|ptx     prints a stage
//   rows-compile FILE run COLUMNS IN OUT    simulates one, on a file of f32

#include "Rows.h"

#include "tilery/Pipelines/Emit.h"
#include "tilery/Pipelines/Launcher.h"
#include "tilery/Pipelines/LoadModule.h"
#include "tilery/Runtime/SimDriver.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace tilery;

int main(int argc, char **argv) {
  ExitOnError check("rows-compile: ");
  bool run = argc > 2 && StringRef(argv[2]) == "run";
  if (argc != (run ? 6 : 3))
    check(createStringError("expected FILE STAGE or FILE run COLUMNS IN OUT"));
  std::optional<EmitKind> kind = getEmitKind(argv[2]);
  if (!run && !kind)
    check(createStringError("expected run, or a stage: tile, ptx, ..."));
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  rows::loadDialect(*context);
  SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, context.get());
  auto module = loadModule(argv[1], sources, context.get());
  mlir::PassManager manager(context.get());
  manager.addPass(rows::createRowsToTile());
  if (!module || failed(manager.run(*module)))
    return 1;
  CompileOptions options;
  if (!run) {
    FailureOr<std::string> text = emitStage(*module, *kind, options);
    outs() << (succeeded(text) ? *text : "");
    return failed(text);
  }
  options.simulate = true;
  FailureOr<CompiledModule> compiled = compileKernels(*module, options);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return 1;
  auto launchers = check(compileLaunchers(*compiled->core));
  if (launchers->getNames().size() != 1)
    check(createStringError("expected a file with one function"));
  // In place: a block has loaded its rows before it stores them.
  auto rows = WritableMemoryBuffer::getFile(argv[4]);
  if (!rows)
    check(createFileError(argv[4], rows.getError()));
  char *data = (*rows)->getBufferStart();
  int64_t size = (*rows)->getBufferSize();
  int64_t columns = std::max(1ll, std::atoll(argv[3]));
  int64_t shape[] = {size / 4 / columns, columns};
  runtime::SimDriver gpu;
  gpu.addMemory(data, size, "rows");
  TileryTensor tensor = {data,  {TILERY_DEVICE_CUDA, 0},
                         2,     {TILERY_TYPE_FLOAT, 32, 1},
                         shape, nullptr,
                         0};
  TileryValue args[2];
  args[0].tensor = args[1].tensor = &tensor;
  char error[1024];
  TileryCall call;
  tilery_rt_init_call(&call);
  call.numArgs = 2;
  call.args = args;
  call.driver = &gpu;
  call.error = error;
  call.errorSize = sizeof(error);
  if (launchers->lookup(launchers->getNames().front())(&call) != TILERY_OK)
    check(createStringError(error));
  for (const sim::Finding &finding : gpu.results().findings)
    errs() << sim::render(finding);
  check(writeToOutput(argv[5], [&](raw_ostream &out) {
    out.write(data, size);
    return Error::success();
  }));
  return !gpu.results().isClean();
}
