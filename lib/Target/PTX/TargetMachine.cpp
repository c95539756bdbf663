// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TargetMachine.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SaveAndRestore.h"
#include <stdexcept>

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

using namespace tilery;

namespace {
/// Set on a thread that runs guarded work.
thread_local bool guarded = false;

struct FatalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// LLVM calls this for the fatal errors of the whole process (EmitPTX.h). On a
/// thread that is not guarded it returns, and LLVM ends the process.
void throwFatalError(void *, const char *reason, bool) {
  if (guarded)
    throw FatalError(reason);
}

/// Shared addresses in 32 bits: an add less for each access. The option is
/// LLVM's own and process-wide, so that it is set before the first compile and
/// never again.
void useShortSharedPointers() {
  auto &options = llvm::cl::getRegisteredOptions();
  auto option = options.find("nvptx-short-ptr");
  if (option != options.end())
    static_cast<llvm::cl::opt<bool> *>(option->second)->setValue(true);
}

const llvm::Target *getBackend() {
  static const llvm::Target *backend = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    useShortSharedPointers();
    llvm::install_fatal_error_handler(throwFatalError);
    std::string error;
    return llvm::TargetRegistry::lookupTarget(llvm::Triple(deviceTriple),
                                              error);
  }();
  return backend;
}
} // namespace

std::unique_ptr<llvm::TargetMachine>
tilery::createTargetMachine(const PTXOptions &options, std::string &error) {
  const llvm::Target *backend = getBackend();
  if (!backend) {
    error = "LLVM was built without the NVPTX backend";
    return nullptr;
  }
  std::string features = "+ptx" + std::to_string(options.ptx);
  llvm::Triple triple(deviceTriple);
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      backend->createMCSubtargetInfo(triple, "", ""));
  if (!known || !known->isCPUStringValid(options.target)) {
    error = "LLVM's NVPTX backend does not know the target '" + options.target +
            "'";
    return nullptr;
  }
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, options.target, features, llvm::TargetOptions(),
      /*RelocationModel=*/std::nullopt, /*CodeModel=*/std::nullopt,
      llvm::CodeGenOptLevel::Default));
}

llvm::LogicalResult tilery::runGuarded(llvm::function_ref<void()> work,
                                       std::string &error) {
  // Also when something else is thrown through here, std::bad_alloc say.
  llvm::SaveAndRestore<bool> guard(guarded, true);
  try {
    work();
  } catch (const FatalError &fatal) {
    error = fatal.what();
  }
  return llvm::failure(!error.empty());
}
