// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TEST_LAUNCHER_NULLDRIVER_H
#define TILERY_TEST_LAUNCHER_NULLDRIVER_H

#include "tilery/Launcher/Driver.h"

#include <algorithm>
#include <cstring>

namespace tilery {
namespace runtime {
namespace test {

/// Answers at once.
struct NullDriver : Driver {
  explicit NullDriver(bool remembersMaps = false)
      : Driver(TILERY_DEVICE_CUDA, remembersMaps) {}

  cu::Result init(unsigned) override { return cu::Success; }
  cu::Result driverGetVersion(int *version) override {
    *version = 13000;
    return cu::Success;
  }
  cu::Result deviceGetName(char *name, int length, cu::Device) override {
    std::strncpy(name, "null", static_cast<size_t>(length));
    return cu::Success;
  }
  cu::Result deviceGetAttribute(int *value, cu::DeviceAttribute attribute,
                                cu::Device) override {
    *value = attribute == cu::ComputeCapabilityMajor   ? 9
             : attribute == cu::ComputeCapabilityMinor ? 0
                                                       : 232448;
    return cu::Success;
  }
  cu::Result ctxGetCurrent(cu::Context *context) override {
    *context = reinterpret_cast<cu::Context>(16);
    return cu::Success;
  }
  cu::Result ctxGetId(cu::Context, unsigned long long *id) override {
    *id = 1;
    return cu::Success;
  }
  cu::Result ctxGetDevice(cu::Device *device) override {
    *device = 0;
    return cu::Success;
  }
  cu::Result moduleLoadDataEx(cu::Module *module, const void *, unsigned,
                              cu::JitOption *, void **) override {
    *module = reinterpret_cast<cu::Module>(16);
    return cu::Success;
  }
  cu::Result moduleGetFunction(cu::Function *function, cu::Module,
                               const char *) override {
    *function = reinterpret_cast<cu::Function>(16);
    return cu::Success;
  }
  cu::Result funcGetAttribute(int *value, cu::FunctionAttribute,
                              cu::Function) override {
    *value = 1024;
    return cu::Success;
  }
  cu::Result tensorMapEncodeTiled(cu::TensorMap *, int, uint32_t rank,
                                  void *address, const uint64_t *dims,
                                  const uint64_t *strides, const uint32_t *,
                                  const uint32_t *, int, int, int,
                                  int) override {
    ++encodes;
    last.address = reinterpret_cast<uint64_t>(address);
    std::copy_n(dims, rank, last.dims);
    std::copy_n(strides, rank - 1, last.strides);
    return cu::Success;
  }
  cu::Result launchKernelEx(const cu::LaunchConfig *, cu::Function, void **,
                            void **) override {
    ++launches;
    return cu::Success;
  }
  int encodes = 0, launches = 0;
  /// What the last encoder call was told of the tensor.
  struct {
    uint64_t address, dims[5], strides[5];
  } last = {};
};

} // namespace test
} // namespace runtime
} // namespace tilery

#endif // TILERY_TEST_LAUNCHER_NULLDRIVER_H
