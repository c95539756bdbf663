// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostMachine.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

// LLVM's names, which no header declares without those of all backends.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
void LLVMInitializeAArch64Target();
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64TargetMC();
void LLVMInitializeAArch64AsmPrinter();
}
// NOLINTEND(readability-identifier-naming)

using namespace llvm;
using namespace tilery;

StringRef tilery::getName(HostArchitecture host) {
  return host == HostArchitecture::X86 ? "x86_64" : "aarch64";
}

std::optional<HostArchitecture> tilery::parseHostArchitecture(StringRef name) {
  return StringSwitch<std::optional<HostArchitecture>>(name)
      .Case("x86_64", HostArchitecture::X86)
      .Case("aarch64", HostArchitecture::AArch64)
      .Default(std::nullopt);
}

std::optional<HostArchitecture> tilery::getOwnArchitecture() {
  Triple triple(sys::getProcessTriple());
  if (triple.getArch() == Triple::x86_64)
    return HostArchitecture::X86;
  if (triple.getArch() == Triple::aarch64)
    return HostArchitecture::AArch64;
  return std::nullopt;
}

static void initializeBackends() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
  });
}

Expected<std::unique_ptr<TargetMachine>>
tilery::createHostMachine(HostArchitecture host) {
  initializeBackends();
  Triple triple((getName(host) + "-unknown-linux-gnu").str());
  std::string error;
  const Target *backend = TargetRegistry::lookupTarget(triple, error);
  if (!backend)
    return createStringError("(X01) " + error);
  // No processor: the baseline of the architecture.
  std::unique_ptr<TargetMachine> machine(backend->createTargetMachine(
      triple, /*CPU=*/"", /*Features=*/"", TargetOptions(), Reloc::PIC_,
      /*CodeModel=*/std::nullopt, CodeGenOptLevel::Default));
  if (!machine)
    return createStringError("(X01) LLVM has no backend for " + triple.str());
  return machine;
}
