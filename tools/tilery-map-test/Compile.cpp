// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compile.h"

#include "Kernel.h"

#include "tilery/Pipelines/Launcher.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::maptest;

TileryLauncher Compiled::launcher(const Case &c) const {
  for (const auto &module : modules)
    if (TileryLauncher launcher = module->lookup(launcherName(c)))
      return launcher;
  return nullptr;
}

std::string Compiled::error(const Case &c) const {
  auto found = errors.find(c.index);
  return found == errors.end() ? "no launcher" : found->second;
}

Compiler::Compiler(std::string target, bool simulate)
    : target(std::move(target)), simulate(simulate), context(createContext()) {}
Compiler::~Compiler() = default;

bool Compiler::compileModule(const std::string &text, Compiled &result) {
  errorText.clear();
  // Warnings, of boxes over the tensor and the like, are meant.
  mlir::ScopedDiagnosticHandler handler(
      context.get(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return success();
        errorText += diagnostic.str() + "\n";
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          errorText += "  note: " + note.str() + "\n";
        return success();
      });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return false;
  CompileOptions options;
  options.target = target;
  options.simulate = simulate;
  auto compiled = compileKernels(*module, options);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return false;
  Expected<std::unique_ptr<JitLauncher>> launchers =
      compileLaunchers(*compiled->core);
  if (!launchers) {
    errorText += toString(launchers.takeError());
    return false;
  }
  result.simKernels.push_back(compiled->simKernels);
  result.modules.push_back(std::move(*launchers));
  return true;
}

Compiled Compiler::compile(ArrayRef<Case> cases) {
  Compiled compiled;
  std::string text;
  for (const Case &c : cases)
    text += kernelText(c);
  if (compileModule(text, compiled))
    return compiled;
  for (const Case &c : cases)
    if (!compileModule(kernelText(c), compiled))
      compiled.errors[c.index] = errorText;
  return compiled;
}
