// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Export.h"

#include "Metadata.h"
#include "PackageConfig.h"

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"
#include "tilery/Conversion/LaunchToLLVM/LaunchToLLVM.h"
#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"
#include "tilery/Pipelines/Launcher.h"
#include "tilery/Target/Cpp/LauncherCpp.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilery;

std::optional<ExportForm> tilery::getExportForm(StringRef name) {
  return llvm::StringSwitch<std::optional<ExportForm>>(name)
      .Case("launcher-cpp", ExportForm::Cpp)
      .Case("launcher-obj", ExportForm::Object)
      .Case("package", ExportForm::Package)
      .Case("metadata", ExportForm::Metadata)
      .Default(std::nullopt);
}

namespace {
class Exporter {
public:
  Exporter(CompiledModule &compiled, const ExportOptions &options)
      : compiled(compiled), module(*compiled.core), options(options) {
    cpp.cudaHeader = options.cudaHeader;
    cpp.tvmFfi = options.tvmFfi;
  }

  LogicalResult exportCpp();
  LogicalResult exportObjects();
  LogicalResult exportPackages(ArrayRef<LauncherInfo> launchers,
                               const std::string &sourceHash);
  LogicalResult exportMetadata(ArrayRef<LauncherInfo> launchers,
                               const std::string &sourceHash);

  std::vector<SourceFile> files;

private:
  FailureOr<HostArchitecture> getHost();
  FailureOr<std::string> makeObject(launch::FuncOp function,
                                    HostArchitecture host);
  void addHeaders(std::vector<SourceFile> used);

  CompiledModule &compiled;
  ModuleOp module;
  const ExportOptions &options;
  LauncherCppOptions cpp;
};
} // namespace

FailureOr<HostArchitecture> Exporter::getHost() {
  std::optional<HostArchitecture> own = getOwnArchitecture();
  if (options.form == ExportForm::Package && options.host &&
      options.host != own)
    return module.emitError(
               "(T01) expected a package for the processor of "
               "this machine, whose runtime it holds, got one for ")
           << getName(*options.host)
           << "; write the objects, and compile their tilery_runtime.cpp there";
  if (options.host)
    return *options.host;
  if (own)
    return *own;
  return module.emitError("(T01) expected the processor that objects are for, "
                          "x86_64 or aarch64: this machine's is none of them");
}

/// The launcher and its kernels, without the others of the module.
static OwningOpRef<ModuleOp> copyLauncher(ModuleOp module,
                                          launch::FuncOp function) {
  llvm::StringSet<> used = {function.getSymName()};
  function.walk(
      [&](launch::KernelOp launch) { used.insert(launch.getCallee()); });
  OwningOpRef<ModuleOp> copy = ModuleOp::create(module.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(copy->getBody());
  for (Operation &op : *module.getBody()) {
    auto name = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (name && used.contains(name))
      builder.clone(op);
  }
  return copy;
}

FailureOr<std::string> Exporter::makeObject(launch::FuncOp function,
                                            HostArchitecture host) {
  OwningOpRef<ModuleOp> copy = copyLauncher(module, function);
  PassManager manager = PassManager::on<ModuleOp>(module.getContext());
  launch::ConvertLaunchToLLVMOptions lowering;
  // Code that is linked into a program stays as long as the program does.
  lowering.release = "";
  lowering.cEntries = true;
  lowering.tvmFfi = options.tvmFfi;
  manager.addPass(launch::createConvertLaunchToLLVM(lowering));
  if (failed(manager.run(*copy)))
    return failure();
  llvm::Expected<std::string> object = emitObject(*copy, host);
  if (!object)
    return function.emitError(llvm::toString(object.takeError()));
  return *object;
}

/// The public headers that `used` include, and those that they include.
void Exporter::addHeaders(std::vector<SourceFile> used) {
  std::vector<SourceFile> headers = launcherHeaders();
  while (!used.empty()) {
    std::string text = std::move(used.back().text);
    used.pop_back();
    for (auto it = headers.begin(); it != headers.end();) {
      if (!StringRef(text).contains("#include \"" + it->path + "\"")) {
        ++it;
        continue;
      }
      files.push_back(*it);
      used.push_back(std::move(*it));
      it = headers.erase(it);
    }
  }
}

LogicalResult Exporter::exportCpp() {
  auto emitted = emitLauncherCpp(module, cpp);
  if (failed(emitted))
    return failure();
  files = std::move(*emitted);
  files.push_back({launcherRuntimeFile.str(),
                   launcherRuntimeSource(/*inlineHeaders=*/false)});
  addHeaders(files);
  return success();
}

LogicalResult Exporter::exportObjects() {
  FailureOr<HostArchitecture> host = getHost();
  if (failed(host))
    return failure();
  auto headers = emitLauncherHeaders(module, cpp);
  if (failed(headers))
    return failure();
  for (auto function : module.getOps<launch::FuncOp>()) {
    FailureOr<std::string> object = makeObject(function, *host);
    if (failed(object))
      return failure();
    files.push_back({launch::getCName(function.getSymName()).str() + ".o",
                     std::move(*object)});
  }
  files.insert(files.end(), headers->begin(), headers->end());
  files.push_back({launcherRuntimeFile.str(),
                   launcherRuntimeSource(/*inlineHeaders=*/true)});
  addHeaders(std::move(*headers));
  return success();
}

LogicalResult Exporter::exportPackages(ArrayRef<LauncherInfo> launchers,
                                       const std::string &sourceHash) {
  FailureOr<HostArchitecture> host = getHost();
  cpp.includeFolder = "../include";
  if (failed(host) || failed(exportCpp()))
    return failure();
  for (SourceFile &file : files)
    file.path = (StringRef(file.path).ends_with(".h") ? "include/" : "src/") +
                file.path;
  ObjectCode runtime = launcherRuntimeObject();
  StringRef runtimeObject(reinterpret_cast<const char *>(runtime.data),
                          runtime.size);
  for (const LauncherInfo &info : launchers) {
    auto function = module.lookupSymbol<launch::FuncOp>(info.name);
    FailureOr<std::string> object = makeObject(function, *host);
    if (failed(object))
      return failure();
    std::string name = launch::getCName(info.name).str();
    // The runtime is a member of its own: a program that links several packages
    // takes it from the first of them.
    llvm::Expected<std::string> archive = makeArchive(
        {{name + ".o", *object}, {"tilery_runtime.o", runtimeObject}});
    if (!archive)
      return function.emitError("(X01) ")
             << llvm::toString(archive.takeError());
    files.push_back({"lib/lib" + name + ".a", std::move(*archive)});
    for (SourceFile &file : getPackageConfig(name, *host, options.cudaHeader))
      files.push_back(std::move(file));
  }
  return exportMetadata(launchers, sourceHash);
}

LogicalResult Exporter::exportMetadata(ArrayRef<LauncherInfo> launchers,
                                       const std::string &sourceHash) {
  SymbolTable symbols(module);
  if (failed(launch::verifyCNames(module)))
    return failure();
  for (auto function : module.getOps<launch::FuncOp>())
    if (failed(launch::verifyLauncher(function, symbols)))
      return failure();
  for (const LauncherInfo &info : launchers)
    files.push_back({launch::getCName(info.name).str() + ".json",
                     getMetadata(module.lookupSymbol<launch::FuncOp>(info.name),
                                 info, compiled, sourceHash)});
  return success();
}

FailureOr<std::vector<SourceFile>>
tilery::exportLaunchers(ModuleOp module, const CompileOptions &options,
                        const ExportOptions &exportOptions) {
  std::vector<LauncherInfo> launchers;
  for (auto function : module.getOps<launch::FuncOp>())
    launchers.push_back(describeLauncher(function));
  if (launchers.empty())
    return module.emitError(
        "(T02) expected a launcher (launch.func), got none in the module");
  auto compiled = compileKernels(module, options);
  if (failed(compiled) || failed(embedKernels(*compiled)))
    return failure();
  for (LauncherInfo &launcher : launchers)
    describeAccess(*compiled->core, launcher);

  Exporter exporter(*compiled, exportOptions);
  StageTimer timer(options.times, "export");
  LogicalResult result = success();
  switch (exportOptions.form) {
  case ExportForm::Cpp:
    result = exporter.exportCpp();
    break;
  case ExportForm::Object:
    result = exporter.exportObjects();
    break;
  case ExportForm::Package:
    result = exporter.exportPackages(launchers, getSourceHash(module));
    break;
  case ExportForm::Metadata:
    result = exporter.exportMetadata(launchers, getSourceHash(module));
    break;
  }
  if (failed(result))
    return failure();
  return std::move(exporter.files);
}
