// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks to switch between. A switch is a few nanoseconds (Boost.Context's
// assembly; ucontext makes a system call and takes some hundred).

#ifndef TILERY_LIB_SIM_FIBER_H
#define TILERY_LIB_SIM_FIBER_H

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define TILERY_SIM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TILERY_SIM_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define TILERY_SIM_TSAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define TILERY_SIM_TSAN 1
#endif

#ifdef TILERY_SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef TILERY_SIM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace tilery {
namespace sim {

/// A stack that runs or can be switched to.
struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
#ifdef TILERY_SIM_ASAN
  const void *bottom = nullptr;
  size_t bytes = 0;
#endif
#ifdef TILERY_SIM_TSAN
  void *tsan = nullptr;
#endif
};

/// Called first on a new stack, and after each switch to an old one.
inline void arrive(boost::context::detail::transfer_t from) {
  Fiber *fiber = static_cast<Fiber *>(from.data);
  fiber->context = from.fctx;
#ifdef TILERY_SIM_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &fiber->bottom, &fiber->bytes);
#endif
}

/// Goes on with `to`; returns when someone switches to `from`.
inline void switchFiber(Fiber &from, Fiber &to) {
#ifdef TILERY_SIM_ASAN
  void *fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, to.bottom, to.bytes);
#endif
#ifdef TILERY_SIM_TSAN
  if (!from.tsan)
    from.tsan = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.tsan, 0);
#endif
  boost::context::detail::transfer_t back =
      boost::context::detail::jump_fcontext(to.context, &from);
  Fiber *fiber = static_cast<Fiber *>(back.data);
  fiber->context = back.fctx;
#ifdef TILERY_SIM_ASAN
  __sanitizer_finish_switch_fiber(fake, &fiber->bottom, &fiber->bytes);
#endif
}

/// Stacks of one size, side by side, kept from launch to launch. Pages are
/// touched as they are used. Guard pages would reach the kernel's limit of
/// mappings at some 16,000 stacks: canaries tell an overflow instead.
class StackPool {
public:
  StackPool() = default;
  ~StackPool();
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  /// Sees to `count` stacks of at least `bytes` bytes; false without memory.
  bool reserve(size_t count, size_t bytes);

  using Entry = void (*)(boost::context::detail::transfer_t);
  /// Makes `fiber` start at `entry` on stack `index`.
  void prepare(size_t index, Entry entry, Fiber &fiber);
  /// The lowest address that code on the stack may reach.
  uintptr_t limit(size_t index) const;
  /// False when something has written below the stack's end.
  bool isIntact(size_t index) const;

private:
  uint8_t *bottom(size_t index) const { return base + kSlack + index * size; }
  void release();

  /// What an overflow of the first stack may hit.
  static constexpr size_t kSlack = 64 * 1024;
  uint8_t *base = nullptr;
  size_t capacity = 0;
  size_t size = 0;
#ifdef TILERY_SIM_TSAN
  void **fibers = nullptr;
#endif
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_FIBER_H
