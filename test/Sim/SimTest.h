// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels written by hand against the interface that generated code uses.

#ifndef TILERY_TEST_SIM_SIMTEST_H
#define TILERY_TEST_SIM_SIMTEST_H

#include "tilery/Sim/Engine.h"
#include "tilery/Sim/MapCode.h"

#include <cstring>
#include <deque>
#include <gtest/gtest.h>

namespace tilery {
namespace sim {
namespace test {

/// A kernel with its tables. Site n of a test is line n of "kernel.mlir".
class Kernel {
public:
  explicit Kernel(TilerySimFunction function, uint32_t threads = 32) {
    kernel.abi = TILERY_SIM_ABI_VERSION;
    kernel.name = "kernel";
    kernel.function = function;
    kernel.block[0] = threads;
    kernel.block[1] = kernel.block[2] = 1;
    kernel.cluster[0] = kernel.cluster[1] = kernel.cluster[2] = 1;
    for (uint32_t line = 0; line < kSites; ++line)
      sites.push_back({"kernel.mlir", line, 3, "op", "", -1, -1, 0});
  }

  static constexpr uint32_t kSites = 32;

  Kernel &cluster(uint32_t blocks) {
    kernel.cluster[0] = blocks;
    return *this;
  }
  Kernel &shared(uint32_t bytes) {
    kernel.staticShared = bytes;
    return *this;
  }
  /// Adds a shared buffer; the block's shared memory grows to hold it.
  Kernel &buffer(const char *name, uint32_t offset, uint32_t bytes,
                 bool isBarriers = false, uint32_t flags = 0) {
    buffers.push_back({name, offset, bytes,
                       isBarriers ? uint32_t(TILERY_SIM_BARRIERS) : flags});
    if (kernel.staticShared < offset + bytes)
      kernel.staticShared = offset + bytes;
    return *this;
  }
  /// What site `line` is: its op, and the buffer and parameter that it
  /// accesses.
  Kernel &site(uint32_t line, const char *op, int32_t buffer = -1,
               int32_t param = -1, uint32_t flags = 0) {
    sites[line].op = op;
    sites[line].buffer = buffer;
    sites[line].param = param;
    sites[line].flags = flags;
    return *this;
  }
  Kernel &flags(uint32_t bits) {
    kernel.flags = bits;
    return *this;
  }
  Kernel &pointer(void *data, const char *name) {
    pointers.push_back(data);
    params.push_back({TILERY_SIM_PARAM_POINTER, 8, name});
    values.push_back(&pointers.back());
    return *this;
  }
  Kernel &number(int64_t value) {
    numbers.push_back(value);
    params.push_back({TILERY_SIM_PARAM_INT, 8, ""});
    values.push_back(&numbers.back());
    return *this;
  }
  Kernel &map(const tensormap::TensorMapParams &p, const char *name) {
    maps.emplace_back();
    EXPECT_TRUE(encodeMap(p, maps.back().bytes));
    params.push_back({TILERY_SIM_PARAM_MAP, 128, name});
    values.push_back(maps.back().bytes);
    return *this;
  }

  LaunchRequest request(uint64_t grid = 1) {
    kernel.numBuffers = uint32_t(buffers.size());
    kernel.numSites = uint32_t(sites.size());
    kernel.numParams = uint32_t(params.size());
    kernel.buffers = buffers.data();
    kernel.sites = sites.data();
    kernel.params = params.data();
    LaunchRequest r;
    r.kernel = &kernel;
    r.grid[0] = grid;
    r.params = values.data();
    return r;
  }
  LaunchReport run(Engine &engine, uint64_t grid = 1) {
    return engine.launch(request(grid));
  }
  LaunchReport run(uint64_t grid = 1, Options options = Options()) {
    Engine engine(options);
    return engine.launch(request(grid));
  }

private:
  struct alignas(64) Map {
    uint8_t bytes[128];
  };
  TilerySimKernel kernel = {};
  std::vector<TilerySimSite> sites;
  std::vector<TilerySimBuffer> buffers;
  std::vector<TilerySimParam> params;
  std::deque<void *> pointers;
  std::deque<int64_t> numbers;
  std::deque<Map> maps;
  std::vector<const void *> values;
};

template <typename T> T &param(const void *const *params, int index) {
  return **static_cast<T *const *>(params[index]);
}
template <typename T> T *pointerParam(const void *const *params, int index) {
  return *static_cast<T *const *>(params[index]);
}
inline int64_t numberParam(const void *const *params, int index) {
  return *static_cast<const int64_t *>(params[index]);
}

/// "SIM16 deadlock:12, ...": kinds and lines.
inline std::string summary(const LaunchReport &report) {
  std::string text;
  for (const Finding &f : report.findings)
    text += (text.empty() ? "" : ", ") + std::string(id(f.kind)) + " " +
            name(f.kind) + ":" + std::to_string(f.place.line);
  return text;
}
/// All of the findings as text, for messages of tests.
inline std::string full(const LaunchReport &report) {
  std::string text;
  for (const Finding &f : report.findings)
    text += render(f);
  return text;
}

inline constexpr uint32_t kRelease =
    TILERY_SIM_ORDER(TILERY_SIM_RELEASE, TILERY_SIM_CTA);

/// A tiled map of a dense tensor of 32-bit integers, innermost extent first.
inline tensormap::TensorMapParams
mapOf(void *data, std::initializer_list<int64_t> dims,
      std::initializer_list<int64_t> box,
      tensormap::DataType type = tensormap::DataType::Int32) {
  tensormap::TensorMapParams p;
  p.dataType = type;
  p.rank = int32_t(dims.size());
  p.base = tensormap::BaseAddress::exactly(reinterpret_cast<uint64_t>(data));
  std::copy(dims.begin(), dims.end(), p.dims);
  std::copy(box.begin(), box.end(), p.box);
  tensormap::setDenseStrides(p);
  return p;
}

} // namespace test
} // namespace sim
} // namespace tilery

#endif // TILERY_TEST_SIM_SIMTEST_H
