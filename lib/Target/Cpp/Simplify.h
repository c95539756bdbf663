// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_CPP_SIMPLIFY_H
#define TILERY_LIB_TARGET_CPP_SIMPLIFY_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

namespace tilery {
namespace cpp {

/// Leaves in a launcher what a person would write: no size that the types or
/// its views tell, nothing that is known already (compilers warn of comparisons
/// that have but one result), and nothing that is computed for nobody.
void simplifyLauncher(launch::FuncOp function);

} // namespace cpp
} // namespace tilery

#endif // TILERY_LIB_TARGET_CPP_SIMPLIFY_H
