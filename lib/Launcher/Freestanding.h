// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the C++ library would give: an emitted launcher is linked without it.

#ifndef TILERY_LIB_LAUNCHER_FREESTANDING_H
#define TILERY_LIB_LAUNCHER_FREESTANDING_H

#include <new>
#include <pthread.h>
#include <stdlib.h>
#include <utility>

namespace tilery {
namespace runtime {

/// A mutex that is ready before the program starts and is never destroyed:
/// launches may run while the process ends.
struct Mutex {
  pthread_mutex_t handle = PTHREAD_MUTEX_INITIALIZER;
};

class Lock {
public:
  explicit Lock(Mutex &mutex) : mutex(mutex) {
    pthread_mutex_lock(&mutex.handle);
  }
  ~Lock() { pthread_mutex_unlock(&mutex.handle); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

private:
  Mutex &mutex;
};

/// A new object, or null without memory for it.
template <typename Object, typename... Args> Object *create(Args &&...args) {
  void *memory = malloc(sizeof(Object));
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
