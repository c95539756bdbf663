// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Launcher/Source.h"

namespace tilery {

static constexpr unsigned char kObject[] = {
#include "Object.inc"
};

ObjectCode launcherRuntimeObject() { return {kObject, sizeof(kObject)}; }

} // namespace tilery
