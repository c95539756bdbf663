// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Cpp/LauncherCpp.h"
#include "Helpers.h"
#include "LauncherFile.h"
#include "Simplify.h"

#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

FailureOr<std::string> tilery::cpp::printSource(LauncherFile &file) {
  if (failed(verifyPrintable(file.function)))
    return failure();
  const std::string &name = file.interface.name;
  // What is computed decides which helpers and headers stand before it.
  Helpers helpers(file.names);
  CppWriter launchPart;
  printLaunch(file, helpers, launchPart);

  CppWriter writer;
  writer.comment(name + ": a launcher of GPU kernels, written by Tilery.");
  writer.line("//");
  writer.comment("  " + file.table.signature);
  writer.line("//");
  writer.comment("To build a shared library, which loads the CUDA driver when "
                 "it is first called; cc and a C program can link the objects, "
                 "too, with -ldl alone:");
  writer.line("//");
  writer.line("//   g++ -std=c++17 -O2 -fPIC -fno-exceptions -fno-rtti -I" +
              file.options.includeFolder + " -c " + name +
              ".cpp tilery_runtime.cpp");
  writer.line("//   g++ -shared -o lib" + name + ".so " + name +
              ".o tilery_runtime.o -ldl");
  writer.line();
  writer.line("#include \"" + name + ".h\"");
  writer.line();
  writer.line("#include \"tilery/Launcher/Abi.h\"");
  if (!helpers.getHeaders().empty()) {
    writer.line();
    for (const std::string &header : helpers.getHeaders())
      writer.line("#include <" + header + ">");
  }
  writer.line();
  writer.line("// The names are those of the kernels, and C's.");
  writer.line("// NOLINTBEGIN(readability-identifier-naming)");
  writer.line();
  writer.line("namespace {");
  printCudaChecks(file, writer);
  declareDeviceCode(file, writer);
  if (failed(printArgumentTables(file, writer)))
    return failure();
  printMapTables(file, writer);
  if (failed(printKernelTables(file, writer)))
    return failure();
  writer.section("The launcher");
  helpers.print(writer);
  if (!helpers.isEmpty())
    writer.line();
  bool hasTensors = llvm::any_of(llvm::seq<size_t>(0, file.arguments.size()),
                                 [&](size_t i) { return file.isTensor(i); });
  std::string text = writer.getText() + launchPart.getText();
  CppWriter end;
  if (hasTensors) {
    end.line();
    end.comment("A tensor of which the address is known, and not the device.",
                "/// ");
    end.line("TileryTensor " + file.makeTensor +
             "(const void *data, const TileryTensorSpec &spec,");
    end.line(std::string(14 + file.makeTensor.size(), ' ') +
             "int64_t *shape, int64_t *strides) {");
    end.line("  return {const_cast<void *>(data), {TILERY_DEVICE_UNKNOWN, 0},");
    end.line("          spec.rank, spec.dtype, shape, strides, 0};");
    end.line("}");
  }
  end.line();
  end.line("} // namespace");
  end.line();
  printEntries(file, end);
  if (!file.kernels.empty()) {
    end.line();
    end.line("namespace {");
    printDeviceCode(file, end);
    end.line("} // namespace");
  }
  end.line();
  end.line("// NOLINTEND(readability-identifier-naming)");
  return text + end.getText();
}

/// Calls `visit` with each launcher of a copy of the module.
static LogicalResult
visitLaunchers(ModuleOp module, const LauncherCppOptions &options,
               llvm::function_ref<LogicalResult(LauncherFile &)> visit) {
  OwningOpRef<ModuleOp> copy = module.clone();
  SymbolTable symbols(*copy);
  if (failed(verifyCNames(*copy)))
    return failure();
  for (auto function : copy->getOps<FuncOp>()) {
    if (failed(verifyLauncher(function, symbols)))
      return failure();
    simplifyLauncher(function);
    FailureOr<LauncherFile> file = LauncherFile::create(function, options);
    if (failed(file) || failed(visit(*file)))
      return failure();
  }
  return success();
}

FailureOr<std::vector<SourceFile>>
tilery::emitLauncherCpp(ModuleOp module, const LauncherCppOptions &options) {
  std::vector<SourceFile> files;
  auto visit = [&](LauncherFile &file) -> LogicalResult {
    const std::string &name = file.interface.name;
    files.push_back({name + ".h", printHeader(file)});
    FailureOr<std::string> source = printSource(file);
    if (failed(source))
      return failure();
    files.push_back({name + ".cpp", std::move(*source)});
    return success();
  };
  if (failed(visitLaunchers(module, options, visit)))
    return failure();
  return files;
}

FailureOr<std::vector<SourceFile>>
tilery::emitLauncherHeaders(ModuleOp module,
                            const LauncherCppOptions &options) {
  std::vector<SourceFile> files;
  auto visit = [&](LauncherFile &file) {
    files.push_back({file.interface.name + ".h", printHeader(file)});
    return success();
  };
  if (failed(visitLaunchers(module, options, visit)))
    return failure();
  return files;
}
