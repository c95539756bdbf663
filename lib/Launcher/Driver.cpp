// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Launcher/Driver.h"

#include "Context.h"

namespace tilery {
namespace runtime {

#ifndef TILERY_STANDALONE

Driver::Driver(int32_t deviceType, bool remembersMaps)
    : table(new ContextTable), tensorDevice(deviceType),
      isRemembering(remembersMaps) {}
Driver::~Driver() { delete table; }

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result Driver::method params {                                           \
    auto ignore = [](auto &&...) {};                                           \
    ignore args;                                                               \
    return cu::NotSupported;                                                   \
  }
#include "tilery/Launcher/Driver.def"

void Driver::describeKernel(cu::Function, const TileryKernelSpec &) {}

#endif

bool isStickyError(cu::Result result) {
  switch (result) {
  case cu::EccUncorrectable:
  case cu::NvlinkUncorrectable:
  case cu::Contained:
  case cu::IllegalAddress:
  case cu::LaunchTimeout:
  case cu::ContextIsDestroyed:
  case cu::Assert:
  case cu::HardwareStackError:
  case cu::IllegalInstruction:
  case cu::MisalignedAddress:
  case cu::InvalidAddressSpace:
  case cu::InvalidPc:
  case cu::LaunchFailed:
  case cu::TensorMemoryLeak:
    return true;
  default:
    return false;
  }
}

TileryStatus statusOf(cu::Result result, TileryStatus otherwise) {
  if (result == cu::Success)
    return TILERY_OK;
  if (isStickyError(result))
    return TILERY_CONTEXT_FAILED;
  if (result == cu::OutOfMemory)
    return TILERY_OUT_OF_MEMORY;
  return otherwise;
}

} // namespace runtime
} // namespace tilery
