// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the C++ library would give: an emitted launcher is linked without it.

#ifndef TILERY_LIB_LAUNCHER_FREESTANDING_H
#define TILERY_LIB_LAUNCHER_FREESTANDING_H

#include <atomic>
#include <new>
#include <stdlib.h>
#include <sys/types.h>
#include <utility>

namespace tilery {
namespace runtime {

/// A lock that survives a fork: a thread that held it at the fork does not
/// exist in the new process, which a pthread mutex would wait for. What it
/// guards is right at every moment. It is ready before the program starts and
/// never destroyed: launches may run while the process ends.
struct Mutex {
  /// The process of the thread that holds it; 0: nobody.
  std::atomic<pid_t> holder{0};
};

/// Waiting threads sleep and look again; all that is done under a lock is done
/// once, at the first launch of a kernel.
class Lock {
public:
  explicit Lock(Mutex &mutex);
  ~Lock() { mutex.holder.store(0, std::memory_order_release); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

private:
  Mutex &mutex;
};

/// A new object, or null without memory for it.
template <typename Object, typename... Args> Object *create(Args &&...args) {
  void *memory = aligned_alloc(alignof(Object), sizeof(Object));
  return memory ? new (memory) Object(std::forward<Args>(args)...) : nullptr;
}

template <typename Object> void destroy(Object *object) {
  if (!object)
    return;
  object->~Object();
  free(object);
}

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_FREESTANDING_H
