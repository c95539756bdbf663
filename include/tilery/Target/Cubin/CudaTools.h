// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The toolkit's command line tools: PTX to machine code, and machine code to
// text.

#ifndef TILERY_TARGET_CUBIN_CUDATOOLS_H
#define TILERY_TARGET_CUBIN_CUDATOOLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace tilery {
/// Path of the tool `name` ("ptxas"): from CUDA_HOME, PATH, the active virtual
/// environment, a .venv above this program, or /usr/local/cuda, in this order;
/// in an environment, pip's packages of the toolkit count too.
std::optional<std::string> findCudaTool(llvm::StringRef name);

/// Path of CUDA's device library (libdevice.10.bc), from the toolkits in whose
/// folders findCudaTool looks.
std::optional<std::string> findLibdevice();

struct PtxasOptions {
  /// "sm_90a".
  std::string target;
  /// Keep the lines of `.loc`.
  bool lineInfo = false;
  /// Seconds after which ptxas is stopped.
  unsigned timeout = 600;
  /// Path of ptxas; empty: what findCudaTool finds.
  std::string path;
};

struct Cubin {
  /// An ELF image.
  std::string image;
  /// What ptxas said: registers, spills, warnings.
  std::string log;
};

/// Assembles PTX. An error has ptxas' own words. So has one for a warning that
/// says that the code does not do what it asks for: a setmaxnreg that is
/// ignored (C7508), wgmma that is serialised (C7510..C7517).
llvm::Expected<Cubin> assemblePTX(llvm::StringRef ptx,
                                  const PtxasOptions &options);

/// The first line of a ptxas log with such a warning, or empty.
llvm::StringRef findFatalWarning(llvm::StringRef log);

/// The SASS text of a cubin, by nvdisasm or else cuobjdump.
llvm::Expected<std::string> disassembleCubin(llvm::StringRef image);
} // namespace tilery

#endif // TILERY_TARGET_CUBIN_CUDATOOLS_H
