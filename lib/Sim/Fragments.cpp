// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Sim/Fragments.h"

#include <algorithm>
#include <cstring>

namespace tilery::sim {

const char *describe(Fragments::Hazard hazard) {
  switch (hazard) {
  case Fragments::Hazard::None:
    break;
  case Fragments::Hazard::Unbound:
    return "expected a fragment that the kernel has given registers, got one "
           "without";
  case Fragments::Hazard::ReadInFlight:
    return "expected the group that writes the fragment to be waited for "
           "before "
           "the read, got a read before";
  case Fragments::Hazard::WriteInFlight:
    return "expected the group that writes the fragment to be waited for "
           "before "
           "another write, got a write before";
  case Fragments::Hazard::WriteBeingRead:
    return "expected the group that reads the fragment to be waited for before "
           "the write, got a write before";
  case Fragments::Hazard::NotFenced:
    return "expected a fence between the access of the fragment and the "
           "instruction that uses it, got none";
  case Fragments::Hazard::NotCommitted:
    return "expected the instruction to belong to a group that is committed, "
           "got the thread's end before";
  case Fragments::Hazard::NotWaited:
    return "expected the thread to wait for all groups of instructions, got "
           "its "
           "end before";
  }
  return "nothing is wrong with the fragment";
}

const Fragments::Slot *Fragments::find(uint32_t slot) const {
  return slot < slots.size() && slots[slot].data ? &slots[slot] : nullptr;
}
Fragments::Slot *Fragments::find(uint32_t slot) {
  return slot < slots.size() && slots[slot].data ? &slots[slot] : nullptr;
}

void Fragments::bind(uint32_t slot, void *data, uint32_t bytes) {
  if (slot >= kSlots)
    return;
  if (slot >= slots.size())
    slots.resize(slot + 1);
  slots[slot] = Slot();
  slots[slot].data = static_cast<uint8_t *>(data);
  slots[slot].bytes = bytes;
  slots[slot].isDirty = true;
}

Fragments::Hazard Fragments::read(uint32_t slot) {
  Slot *s = find(slot);
  if (!s)
    return Hazard::Unbound;
  s->isDirty = true;
  return isInFlight(*s) ? Hazard::ReadInFlight : Hazard::None;
}

Fragments::Hazard Fragments::write(uint32_t slot) {
  Slot *s = find(slot);
  if (!s)
    return Hazard::Unbound;
  s->isDirty = true;
  return isInFlight(*s)    ? Hazard::WriteInFlight
         : isBeingRead(*s) ? Hazard::WriteBeingRead
                           : Hazard::None;
}

void Fragments::fence() {
  for (Slot &s : slots)
    s.isDirty = false;
}

Fragments::Hazard Fragments::issue(const uint32_t *reads, size_t numReads,
                                   uint32_t writes, uint32_t site) {
  Hazard first = Hazard::None;
  auto note = [&](Hazard hazard) {
    if (first == Hazard::None)
      first = hazard;
  };
  Slot *target = find(writes);
  if (!target)
    note(Hazard::Unbound);
  for (size_t i = 0; i < numReads; ++i) {
    Slot *s = find(reads[i]);
    if (!s) {
      note(Hazard::Unbound);
      continue;
    }
    if (s->isDirty)
      note(Hazard::NotFenced);
    // Instructions that follow each other on one accumulator are in order.
    if (s != target && isInFlight(*s))
      note(Hazard::ReadInFlight);
    s->lastRead = openGroup;
    s->site = site;
  }
  newestSite = site;
  isOpenUsed = true;
  if (!target)
    return first;
  if (target->isDirty)
    note(Hazard::NotFenced);
  if (isBeingRead(*target) &&
      std::find(reads, reads + numReads, writes) == reads + numReads)
    note(Hazard::WriteBeingRead);
  if (!isInFlight(*target)) {
    target->result.assign(target->data, target->data + target->bytes);
    for (uint32_t i = 0; i + sizeof(kPoison) <= target->bytes;
         i += sizeof(kPoison))
      std::memcpy(target->data + i, &kPoison, sizeof(kPoison));
  }
  target->lastWrite = openGroup;
  target->site = site;
  return first;
}

const void *Fragments::data(uint32_t slot) const {
  const Slot *s = find(slot);
  if (!s)
    return nullptr;
  return isInFlight(*s) ? s->result.data() : s->data;
}

void *Fragments::result(uint32_t slot) {
  Slot *s = find(slot);
  if (!s)
    return nullptr;
  return isInFlight(*s) ? s->result.data() : s->data;
}

void Fragments::commit() {
  ++openGroup;
  isOpenUsed = false;
}

void Fragments::wait(uint32_t pending) {
  uint64_t committed = openGroup - 1;
  if (pending >= committed)
    return;
  complete = std::max(complete, committed - pending);
  for (Slot &s : slots) {
    if (s.result.empty() || isInFlight(s))
      continue;
    std::memcpy(s.data, s.result.data(), s.bytes);
    s.result.clear();
  }
}

Fragments::Hazard Fragments::atExit() const {
  if (isOpenUsed)
    return Hazard::NotCommitted;
  for (const Slot &s : slots)
    if (isInFlight(s) || isBeingRead(s))
      return Hazard::NotWaited;
  return Hazard::None;
}

Fragments::State Fragments::state(uint32_t slot) const {
  const Slot *s = find(slot);
  return !s                ? State::Unbound
         : isInFlight(*s)  ? State::InFlight
         : isBeingRead(*s) ? State::BeingRead
         : s->isDirty      ? State::Dirty
                           : State::Clean;
}

uint32_t Fragments::site(uint32_t slot) const {
  const Slot *s = find(slot);
  return s ? s->site : newestSite;
}

} // namespace tilery::sim
