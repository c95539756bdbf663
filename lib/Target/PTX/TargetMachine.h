// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NVPTX backend of LLVM, set up once a process.

#ifndef TILERY_LIB_TARGET_PTX_TARGETMACHINE_H
#define TILERY_LIB_TARGET_PTX_TARGETMACHINE_H

#include "tilery/Target/PTX/EmitPTX.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Target/TargetMachine.h"

namespace tilery {
constexpr llvm::StringLiteral deviceTriple = "nvptx64-nvidia-cuda";

/// A machine for the target, or null with the reason in `error`: LLVM aborts on
/// a chip or a PTX version that it does not know.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const PTXOptions &options, std::string &error);

/// Runs `work`, in which LLVM may end in a fatal error. Fails with its text
/// instead of aborting; what `work` had allocated leaks then.
llvm::LogicalResult runGuarded(llvm::function_ref<void()> work,
                               std::string &error);
} // namespace tilery

#endif // TILERY_LIB_TARGET_PTX_TARGETMACHINE_H
