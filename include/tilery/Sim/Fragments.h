// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers of a thread that asynchronous instructions read and write: from the
// issue until the group is waited for, what is written is not there yet, and
// what is read must not change.

#ifndef TILERY_SIM_FRAGMENTS_H
#define TILERY_SIM_FRAGMENTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilery {
namespace sim {

/// The fragments of one thread, each in a numbered slot.
class Fragments {
public:
  static constexpr uint32_t kSlots = 256;

  enum class State : uint8_t {
    Unbound,  ///< no memory
    Clean,    ///< plain accesses are ordered before asynchronous ones
    Dirty,    ///< accessed since the last fence
    InFlight, ///< an instruction will write it; holds poison meanwhile
    BeingRead ///< an instruction still reads it
  };
  /// What is wrong with an access; `None` when nothing is.
  enum class Hazard : uint8_t {
    None,
    Unbound,        ///< the slot has no memory
    ReadInFlight,   ///< read before the group was waited for
    WriteInFlight,  ///< written while an instruction will write it
    WriteBeingRead, ///< written while an instruction reads it
    NotFenced,      ///< used by an instruction without a fence after the access
    NotCommitted,   ///< at exit: an instruction's group was never closed
    NotWaited,      ///< at exit: a group was never waited for
  };

  void bind(uint32_t slot, void *data, uint32_t bytes);
  Hazard read(uint32_t slot);
  Hazard write(uint32_t slot);
  void fence();

  /// Issues an instruction that reads the slots `reads` and writes the slot
  /// `writes`; an accumulator is among both. The caller computes the result at
  /// once, from what data() gives into what result() gives; it shows in the
  /// slot when the group has been waited for. Instructions that follow each
  /// other on one accumulator need no fence between. A hazard does not stop
  /// anything: the first one is returned.
  Hazard issue(const uint32_t *reads, size_t numReads, uint32_t writes,
               uint32_t site);
  /// Where an instruction that was issued reads a slot: the newest value, which
  /// for a slot in flight is the result of the instruction before.
  const void *data(uint32_t slot) const;
  /// Where the result of the last instruction on a slot in flight goes.
  void *result(uint32_t slot);

  void commit();
  /// Until at most `pending` groups are not complete. Instructions complete in
  /// order, so all older groups are.
  void wait(uint32_t pending);
  /// Whether anything is left at the end of the thread.
  Hazard atExit() const;

  State state(uint32_t slot) const;
  /// The last instruction that uses the slot.
  uint32_t site(uint32_t slot) const;
  /// The last instruction of all.
  uint32_t lastSite() const { return newestSite; }

  /// Every 32-bit word of a slot in flight: a quiet NaN as f32, and as two f16.
  static constexpr uint32_t kPoison = 0x7FFF7FFF;

private:
  struct Slot {
    uint8_t *data = nullptr;
    uint32_t bytes = 0;
    uint32_t site = UINT32_MAX;
    uint64_t lastWrite = 0; ///< group that writes it, counted from 1
    uint64_t lastRead = 0;  ///< group that reads it, counted from 1
    bool isDirty = false;
    std::vector<uint8_t> result;
  };
  const Slot *find(uint32_t slot) const;
  Slot *find(uint32_t slot);
  bool isInFlight(const Slot &s) const { return s.lastWrite > complete; }
  bool isBeingRead(const Slot &s) const { return s.lastRead > complete; }

  std::vector<Slot> slots;
  uint64_t openGroup = 1; ///< number of the group that is open
  uint64_t complete = 0;  ///< groups up to this one are complete
  bool isOpenUsed = false;
  uint32_t newestSite = UINT32_MAX;
};

/// One sentence without a full stop.
const char *describe(Fragments::Hazard hazard);

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_FRAGMENTS_H
