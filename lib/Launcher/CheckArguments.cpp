// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks of a launcher's arguments. Every fault of every argument is reported;
// the signature is printed with the first.

#include "CheckMemory.h"

#include "tilery/TensorMap/Types.h"

#include <cinttypes>

using namespace tilery::runtime;

namespace {

/// The faults of one argument.
class ArgumentCheck {
public:
  ArgumentCheck(TileryCall &call, int32_t arg)
      : call(call), report(call), arg(arg), name(call.function->argNames[arg]) {
  }

  void tensor(const TileryTensorSpec &spec);
  void scalar(const TileryScalarSpec &spec);
  void map();
  /// Asks the driver about the memory of a tensor.
  void memory();

private:
  /// Starts a fault: "<what> on argument #n when calling:\n  `signature`,\n  ".
  void open(TileryStatus status, const char *what, ...)
      __attribute__((format(printf, 3, 4)));
  void checkType(const TileryTensor &tensor, const TileryTensorSpec &spec);
  void checkExtent(const TileryTensor &tensor, const TileryTensorSpec &spec,
                   int32_t dim);
  void checkStrides(const TileryTensor &tensor, const TileryTensorSpec &spec);
  void checkDevice(const TileryTensor &tensor);
  void checkPointer(const TileryTensor &tensor, const TileryTensorSpec &spec);
  /// Binds the symbol, or returns false and opens the fault.
  bool meetSymbol(int32_t symbol, int32_t dim, int64_t value);

  TileryCall &call;
  Report report;
  int32_t arg;
  const char *name;
};

void ArgumentCheck::open(TileryStatus status, const char *what, ...) {
  report.begin(status);
  va_list list;
  va_start(list, what);
  report.addList(what, list);
  va_end(list);
  report.add(" on argument #%d", arg);
  if (call.numFaults == 1)
    report.add(" when calling:\n  `%s`,\n  ", call.function->signature);
  else
    report.add(", ");
}

const char *kindName(uint8_t kind) {
  switch (kind) {
  case TILERY_KIND_TENSOR:
    return "Tensor";
  case TILERY_KIND_INT:
    return "int";
  case TILERY_KIND_FLOAT:
    return "float";
  case TILERY_KIND_MAP:
    return "TensorMap";
  case TILERY_KIND_OTHER:
    return "an object of another kind";
  default:
    return "an unknown kind";
  }
}

bool isInteger(uint8_t code) {
  return code == TILERY_TYPE_INT || code == TILERY_TYPE_UINT ||
         code == TILERY_TYPE_BOOL;
}

bool acceptsType(const TileryTensorSpec &spec, TileryDataType type) {
  if (type.bits != spec.dtype.bits || type.lanes != spec.dtype.lanes)
    return false;
  if (type.code == spec.dtype.code || (spec.accept & TILERY_ACCEPT_SAME_WIDTH))
    return true;
  return (spec.accept & TILERY_ACCEPT_SIGNLESS) && isInteger(type.code) &&
         isInteger(spec.dtype.code);
}

void ArgumentCheck::tensor(const TileryTensorSpec &spec) {
  if (call.kinds && call.kinds[arg] != TILERY_KIND_TENSOR) {
    open(TILERY_BAD_ARGUMENT_TYPE, "Mismatched type of %s", name);
    report.add("expected Tensor, got %s", kindName(call.kinds[arg]));
    return;
  }
  const TileryTensor *tensor = call.args[arg].tensor;
  if (!tensor) {
    open(TILERY_BAD_ARGUMENT_TYPE, "%s is NULL", name);
    report.add("expected Tensor");
    return;
  }
  checkType(*tensor, spec);
  checkDevice(*tensor);
  if (tensor->ndim != spec.rank || (spec.rank > 0 && !tensor->shape)) {
    open(TILERY_BAD_ARGUMENT, "Mismatched %s.ndim", name);
    if (tensor->ndim != spec.rank)
      report.add("expected %d, got %d", spec.rank, tensor->ndim);
    else
      report.add("expected a shape of %d extents, got NULL", spec.rank);
    return;
  }
  bool extentsValid = true;
  for (int32_t dim = 0; dim < spec.rank; ++dim) {
    checkExtent(*tensor, spec, dim);
    extentsValid &= tensor->shape[dim] >= 0;
  }
  // An empty tensor has no element whose place could be wrong.
  if (!extentsValid || isEmpty(*tensor))
    return;
  checkStrides(*tensor, spec);
  checkPointer(*tensor, spec);
}

void ArgumentCheck::checkType(const TileryTensor &tensor,
                              const TileryTensorSpec &spec) {
  if (acceptsType(spec, tensor.dtype))
    return;
  open(TILERY_BAD_ARGUMENT_TYPE, "Mismatched %s.dtype", name);
  report.add("expected %s, got %s", TypeName(spec.dtype).text,
             TypeName(tensor.dtype).text);
}

void ArgumentCheck::checkExtent(const TileryTensor &tensor,
                                const TileryTensorSpec &spec, int32_t dim) {
  int64_t extent = tensor.shape[dim];
  if (extent < 0) {
    open(TILERY_BAD_ARGUMENT, "Invalid %s.shape[%d]", name, dim);
    report.add("expected 0 or more, got %" PRId64, extent);
    return;
  }
  if (spec.shape[dim] >= 0 && extent != spec.shape[dim]) {
    open(TILERY_BAD_ARGUMENT, "Invalid %s.shape[%d]", name, dim);
    report.add("expected %" PRId64 ", got %" PRId64, spec.shape[dim], extent);
    return;
  }
  int64_t divisor = spec.divisors ? spec.divisors[dim] : 0;
  if (divisor > 1 && extent % divisor != 0) {
    open(TILERY_BAD_ARGUMENT, "Invalid %s.shape[%d]", name, dim);
    report.add("expected a multiple of %" PRId64 ", got %" PRId64, divisor,
               extent);
  }
  if (spec.symbols && spec.symbols[dim] >= 0)
    meetSymbol(spec.symbols[dim], dim, extent);
}

bool ArgumentCheck::meetSymbol(int32_t symbol, int32_t dim, int64_t value) {
  TilerySymbol &bound = call.symbols[symbol];
  if (bound.arg < 0) {
    bound = TilerySymbol{value, arg, dim};
    return true;
  }
  if (bound.value == value)
    return true;
  if (dim >= 0)
    open(TILERY_BAD_ARGUMENT, "Invalid %s.shape[%d]", name, dim);
  else
    open(TILERY_BAD_ARGUMENT, "Invalid %s", name);
  report.add("expected %" PRId64 " (%s, as %s", bound.value,
             call.function->symbolNames[symbol],
             call.function->argNames[bound.arg]);
  if (bound.dim >= 0)
    report.add(".shape[%d]", bound.dim);
  report.add("), got %" PRId64, value);
  return false;
}

void ArgumentCheck::checkStrides(const TileryTensor &tensor,
                                 const TileryTensorSpec &spec) {
  if (!tensor.strides && !spec.strides)
    return;
  if (!spec.strides) {
    int64_t compact = 1;
    bool isCompact = true;
    for (int32_t dim = spec.rank - 1; dim >= 0; --dim) {
      if (tensor.shape[dim] != 1 && tensor.strides[dim] != compact)
        isCompact = false;
      if (__builtin_mul_overflow(compact, tensor.shape[dim], &compact))
        isCompact = false;
    }
    if (isCompact)
      return;
    open(TILERY_BAD_ARGUMENT, "Mismatched %s.strides", name);
    report.add("expected to be compact array, got strides %s for shape %s",
               ShapeText(tensor.strides, spec.rank).text,
               ShapeText(tensor.shape, spec.rank).text);
    return;
  }
  for (int32_t dim = 0; dim < spec.rank; ++dim) {
    int64_t expected = spec.strides[dim];
    if (expected < 0 || tensor.shape[dim] == 1)
      continue;
    int64_t stride = strideOf(tensor, dim);
    if (stride == expected)
      continue;
    open(TILERY_BAD_ARGUMENT, "Mismatched %s.strides[%d]", name, dim);
    report.add("expected %" PRId64 ", got %" PRId64, expected, stride);
  }
}

void ArgumentCheck::checkDevice(const TileryTensor &tensor) {
  int32_t type = tensor.device.type;
  // Pinned and managed memory is reachable from every device; a raw pointer's
  // place is not known.
  if (type == TILERY_DEVICE_UNKNOWN || type == TILERY_DEVICE_CUDA_MANAGED ||
      type == TILERY_DEVICE_CUDA_HOST)
    return;
  int32_t expected = call.driver
                         ? static_cast<Driver *>(call.driver)->deviceType()
                         : TILERY_DEVICE_CUDA;
  if (type != expected) {
    open(TILERY_BAD_ARGUMENT, "Mismatched %s.device_type", name);
    report.add("expected %s, got %s", DeviceTypeName(expected).text,
               DeviceTypeName(type).text);
    return;
  }
  if (call.deviceArg < 0) {
    call.device = tensor.device.id;
    call.deviceArg = arg;
    return;
  }
  if (tensor.device.id == call.device)
    return;
  open(TILERY_BAD_ARGUMENT, "Mismatched %s.device_id", name);
  report.add("expected to match %s.device_id, %d, got %d",
             call.function->argNames[call.deviceArg], call.device,
             tensor.device.id);
}

void ArgumentCheck::checkPointer(const TileryTensor &tensor,
                                 const TileryTensorSpec &spec) {
  if (!tensor.data) {
    open(TILERY_BAD_ARGUMENT, "%s data pointer is NULL", name);
    report.add("expected non-NULL data pointer");
    return;
  }
  uint64_t rest = spec.align > 1 ? address(tensor) % spec.align : 0;
  if (rest == 0)
    return;
  open(TILERY_BAD_ARGUMENT, "Misaligned Tensor data");
  report.add("expected data alignment=%u bytes, got %s %" PRIu64
             " bytes past a multiple of it",
             spec.align, name, rest);
  if (tensor.byte_offset % spec.align != 0)
    report.add(" (the view's offset is %" PRIu64 " bytes)", tensor.byte_offset);
}

/// True if `value` is one of the type's; `low` and `high` are its range.
bool inRange(TileryDataType type, int64_t value, int64_t &low, int64_t &high) {
  bool isSigned = type.code == TILERY_TYPE_INT;
  low = isSigned
            ? (type.bits >= 64 ? INT64_MIN : -(int64_t(1) << (type.bits - 1)))
            : 0;
  high = type.code == TILERY_TYPE_BOOL ? 1
         : isSigned ? (type.bits >= 64 ? INT64_MAX
                                       : (int64_t(1) << (type.bits - 1)) - 1)
         : type.bits >= 63 ? INT64_MAX
                           : (int64_t(1) << type.bits) - 1;
  // An unsigned 64-bit number travels as its bits.
  return (!isSigned && type.bits == 64) || (value >= low && value <= high);
}

void ArgumentCheck::scalar(const TileryScalarSpec &spec) {
  bool integer = isInteger(spec.dtype.code);
  if (call.kinds) {
    uint8_t kind = call.kinds[arg];
    if (kind != (integer ? TILERY_KIND_INT : TILERY_KIND_FLOAT)) {
      open(TILERY_BAD_ARGUMENT_TYPE, "Mismatched type of %s", name);
      report.add("expected %s, got %s", TypeName(spec.dtype).text,
                 kindName(kind));
      return;
    }
  }
  if (!integer)
    return;
  int64_t value = call.args[arg].i;
  int64_t low, high;
  if (!inRange(spec.dtype, value, low, high)) {
    open(TILERY_BAD_ARGUMENT, "Invalid %s", name);
    report.add("expected %s, %" PRId64 " to %" PRId64 ", got %" PRId64,
               TypeName(spec.dtype).text, low, high, value);
    return;
  }
  if (spec.divisor > 1 && value % spec.divisor != 0) {
    open(TILERY_BAD_ARGUMENT, "Invalid %s", name);
    report.add("expected a multiple of %" PRId64 ", got %" PRId64, spec.divisor,
               value);
  }
  if (spec.symbol >= 0)
    meetSymbol(spec.symbol, -1, value);
}

/// What the map says cannot be read back from its bytes.
void ArgumentCheck::map() {
  if (call.kinds && call.kinds[arg] != TILERY_KIND_MAP) {
    open(TILERY_BAD_ARGUMENT_TYPE, "Mismatched type of %s", name);
    report.add("expected TensorMap, got %s", kindName(call.kinds[arg]));
    return;
  }
  const TileryTensorMap *map = call.args[arg].map;
  if (!map) {
    open(TILERY_BAD_ARGUMENT, "%s is NULL", name);
    report.add("expected the address of a CUtensorMap in host memory");
    return;
  }
  auto address = reinterpret_cast<uint64_t>(map);
  if (tilery::tensormap::isDescriptorStorageAligned(address))
    return;
  open(TILERY_BAD_ARGUMENT, "Misaligned TensorMap %s", name);
  report.add(
      "expected an address that is a multiple of %d, got one %d bytes "
      "past it",
      static_cast<int>(tilery::tensormap::kDescriptorAlignment),
      static_cast<int>(address % tilery::tensormap::kDescriptorAlignment));
}

/// True where a tensor surely is what its spec says; binds its symbols on the
/// way. False says nothing: ask ArgumentCheck. Like describePlainMap, this runs
/// with cold caches, and keeps to few branches and little code.
bool isPlainlyRight(TileryCall &call, int32_t arg,
                    const TileryTensorSpec &spec) {
  const TileryTensor *tensor = call.args[arg].tensor;
  int32_t deviceType = call.driver
                           ? static_cast<Driver *>(call.driver)->deviceType()
                           : TILERY_DEVICE_CUDA;
  if ((call.kinds && call.kinds[arg] != TILERY_KIND_TENSOR) || !tensor ||
      tensor->ndim != spec.rank || !tensor->shape || spec.divisors ||
      tensor->device.type != deviceType)
    return false;
  bool bad = tensor->dtype.code != spec.dtype.code ||
             tensor->dtype.bits != spec.dtype.bits ||
             tensor->dtype.lanes != spec.dtype.lanes;
  bad |= call.deviceArg >= 0 && tensor->device.id != call.device;
  uint64_t mask = spec.align ? spec.align - 1 : 0;
  bad |= !tensor->data || (address(*tensor) & mask) || (spec.align & mask);
  int64_t compact = 1;
  for (int32_t dim = spec.rank - 1; dim >= 0; --dim) {
    int64_t extent = tensor->shape[dim];
    int64_t wanted = spec.shape[dim];
    bad |= extent < 1 || (wanted >= 0 && extent != wanted);
    int64_t stride = tensor->strides ? tensor->strides[dim] : compact;
    wanted = spec.strides ? spec.strides[dim] : compact;
    bad |= wanted >= 0 && stride != wanted;
    bad |= __builtin_mul_overflow(compact, extent, &compact);
    if (!spec.symbols || spec.symbols[dim] < 0)
      continue;
    TilerySymbol &bound = call.symbols[spec.symbols[dim]];
    if (bound.arg < 0)
      bound = TilerySymbol{extent, arg, dim};
    bad |= bound.value != extent;
  }
  if (bad)
    return false;
  call.device = tensor->device.id;
  call.deviceArg = call.deviceArg < 0 ? arg : call.deviceArg;
  return true;
}

void ArgumentCheck::memory() {
  const TileryTensor &tensor = *call.args[arg].tensor;
  if (isEmpty(tensor))
    return;
  MemoryFault fault = checkMemory(call, tensor);
  switch (fault.kind) {
  case MemoryFault::None:
    return;
  case MemoryFault::Unknown:
    open(TILERY_BAD_ARGUMENT, "Invalid memory of %s", name);
    report.add("expected memory on cuda:%d, got 0x%" PRIx64
               ", which the driver does not know",
               fault.device, fault.address);
    return;
  case MemoryFault::OtherDevice:
    open(TILERY_BAD_ARGUMENT, "Invalid memory of %s", name);
    report.add("expected memory on cuda:%d, got memory on cuda:%d",
               fault.device, fault.gotDevice);
    return;
  case MemoryFault::TooSmall:
    open(TILERY_BAD_ARGUMENT, "Invalid memory of %s", name);
    if (fault.span.before > 0)
      report.add("expected %" PRIu64 " bytes before and ", fault.span.before);
    else
      report.add("expected ");
    report.add("%" PRIu64 " bytes from 0x%" PRIx64 ", got ", fault.span.after,
               fault.address);
    if (fault.span.before > 0)
      report.add("%" PRIu64 " before and ", fault.bytesBefore);
    report.add("%" PRIu64 " in its allocation", fault.bytesAfter);
    return;
  }
}

TILERY_COLD void checkTensorByRule(TileryCall &call, int32_t arg,
                                   const TileryTensorSpec &spec) {
  // What isPlainlyRight bound before it met a fault.
  for (int32_t i = 0; i < call.function->numSymbols; ++i)
    if (call.symbols[i].arg == arg)
      call.symbols[i].arg = -1;
  ArgumentCheck(call, arg).tensor(spec);
}

TILERY_COLD void checkTensorMemory(TileryCall &call, int32_t arg) {
  ArgumentCheck(call, arg).memory();
}

} // namespace

extern "C" {

TILERY_HOT int32_t tilery_rt_check_tensor(TileryCall *call, int32_t arg,
                                          const TileryTensorSpec *spec) {
  if (call->phase != PhaseArguments)
    return call->status;
  int32_t faults = call->numFaults;
  if (!isPlainlyRight(*call, arg, *spec))
    checkTensorByRule(*call, arg, *spec);
  if (call->checks == CheckFull && call->numFaults == faults)
    checkTensorMemory(*call, arg);
  return call->status;
}

TILERY_HOT int32_t tilery_rt_check_scalar(TileryCall *call, int32_t arg,
                                          const TileryScalarSpec *spec) {
  if (call->phase == PhaseArguments)
    ArgumentCheck(*call, arg).scalar(*spec);
  return call->status;
}

int32_t tilery_rt_check_map(TileryCall *call, int32_t arg) {
  if (call->phase == PhaseArguments)
    ArgumentCheck(*call, arg).map();
  return call->status;
}

} // extern "C"
