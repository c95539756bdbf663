// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunTool.h"
#include "tilery/Target/Cubin/CudaTools.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace tilery;

StringRef tilery::findFatalWarning(StringRef log) {
  static const Regex pattern("\\(C(7508|751[0-7])\\)");
  while (!log.empty()) {
    auto [line, rest] = log.split('\n');
    if (pattern.match(line))
      return line.trim();
    log = rest;
  }
  return {};
}

Expected<Cubin> tilery::assemblePTX(StringRef ptx,
                                    const PtxasOptions &options) {
  std::string ptxas = options.path;
  if (ptxas.empty()) {
    std::optional<std::string> found = findCudaTool("ptxas");
    if (!found)
      return createStringError(
          inconvertibleErrorCode(),
          "(E01) no ptxas found in CUDA_HOME, PATH or .venv; install a CUDA "
          "toolkit "
          "or `pip install nvidia-cuda-nvcc`, or stop at PTX, which the driver "
          "compiles when it loads it");
    ptxas = *found;
  }
  Expected<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  if (Error error = folder->write("kernel.ptx", ptx))
    return std::move(error);

  std::string arch = "--gpu-name=" + options.target;
  std::string input = folder->file("kernel.ptx");
  std::string output = folder->file("kernel.cubin");
  SmallVector<StringRef> arguments = {arch, "--verbose", "-o", output};
  if (options.lineInfo)
    arguments.push_back("--generate-line-info");
  arguments.push_back(input);
  Expected<ToolResult> result =
      runTool(ptxas, arguments, *folder, options.timeout);
  if (!result)
    return result.takeError();
  if (StringRef warning = findFatalWarning(result->output); !warning.empty())
    return createStringError(
        inconvertibleErrorCode(),
        "(E03) ptxas does not do what the code asks for: " + warning);
  Expected<std::string> image = folder->read("kernel.cubin");
  if (!image) {
    consumeError(image.takeError());
    return createStringError(inconvertibleErrorCode(),
                             "(E02) " + sys::path::filename(ptxas) +
                                 " succeeded and wrote no cubin; expected the "
                                 "ptxas of a CUDA toolkit");
  }
  return Cubin{std::move(*image), std::move(result->output)};
}
