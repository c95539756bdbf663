// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunTool.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;

Expected<TemporaryFolder> TemporaryFolder::create() {
  SmallString<128> path;
  if (std::error_code error = sys::fs::createUniqueDirectory("tilery", path))
    return createStringError(error, "(X04) cannot make a temporary folder: " +
                                        error.message());
  return TemporaryFolder(std::string(path));
}

TemporaryFolder::~TemporaryFolder() {
  if (!path.empty())
    (void)sys::fs::remove_directories(path);
}

std::string TemporaryFolder::file(StringRef name) const {
  return path + "/" + name.str();
}

Error TemporaryFolder::write(StringRef name, StringRef content) const {
  std::error_code error;
  raw_fd_ostream stream(file(name), error);
  if (!error) {
    stream << content;
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error)
    return createStringError(error, "(X04) cannot write a temporary file: " +
                                        error.message());
  return Error::success();
}

Expected<std::string> TemporaryFolder::read(StringRef name) const {
  auto buffer = MemoryBuffer::getFile(file(name), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError(buffer.getError(),
                             "(X04) cannot read a temporary file: " +
                                 buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

std::string TemporaryFolder::withoutPath(StringRef text) const {
  std::string prefix = path + "/";
  std::string result = text.str();
  for (size_t at; (at = result.find(prefix)) != std::string::npos;)
    result.erase(at, prefix.size());
  return result;
}

Expected<ToolResult> tilery::runTool(StringRef program,
                                     ArrayRef<StringRef> arguments,
                                     const TemporaryFolder &folder,
                                     unsigned timeout) {
  SmallVector<StringRef> all = {program};
  all.append(arguments.begin(), arguments.end());
  std::string output = folder.file("output");
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(output),
                                          StringRef(output)};
  std::string launchError;
  int status =
      sys::ExecuteAndWait(program, all, /*Env=*/std::nullopt, redirects,
                          timeout, /*MemoryLimit=*/0, &launchError);
  ToolResult result;
  if (Expected<std::string> text = folder.read("output"))
    result.output = folder.withoutPath(*text);
  else
    consumeError(text.takeError());
  if (status == 0)
    return result;

  StringRef name = sys::path::filename(program);
  std::string reason;
  if (status > 0)
    reason = "exit status " + std::to_string(status);
  else
    reason = launchError.empty() ? "it did not run" : launchError;
  StringRef said = StringRef(result.output).trim();
  return createStringError(inconvertibleErrorCode(),
                           "(E02) " + name + " failed (" + reason + ")" +
                               (said.empty() ? "" : ": ") + said);
}
