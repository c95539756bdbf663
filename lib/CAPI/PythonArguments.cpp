// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From Python objects to the arguments of a launch, without Python code:
// numbers, tensors with DLPack's exchange API (torch), and arrays with
// __cuda_array_interface__ (CuPy, Numba; Numba's page of that name, version 3).

#include "PythonArguments.h"

#include "PointerDevice.h"

#include <atomic>
#include <climits>
#include <mutex>

using namespace tilery;
using namespace tilery::python;

namespace {
enum class Way : uint8_t { Integer, Real, Exchange, CudaArray, Package };

struct KnownType {
  Object *type; // kept for ever: another one never has its address
  Way way;
  const ExchangeApi *api;
};

/// The types seen so far. Entries never change once they are counted.
struct KnownTypes {
  std::array<KnownType, 32> types;
  std::atomic<size_t> count{0};
  std::mutex mutex;
};
KnownTypes known;
} // namespace

static bool hasAttribute(const Interpreter &python, Object *object,
                         const char *name) {
  Object *value = python.getAttribute(object, name);
  if (value)
    python.release(value);
  else
    python.clearError();
  return value != nullptr;
}

static const ExchangeApi *findExchange(const Interpreter &python,
                                       Object *type) {
  Object *capsule = python.getAttribute(type, "__dlpack_c_exchange_api__");
  const void *api =
      capsule ? python.capsulePointer(capsule, "dlpack_exchange_api") : nullptr;
  if (capsule)
    python.release(capsule);
  if (!api)
    python.clearError();
  // The table is the framework's, and stays.
  auto *found = static_cast<const ExchangeApi *>(api);
  while (found && found->major > exchangeMajor)
    found = found->previous;
  bool isUsable = found && found->major == exchangeMajor && found->describe &&
                  found->currentStream;
  return isUsable ? found : nullptr;
}

static KnownType classify(const Interpreter &python, Object *type) {
  if (type == python.integerType || type == python.boolType)
    return {type, Way::Integer, nullptr};
  if (type == python.realType)
    return {type, Way::Real, nullptr};
  if (const ExchangeApi *api = findExchange(python, type))
    return {type, Way::Exchange, api};
  // Torch's interface tells no stream; JAX's data may not be there yet.
  if (hasAttribute(python, type, "__cuda_array_interface__") &&
      !hasAttribute(python, type, "__torch_function__") &&
      !hasAttribute(python, type, "block_until_ready"))
    return {type, Way::CudaArray, nullptr};
  return {type, Way::Package, nullptr};
}

static KnownType getType(const Interpreter &python, Object *object) {
  Object *type = python.typeOf(object);
  size_t count = known.count.load(std::memory_order_acquire);
  for (size_t i = 0; i < count; ++i) {
    if (known.types[i].type != type)
      continue;
    python.release(type);
    return known.types[i];
  }
  // Attributes of a class may run Python code: not under the lock.
  KnownType answer = classify(python, type);
  std::lock_guard<std::mutex> lock(known.mutex);
  count = known.count.load(std::memory_order_relaxed);
  if (count < known.types.size()) {
    known.types[count] = answer; // with the reference
    known.count.store(count + 1, std::memory_order_release);
  } else {
    python.release(type);
  }
  return answer;
}

bool Arguments::add(Object *object, const TileryParameter &parameter) {
  if (count == maxArguments)
    return false;
  KnownType type = getType(python, object);
  switch (type.way) {
  case Way::Integer:
    return addNumber(object, parameter, /*isReal=*/false);
  case Way::Real:
    return addNumber(object, parameter, /*isReal=*/true);
  case Way::Exchange:
    return addTensor(object, *type.api);
  case Way::CudaArray:
    return addArray(object, parameter);
  case Way::Package:
    return false;
  }
  return false;
}

bool Arguments::addNumber(Object *object, const TileryParameter &parameter,
                          bool isReal) {
  TileryValue &value = values[count];
  if (isReal) {
    value.f = python.toReal(object);
    kinds[count++] = TILERY_KIND_FLOAT;
    return true;
  }
  int overflow = 0;
  value.i = python.toInteger(object, &overflow);
  if (overflow || parameter.kind == TILERY_KIND_TENSOR)
    return false;
  if (parameter.kind == TILERY_KIND_FLOAT)
    value.f = static_cast<double>(value.i);
  kinds[count++] = static_cast<uint8_t>(parameter.kind);
  return true;
}

bool Arguments::addKeywords(Object *keywords) {
  ptrdiff_t size = python.dictSize(keywords);
  Object *given = python.dictItem(keywords, "stream");
  if (size != (given ? 1 : 0))
    return false;
  if (!given || given == python.none)
    return true;
  Object *handle = getType(python, given).way == Way::Integer
                       ? nullptr
                       : python.getAttribute(given, "cuda_stream");
  unsigned long long number = python.toUnsigned(handle ? handle : given);
  if (handle)
    python.release(handle);
  if (python.errorOccurred()) {
    python.clearError();
    return false;
  }
  meetStream(reinterpret_cast<void *>(static_cast<uintptr_t>(number)));
  isStreamGiven = true;
  return true;
}

bool Arguments::meetStream(void *of) {
  // 1 is the legacy default stream by its other name (CU_STREAM_LEGACY).
  if (of == reinterpret_cast<void *>(uintptr_t(1)))
    of = nullptr;
  bool agrees = !hasStream || stream == of;
  stream = of;
  hasStream = true;
  return agrees;
}

bool Arguments::addTensor(Object *object, const ExchangeApi &api) {
  TileryTensor &tensor = tensors[count];
  if (api.describe(object, &tensor) != 0) {
    python.clearError();
    return false;
  }
  // Torch's views of negated numbers are imaginary parts, so they begin in the
  // middle of a complex number of its storage. DLPack does not tell of them.
  bool isReal = tensor.dtype.code == TILERY_TYPE_FLOAT ||
                tensor.dtype.code == TILERY_TYPE_BFLOAT;
  auto address = reinterpret_cast<uint64_t>(tensor.data) + tensor.byte_offset;
  if ((isReal && address % 16 != 0) || tensor.dtype.code == TILERY_TYPE_COMPLEX)
    return false;
  // One framework has one current stream.
  if (tensor.device.type == TILERY_DEVICE_CUDA && !isStreamGiven &&
      streamApi != &api) {
    streamApi = &api;
    void *current = nullptr;
    if (api.currentStream(tensor.device.type, tensor.device.id, &current) !=
        0) {
      python.clearError();
      return false;
    }
    if (!meetStream(current))
      return false;
  }
  values[count].tensor = &tensor;
  kinds[count++] = TILERY_KIND_TENSOR;
  return true;
}

/// Of an array interface's typestr, such as "<f4"; code and bits.
static bool readType(const char *text, ptrdiff_t size, TileryDataType &type) {
  if (size < 3 || size > 4 || text[0] == '>')
    return false;
  int bytes = 0;
  for (ptrdiff_t i = 2; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9')
      return false;
    bytes = bytes * 10 + (text[i] - '0');
  }
  switch (text[1]) {
  case 'i':
    type.code = TILERY_TYPE_INT;
    break;
  case 'u':
    type.code = TILERY_TYPE_UINT;
    break;
  case 'f':
    type.code = TILERY_TYPE_FLOAT;
    break;
  case 'b':
    type.code = TILERY_TYPE_BOOL;
    break;
  default:
    return false;
  }
  type.bits = static_cast<uint8_t>(bytes * 8);
  type.lanes = 1;
  return bytes >= 1 && bytes <= 8;
}

bool Arguments::readShape(Object *interface, TileryTensor &tensor) {
  Object *shape = python.dictItem(interface, "shape");
  ptrdiff_t rank = shape ? python.tupleSize(shape) : -1;
  if (rank < 0 || rank > maxArrayRank)
    return false;
  tensor.ndim = static_cast<int32_t>(rank);
  tensor.shape = extents[count].data();
  for (ptrdiff_t i = 0; i < rank; ++i) {
    int overflow = 0;
    tensor.shape[i] = python.toInteger(python.tupleItem(shape, i), &overflow);
    if (overflow || tensor.shape[i] < 0)
      return false;
  }
  return true;
}

bool Arguments::readStrides(Object *interface, TileryTensor &tensor) {
  tensor.strides = nullptr;
  Object *strides = python.dictItem(interface, "strides");
  if (!strides || strides == python.none)
    return true;
  if (python.tupleSize(strides) != tensor.ndim)
    return false;
  tensor.strides = extents[count].data() + maxArrayRank;
  int64_t bytes = tensor.dtype.bits / 8;
  for (int32_t i = 0; i < tensor.ndim; ++i) {
    int overflow = 0;
    int64_t stride = python.toInteger(python.tupleItem(strides, i), &overflow);
    if (overflow || stride % bytes != 0)
      return false;
    tensor.strides[i] = stride / bytes;
  }
  return true;
}

bool Arguments::addArray(Object *object, const TileryParameter &parameter) {
  Object *interface = python.getAttribute(object, "__cuda_array_interface__");
  // Holds the dictionary to the end.
  struct Keeper {
    const Interpreter &python;
    Object *interface;
    ~Keeper() {
      if (interface)
        python.release(interface);
      if (python.errorOccurred())
        python.clearError();
    }
  } keeper{python, interface};
  if (!interface || python.dictSize(interface) < 0)
    return false;
  TileryTensor &tensor = tensors[count];
  tensor = {};
  Object *mask = python.dictItem(interface, "mask");
  Object *type = python.dictItem(interface, "typestr");
  Object *data = python.dictItem(interface, "data");
  ptrdiff_t size = 0;
  const char *text = type ? python.toText(type, &size) : nullptr;
  if ((mask && mask != python.none) || !text ||
      !readType(text, size, tensor.dtype) || !data ||
      python.tupleSize(data) != 2)
    return false;
  uint64_t address = python.toUnsigned(python.tupleItem(data, 0));
  int isReadOnly = python.isTrue(python.tupleItem(data, 1));
  if ((isReadOnly && parameter.isWritten) || python.errorOccurred() ||
      !readShape(interface, tensor) || !readStrides(interface, tensor) ||
      python.errorOccurred())
    return false;
  tensor.data = reinterpret_cast<void *>(address);
  tensor.device = getPointerDevice(address);
  Object *of = python.dictItem(interface, "stream");
  if (of && of != python.none && !isStreamGiven) {
    auto handle = static_cast<uintptr_t>(python.toUnsigned(of));
    if (python.errorOccurred() || !meetStream(reinterpret_cast<void *>(handle)))
      return false;
  }
  values[count].tensor = &tensor;
  kinds[count++] = TILERY_KIND_TENSOR;
  return true;
}
