// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fiber.h"

#include <cstring>
#include <sys/mman.h>

#ifdef TILERY_SIM_OWN_SWITCH
// It returns to where the other stack called it, so that the processor's
// predictions of returns stay right.
asm(R"(
  .text
  .p2align 4
  .globl tilery_sim_switch_stack
  .hidden tilery_sim_switch_stack
  .type tilery_sim_switch_stack, @function
tilery_sim_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
  .size tilery_sim_switch_stack, .-tilery_sim_switch_stack
)");
#endif

namespace tilery::sim {

/// At the low end of each stack.
static constexpr uint64_t kCanary = 0x5afe57ac6ca9a57eULL;
static constexpr size_t kCanaryWords = 8;
static constexpr size_t kPage = 4096;
/// What the engine's own functions need below kernel code.
static constexpr size_t kReserve = 4096;

StackPool::~StackPool() { release(); }

void StackPool::release() {
#ifdef TILERY_SIM_TSAN
  for (size_t i = 0; i < capacity; ++i)
    if (fibers[i])
      __tsan_destroy_fiber(fibers[i]);
  delete[] fibers;
  fibers = nullptr;
#endif
  if (base)
    munmap(base, kSlack + capacity * size);
  base = nullptr;
  capacity = 0;
}

bool StackPool::reserve(size_t count, size_t bytes) {
  bytes = (bytes + kPage - 1) / kPage * kPage;
  if (bytes < 4 * kPage)
    bytes = 4 * kPage;
  if (count <= capacity && bytes == size)
    return true;
  release();
  if (count > (SIZE_MAX / 2 - kSlack) / bytes)
    return false;
  void *memory = mmap(nullptr, kSlack + count * bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  base = static_cast<uint8_t *>(memory);
  capacity = count;
  size = bytes;
#ifdef TILERY_SIM_TSAN
  fibers = new void *[count]();
#endif
  return true;
}

size_t StackPool::prepareStack(size_t index, Fiber &fiber) {
  uint8_t *low = bottom(index);
  uint64_t *canary = reinterpret_cast<uint64_t *>(low);
  for (size_t i = 0; i < kCanaryWords; ++i)
    canary[i] = kCanary;
  // Stacks that all end at a multiple of 64 KiB would share the same few lines
  // of the caches: 5 is odd, so that 64 ends reach all sets.
  size_t bytes = size - index * 5 % 64 * 64;
  fiber.context = low + bytes;
#ifdef TILERY_SIM_ASAN
  fiber.bottom = low;
  fiber.bytes = bytes;
  // A stack that was given up has left its frames poisoned.
  __asan_unpoison_memory_region(low, size);
#endif
#ifdef TILERY_SIM_TSAN
  if (!fibers[index])
    fibers[index] = __tsan_create_fiber(0);
  fiber.tsan = fibers[index];
#endif
  return bytes;
}

uintptr_t StackPool::limit(size_t index) const {
  return reinterpret_cast<uintptr_t>(bottom(index)) + kReserve;
}

bool StackPool::isIntact(size_t index) const {
  const uint64_t *canary = reinterpret_cast<const uint64_t *>(bottom(index));
  for (size_t i = 0; i < kCanaryWords; ++i)
    if (canary[i] != kCanary)
      return false;
  return true;
}

} // namespace tilery::sim
