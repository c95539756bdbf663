// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunTool.h"
#include "tilery/Target/Cubin/CudaTools.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace tilery;

Expected<std::string> tilery::disassembleCubin(StringRef image) {
  SmallVector<StringRef> arguments = {"--print-code"};
  std::optional<std::string> tool = findCudaTool("nvdisasm");
  if (!tool) {
    tool = findCudaTool("cuobjdump");
    arguments = {"--dump-sass"};
  }
  if (!tool)
    return createStringError(
        inconvertibleErrorCode(),
        "(E01) no nvdisasm or cuobjdump found in CUDA_HOME, PATH or .venv; "
        "many "
        "toolkits come without: `pip install nvidia-cuda-nvdisasm`");
  Expected<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  if (Error error = folder->write("kernel.cubin", image))
    return std::move(error);
  std::string input = folder->file("kernel.cubin");
  arguments.push_back(input);
  constexpr unsigned timeout = 300;
  Expected<ToolResult> result = runTool(*tool, arguments, *folder, timeout);
  if (!result)
    return result.takeError();
  return std::move(result->output);
}
