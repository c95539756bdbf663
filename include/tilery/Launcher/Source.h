// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LAUNCHER_SOURCE_H
#define TILERY_LAUNCHER_SOURCE_H

#include <cstddef>
#include <string>
#include <vector>

namespace tilery {

/// A file to be written: a path below the output folder, and its text.
struct SourceFile {
  std::string path;
  std::string text;
};

/// All that launchers call (tilery_rt_*) as one C++17 file, tilery_runtime.cpp,
/// which needs libc and libdl only: the text of this project's sources, without
/// what only a compiler in the same process needs. With `inlineHeaders` it
/// stands alone; else it includes the files of launcherHeaders().
std::string launcherRuntimeSource(bool inlineHeaders);

/// The public headers that emitted launchers and the file above include, as
/// they are: tilery/Launcher/Abi.h and its like.
std::vector<SourceFile> launcherHeaders();

/// That source compiled for this host: an ELF object, position-independent.
struct ObjectCode {
  const unsigned char *data;
  size_t size;
};
ObjectCode launcherRuntimeObject();

} // namespace tilery

#endif // TILERY_LAUNCHER_SOURCE_H
