// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Libdevice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

bool tilery::usesLibdevice(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && function.getName().starts_with("__nv_");
  });
}

Error tilery::linkLibdevice(Module &module, StringRef path) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return createStringError(file.getError(),
                             "(E04) cannot read '" + path +
                                 "': " + file.getError().message());
  Expected<std::unique_ptr<Module>> library =
      getOwningLazyBitcodeModule(std::move(*file), module.getContext());
  if (!library)
    return joinErrors(
        createStringError(inconvertibleErrorCode(),
                          "(E04) '" + path + "' is no LLVM bitcode"),
        library.takeError());
  // The library is written for any GPU.
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  bool failed = Linker::linkModules(
      module, std::move(*library), Linker::Flags::LinkOnlyNeeded,
      [](Module &linked, const StringSet<> &names) {
        internalizeModule(linked, [&names](const GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      });
  if (failed)
    return createStringError(inconvertibleErrorCode(),
                             "(E04) cannot link '" + path + "'");
  return Error::success();
}
