// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// TensorMaps: the static half from the launcher's table, the rest from the
// tensor; every rule checked before the driver is asked.

#include "Context.h"
#include "MapMemory.h"

#include "tilery/TensorMap/Message.h"

#include <cstdio>

using namespace tilery;
using namespace tilery::runtime;
using tensormap::TensorMapParams;

namespace {

/// A stride that no rule lets pass, for one that does not fit in 63 bits.
constexpr int64_t kHugeStride = INT64_MAX & ~int64_t(31);

int64_t strideBytes(const TileryTensor &tensor, int32_t dim) {
  int64_t bits;
  if (__builtin_mul_overflow(strideOf(tensor, dim), tensor.dtype.bits, &bits))
    return kHugeStride;
  return bits / 8;
}

tensormap::Direction directionOf(uint32_t flags) {
  // The rules for stores are the strictest.
  if (flags & TILERY_MAP_STORED)
    return tensormap::Direction::Store;
  if (flags & TILERY_MAP_REDUCED)
    return tensormap::Direction::Reduce;
  return flags & TILERY_MAP_LOADED ? tensormap::Direction::Load
                                   : tensormap::Direction::Unspecified;
}

/// With interleave, dimension 0 counts slices: the tensor's last axis, if it
/// has one more than the map, is the slice itself.
bool takeSliceAxis(const TileryTensor &tensor, TensorMapParams &params,
                   const char *name, Report &report) {
  int32_t last = tensor.ndim - 1;
  int64_t extent = tensor.shape[last];
  int64_t slice = tensormap::sliceBytes(params.interleave);
  int64_t bytes = 0;
  if (__builtin_mul_overflow(extent, int64_t(tensor.dtype.bits), &bytes) ||
      bytes != slice * 8)
    return report.fault(
        TILERY_BAD_TENSOR_MAP,
        "tensor '%s', dimension %d: expected one slice of %lld bytes with "
        "interleave %s, got %lld elements",
        name, last, static_cast<long long>(slice),
        tensormap::name(params.interleave), static_cast<long long>(extent));
  if (extent != 1 && strideOf(tensor, last) != 1)
    return report.fault(
        TILERY_BAD_TENSOR_MAP,
        "tensor '%s', dimension %d: expected adjacent elements within a slice, "
        "got a stride of %lld",
        name, last, static_cast<long long>(strideOf(tensor, last)));
  int64_t step = strideOf(tensor, last - 1);
  // A step that is no whole slice is reported as an inner stride of 0.
  params.innerStride = step % extent == 0 ? step / extent : 0;
  return true;
}

bool fillParams(const TileryTensor &tensor, const TileryMapSpec &spec,
                const DeviceInfo &device, const char *name,
                TensorMapParams &params, Report &report) {
  params.dataType = static_cast<tensormap::DataType>(spec.dtype);
  params.rank = spec.rank;
  params.base = tensormap::BaseAddress::exactly(address(tensor));
  params.interleave = static_cast<tensormap::Interleave>(spec.interleave);
  params.swizzle = static_cast<tensormap::Swizzle>(spec.swizzle);
  params.l2Promotion = static_cast<tensormap::L2Promotion>(spec.l2Promotion);
  params.fill = static_cast<tensormap::Fill>(spec.oobFill);
  params.direction = directionOf(spec.flags);
  params.allowEdgeSpill = spec.flags & TILERY_MAP_ALLOW_EDGE_SPILL;
  params.computeCapability = device.major * 10 + device.minor;

  bool sliced = params.interleave != tensormap::Interleave::None &&
                tensor.ndim == spec.rank + 1;
  if (spec.rank < 1 || spec.rank > TILERY_MAX_MAP_RANK ||
      (tensor.ndim != spec.rank && !sliced))
    return report.fault(TILERY_BAD_TENSOR_MAP,
                        "tensor '%s': expected a tensor of the TensorMap's "
                        "rank, %d, within 1 to 5, got rank %d",
                        name, spec.rank, tensor.ndim);
  for (int32_t i = 0; i < spec.rank; ++i) {
    int32_t dim = spec.rank - 1 - i;
    params.dims[i] = tensor.shape[dim];
    params.box[i] = spec.box[i];
    params.elementStrides[i] = spec.elementStrides[i];
    if (i > 0)
      params.byteStrides[i - 1] = strideBytes(tensor, dim);
  }
  params.innerStride = strideOf(tensor, spec.rank - 1);
  if (sliced && !takeSliceAxis(tensor, params, name, report))
    return false;
  tensormap::canonicalizeUnitStrides(params);
  return true;
}

void reportViolations(const TensorMapParams &params, const char *name,
                      Report &report) {
  tensormap::forEachFinding(params, [&](const tensormap::Rule &rule,
                                        tensormap::Finding finding) {
    if (rule.kind != tensormap::RuleKind::Error ||
        finding.verdict != tensormap::Verdict::Violated)
      return;
    char text[512];
    tensormap::formatFinding(text, sizeof(text), params, rule, finding, name);
    report.fault(TILERY_BAD_TENSOR_MAP, "%s", text);
  });
}

/// Prints numbers of any integer type, up to five.
template <typename Number> struct NumberList {
  NumberList(const Number *values, int32_t count)
      : shape{}, text(shape, copy(values, count)) {}
  int32_t copy(const Number *values, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
      shape[i] = static_cast<int64_t>(values[i]);
    return count;
  }
  int64_t shape[TILERY_MAX_MAP_RANK];
  ShapeText text;
};

/// The driver knows a rule that the table does not: print all that it was told.
TILERY_COLD void reportRefusal(const MapArguments &arguments,
                               const TileryMapSpec &spec, const char *name,
                               Driver &driver, Report &report) {
  namespace tm = tensormap;
  int32_t rank = spec.rank;
  report.fault(TILERY_BAD_TENSOR_MAP,
               "the driver refused the TensorMap of tensor '%s': %s; innermost "
               "first: type %s, rank %d, base 0x%llx, dims %s, ",
               name, ResultText(driver, cu::InvalidValue).text,
               tm::name(static_cast<tm::DataType>(spec.dtype)), rank,
               static_cast<unsigned long long>(arguments.base),
               NumberList(arguments.dims, rank).text.text);
  report.add("byte strides %s, box %s, element strides %s, interleave %s, "
             "swizzle %s, l2 promotion %s, fill %s",
             NumberList(arguments.strides, rank - 1).text.text,
             NumberList(spec.box, rank).text.text,
             NumberList(spec.elementStrides, rank).text.text,
             tm::name(static_cast<tm::Interleave>(spec.interleave)),
             tm::name(static_cast<tm::Swizzle>(spec.swizzle)),
             tm::name(static_cast<tm::L2Promotion>(spec.l2Promotion)),
             tm::name(static_cast<tm::Fill>(spec.oobFill)));
}

/// The tensor's half of the map, by the whole rule table: for what the plain
/// path does not take, and to say what is wrong.
TILERY_COLD bool describeMap(const TileryTensor &tensor,
                             const TileryMapSpec &spec,
                             const DeviceInfo &device, const char *name,
                             MapArguments &arguments, Report &report) {
  // There is no TensorMap of an empty tensor, and `prepare` has seen to it that
  // nobody reads this one.
  if (isEmpty(tensor))
    return false;
  TensorMapParams params;
  if (!fillParams(tensor, spec, device, name, params, report))
    return false;
  if (!tensormap::isAccepted(params)) {
    reportViolations(params, name, report);
    return false;
  }
  arguments.base = params.base.value;
  for (int32_t i = 0; i < params.rank; ++i) {
    arguments.dims[i] = static_cast<uint64_t>(params.dims[i]);
    if (i > 0)
      arguments.strides[i - 1] =
          static_cast<uint64_t>(params.byteStrides[i - 1]);
  }
  return true;
}

/// A fault of the tensor leaves the collection of map faults open.
void encode(TileryCall &call, const TileryTensor &tensor, const char *name,
            const TileryMapSpec &spec, TileryTensorMap &map) {
  Report report(call);
  const auto &context = *static_cast<const ContextInfo *>(call.context);
  const DeviceInfo &device = context.device;
  MapArguments arguments = {};
  if (!describePlainMap(tensor, spec, device.major * 10 + device.minor,
                        arguments) &&
      !describeMap(tensor, spec, device, name, arguments, report))
    return;
  Driver &driver = *driverOf(call, report);
  EncodedMap &known = recallMap(arguments, spec);
  bool remembers = driver.remembersMaps();
  if (remembers && known.isOf(context.serial, arguments, spec)) {
    map = known.map;
    return;
  }
  cu::Result result = driver.tensorMapEncodeTiled(
      reinterpret_cast<cu::TensorMap *>(&map), spec.dtype,
      static_cast<uint32_t>(spec.rank),
      reinterpret_cast<void *>(arguments.base), arguments.dims,
      arguments.strides, spec.box, spec.elementStrides, spec.interleave,
      spec.swizzle, spec.l2Promotion, spec.oobFill);
  if (result == cu::Success) {
    if (remembers)
      known = EncodedMap{context.serial, arguments, spec, map};
    return;
  }
  if (result == cu::InvalidValue) {
    reportRefusal(arguments, spec, name, driver, report);
    return;
  }
  report.driverFault(driver, "cuTensorMapEncodeTiled", result);
  call.phase = PhaseClosed;
}

} // namespace

extern "C" {

TILERY_HOT int32_t tilery_rt_encode_map(TileryCall *call, int32_t arg,
                                        const TileryMapSpec *spec,
                                        TileryTensorMap *map) {
  if (call->phase != PhaseMaps || call->skip)
    return call->status;
  encode(*call, *call->args[arg].tensor, call->function->argNames[arg], *spec,
         *map);
  return call->status;
}

int32_t tilery_rt_encode_view(TileryCall *call, int32_t arg,
                              const TileryView *view, const TileryMapSpec *spec,
                              TileryTensorMap *map) {
  if (call->phase != PhaseMaps || call->skip)
    return call->status;
  char name[160];
  std::snprintf(name, sizeof(name), "view of %s",
                call->function->argNames[arg]);
  encode(*call, view->tensor, name, *spec, *map);
  return call->status;
}

} // extern "C"
