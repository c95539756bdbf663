// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_PIPELINES_METADATA_H
#define TILERY_LIB_PIPELINES_METADATA_H

#include "tilery/Pipelines/Compile.h"
#include "tilery/Pipelines/Describe.h"

#include <string>

namespace tilery {

/// What is known of a launcher, as JSON: NAME.json of a package. `function` is
/// the launcher in `compiled.core`, whose kernels are embedded; `info`
/// describes it, its access included.
std::string getMetadata(launch::FuncOp function, const LauncherInfo &info,
                        const CompiledModule &compiled,
                        const std::string &sourceHash);

/// SHA-256 of the module as MLIR prints it, in hexadecimal digits.
std::string getSourceHash(mlir::ModuleOp module);

} // namespace tilery

#endif // TILERY_LIB_PIPELINES_METADATA_H
