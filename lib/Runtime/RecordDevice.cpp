// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder's device: attributes, contexts, modules.

#include "RecordCall.h"

#include <cstdio>

namespace tilery {
namespace runtime {

cu::Result RecordDriver::init(unsigned flags) {
  Call call(*this, "cuInit");
  return call.arg("flags", flags).result();
}

cu::Result RecordDriver::driverGetVersion(int *version) {
  Call call(*this, "cuDriverGetVersion");
  call.arg("version", device.driverVersion);
  *version = device.driverVersion;
  return call.result();
}

cu::Result RecordDriver::deviceGetCount(int *count) {
  Call call(*this, "cuDeviceGetCount");
  call.arg("count", device.count);
  *count = device.count;
  return call.result();
}

cu::Result RecordDriver::deviceGet(cu::Device *result, int ordinal) {
  Call call(*this, "cuDeviceGet");
  call.arg("ordinal", ordinal);
  if (!call.failed() && (ordinal < 0 || ordinal >= device.count))
    return call.answer(cu::InvalidDevice);
  *result = ordinal;
  return call.result();
}

cu::Result RecordDriver::deviceGetName(char *name, int length, cu::Device dev) {
  Call call(*this, "cuDeviceGetName");
  call.arg("device", dev).arg("name", "'" + device.name + "'");
  std::snprintf(name, static_cast<size_t>(length), "%s", device.name.c_str());
  return call.result();
}

cu::Result RecordDriver::deviceGetAttribute(int *value,
                                            cu::DeviceAttribute attribute,
                                            cu::Device dev) {
  struct Row {
    cu::DeviceAttribute attribute;
    const char *name;
    int value;
  };
  const Row rows[] = {
      {cu::MaxThreadsPerBlock, "max_threads_per_block", device.maxThreads},
      {cu::MaxBlockDimX, "max_block_dim_x", 1024},
      {cu::MaxBlockDimY, "max_block_dim_y", 1024},
      {cu::MaxBlockDimZ, "max_block_dim_z", 64},
      {cu::MaxGridDimX, "max_grid_dim_x", INT32_MAX},
      {cu::MaxGridDimY, "max_grid_dim_y", 65535},
      {cu::MaxGridDimZ, "max_grid_dim_z", 65535},
      {cu::MaxSharedMemoryPerBlock, "max_shared_memory_per_block",
       device.sharedDefault},
      {cu::ClockRate, "clock_rate", 1980000},
      {cu::MultiprocessorCount, "multiprocessor_count", device.multiprocessors},
      {cu::L2CacheSize, "l2_cache_size", device.l2Bytes},
      {cu::ComputeCapabilityMajor, "compute_capability_major", device.major},
      {cu::ComputeCapabilityMinor, "compute_capability_minor", device.minor},
      {cu::MaxSharedMemoryPerMultiprocessor,
       "max_shared_memory_per_multiprocessor", device.sharedOptin + 1024},
      {cu::MaxSharedMemoryPerBlockOptin, "max_shared_memory_per_block_optin",
       device.sharedOptin},
      {cu::MaxAccessPolicyWindowSize, "max_access_policy_window_size",
       device.maxWindowBytes},
  };
  Call call(*this, "cuDeviceGetAttribute");
  call.arg("device", dev);
  for (const Row &row : rows) {
    if (row.attribute != attribute)
      continue;
    call.choice("attribute", row.name, attribute).arg("value", row.value);
    *value = row.value;
    return call.result();
  }
  call.arg("attribute", static_cast<int>(attribute));
  return call.answer(cu::InvalidValue);
}

cu::Result RecordDriver::deviceTotalMem(size_t *bytes, cu::Device dev) {
  Call call(*this, "cuDeviceTotalMem");
  call.arg("device", dev).arg("bytes", device.memoryBytes);
  *bytes = device.memoryBytes;
  return call.result();
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

cu::Result RecordDriver::devicePrimaryCtxRetain(cu::Context *context,
                                                cu::Device dev) {
  Call call(*this, "cuDevicePrimaryCtxRetain");
  call.arg("device", dev);
  if (call.failed())
    return call.result();
  if (dev < 0 || dev >= device.count)
    return call.answer(cu::InvalidDevice);
  size_t index = static_cast<size_t>(dev);
  while (primaries.size() <= index)
    primaries.push_back(makeHandle<cu::Context>(ContextKind));
  *context = primaries[index];
  call.arg("context", nameOf(*context));
  return call.result();
}

cu::Result RecordDriver::devicePrimaryCtxRelease(cu::Device dev) {
  Call call(*this, "cuDevicePrimaryCtxRelease");
  return call.arg("device", dev).result();
}

cu::Result RecordDriver::ctxGetCurrent(cu::Context *context) {
  Call call(*this, "cuCtxGetCurrent");
  auto it = currents.find(std::this_thread::get_id());
  *context = it == currents.end() ? nullptr : it->second;
  return call.arg("context", nameOf(*context)).result();
}

cu::Result RecordDriver::ctxSetCurrent(cu::Context context) {
  Call call(*this, "cuCtxSetCurrent");
  call.arg("context", nameOf(context));
  if (!call.failed() && context && !isHandle(context, ContextKind))
    return call.answer(cu::InvalidContext);
  if (!call.failed())
    currents[std::this_thread::get_id()] = context;
  return call.result();
}

int RecordDriver::currentDevice() const {
  auto it = currents.find(std::this_thread::get_id());
  for (size_t i = 0; it != currents.end() && i < primaries.size(); ++i)
    if (primaries[i] == it->second)
      return static_cast<int>(i);
  return 0;
}

cu::Result RecordDriver::ctxGetDevice(cu::Device *result) {
  Call call(*this, "cuCtxGetDevice");
  auto it = currents.find(std::this_thread::get_id());
  if (it == currents.end() || !it->second)
    return call.answer(cu::InvalidContext);
  *result = currentDevice();
  return call.arg("device", *result).result();
}

cu::Result RecordDriver::ctxGetId(cu::Context context, unsigned long long *id) {
  Call call(*this, "cuCtxGetId");
  if (context) {
    call.arg("context", nameOf(context));
  } else {
    call.arg("context", "current");
    auto it = currents.find(std::this_thread::get_id());
    context = it == currents.end() ? nullptr : it->second;
  }
  if (call.failed())
    return call.result();
  if (!isHandle(context, ContextKind))
    return call.answer(cu::InvalidContext);
  *id = static_cast<unsigned long long>(numberOf(context)) + 1;
  return call.arg("id", *id).result();
}

cu::Result RecordDriver::ctxSynchronize() {
  return Call(*this, "cuCtxSynchronize").result();
}

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

cu::Result RecordDriver::moduleLoadDataEx(cu::Module *module, const void *image,
                                          unsigned numOptions,
                                          cu::JitOption *options,
                                          void **values) {
  Call call(*this, "cuModuleLoadDataEx");
  // The image's size is not part of the driver's interface.
  const char *bytes = static_cast<const char *>(image);
  bool isElf = bytes && bytes[0] == '\177' && bytes[1] == 'E';
  call.arg("image", !bytes ? "null" : isElf ? "cubin" : "ptx");
  if (call.failed())
    return call.result();
  if (!image)
    return call.answer(cu::InvalidValue);
  *module = makeHandle<cu::Module>(ModuleKind);
  return call.arg("module", nameOf(*module, ModuleKind, "module")).result();
}

cu::Result RecordDriver::moduleUnload(cu::Module module) {
  Call call(*this, "cuModuleUnload");
  return call.arg("module", nameOf(module, ModuleKind, "module")).result();
}

cu::Result RecordDriver::moduleGetFunction(cu::Function *function,
                                           cu::Module module,
                                           const char *name) {
  Call call(*this, "cuModuleGetFunction");
  call.arg("module", nameOf(module, ModuleKind, "module")).arg("name", name);
  if (call.failed())
    return call.result();
  *function = makeHandle<cu::Function>(FunctionKind);
  kernels.push_back({name, {}, {}, 0});
  return call.result();
}

cu::Result RecordDriver::funcLoad(cu::Function function) {
  Call call(*this, "cuFuncLoad");
  return call.arg("function", nameOf(function)).result();
}

static const char *functionAttributeName(cu::FunctionAttribute attribute) {
  switch (attribute) {
  case cu::FunctionMaxThreadsPerBlock:
    return "max_threads_per_block";
  case cu::FunctionSharedSizeBytes:
    return "shared_size_bytes";
  case cu::FunctionLocalSizeBytes:
    return "local_size_bytes";
  case cu::FunctionNumRegs:
    return "num_regs";
  case cu::FunctionMaxDynamicSharedSizeBytes:
    return "max_dynamic_shared_size_bytes";
  case cu::FunctionNonPortableClusterSizeAllowed:
    return "non_portable_cluster_size_allowed";
  }
  return "attribute";
}

cu::Result RecordDriver::funcGetAttribute(int *value,
                                          cu::FunctionAttribute attribute,
                                          cu::Function function) {
  Call call(*this, "cuFuncGetAttribute");
  call.arg("function", nameOf(function))
      .choice("attribute", functionAttributeName(attribute), attribute);
  if (call.failed())
    return call.result();
  if (!isHandle(function, FunctionKind))
    return call.answer(cu::InvalidHandle);
  const Kernel &kernel = kernels[static_cast<size_t>(numberOf(function))];
  auto it = kernel.attributes.find(attribute);
  *value = it != kernel.attributes.end()                 ? it->second
           : attribute == cu::FunctionMaxThreadsPerBlock ? device.maxThreads
                                                         : 0;
  return call.arg("value", *value).result();
}

cu::Result RecordDriver::funcSetAttribute(cu::Function function,
                                          cu::FunctionAttribute attribute,
                                          int value) {
  Call call(*this, "cuFuncSetAttribute");
  call.arg("function", nameOf(function))
      .choice("attribute", functionAttributeName(attribute), attribute)
      .arg("value", value);
  if (call.failed())
    return call.result();
  if (!isHandle(function, FunctionKind))
    return call.answer(cu::InvalidHandle);
  kernels[static_cast<size_t>(numberOf(function))].attributes[attribute] =
      value;
  return call.result();
}

void RecordDriver::describeKernel(cu::Function function,
                                  const TileryKernelSpec &kernel) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isHandle(function, FunctionKind))
    return;
  Kernel &known = kernels[static_cast<size_t>(numberOf(function))];
  known.params.assign(kernel.params, kernel.params + kernel.numParams);
  known.staticShared = static_cast<int>(kernel.staticShared);
}

} // namespace runtime
} // namespace tilery
