// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// equality emitted|jit MODULE.mlir COUNT ENTRY: calls a launcher of a module,
// by its number, with COUNT sets of arguments, good and bad, and prints what it
// answers. The sets depend on nothing but the module, so that the emitted
// launcher and the one that is compiled in process print the same, and the
// driver's calls are the same. Exits with 3 where there is no such launcher.
// One a process: the launchers of a module share its kernels in process, and
// each emitted one has its own.

#include "tilery-c/Compiler.h"
#include "tilery-c/Runtime.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

/// The emitted launchers, which equality.py writes a table of.
struct EmittedLauncher {
  const char *name;
  int (*call)(const TileryValue *args, void *stream, char *message,
              size_t capacity);
};
extern const EmittedLauncher emittedLaunchers[];

namespace {

/// Numbers that are the same everywhere (xorshift64*).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 2685821657736338717u + 1) {}
  uint64_t next() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717u;
  }
  uint64_t below(uint64_t limit) { return (next() >> 11) % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T> T pick(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

private:
  uint64_t state;
};

struct Tensor {
  TileryTensor tensor;
  std::vector<int64_t> shape, strides;
};

/// A set of arguments.
class Arguments {
public:
  Arguments(const TileryEntry &entry, Random &random)
      : random(random), tensors(entry.numParameters),
        values(entry.numParameters) {
    for (int32_t i = 0; i < entry.numParameters; ++i) {
      const TileryParameter &parameter = *entry.parameters[i];
      if (parameter.kind == TILERY_KIND_TENSOR)
        makeTensor(parameter, i);
      else if (parameter.kind == TILERY_KIND_MAP)
        makeMap(i);
      else
        makeNumber(parameter, i, isSymbol(entry, parameter.name));
    }
  }

  const TileryValue *data() const { return values.data(); }

  /// Makes one thing wrong, or unusual.
  void spoil() {
    std::vector<int32_t> indices;
    for (size_t i = 0; i < tensors.size(); ++i)
      if (!tensors[i].shape.empty())
        indices.push_back(static_cast<int32_t>(i));
    if (indices.empty())
      return;
    int32_t index = indices[random.below(indices.size())];
    spoilTensor(tensors[index], index);
  }

private:
  int64_t pickSize() {
    return random.pick<int64_t>({0, 1, 2, 4, 7, 8, 31, 32, 60, 64, 100, 128,
                                 252, 256, 1000, 1024, 4096, 100000});
  }

  void makeTensor(const TileryParameter &parameter, int32_t index) {
    Tensor &own = tensors[index];
    for (int32_t dim = 0; dim < parameter.rank; ++dim) {
      int64_t size = parameter.shape[dim];
      std::string symbol = parameter.symbols ? parameter.symbols[dim] : "";
      if (size < 0)
        size = symbol.empty()
                   ? pickSize()
                   : sizes.try_emplace(symbol, pickSize()).first->second;
      own.shape.push_back(size);
    }
    own.strides.resize(own.shape.size());
    int64_t stride = 1;
    for (int32_t dim = parameter.rank - 1; dim >= 0; --dim) {
      bool isGiven = parameter.strides && parameter.strides[dim] >= 0;
      // A row of an array that is wider.
      if (parameter.strides && !isGiven && random.chance(30))
        stride = (stride + 35) / 4 * 4;
      own.strides[dim] = isGiven ? parameter.strides[dim] : stride;
      stride = own.strides[dim] * (own.shape[dim] > 0 ? own.shape[dim] : 1);
    }
    TileryTensor &tensor = own.tensor;
    tensor.data = reinterpret_cast<void *>(uintptr_t(0x7f0000000000) +
                                           0x10000000u * uintptr_t(index));
    tensor.device = {TILERY_DEVICE_CUDA, 0};
    tensor.ndim = parameter.rank;
    tensor.dtype = parameter.dtype;
    tensor.shape = own.shape.data();
    tensor.strides =
        !parameter.strides && random.chance(20) ? nullptr : own.strides.data();
    tensor.byte_offset = random.chance(10) ? 256 : 0;
    values[index].tensor = &tensor;
  }

  void makeMap(int32_t index) {
    alignas(64) static const TileryTensorMap maps[2] = {};
    values[index].map = &maps[0];
    if (random.chance(10))
      values[index].map = nullptr;
    else if (random.chance(10))
      values[index].map = reinterpret_cast<const TileryTensorMap *>(
          reinterpret_cast<const char *>(maps) + 16);
  }

  /// Whether some extent goes by a number's name.
  static bool isSymbol(const TileryEntry &entry, const char *name) {
    for (int32_t i = 0; i < entry.numParameters; ++i) {
      const TileryParameter &parameter = *entry.parameters[i];
      for (int32_t dim = 0; parameter.symbols && dim < parameter.rank; ++dim)
        if (std::strcmp(parameter.symbols[dim], name) == 0)
          return true;
    }
    return false;
  }

  /// A number that the parameter's C type has.
  void makeNumber(const TileryParameter &parameter, int32_t index,
                  bool isSize) {
    if (isSize && random.chance(80)) {
      values[index].i =
          sizes.try_emplace(parameter.name, pickSize()).first->second;
      return;
    }
    if (parameter.kind == TILERY_KIND_FLOAT) {
      double number = random.pick<double>(
          {0.0, -0.0, 1.0, -1.5, 0.1f, 65504.0, 65520.0, 1e30, 1e-7, 1e-41,
           static_cast<double>(static_cast<int64_t>(random.next())), 1.0 / 0.0,
           -1.0 / 0.0, 3.0e9, -3.0e9});
      values[index].f = parameter.dtype.bits == 64
                            ? number
                            : static_cast<double>(static_cast<float>(number));
      return;
    }
    int64_t number =
        random.pick<int64_t>({0, 1, 2, 3, 5, 8, 64, 100, -1, -2, -7, INT64_MAX,
                              INT64_MIN, static_cast<int64_t>(random.next())});
    auto bits = static_cast<unsigned>(64 - parameter.dtype.bits);
    values[index].i =
        static_cast<int64_t>(static_cast<uint64_t>(number) << bits) >> bits;
  }

  void spoilTensor(Tensor &own, int32_t index) {
    TileryTensor &tensor = own.tensor;
    auto dim = random.below(own.shape.size());
    switch (random.below(14)) {
    case 0:
      tensor.ndim += random.chance(50) ? 1 : -1;
      // Room for the dimension that is one too many.
      own.shape.push_back(3);
      own.strides.push_back(1);
      tensor.shape = own.shape.data();
      tensor.strides = own.strides.data();
      break;
    case 1:
      tensor.dtype.bits = random.pick<uint8_t>({8, 16, 64});
      break;
    case 2:
      tensor.dtype.code = random.pick<uint8_t>(
          {TILERY_TYPE_INT, TILERY_TYPE_UINT, TILERY_TYPE_BFLOAT, 42});
      break;
    case 3:
      tensor.dtype.lanes = 4;
      break;
    case 4:
      own.shape[dim] += random.pick<int64_t>({1, -1, 4, 64});
      break;
    case 5:
      own.shape[dim] = random.pick<int64_t>({-1, INT64_MIN, -8});
      break;
    case 6:
      own.shape[dim] = random.pick<int64_t>({int64_t(1) << 31, int64_t(1) << 33,
                                             int64_t(1) << 40, INT64_MAX,
                                             INT64_MAX - 3, 0, 1});
      break;
    case 7:
      own.strides[dim] = random.pick<int64_t>(
          {0, -1, 1, 2, 3, 5, int64_t(1) << 40, INT64_MAX, INT64_MIN});
      tensor.strides = own.strides.data();
      break;
    case 8:
      tensor.strides = nullptr;
      break;
    case 9:
      tensor.data = nullptr;
      break;
    case 10:
      tensor.byte_offset += random.pick<uint64_t>({1, 4, 16, UINT64_MAX});
      break;
    case 11:
      tensor.device.type = random.pick<int32_t>(
          {TILERY_DEVICE_CPU, TILERY_DEVICE_CUDA_MANAGED, TILERY_DEVICE_UNKNOWN,
           TILERY_DEVICE_CUDA_HOST, 99});
      break;
    case 12:
      tensor.device.id = random.pick<int32_t>({1, -1, 7});
      break;
    case 13:
      if (random.chance(50))
        values[index].tensor = nullptr;
      else
        tensor.shape = nullptr;
      break;
    }
  }

  Random &random;
  std::map<std::string, int64_t> sizes;
  std::vector<Tensor> tensors;
  std::vector<TileryValue> values;
};

int callEmitted(const TileryEntry &entry, const TileryValue *args,
                char *message, size_t capacity) {
  for (const EmittedLauncher *it = emittedLaunchers; it->name; ++it)
    if (std::strcmp(it->name, entry.name) == 0)
      return it->call(args, nullptr, message, capacity);
  std::fprintf(stderr, "no emitted launcher '%s'\n", entry.name);
  std::exit(1);
}

int callJit(const TileryProgram *program, size_t index,
            const TileryEntry &entry, const TileryValue *args, char *message,
            size_t capacity) {
  TileryLaunch launch = {};
  launch.structSize = sizeof(launch);
  launch.args = args;
  launch.numArgs = entry.numParameters;
  launch.error = message;
  launch.errorSize = capacity;
  return tileryLaunchEntry(program, index, &launch);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  bool isEmitted = std::strcmp(argv[1], "emitted") == 0;
  TileryCompileOptions options;
  tileryInitCompileOptions(&options, sizeof(options));
  TileryProgram *program = nullptr;
  if (tileryCompileFile(argv[2], &options, &program) != TILERY_OK) {
    std::fprintf(stderr, "%s\n", tileryGetLastError());
    return 1;
  }
  const TileryEntry *const *entries = nullptr;
  size_t index = std::strtoul(argv[4], nullptr, 10);
  if (index >= tileryProgramGetEntries(program, &entries))
    return 3;
  const TileryEntry &entry = *entries[index];
  Random random(index + 1);
  for (int set = 0; set < std::atoi(argv[3]); ++set) {
    Arguments arguments(entry, random);
    for (uint64_t faults = random.below(3); faults > 0; --faults)
      arguments.spoil();
    char message[4096] = "";
    int status = isEmitted ? callEmitted(entry, arguments.data(), message,
                                         sizeof(message))
                           : callJit(program, index, entry, arguments.data(),
                                     message, sizeof(message));
    std::printf("%s %d: %d %s\n", entry.name, set, status, message);
  }
  // Released, the program would unload its kernels: calls that the emitted
  // launchers, which live as long as the process, do not make.
  std::fflush(stdout);
  std::_Exit(0);
}
