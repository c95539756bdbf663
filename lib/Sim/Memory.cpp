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

/// Zero pages cost nothing until they are touched. Without memory for them, the
/// bytes count as written.
static uint8_t *makeUnwritten(size_t bytes) {
  return static_cast<uint8_t *>(std::calloc(bytes, 1));
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
  entry->data = data;
  entry->address = address;
  entry->bytes = bytes;
  entry->name = std::move(name);
  if (!isInitialised)
    entry->written.reset(makeUnwritten(bytes));
  sorted.insert(next, std::move(entry));
  return true;
}

static Allocation *at(const std::vector<Entry> &sorted, uint64_t address) {
  auto next = firstBehind(sorted, address);
  return next == sorted.begin() ? nullptr : (next - 1)->get();
}

/// The allocation that was registered at `data`, or the end.
template <typename Vector>
static auto registeredAt(Vector &sorted, const void *data) {
  return std::find_if(sorted.begin(), sorted.end(),
                      [&](const Entry &entry) { return entry->data == data; });
}

bool MemoryTable::remove(const void *data) {
  auto entry = registeredAt(sorted, data);
  if (entry == sorted.end())
    return false;
  sorted.erase(entry);
  return true;
}

bool MemoryTable::rename(const void *data, std::string name) {
  auto entry = registeredAt(sorted, data);
  if (entry == sorted.end())
    return false;
  (*entry)->name = std::move(name);
  return true;
}

bool MemoryTable::narrow(const void *data, size_t first, size_t bytes) {
  auto entry = registeredAt(sorted, data);
  if (entry == sorted.end() || !bytes)
    return false;
  Allocation &a = **entry;
  uint64_t address = reinterpret_cast<uint64_t>(data) + first;
  if (!a.contains(address, bytes))
    return false;
  if (a.written) {
    uint8_t *kept = makeUnwritten(bytes);
    if (kept)
      std::memcpy(kept, a.written.get() + (address - a.address), bytes);
    a.written.reset(kept);
  }
  a.address = address;
  a.bytes = bytes;
  return true;
}

bool MemoryTable::forget(const void *data) {
  auto entry = registeredAt(sorted, data);
  if (entry == sorted.end())
    return false;
  (*entry)->written.reset(makeUnwritten((*entry)->bytes));
  return true;
}

void MemoryTable::markWritten(const void *data, size_t bytes) {
  uint64_t first = reinterpret_cast<uint64_t>(data);
  Allocation *a = bytes ? at(sorted, first + bytes - 1) : nullptr;
  if (!a || !a->written)
    return;
  uint64_t begin = std::max(first, a->address);
  uint64_t end = std::min(first + bytes, a->address + a->bytes);
  if (begin < end)
    std::memset(a->written.get() + (begin - a->address), 1, end - begin);
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
