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

Compiler::Compiler(std::string target)
    : target(std::move(target)), context(createContext()) {}
Compiler::~Compiler() = default;

std::unique_ptr<JitLauncher> Compiler::compileModule(const std::string &text) {
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
    return nullptr;
  CompileOptions options;
  options.target = target;
  auto compiled = compileKernels(*module, options);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return nullptr;
  Expected<std::unique_ptr<JitLauncher>> launchers =
      compileLaunchers(*compiled->core);
  if (launchers)
    return std::move(*launchers);
  errorText += toString(launchers.takeError());
  return nullptr;
}

Compiled Compiler::compile(ArrayRef<Case> cases) {
  Compiled compiled;
  std::string text;
  for (const Case &c : cases)
    text += kernelText(c);
  if (auto module = compileModule(text)) {
    compiled.modules.push_back(std::move(module));
    return compiled;
  }
  for (const Case &c : cases) {
    if (auto module = compileModule(kernelText(c)))
      compiled.modules.push_back(std::move(module));
    else
      compiled.errors[c.index] = errorText;
  }
  return compiled;
}
