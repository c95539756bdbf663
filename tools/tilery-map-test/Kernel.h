// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel of a case, as text of the IR.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_KERNEL_H
#define TILERY_TOOLS_TILERY_MAP_TEST_KERNEL_H

#include "Case.h"

namespace tilery {
namespace maptest {

/// "run_17"
std::string launcherName(const Case &c);

/// A kernel and its launcher. The arguments are the tensor, the bytes of the
/// shared buffer, and the coordinates that are no constants, outer to inner.
/// The kernel copies the bytes to shared memory one by one, and back after a
/// load.
std::string kernelText(const Case &c);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_KERNEL_H
