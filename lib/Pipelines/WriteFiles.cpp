// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Pipelines/Export.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;

static Error fail(StringRef path, std::error_code code) {
  return createStringError(code, "(I07) cannot write '" + path +
                                     "': " + code.message());
}

/// Through a file of another name in the same folder: whoever reads the path
/// sees the old file or the new one. Not through sys::fs::TempFile, which sets
/// signal handlers of the process.
static Error writeFile(StringRef path, StringRef text) {
  int descriptor;
  SmallString<128> temporary;
  if (std::error_code code = sys::fs::createUniqueFile(
          path + ".%%%%%%%%.tmp", descriptor, temporary, sys::fs::OF_None,
          sys::fs::all_read | sys::fs::all_write))
    return fail(path, code);
  scope_exit discard([&] { (void)sys::fs::remove(temporary); });
  {
    raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    stream << text;
    stream.close();
    if (stream.has_error()) {
      std::error_code code = stream.error();
      stream.clear_error();
      return fail(path, code);
    }
  }
  if (std::error_code code = sys::fs::rename(temporary, path))
    return fail(path, code);
  discard.release();
  return Error::success();
}

Error tilery::writeFiles(StringRef folder, ArrayRef<SourceFile> files) {
  if (sys::fs::exists(folder) && !sys::fs::is_directory(folder))
    return createStringError(
        std::make_error_code(std::errc::not_a_directory),
        "(I07) expected '" + folder +
            "' to be a folder, got a file; name a folder, which is made where "
            "it is missing");
  for (const SourceFile &file : files) {
    SmallString<128> path(folder);
    sys::path::append(path, file.path);
    StringRef parent = sys::path::parent_path(path);
    if (std::error_code code = sys::fs::create_directories(parent))
      return fail(parent, code);
    if (Error error = writeFile(path, file.text))
      return error;
  }
  return Error::success();
}
