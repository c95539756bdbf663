// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The PTX forms that not every target or PTX version has. Targets.h says which
// target has which, from which version on.

#ifndef TILERY_TENSORMAP_FORMS_H
#define TILERY_TENSORMAP_FORMS_H

#include <cstdint>

namespace tilery {
namespace tensormap {

enum class Form : int32_t {
  TensorLoadCta,     ///< cp.async.bulk.tensor ... .shared::cta.global
  TensorLoadCluster, ///< cp.async.bulk.tensor ... .shared::cluster.global
  TensorStore,
  BulkCommitGroup,
  BulkWaitGroup,
  MBarrierInit,
  MBarrierInval,
  MBarrierArrive,
  MBarrierArriveExpectTx,
  MBarrierExpectTx,
  MBarrierTestWait, ///< mbarrier.test_wait.parity
  MBarrierTryWait,  ///< mbarrier.try_wait.parity
  FenceProxyAsync,
  Elect,
};

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_FORMS_H
