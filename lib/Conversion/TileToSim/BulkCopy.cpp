// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of plain memory.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

using namespace mlir;
using namespace tilery;

void tilery::populateBulkCopyPatterns(const KernelTypeConverter &converter,
                                      const KernelTables &tables,
                                      RewritePatternSet &patterns) {
  using Values = SmallVector<Value>;
  CallPatterns calls(converter, tables, patterns);
  calls.add<tile::BulkLoadOp>(
      "tilery_sim_bulk_load",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        auto [destination, source, bytes] =
            getBulkOperands(b, op, adaptor, converter);
        return Values{destination, source, bytes, adaptor.getMbar(),
                      getMask(b, op.getLoc(), adaptor.getCtaMask())};
      });
  calls.add<tile::BulkStoreOp>(
      "tilery_sim_bulk_store",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        auto [destination, source, bytes] =
            getBulkOperands(b, op, adaptor, converter);
        return Values{destination, source, bytes};
      });
  calls.add<tile::BulkCopyOp>(
      "tilery_sim_bulk_copy",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        auto [destination, source, bytes] =
            getBulkOperands(b, op, adaptor, converter);
        return Values{destination, source, bytes, adaptor.getMbar()};
      });
  calls.add<tile::BulkReduceOp>(
      "tilery_sim_bulk_reduce",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        auto [destination, source, bytes] =
            getBulkOperands(b, op, adaptor, converter);
        return Values{createEnum(b, op.getLoc(), op.getKind().getValue()),
                      createEnum(b, op.getLoc(), op.getType().getValue()),
                      destination, source, bytes};
      });
  calls.add<tile::BulkReduceSharedOp>(
      "tilery_sim_bulk_reduce_shared",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        auto [destination, source, bytes] =
            getBulkOperands(b, op, adaptor, converter);
        return Values{createEnum(b, op.getLoc(), op.getKind().getValue()),
                      createEnum(b, op.getLoc(), op.getType().getValue()),
                      destination,
                      source,
                      bytes,
                      adaptor.getMbar()};
      });
  calls.add<tile::BulkPrefetchOp>(
      "tilery_sim_bulk_prefetch",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        return Values{getSource(b, op, adaptor, converter),
                      getBytes(b, op, adaptor)};
      });
}
