// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of the CUDA driver's binary interface that this project uses. The
// driver is opened at run time, so that nothing here needs a CUDA toolkit to
// build. Layouts and values are those of CUDA 12 and 13 (CUDA driver API
// reference); DriverTypesTest compares them with cuda.h where one is installed.

#ifndef TILERY_LAUNCHER_DRIVERTYPES_H
#define TILERY_LAUNCHER_DRIVERTYPES_H

#include <cstddef>
#include <cstdint>

namespace tilery {
namespace runtime {
namespace cu {

/// CUresult.
enum Result : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  StubLibrary = 34,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  EccUncorrectable = 214,
  InvalidPtx = 218,
  NvlinkUncorrectable = 220,
  JitCompilerNotFound = 221,
  UnsupportedPtxVersion = 222,
  Contained = 226,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  ContextIsDestroyed = 709,
  Assert = 710,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidPc = 718,
  LaunchFailed = 719,
  CooperativeLaunchTooLarge = 720,
  TensorMemoryLeak = 721,
  NotSupported = 801,
  StreamCaptureUnsupported = 900,
  StreamCaptureInvalidated = 901,
  InvalidClusterSize = 912,
  Unknown = 999,
};

using Device = int;
using DevicePtr = uint64_t;
using Context = struct ContextHandle *;
using Module = struct ModuleHandle *;
using Function = struct FunctionHandle *;
using Stream = struct StreamHandle *;
using Event = struct EventHandle *;
using Graph = struct GraphHandle *;
using GraphNode = struct GraphNodeHandle *;
using GraphExec = struct GraphExecHandle *;

/// CUdevice_attribute.
enum DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxBlockDimY = 3,
  MaxBlockDimZ = 4,
  MaxGridDimX = 5,
  MaxGridDimY = 6,
  MaxGridDimZ = 7,
  MaxSharedMemoryPerBlock = 8,
  ClockRate = 13,
  MultiprocessorCount = 16,
  L2CacheSize = 38,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerMultiprocessor = 81,
  MaxSharedMemoryPerBlockOptin = 97,
  MaxAccessPolicyWindowSize = 109,
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  FunctionMaxThreadsPerBlock = 0,
  FunctionSharedSizeBytes = 1,
  FunctionLocalSizeBytes = 3,
  FunctionNumRegs = 4,
  FunctionMaxDynamicSharedSizeBytes = 8,
  FunctionNonPortableClusterSizeAllowed = 14,
};

/// CUpointer_attribute.
enum PointerAttribute : int {
  PointerMemoryType = 2,
  PointerIsManaged = 8,
  PointerDeviceOrdinal = 9,
  PointerRangeStart = 11,
  PointerRangeSize = 12,
};

/// CUmemorytype.
enum MemoryType : int {
  MemoryTypeHost = 1,
  MemoryTypeDevice = 2,
};

/// CUjit_option.
enum JitOption : int {
  JitErrorLogBuffer = 5,
  JitErrorLogBufferSizeBytes = 6,
};

/// CUstreamCaptureMode.
enum StreamCaptureMode : int {
  CaptureGlobal = 0,
  CaptureThreadLocal = 1,
  CaptureRelaxed = 2,
};

/// CUstreamCaptureStatus.
enum StreamCaptureStatus : int {
  CaptureNone = 0,
  CaptureActive = 1,
  CaptureInvalidated = 2,
};

/// CUlaunchAttributeID.
enum LaunchAttributeId : int {
  LaunchAccessPolicyWindow = 1,
  LaunchCooperative = 2,
  LaunchClusterDimension = 4,
  LaunchProgrammaticStreamSerialization = 6,
  LaunchPriority = 8,
  LaunchPreferredClusterDimension = 11,
  LaunchPreferredSharedMemoryCarveout = 14,
};

/// CUaccessProperty.
enum AccessProperty : int {
  AccessNormal = 0,
  AccessStreaming = 1,
  AccessPersisting = 2,
};

/// CUaccessPolicyWindow.
struct AccessPolicyWindow {
  void *base;
  size_t bytes;
  float hitRatio;
  AccessProperty hit;
  AccessProperty miss;
};

union LaunchAttributeValue {
  char pad[64];
  AccessPolicyWindow accessPolicyWindow;
  int cooperative;
  struct {
    unsigned x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
  struct {
    unsigned x, y, z;
  } preferredClusterDim;
  unsigned sharedMemCarveout;
};

struct LaunchAttribute {
  LaunchAttributeId id;
  char pad[4];
  LaunchAttributeValue value;
};

struct LaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  Stream stream;
  LaunchAttribute *attrs;
  unsigned numAttrs;
};

/// CUtensorMap. The type is 128-byte aligned since CUDA 13; the driver asks for
/// 64 (cuTensorMapEncodeTiled).
struct TensorMap {
  uint64_t opaque[16];
};

static_assert(sizeof(LaunchAttribute) == 72, "CUlaunchAttribute");
static_assert(sizeof(LaunchConfig) == 56, "CUlaunchConfig");
static_assert(sizeof(TensorMap) == 128, "CUtensorMap");

} // namespace cu
} // namespace runtime
} // namespace tilery

#endif // TILERY_LAUNCHER_DRIVERTYPES_H
