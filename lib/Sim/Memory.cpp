// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Sim/Memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tilery::sim {

void Allocation::Release::operator()(uint8_t *bytes) const { std::free(bytes); }

using Entry = std::unique_ptr<Allocation>;

/// The first allocation that starts behind `address`.
template <typename Vector>
static auto firstBehind(Vector &sorted, uint64_t address) {
  return std::upper_bound(
      sorted.begin(), sorted.end(), address,
      [](uint64_t a, const Entry &entry) { return a < entry->address; });
}

bool MemoryTable::add(void *data, size_t bytes, std::string name,
                      bool isInitialised) {
  uint64_t address = reinterpret_cast<uint64_t>(data);
  if (!data || !bytes || address + bytes < address)
    return false;
  auto next = firstBehind(sorted, address);
  if (next != sorted.end() && (*next)->address < address + bytes)
    return false;
  if (next != sorted.begin()) {
    const Allocation &before = **(next - 1);
    if (before.address + before.bytes > address)
      return false;
  }
  Entry entry = std::make_unique<Allocation>();
  entry->address = address;
  entry->bytes = bytes;
  entry->name = std::move(name);
  // Zero pages cost nothing until they are touched. Without memory for them,
  // the bytes count as written.
  if (!isInitialised)
    entry->written.reset(static_cast<uint8_t *>(std::calloc(bytes, 1)));
  sorted.insert(next, std::move(entry));
  return true;
}

static Allocation *at(const std::vector<Entry> &sorted, uint64_t address) {
  auto next = firstBehind(sorted, address);
  return next == sorted.begin() ? nullptr : (next - 1)->get();
}

bool MemoryTable::remove(void *data) {
  uint64_t address = reinterpret_cast<uint64_t>(data);
  auto next = firstBehind(sorted, address);
  if (next == sorted.begin() || (*(next - 1))->address != address)
    return false;
  sorted.erase(next - 1);
  return true;
}

void MemoryTable::rename(const void *data, std::string name) {
  Allocation *a = at(sorted, reinterpret_cast<uint64_t>(data));
  if (a && a->contains(reinterpret_cast<uint64_t>(data), 1))
    a->name = std::move(name);
}

void MemoryTable::markWritten(const void *data, size_t bytes) {
  uint64_t address = reinterpret_cast<uint64_t>(data);
  Allocation *a = at(sorted, address);
  if (a && a->written && a->contains(address, bytes))
    std::memset(a->written.get() + (address - a->address), 1, bytes);
}

void MemoryTable::markAllWritten() {
  for (Entry &entry : sorted)
    entry->written.reset();
}

const Allocation *MemoryTable::find(uint64_t address) const {
  const Allocation *a = at(sorted, address);
  return a && a->contains(address, 1) ? a : nullptr;
}

} // namespace tilery::sim
