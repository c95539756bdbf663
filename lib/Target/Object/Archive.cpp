// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Object/EmitObject.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tilery;

Expected<std::string> tilery::makeArchive(ArrayRef<ArchiveMember> members) {
  std::vector<NewArchiveMember> list;
  for (const ArchiveMember &member : members)
    list.emplace_back(MemoryBufferRef(member.content, member.name));
  Expected<std::unique_ptr<MemoryBuffer>> archive = writeArchiveToBuffer(
      list, SymtabWritingMode::NormalSymtab, object::Archive::K_GNU,
      /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return archive.takeError();
  return (*archive)->getBuffer().str();
}
