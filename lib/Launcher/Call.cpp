// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The frame of a call: begin, checked, end, and the small accessors.

#include "CheckMemory.h"
#include "Context.h"
#include "Tensor.h"

#include <cstring>

using namespace tilery::runtime;

extern "C" {

void tilery_rt_init_call(TileryCall *call) {
  std::memset(call, 0, sizeof(*call));
  call->abi = TILERY_ABI_VERSION;
}

TILERY_HOT int32_t tilery_rt_begin(TileryCall *call,
                                   const TileryFunctionSpec *spec,
                                   TilerySymbol *symbols) {
  call->status = TILERY_OK;
  call->numFaults = 0;
  call->errorLength = 0;
  call->function = spec;
  call->symbols = symbols;
  call->device = -1;
  call->deviceArg = -1;
  call->context = nullptr;
  call->kernel = nullptr;
  call->entered = 0;
  call->restoring = 0;
  call->skip = 0;
  call->phase = PhaseArguments;
  call->checks = getCheckMode();
  if (call->error && call->errorSize)
    call->error[0] = '\0';

  Report report(*call);
  if (call->abi != TILERY_ABI_VERSION || spec->abi != TILERY_ABI_VERSION) {
    call->phase = PhaseClosed;
    report.fault(TILERY_ABI_MISMATCH,
                 "expected a caller and a launcher of runtime version %d, got "
                 "%u and %u; build both with one version",
                 TILERY_ABI_VERSION, call->abi, spec->abi);
    return call->status;
  }
#ifdef TILERY_STANDALONE
  if (call->driver) {
    call->phase = PhaseClosed;
    report.fault(
        TILERY_ABI_MISMATCH,
        "expected no driver in a call of a launcher that stands alone, "
        "got one; it uses the machine's");
    return call->status;
  }
#endif
  for (int32_t i = 0; i < spec->numSymbols; ++i)
    symbols[i] = TilerySymbol{0, -1, -1};
  if (call->numArgs != spec->numArgs) {
    call->phase = PhaseClosed;
    report.fault(TILERY_BAD_ARGUMENT_TYPE,
                 "Expected %d arguments when calling:\n  `%s`,\n  got %d",
                 spec->numArgs, spec->signature, call->numArgs);
  }
  return call->status;
}

TILERY_HOT int32_t tilery_rt_checked(TileryCall *call) {
  if (call->phase == PhaseArguments)
    call->phase = call->status == TILERY_OK ? PhaseRunning : PhaseClosed;
  return call->status;
}

TILERY_HOT int64_t tilery_rt_dim(const TileryCall *call, int32_t arg,
                                 int32_t dim) {
  const TileryTensor *tensor = call->args[arg].tensor;
  return tensor && dim < tensor->ndim ? tensor->shape[dim] : 0;
}

TILERY_HOT int64_t tilery_rt_stride(const TileryCall *call, int32_t arg,
                                    int32_t dim) {
  const TileryTensor *tensor = call->args[arg].tensor;
  return tensor && dim < tensor->ndim ? strideOf(*tensor, dim) : 0;
}

TILERY_HOT void *tilery_rt_pointer(const TileryCall *call, int32_t arg) {
  const TileryTensor *tensor = call->args[arg].tensor;
  return tensor ? reinterpret_cast<void *>(address(*tensor)) : nullptr;
}

TILERY_HOT int32_t tilery_rt_end(TileryCall *call) {
  leaveContext(*call);
  call->phase = PhaseClosed;
  return call->status;
}

int32_t tilery_rt_call(TileryLauncher launcher, const TileryValue *args,
                       const uint8_t *kinds, int32_t numArgs, void *stream,
                       char *message, size_t capacity) {
  TileryCall call;
  tilery_rt_init_call(&call);
  call.args = args;
  call.kinds = kinds;
  call.numArgs = numArgs;
  call.stream = stream;
  call.error = message;
  call.errorSize = capacity;
  return launcher(&call);
}

const char *tilery_rt_status_text(int32_t status) {
  switch (status) {
  case TILERY_OK:
    return "success";
  case TILERY_BAD_ARGUMENT:
    return "bad argument";
  case TILERY_BAD_ARGUMENT_TYPE:
    return "bad argument type";
  case TILERY_BAD_TENSOR_MAP:
    return "bad tensor map";
  case TILERY_BAD_LAUNCH:
    return "bad launch";
  case TILERY_DEVICE_UNSUPPORTED:
    return "device unsupported";
  case TILERY_DRIVER_MISSING:
    return "driver missing";
  case TILERY_DRIVER_TOO_OLD:
    return "driver too old";
  case TILERY_DRIVER_ERROR:
    return "driver error";
  case TILERY_CONTEXT_FAILED:
    return "context failed earlier";
  case TILERY_OUT_OF_MEMORY:
    return "out of memory";
  case TILERY_MODULE_FAILED:
    return "module load failed";
  case TILERY_LAUNCH_FAILED:
    return "launch failed";
  case TILERY_ABI_MISMATCH:
    return "version mismatch";
  default:
    return "unknown status";
  }
}

} // extern "C"
