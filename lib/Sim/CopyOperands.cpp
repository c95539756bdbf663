// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CopyOperands.h"
#include "Text.h"

namespace tilery::sim {

Block &checkSharedAddress(Worker &worker, Thread *self, const void *address,
                          uint32_t site, bool mayBeRemote) {
  Block *block = worker.blockOf(self, address);
  if (!block)
    worker.fault(self, FindingKind::OutOfBounds, site,
                 "expected an address in shared memory, got another");
  if (!mayBeRemote && block != self->block)
    worker.fault(self, FindingKind::IllegalCopy, site, [&] {
      return str("expected shared memory of the own block, got that of "
                 "rank ",
                 block->rank);
    });
  return *block;
}

void reportUnwrittenSource(Worker &worker, Thread *self, const Block &block,
                           const uint8_t *address, uint32_t site) {
  if (Finding *finding =
          worker.report(self, FindingKind::UninitialisedRead, site, kNoSite,
                        worker.bufferOf(block, address, site)))
    finding->text =
        str("expected the bytes to copy to have been written, got some at ",
            worker.nameOf(block, address, site), " that nobody has");
}

void Worker::checkIssuer(Thread *self, uint32_t site, uint64_t key) {
  if (!checks)
    return;
  uint64_t warp = self->block->linear * launch->warpsPerBlock + self->warp;
  IssueRecord &record = issues[warp * launch->kernel->numSites + site];
  uint32_t ordinal = record.counts[self->lane]++;
  if (record.isSet && record.ordinal == ordinal && record.key == key &&
      record.lane != self->lane) {
    if (Finding *finding = report(self, FindingKind::DuplicateCopy, site))
      finding->text =
          str("expected one thread to issue the copy, got lanes ", record.lane,
              " and ", self->lane, " of warp ", self->warp,
              " with the same operands; put it under tile.elect");
    return;
  }
  record.isSet = true;
  record.ordinal = ordinal;
  record.key = key;
  record.lane = self->lane;
}

} // namespace tilery::sim
