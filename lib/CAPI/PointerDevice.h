// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_POINTERDEVICE_H
#define TILERY_LIB_CAPI_POINTERDEVICE_H

#include "tilery-c/Support.h"

namespace tilery {

/// The GPU that an address belongs to, as the driver knows it; the host for
/// an address that it does not know, TILERY_DEVICE_UNKNOWN without a driver and
/// for null.
TileryDevice getPointerDevice(uint64_t address);

} // namespace tilery

#endif // TILERY_LIB_CAPI_POINTERDEVICE_H
