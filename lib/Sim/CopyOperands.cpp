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
  uint64_t place = self->block->linear * launch->kernel->numSites + site;
  IssueRecord &record = issues[place];
  record.counts.resize(launch->threadsPerBlock);
  uint32_t number = record.counts[self->linearThread]++;
  IssueRecord::Turn &turn = record.turns[number % IssueRecord::kTurns];
  if (turn.number == number && turn.key == key &&
      turn.thread != self->linearThread) {
    if (Finding *finding = report(self, FindingKind::DuplicateCopy, site))
      finding->text =
          str("expected one thread to issue the copy, got threads ",
              turn.thread, " and ", self->linearThread,
              " with the same operands; put it under tile.elect, in one warp");
    return;
  }
  turn = {number, self->linearThread, key};
}

} // namespace tilery::sim
