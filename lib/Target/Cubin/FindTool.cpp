// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Target/Cubin/CudaTools.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

/// Folders of a Python environment that may have the tool: its own, and those
/// of pip's packages (nvidia/cu13/bin, nvidia/cuda_nvcc/bin).
static void addEnvironment(StringRef root, SmallVectorImpl<std::string> &dirs) {
  dirs.push_back((root + "/bin").str());
  std::error_code ignored;
  for (sys::fs::directory_iterator lib(root + "/lib", ignored), end;
       !ignored && lib != end; lib.increment(ignored)) {
    if (!sys::path::filename(lib->path()).starts_with("python"))
      continue;
    std::error_code inner;
    SmallVector<std::string> found;
    for (sys::fs::directory_iterator
             package(lib->path() + "/site-packages/nvidia", inner),
         last;
         !inner && package != last; package.increment(inner))
      found.push_back(package->path() + "/bin");
    llvm::sort(found);
    dirs.append(found.begin(), found.end());
  }
}

/// A .venv in a folder above this program, as utils/setup makes it.
static void addOwnEnvironments(SmallVectorImpl<std::string> &dirs) {
  std::string program = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&addOwnEnvironments));
  for (StringRef dir = sys::path::parent_path(program); !dir.empty();
       dir = sys::path::parent_path(dir)) {
    std::string root = (dir + "/.venv").str();
    if (sys::fs::is_directory(root))
      addEnvironment(root, dirs);
  }
}

/// The folders with tools, in the order of the search.
static SmallVector<std::string> getToolFolders() {
  SmallVector<std::string> dirs;
  if (std::optional<std::string> home = sys::Process::GetEnv("CUDA_HOME");
      home && !home->empty())
    dirs.push_back(*home + "/bin");
  if (std::optional<std::string> path = sys::Process::GetEnv("PATH")) {
    SmallVector<StringRef> parts;
    StringRef(*path).split(parts, ':', -1, /*KeepEmpty=*/false);
    dirs.append(parts.begin(), parts.end());
  }
  if (std::optional<std::string> active = sys::Process::GetEnv("VIRTUAL_ENV");
      active && !active->empty())
    addEnvironment(*active, dirs);
  addOwnEnvironments(dirs);
  dirs.push_back("/usr/local/cuda/bin");
  return dirs;
}

std::optional<std::string> tilery::findLibdevice() {
  for (StringRef dir : getToolFolders()) {
    std::string candidate =
        (sys::path::parent_path(dir) + "/nvvm/libdevice/libdevice.10.bc").str();
    if (sys::fs::exists(candidate))
      return candidate;
  }
  return std::nullopt;
}

std::optional<std::string> tilery::findCudaTool(StringRef name) {
  for (const std::string &dir : getToolFolders()) {
    std::string candidate = dir + "/" + name.str();
    if (sys::fs::can_execute(candidate))
      return candidate;
  }
  return std::nullopt;
}
