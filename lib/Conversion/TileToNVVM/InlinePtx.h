// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that LLVM has no intrinsic for. All inline PTX of the project is
// here.

#ifndef TILERY_LIB_CONVERSION_TILETONVVM_INLINEPTX_H
#define TILERY_LIB_CONVERSION_TILETONVVM_INLINEPTX_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tilery {
/// `tanh.approx.f32` (PTX ISA, tanh): relative error 2^-11.
mlir::Value createTanhApprox(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value x);

/// `createpolicy.fractional.L2::PRIORITY.b64` (PTX ISA, createpolicy): the i64
/// policy of `fraction` of the accesses.
mlir::Value createCachePolicy(mlir::OpBuilder &builder, mlir::Location loc,
                              llvm::StringRef priority, float fraction);

/// `cp.reduce.async.bulk.global.shared::cta.bulk_group.REDUCTION` (PTX ISA,
/// cp.reduce.async.bulk), with REDUCTION such as "add.noftz.f16": `bytes`
/// bytes, an i32, from the 32-bit shared address `source` into `destination`, a
/// pointer to global memory. `cachePolicy`, an i64, is null where there is
/// none.
void createBulkReduce(mlir::OpBuilder &builder, mlir::Location loc,
                      llvm::StringRef reduction, mlir::Value destination,
                      mlir::Value source, mlir::Value bytes,
                      mlir::Value cachePolicy);

/// `cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::
/// bytes.REDUCTION` (PTX ISA, cp.reduce.async.bulk). Destination and barrier
/// are 32-bit addresses of one block in the cluster's window.
void createBulkReduceShared(mlir::OpBuilder &builder, mlir::Location loc,
                            llvm::StringRef reduction, mlir::Value destination,
                            mlir::Value source, mlir::Value bytes,
                            mlir::Value barrier);

/// `mbarrier.arrive.shared.b64 state, [barrier], count` (PTX ISA,
/// mbarrier.arrive), or the same of mbarrier.arrive_drop: the state, i64.
/// LLVM's intrinsics with a count need PTX 8.0, the instruction 7.1.
mlir::Value createArriveCount(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value barrier, mlir::Value count,
                              bool drop);
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETONVVM_INLINEPTX_H
