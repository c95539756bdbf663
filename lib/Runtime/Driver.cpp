// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Runtime/Driver.h"

#include "Context.h"
#include "Report.h"

namespace tilery {
namespace runtime {

Driver::Driver(int32_t deviceType)
    : table(new ContextTable), tensorDevice(deviceType) {}
Driver::~Driver() = default;

#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  cu::Result Driver::method params {                                           \
    auto ignore = [](auto &&...) {};                                           \
    ignore args;                                                               \
    return cu::NotSupported;                                                   \
  }
#include "tilery/Runtime/Driver.def"

void Driver::describeKernel(cu::Function, const TileryKernelSpec &) {}

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

std::string describeResult(Driver &driver, cu::Result result) {
  return ResultText(driver, result).text;
}

} // namespace runtime
} // namespace tilery
