// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences order nothing here: the threads of a cluster run on one host thread,
// and copies see memory as it is. Race checking gives them their meaning; until
// then they count as progress alone.

#include "Worker.h"

using namespace tilery::sim;

static void fence(TilerySimThread *thread) { ++asThread(thread)->worker->time; }

void tilery_sim_fence_proxy_async(TilerySimThread *thread, uint32_t, uint32_t) {
  fence(thread);
}
void tilery_sim_fence_proxy_async_generic(TilerySimThread *thread, uint32_t,
                                          uint32_t) {
  fence(thread);
}
void tilery_sim_fence_proxy_alias(TilerySimThread *thread, uint32_t) {
  fence(thread);
}
void tilery_sim_fence_proxy_tensormap(TilerySimThread *thread, uint32_t,
                                      uint32_t, const void *, uint32_t) {
  fence(thread);
}
void tilery_sim_fence_mbarrier_init(TilerySimThread *thread, uint32_t) {
  fence(thread);
}
void tilery_sim_fence(TilerySimThread *thread, uint32_t, uint32_t, uint32_t) {
  // Blocks on other host threads may be on the other side.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  fence(thread);
}
