// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a tool on a file in a temporary folder, without a shell.

#ifndef TILERY_LIB_TARGET_CUBIN_RUNTOOL_H
#define TILERY_LIB_TARGET_CUBIN_RUNTOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilery {
/// A folder that goes away with the object, and all in it.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&other) noexcept
      : path(std::move(other.path)) {
    other.path.clear();
  }
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();

  std::string file(llvm::StringRef name) const;
  llvm::Error write(llvm::StringRef name, llvm::StringRef content) const;
  llvm::Expected<std::string> read(llvm::StringRef name) const;
  /// `text` without mentions of the folder.
  std::string withoutPath(llvm::StringRef text) const;

private:
  explicit TemporaryFolder(std::string path) : path(std::move(path)) {}
  std::string path;
};

/// What a tool left.
struct ToolResult {
  /// Standard output and standard error, in the order written.
  std::string output;
};

/// Runs `program` with `arguments` (its name not among them), its output in
/// `folder`. A status other than 0, a signal or the time limit is an error that
/// has the output's words.
llvm::Expected<ToolResult> runTool(llvm::StringRef program,
                                   llvm::ArrayRef<llvm::StringRef> arguments,
                                   const TemporaryFolder &folder,
                                   unsigned timeout);
} // namespace tilery

#endif // TILERY_LIB_TARGET_CUBIN_RUNTOOL_H
