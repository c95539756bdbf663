// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The global memory of the simulated device: which addresses belong to which
// allocation, and which of their bytes have been written.

#ifndef TILERY_SIM_MEMORY_H
#define TILERY_SIM_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tilery {
namespace sim {

/// A piece of host memory that stands for global memory.
struct Allocation {
  /// What kernels may access; less than what was registered after narrow().
  uint64_t address = 0;
  uint64_t bytes = 0;
  const void *data = nullptr; ///< as registered
  std::string name;
  /// A byte for each, 1 when it has been written; null when all have been.
  struct Release {
    void operator()(uint8_t *bytes) const;
  };
  std::unique_ptr<uint8_t, Release> written;

  bool contains(uint64_t first, uint64_t count) const {
    return first - address < bytes && count <= bytes - (first - address);
  }
};

/// Not to be changed during a launch.
class MemoryTable {
public:
  /// Registers `bytes` > 0 bytes at `data`, which stay the caller's. False when
  /// they overlap with an allocation, or wrap around. `isInitialised` false: a
  /// read of a byte that nobody wrote is a finding.
  bool add(void *data, size_t bytes, std::string name,
           bool isInitialised = true);
  /// These take `data` as it was registered, and give false where it was not.
  bool remove(const void *data);
  bool rename(const void *data, std::string name);
  /// Leaves to kernels only `bytes` bytes, from `first` on.
  bool narrow(const void *data, size_t first, size_t bytes);
  /// All bytes count as never written.
  bool forget(const void *data);
  /// The host has written these bytes, of one allocation.
  void markWritten(const void *data, size_t bytes);
  /// All bytes count as written from now on: a launch without checks may have.
  void markAllWritten();

  /// The allocation that an address lies in, or null.
  const Allocation *find(uint64_t address) const;
  const std::vector<std::unique_ptr<Allocation>> &allocations() const {
    return sorted;
  }

private:
  std::vector<std::unique_ptr<Allocation>> sorted;
};

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_MEMORY_H
