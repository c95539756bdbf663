// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Our declarations of the driver's types against cuda.h, where a CUDA toolkit
// is installed. Nothing else in the project includes it.

#include "tilery/Launcher/DriverTypes.h"

#include <gtest/gtest.h>

#include <cuda.h>
#include <type_traits>

using namespace tilery::runtime;

namespace {

static_assert(sizeof(CUlaunchConfig) == sizeof(cu::LaunchConfig));
static_assert(offsetof(CUlaunchConfig, sharedMemBytes) ==
              offsetof(cu::LaunchConfig, sharedMemBytes));
static_assert(offsetof(CUlaunchConfig, hStream) ==
              offsetof(cu::LaunchConfig, stream));
static_assert(offsetof(CUlaunchConfig, attrs) ==
              offsetof(cu::LaunchConfig, attrs));
static_assert(offsetof(CUlaunchConfig, numAttrs) ==
              offsetof(cu::LaunchConfig, numAttrs));
static_assert(sizeof(CUlaunchAttribute) == sizeof(cu::LaunchAttribute));
static_assert(offsetof(CUlaunchAttribute, value) ==
              offsetof(cu::LaunchAttribute, value));
static_assert(offsetof(CUlaunchAttributeValue, clusterDim) ==
              offsetof(cu::LaunchAttributeValue, clusterDim));
static_assert(sizeof(CUtensorMap) == sizeof(cu::TensorMap));
static_assert(std::is_same_v<CUdeviceptr, unsigned long long> &&
              sizeof(CUdeviceptr) == sizeof(cu::DevicePtr));
static_assert(std::is_same_v<CUdevice, cu::Device>);

static_assert(sizeof(CUaccessPolicyWindow) == sizeof(cu::AccessPolicyWindow));
static_assert(offsetof(CUaccessPolicyWindow, num_bytes) ==
              offsetof(cu::AccessPolicyWindow, bytes));
static_assert(offsetof(CUaccessPolicyWindow, hitRatio) ==
              offsetof(cu::AccessPolicyWindow, hitRatio));
static_assert(offsetof(CUaccessPolicyWindow, hitProp) ==
              offsetof(cu::AccessPolicyWindow, hit));
static_assert(offsetof(CUaccessPolicyWindow, missProp) ==
              offsetof(cu::AccessPolicyWindow, miss));

#define TILERY_SAME(theirs, ours)                                              \
  static_assert(static_cast<int>(theirs) == static_cast<int>(ours), #theirs)
TILERY_SAME(CUDA_ERROR_STUB_LIBRARY, cu::StubLibrary);
TILERY_SAME(CUDA_ERROR_NO_DEVICE, cu::NoDevice);
TILERY_SAME(CUDA_ERROR_ECC_UNCORRECTABLE, cu::EccUncorrectable);
TILERY_SAME(CUDA_ERROR_INVALID_PTX, cu::InvalidPtx);
TILERY_SAME(CUDA_ERROR_NVLINK_UNCORRECTABLE, cu::NvlinkUncorrectable);
TILERY_SAME(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, cu::UnsupportedPtxVersion);
TILERY_SAME(CUDA_ERROR_NOT_FOUND, cu::NotFound);
TILERY_SAME(CUDA_ERROR_ILLEGAL_ADDRESS, cu::IllegalAddress);
TILERY_SAME(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cu::LaunchOutOfResources);
TILERY_SAME(CUDA_ERROR_CONTEXT_IS_DESTROYED, cu::ContextIsDestroyed);
TILERY_SAME(CUDA_ERROR_ILLEGAL_INSTRUCTION, cu::IllegalInstruction);
TILERY_SAME(CUDA_ERROR_LAUNCH_FAILED, cu::LaunchFailed);
TILERY_SAME(CUDA_ERROR_NOT_SUPPORTED, cu::NotSupported);
TILERY_SAME(CUDA_ERROR_INVALID_CLUSTER_SIZE, cu::InvalidClusterSize);
TILERY_SAME(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, cu::MultiprocessorCount);
TILERY_SAME(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
            cu::ComputeCapabilityMajor);
TILERY_SAME(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
            cu::MaxSharedMemoryPerMultiprocessor);
TILERY_SAME(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            cu::MaxSharedMemoryPerBlockOptin);
TILERY_SAME(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, cu::FunctionSharedSizeBytes);
TILERY_SAME(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            cu::FunctionMaxDynamicSharedSizeBytes);
TILERY_SAME(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
            cu::FunctionNonPortableClusterSizeAllowed);
TILERY_SAME(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, cu::PointerDeviceOrdinal);
TILERY_SAME(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, cu::JitErrorLogBufferSizeBytes);
TILERY_SAME(CU_STREAM_CAPTURE_MODE_RELAXED, cu::CaptureRelaxed);
TILERY_SAME(CU_STREAM_CAPTURE_STATUS_ACTIVE, cu::CaptureActive);
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_COOPERATIVE, cu::LaunchCooperative);
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, cu::LaunchClusterDimension);
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
            cu::LaunchProgrammaticStreamSerialization);
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW,
            cu::LaunchAccessPolicyWindow);
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_PRIORITY, cu::LaunchPriority);
// Since CUDA 12.8.
#if CUDA_VERSION >= 12080
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
            cu::LaunchPreferredClusterDimension);
#endif
TILERY_SAME(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
            cu::LaunchPreferredSharedMemoryCarveout);
TILERY_SAME(CU_ACCESS_PROPERTY_STREAMING, cu::AccessStreaming);
TILERY_SAME(CU_ACCESS_PROPERTY_PERSISTING, cu::AccessPersisting);
TILERY_SAME(CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE,
            cu::MaxAccessPolicyWindowSize);

} // namespace

TEST(DriverTypesTest, SameAsCudaH) { EXPECT_GE(CUDA_VERSION, 12000); }
