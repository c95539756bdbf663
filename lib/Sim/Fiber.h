// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks to switch between, in a few nanoseconds. ucontext makes a system call
// and takes some hundred. On x86-64 the switch is our own: Boost.Context's ends
// in a jump, so that the processor predicts every return after it wrongly (23
// ns a switch with three functions to return from, against 5). Other hosts take
// Boost's.

#ifndef TILERY_LIB_SIM_FIBER_H
#define TILERY_LIB_SIM_FIBER_H

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && defined(__linux__)
#define TILERY_SIM_OWN_SWITCH 1
#else
#include <boost/context/detail/fcontext.hpp>
#endif

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
  void *context = nullptr; ///< its stack pointer while it does not run
#ifdef TILERY_SIM_ASAN
  const void *bottom = nullptr;
  size_t bytes = 0;
#endif
#ifdef TILERY_SIM_TSAN
  void *tsan = nullptr;
#endif
};

#ifdef TILERY_SIM_OWN_SWITCH
/// Saves the stack pointer, and what a function has to preserve, and goes on
/// with the stack pointer `to`. Modes of floating point are not switched: no
/// kernel changes them.
extern "C" void tilery_sim_switch_stack(void **from, void *to);
#endif

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
#ifdef TILERY_SIM_OWN_SWITCH
  tilery_sim_switch_stack(&from.context, to.context);
#else
  boost::context::detail::transfer_t back =
      boost::context::detail::jump_fcontext(to.context, &from);
  static_cast<Fiber *>(back.data)->context = back.fctx;
#endif
#ifdef TILERY_SIM_ASAN
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

/// Called first on a new stack. `main` is the host's own, which the first
/// switch of all comes from.
inline void enterFiber([[maybe_unused]] Fiber &main) {
#ifdef TILERY_SIM_ASAN
  const void *bottom;
  size_t bytes;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
  if (!main.bottom) {
    main.bottom = bottom;
    main.bytes = bytes;
  }
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

  /// Makes `fiber` start in `entry`, which does not return, on stack `index`.
  template <void (*entry)()> void prepare(size_t index, Fiber &fiber) {
#ifdef TILERY_SIM_OWN_SWITCH
    prepareStack(index, fiber);
    // What the switch takes off, then where it returns to. The entry finds the
    // stack as after a call.
    void **top = static_cast<void **>(fiber.context);
    *--top = nullptr;
    *--top = reinterpret_cast<void *>(entry);
    for (int i = 0; i < kSavedRegisters; ++i)
      *--top = nullptr;
    fiber.context = top;
#else
    size_t bytes = prepareStack(index, fiber);
    fiber.context = boost::context::detail::make_fcontext(
        fiber.context, bytes, [](boost::context::detail::transfer_t from) {
          static_cast<Fiber *>(from.data)->context = from.fctx;
          entry();
        });
#endif
  }
  /// The lowest address that code on the stack may reach.
  uintptr_t limit(size_t index) const;
  /// False when something has written below the stack's end.
  bool isIntact(size_t index) const;

private:
  /// Points `fiber` to the top of the stack; the bytes below it.
  size_t prepareStack(size_t index, Fiber &fiber);
  uint8_t *bottom(size_t index) const { return base + kSlack + index * size; }
  void release();

  static constexpr int kSavedRegisters = 6;
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
