// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Freestanding.h"

#include <time.h>
#include <unistd.h>

namespace tilery {
namespace runtime {

Lock::Lock(Mutex &mutex) : mutex(mutex) {
  pid_t self = getpid();
  auto take = [&](pid_t holder) {
    return mutex.holder.compare_exchange_strong(holder, self,
                                                std::memory_order_acquire);
  };
  for (;;) {
    if (take(0))
      return;
    pid_t holder = mutex.holder.load(std::memory_order_relaxed);
    if (holder != 0 && holder != self && take(holder))
      return;
    timespec pause = {0, 20'000};
    nanosleep(&pause, nullptr);
  }
}

} // namespace runtime
} // namespace tilery
