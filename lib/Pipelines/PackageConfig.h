// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_PIPELINES_PACKAGECONFIG_H
#define TILERY_LIB_PIPELINES_PACKAGECONFIG_H

#include "tilery/Pipelines/Export.h"

namespace tilery {
/// NAMEConfig.cmake and its version file, for `find_package(NAME)`, which gives
/// the target NAME::NAME.
std::vector<SourceFile>
getPackageConfig(llvm::StringRef name, HostArchitecture host, bool cudaHeader);
} // namespace tilery

#endif // TILERY_LIB_PIPELINES_PACKAGECONFIG_H
