// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Jit.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;
using namespace llvm::object;

uint64_t tilery::readLargestFrame(MemoryBufferRef buffer) {
  Expected<std::unique_ptr<ObjectFile>> object =
      ObjectFile::createObjectFile(buffer);
  if (!object) {
    consumeError(object.takeError());
    return 0;
  }
  // Each function's address, and its size as a ULEB128.
  uint64_t largest = 0;
  for (const SectionRef &section : (*object)->sections()) {
    Expected<StringRef> name = section.getName();
    if (!name) {
      consumeError(name.takeError());
      continue;
    }
    if (*name != ".stack_sizes")
      continue;
    Expected<StringRef> contents = section.getContents();
    if (!contents) {
      consumeError(contents.takeError());
      continue;
    }
    DataExtractor data(*contents, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    DataExtractor::Cursor cursor(0);
    while (cursor && !data.eof(cursor)) {
      data.getAddress(cursor);
      largest = std::max(largest, data.getULEB128(cursor));
    }
    consumeError(cursor.takeError());
  }
  return largest;
}
