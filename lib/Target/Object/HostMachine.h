// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_OBJECT_HOSTMACHINE_H
#define TILERY_LIB_TARGET_OBJECT_HOSTMACHINE_H

#include "tilery/Target/Object/EmitObject.h"

#include "llvm/Target/TargetMachine.h"

namespace tilery {
/// LLVM's backend of the architecture, set up for position-independent code.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine(HostArchitecture host);
} // namespace tilery

#endif // TILERY_LIB_TARGET_OBJECT_HOSTMACHINE_H
