// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_SIMOPTIONS_H
#define TILERY_LIB_CAPI_SIMOPTIONS_H

#include "tilery-c/Simulator.h"
#include "tilery/Sim/Engine.h"

namespace tilery {
namespace capi {

/// TILERY_BAD_ARGUMENT for those of another version, and for no order. Null
/// leaves the defaults.
int32_t readSimOptions(const TilerySimOptions *given, sim::Options &options);

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_SIMOPTIONS_H
