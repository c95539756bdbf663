// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEBARRIEROPS_TD
#define TILERY_DIALECT_TILE_IR_TILEBARRIEROPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

class Tile_MBarrierOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<"mbarrier." # mnemonic, traits>;

// An op whose PTX form depends on its attributes.
class Tile_MBarrierFormOp<string mnemonic, list<Trait> traits = []>
    : Tile_MBarrierOp<mnemonic, !listconcat(traits,
          [DeclareOpInterfaceMethods<Tile_TargetOpInterface>])>;

def Tile_MBarrierRefOp : Tile_MBarrierOp<"ref", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "one barrier of a barrier buffer";
  let description = [{
    Names the element of a barrier buffer that the other mbarrier ops act on. A
    buffer that `tile.mapa` has mapped gives a barrier of another block,
    `!tile.mbarrier_ref<shared_cluster>`.

    Constraints:
    - (C1) There is one index a dimension, and a constant index lies in the buffer.
    - (C2) The buffer holds `!tile.mbarrier`, in `#tile.shared` or
      `#tile.shared_cluster`.

    PTX: the address of the barrier.

    Example:
    ```mlir
    tile.kernel @ref() block [32] {
      %c2 = arith.constant 2 : index
      %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c2] : memref<4x!tile.mbarrier, #tile.shared>
    }
    ```
  }];
  let arguments = (ins AnyMemRef:$barriers, Variadic<Index>:$indices);
  let results = (outs Tile_MBarrierRefType:$result);
  let assemblyFormat = "$barriers `[` $indices `]` attr-dict `:` qualified(type($barriers))";
  let hasVerifier = 1;
}

def Tile_MBarrierInitOp : Tile_MBarrierFormOp<"init", [Tile_BarrierEffects]> {
  let summary = "makes a barrier that waits for a number of arrivals";
  let description = [{
    Initialises the barrier: phase 0, `count` pending arrivals, no pending bytes.
    Other threads and the copy engine see it after a proxy fence and a block
    barrier; other blocks of the cluster after `tile.fence.mbarrier_init` and a
    cluster barrier.

    Constraints:
    - (C1) A constant count is 1..1048575 (2^20 - 1).
    - (C2) The barrier is one of the block's own.

    PTX: `mbarrier.init.shared.b64 [bar], count` (PTX ISA, mbarrier.init).

    Example:
    ```mlir
    tile.kernel @init() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.init %bar, 1
    }
    ```
  }];
  let arguments = (ins Tile_MBarrierRefType:$barrier, Optional<I32>:$count,
                       OptionalAttr<I32Attr>:$static_count);
  let assemblyFormat = [{
    custom<Barrier>($barrier, type($barrier)) `,`
    custom<IntOrValue>($count, $static_count) attr-dict
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$barrier, "int32_t":$count), [{
    build($_builder, $_state, barrier, {}, $_builder.getI32IntegerAttr(count));
  }]>];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_MBarrierInvalOp : Tile_MBarrierFormOp<"inval", [Tile_BarrierEffects]> {
  let summary = "ends the life of a barrier, so that its bytes can be reused";
  let description = [{
    After it, the bytes are plain memory. No thread may still wait on the barrier.

    Constraints:
    - (C1) The barrier is one of the block's own.

    PTX: `mbarrier.inval.shared.b64 [bar]` (PTX ISA, mbarrier.inval).

    Example:
    ```mlir
    tile.kernel @inval() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.inval %bar
    }
    ```
  }];
  let arguments = (ins Tile_MBarrierRefType:$barrier);
  let assemblyFormat = "custom<Barrier>($barrier, type($barrier)) attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

class Tile_MBarrierArrivalOp<string mnemonic>
    : Tile_MBarrierFormOp<mnemonic, [Tile_OrderingEffects]> {
  let arguments = (ins Tile_MBarrierRefType:$barrier, Optional<I32>:$count,
                       OptionalAttr<I32Attr>:$static_count,
                       OptionalAttr<Tile_Semantics>:$semantics,
                       OptionalAttr<Tile_Scope>:$scope, UnitAttr:$no_complete);
  let results = (outs Optional<I64>:$state);
  let assemblyFormat = [{
    `` custom<Ordering>($semantics, $scope) custom<Barrier>($barrier, type($barrier))
    `` custom<CountOption>($count, $static_count) (`no_complete` $no_complete^)?
    attr-dict (`->` type($state)^)?
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_MBarrierArriveOp : Tile_MBarrierArrivalOp<"arrive"> {
  let summary = "arrivals, which release the thread's earlier accesses";
  let description = [{
    Takes `count` arrivals (1 where none is given) off the pending ones. The
    state, where asked for, is the phase that the arrival belongs to, for the waits
    that take one. On a barrier of another block, `!tile.mbarrier_ref<shared_cluster>`,
    there is no state.

    Without an ordering it is PTX's plain form: release among the threads of the
    block. `release.cluster` also publishes the thread's writes of global memory to
    the other blocks and costs a GPU-wide memory barrier for it; consumers that hand
    back a shared buffer need the plain form only.

    Constraints:
    - (C1) A constant count is 1..1048575 (2^20 - 1).
    - (C2) The ordering is `release` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) An arrival on another block's barrier has no state.
    - (C4) `no_complete` goes with a count, on a barrier of the block's own, without
      an ordering.

    PTX: `mbarrier.arrive{.release,.relaxed}{.cta,.cluster}.shared{::cluster}.b64
    state, [bar], count`; with `no_complete`, `mbarrier.arrive.noComplete` (PTX ISA,
    mbarrier.arrive).

    Example:
    ```mlir
    tile.kernel @arrive() block [32] cluster [2] {
      %c0 = arith.constant 0 : index
      %empty = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %empty[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.arrive %bar
      %state = tile.mbarrier.arrive %bar, 2 -> i64
      %next = tile.mapa %bar, 1 : !tile.mbarrier_ref
      tile.mbarrier.arrive %next <shared_cluster>
      tile.mbarrier.arrive release.cluster %next <shared_cluster>
    }
    ```
  }];
}

def Tile_MBarrierArriveDropOp : Tile_MBarrierArrivalOp<"arrive_drop"> {
  let summary = "arrivals, and as many fewer in all later phases";
  let description = [{
    Like `tile.mbarrier.arrive`, and later phases expect `count` arrivals less: a
    thread leaves the barrier.

    Constraints:
    - (C1) A constant count is 1..1048575 (2^20 - 1).
    - (C2) The ordering is `release` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) An arrival on another block's barrier has no state.
    - (C4) `no_complete` goes with a count, on a barrier of the block's own, without
      an ordering.

    PTX: `mbarrier.arrive_drop{.release,.relaxed}{.cta,.cluster}.shared{::cluster}.b64
    state, [bar], count` (PTX ISA, mbarrier.arrive_drop).

    Example:
    ```mlir
    tile.kernel @leave() block [32] {
      %c0 = arith.constant 0 : index
      %empty = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %empty[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.arrive_drop %bar
      tile.mbarrier.arrive_drop relaxed.cta %bar, 3
    }
    ```
  }];
}

class Tile_MBarrierTxOp<string mnemonic, list<Trait> traits = [Tile_OrderingEffects]>
    : Tile_MBarrierFormOp<mnemonic, traits> {
  dag operands = (ins Tile_MBarrierRefType:$barrier, Optional<I32>:$bytes,
                      OptionalAttr<I32Attr>:$static_bytes,
                      OptionalAttr<Tile_Semantics>:$semantics,
                      OptionalAttr<Tile_Scope>:$scope);
  let arguments = operands;
  let assemblyFormat = [{
    `` custom<Ordering>($semantics, $scope) custom<Barrier>($barrier, type($barrier))
    `,` custom<IntOrValue>($bytes, $static_bytes) attr-dict
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

class Tile_MBarrierArriveTxOp<string mnemonic> : Tile_MBarrierTxOp<mnemonic> {
  let results = (outs Optional<I64>:$state);
  let assemblyFormat = [{
    `` custom<Ordering>($semantics, $scope) custom<Barrier>($barrier, type($barrier))
    `,` custom<IntOrValue>($bytes, $static_bytes) attr-dict (`->` type($state)^)?
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$barrier, "int32_t":$bytes), [{
      build($_builder, $_state, ::mlir::Type(), barrier, {}, $_builder.getI32IntegerAttr(bytes), {}, {});
    }]>,
    OpBuilder<(ins "::mlir::Value":$barrier, "::mlir::Value":$bytes), [{
      build($_builder, $_state, ::mlir::Type(), barrier, bytes, {}, {}, {});
    }]>];
}

def Tile_MBarrierArriveExpectTxOp : Tile_MBarrierArriveTxOp<"arrive_expect_tx"> {
  let summary = "expects bytes in the current phase and arrives once";
  let description = [{
    The phase completes when all arrivals *and* all expected bytes have come.
    Expecting more bytes than arrive hangs; expecting fewer ends the phase early.
    Ordering and state are those of `tile.mbarrier.arrive`.

    Constraints:
    - (C1) Constant bytes are 0..1048575 (2^20 - 1).
    - (C2) The ordering is `release` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) An arrival on another block's barrier has no state.

    PTX: `mbarrier.arrive.expect_tx{.release,.relaxed}{.cta,.cluster}.shared{::cluster}.b64
    state, [bar], bytes` (PTX ISA, mbarrier.arrive).

    Example:
    ```mlir
    tile.kernel @expect() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.arrive_expect_tx %bar, 16384
    }
    ```
  }];
}

def Tile_MBarrierArriveDropExpectTxOp
    : Tile_MBarrierArriveTxOp<"arrive_drop_expect_tx"> {
  let summary = "expects bytes in the current phase, arrives once and leaves";
  let description = [{
    Like `tile.mbarrier.arrive_expect_tx`, and later phases expect one arrival less.

    Constraints:
    - (C1) Constant bytes are 0..1048575 (2^20 - 1).
    - (C2) The ordering is `release` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) An arrival on another block's barrier has no state.

    PTX: `mbarrier.arrive_drop.expect_tx{.release,.relaxed}{.cta,.cluster}.shared{::cluster}.b64
    state, [bar], bytes` (PTX ISA, mbarrier.arrive_drop).

    Example:
    ```mlir
    tile.kernel @last_tile() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.arrive_drop_expect_tx %bar, 16384
    }
    ```
  }];
}

def Tile_MBarrierExpectTxOp : Tile_MBarrierTxOp<"expect_tx"> {
  let summary = "expects bytes in the current phase";
  let description = [{
    Adds to the pending bytes without an arrival. Without an ordering it is
    `relaxed.cta`.

    Constraints:
    - (C1) Constant bytes are 0..1048575 (2^20 - 1).
    - (C2) The ordering is `relaxed`, at scope `cta` or `cluster`.

    PTX: `mbarrier.expect_tx.relaxed{.cta,.cluster}.shared{::cluster}.b64 [bar],
    bytes` (PTX ISA, mbarrier.expect_tx).

    Example:
    ```mlir
    tile.kernel @expect() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.expect_tx %bar, 16384
    }
    ```
  }];
}

def Tile_MBarrierCompleteTxOp : Tile_MBarrierTxOp<"complete_tx"> {
  let summary = "counts bytes as arrived in the current phase";
  let description = [{
    Takes bytes off the pending ones, as a transfer does when it lands: for threads
    that stand in for the copy engine. Without an ordering it is `relaxed.cta`.

    Constraints:
    - (C1) Constant bytes are 0..1048575 (2^20 - 1).
    - (C2) The ordering is `relaxed`, at scope `cta` or `cluster`.

    PTX: `mbarrier.complete_tx.relaxed{.cta,.cluster}.shared{::cluster}.b64 [bar],
    bytes` (PTX ISA, mbarrier.complete_tx).

    Example:
    ```mlir
    tile.kernel @stand_in() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.expect_tx %bar, 512
      tile.mbarrier.complete_tx %bar, 512
    }
    ```
  }];
}

def Tile_MBarrierPendingCountOp : Tile_MBarrierOp<"pending_count", [Pure]> {
  let summary = "pending arrivals of the phase in a state";
  let description = [{
    The arrivals that were pending when the state was taken, before the arrival that
    gave it.

    PTX: `mbarrier.pending_count.b64 count, state` (PTX ISA, mbarrier.pending_count).

    Example:
    ```mlir
    tile.kernel @pending(%out: memref<1xi32>) block [32] {
      %c0 = arith.constant 0 : index
      %empty = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %empty[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %state = tile.mbarrier.arrive %bar -> i64
      %pending = tile.mbarrier.pending_count %state
      memref.store %pending, %out[%c0] : memref<1xi32>
    }
    ```
  }];
  let arguments = (ins I64:$state);
  let results = (outs I32:$result);
  let assemblyFormat = "$state attr-dict";
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

class Tile_MBarrierPhaseOp<string mnemonic>
    : Tile_MBarrierFormOp<mnemonic, [AttrSizedOperandSegments, Tile_OrderingEffects]> {
  let arguments = (ins Tile_MBarrierRefType:$barrier, Optional<I32>:$parity,
                       OptionalAttr<I32Attr>:$static_parity, Optional<I64>:$state,
                       Optional<I32>:$suspend_ns,
                       OptionalAttr<I32Attr>:$static_suspend_ns,
                       OptionalAttr<Tile_Semantics>:$semantics,
                       OptionalAttr<Tile_Scope>:$scope);
  let assemblyFormat = [{
    `` custom<Ordering>($semantics, $scope) custom<Barrier>($barrier, type($barrier))
    `,` custom<Phase>($parity, $static_parity, $state)
    `` custom<SuspendOption>($suspend_ns, $static_suspend_ns)
    attr-dict
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_MBarrierWaitOp : Tile_MBarrierPhaseOp<"wait"> {
  let summary = "blocks until a phase is complete";
  let description = [{
    Waits for the phase whose parity is `parity` (0 for the first), or the phase of a
    `state`, to complete, and acquires what its arrivals and transfers wrote. On a
    fresh barrier a wait on parity 1 passes at once: that is how producers start.
    Without an ordering it is `acquire.cta`; arrivals of other blocks that release
    at cluster scope are acquired by `acquire.cluster`. `suspend_ns` is a hint how
    long one try may suspend the thread.

    Constraints:
    - (C1) A constant parity is 0 or 1.
    - (C2) The ordering is `acquire` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) The barrier is one of the block's own.
    - (C4) There is either a parity or a state.
    - (C5) A constant hint is 0..2147483647 ns.

    PTX: a loop around `mbarrier.try_wait{.parity}{.acquire,.relaxed}{.cta,.cluster}.shared.b64`
    (PTX ISA, mbarrier.try_wait).

    Example:
    ```mlir
    tile.kernel @wait() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.wait %bar, 0
      %state = tile.mbarrier.arrive %bar -> i64
      tile.mbarrier.wait %bar, state %state suspend_ns 1000
      tile.mbarrier.wait acquire.cluster %bar, 1
    }
    ```
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$barrier, "int32_t":$parity), [{
      build($_builder, $_state, barrier, {}, $_builder.getI32IntegerAttr(parity), {}, {}, {}, {}, {});
    }]>,
    OpBuilder<(ins "::mlir::Value":$barrier, "::mlir::Value":$parity), [{
      build($_builder, $_state, barrier, parity, {}, {}, {}, {}, {}, {});
    }]>];
}

// An op that says whether a phase is complete.
class Tile_MBarrierPollOp<string mnemonic> : Tile_MBarrierPhaseOp<mnemonic> {
  let results = (outs I1:$result);
}

def Tile_MBarrierTryWaitOp : Tile_MBarrierPollOp<"try_wait"> {
  let summary = "whether the phase is complete, after a suspended wait";
  let description = [{
    May suspend the thread for a while, of about `suspend_ns` nanoseconds where given;
    true when the phase is complete. Phase and ordering are those of
    `tile.mbarrier.wait`.

    Constraints:
    - (C1) A constant parity is 0 or 1.
    - (C2) The ordering is `acquire` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) The barrier is one of the block's own.
    - (C4) There is either a parity or a state.
    - (C5) A constant hint is 0..2147483647 ns.

    PTX: `mbarrier.try_wait{.parity}{.acquire,.relaxed}{.cta,.cluster}.shared.b64 done,
    [bar], phase, suspend_ns` (PTX ISA, mbarrier.try_wait).

    Example:
    ```mlir
    tile.kernel @poll() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %done = tile.mbarrier.try_wait %bar, 0 suspend_ns 20000
    }
    ```
  }];
}

def Tile_MBarrierTestWaitOp : Tile_MBarrierPollOp<"test_wait"> {
  let summary = "whether the phase is complete, at once";
  let description = [{
    Never suspends; true when the phase is complete. Phase and ordering are those of
    `tile.mbarrier.wait`.

    Constraints:
    - (C1) A constant parity is 0 or 1.
    - (C2) The ordering is `acquire` or `relaxed`, at scope `cta` or `cluster`.
    - (C3) The barrier is one of the block's own.
    - (C4) There is either a parity or a state.
    - (C5) There is no `suspend_ns`: nothing is suspended.

    PTX: `mbarrier.test_wait{.parity}{.acquire,.relaxed}{.cta,.cluster}.shared.b64 done,
    [bar], phase` (PTX ISA, mbarrier.test_wait).

    Example:
    ```mlir
    tile.kernel @poll() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %done = tile.mbarrier.test_wait %bar, 0
    }
    ```
  }];
}

#endif // TILERY_DIALECT_TILE_IR_TILEBARRIEROPS_TD
