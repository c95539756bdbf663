// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BarrierUse.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The constant that a value folds to, or null.
static Attribute foldValue(Value value, unsigned depth) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  // Deep enough for sizes that a front end computes.
  constexpr unsigned maxDepth = 8;
  Operation *op = value.getDefiningOp();
  if (!op || depth > maxDepth || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || !isPure(op))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    operands.push_back(foldValue(operand, depth + 1));
  // Folding may change the op: that is done to a copy.
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> results;
  if (succeeded(copy->fold(operands, results)) && results.size() == 1)
    constant = dyn_cast<Attribute>(results.front());
  copy->destroy();
  return constant;
}

std::optional<int64_t> tile::getConstant(Value value) {
  auto constant = dyn_cast_if_present<IntegerAttr>(foldValue(value, 0));
  if (!constant || !constant.getValue().isSignedIntN(64))
    return std::nullopt;
  return constant.getValue().getSExtValue();
}

/// The number beside a barrier, or -1 where it is not known.
static int64_t getNumber(Value value, IntegerAttr constant) {
  if (constant)
    return constant.getValue().getSExtValue();
  return value ? getConstant(value).value_or(-1) : -1;
}

//===----------------------------------------------------------------------===//
// BarrierUse
//===----------------------------------------------------------------------===//

template <typename OpTy> static int64_t getBytes(OpTy op) {
  return getNumber(op.getBytes(), op.getStaticBytesAttr());
}
template <typename OpTy> static int64_t getParity(OpTy op) {
  return getNumber(op.getParity(), op.getStaticParityAttr());
}

void BarrierUse::add(MBarrierRefOp ref) {
  for (Operation *user : ref->getUsers()) {
    auto event = [&](BarrierEvent::Kind kind, int64_t bytes) {
      events.push_back({kind, user, bytes});
    };
    if (auto async = dyn_cast<TileAsyncOp>(user)) {
      isKnown &= async.getCompletionBarrier() == ref.getResult();
      event(BarrierEvent::Deliver, async.getTransferBytes());
    } else if (auto expect = dyn_cast<MBarrierExpectTxOp>(user)) {
      event(BarrierEvent::Expect, getBytes(expect));
    } else if (auto expect = dyn_cast<MBarrierArriveExpectTxOp>(user)) {
      event(BarrierEvent::Expect, getBytes(expect));
    } else if (auto expect = dyn_cast<MBarrierArriveDropExpectTxOp>(user)) {
      event(BarrierEvent::Expect, getBytes(expect));
    } else if (auto complete = dyn_cast<MBarrierCompleteTxOp>(user)) {
      event(BarrierEvent::Deliver, getBytes(complete));
    } else if (auto wait = dyn_cast<MBarrierWaitOp>(user)) {
      event(BarrierEvent::Separator, getParity(wait));
    } else if (isa<MBarrierTryWaitOp, MBarrierTestWaitOp>(user)) {
      event(BarrierEvent::Separator, -1);
    } else if (isa<MBarrierInitOp, MBarrierInvalOp>(user)) {
      event(BarrierEvent::Separator, -1);
    } else if (isa<MBarrierArriveOp, MBarrierArriveDropOp>(user)) {
      arrivals.push_back(user);
    } else {
      isKnown = false;
    }
  }
}

/// Which branches and loops an op is in, outermost first. Branches on one
/// condition are the same wherever they are: ops of equal paths run equally
/// often.
using Path = SmallVector<std::pair<void *, unsigned>>;

static Path getPath(Operation *op) {
  Path path;
  while (!isa<KernelOp>(op->getParentOp())) {
    unsigned region = op->getParentRegion()->getRegionNumber();
    op = op->getParentOp();
    auto branch = dyn_cast<scf::IfOp>(op);
    path.emplace_back(branch ? branch.getCondition().getAsOpaquePointer() : op,
                      region);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// Whether whoever does what 'inner' holds also passes 'outer'.
static bool encloses(ArrayRef<std::pair<void *, unsigned>> outer,
                     ArrayRef<std::pair<void *, unsigned>> inner) {
  return outer.size() <= inner.size() &&
         outer == inner.take_front(outer.size());
}

/// The order of the program text.
static bool isBefore(Operation *a, Operation *b) {
  SmallVector<Operation *> above;
  for (Operation *op = a; op; op = op->getParentOp())
    above.push_back(op);
  for (Operation *op = b; op; op = op->getParentOp())
    for (Operation *other : above)
      if (other != op && other->getBlock() == op->getBlock())
        return other->isBeforeInBlock(op);
  return false;
}

void BarrierUse::sort() {
  llvm::sort(events, [](const BarrierEvent &a, const BarrierEvent &b) {
    return isBefore(a.op, b.op);
  });
  auto isCounted = [](const BarrierEvent &event) {
    return event.kind != BarrierEvent::Separator;
  };
  auto first = llvm::find_if(events, isCounted);
  if (first == events.end())
    return;
  Path path = getPath(first->op);
  for (const BarrierEvent &event : events)
    isKnown &=
        !isCounted(event) ||
        (event.bytes >= 0 && ArrayRef(getPath(event.op)) == ArrayRef(path));
  // What stands before the first count and after the last one parts nothing. A
  // wait under other conditions may part, or be one of other threads.
  auto last =
      std::prev(std::find_if(events.rbegin(), events.rend(), isCounted).base());
  for (auto event = first; event != last; ++event)
    isKnown &= encloses(getPath(event->op), path);
  // An arrival before them all may have ended a phase already: which one a wait
  // ends then, its parity does not tell.
  bool isParted = !std::all_of(first, last, isCounted);
  isKnown &= !isParted || llvm::none_of(arrivals, [&](Operation *arrival) {
    return isBefore(arrival, first->op);
  });
  events = SmallVector<BarrierEvent>(first, std::next(last));
}
