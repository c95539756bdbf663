// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEBARRIEROPS_TD
#define TILERY_DIALECT_TILE_IR_TILEBARRIEROPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"

class Tile_MBarrierOp<string mnemonic, string form, list<Trait> traits = []>
    : Tile_FormOp<"mbarrier." # mnemonic, form, traits>;

def Tile_MBarrierRefOp : Tile_Op<"mbarrier.ref", [Pure]> {
  let summary = "one barrier of a barrier buffer";
  let description = [{
    Names the element of a barrier buffer that the other mbarrier ops act on.

    Constraints:
    - (C1) There is one index a dimension, and a constant index lies in the buffer.

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
  let arguments = (ins Tile_BarrierMemRef:$barriers, Variadic<Index>:$indices);
  let results = (outs Tile_MBarrierRefType:$result);
  let assemblyFormat = "$barriers `[` $indices `]` attr-dict `:` qualified(type($barriers))";
  let hasVerifier = 1;
}

def Tile_MBarrierInitOp : Tile_MBarrierOp<"init", "MBarrierInit", [Tile_BarrierEffects]> {
  let summary = "makes a barrier that waits for a number of arrivals";
  let description = [{
    Initialises the barrier: phase 0, `count` pending arrivals, no pending bytes.
    Other threads and the copy engine see it after a proxy fence and a block
    barrier.

    Constraints:
    - (C1) A constant count is 1..1048575 (2^20 - 1).

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
  let assemblyFormat =
    "$barrier `,` custom<IntOrValue>($count, $static_count) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDefinition = formDefinition # [{
    ::llvm::LogicalResult $cppClass::verify() {
      return verifyBarrierParameter(*this, getCount(), getStaticCountAttr(), "an arrival count",
                                    1, maxBarrierCount);
    }
    ::llvm::LogicalResult $cppClass::fold(FoldAdaptor adaptor,
                                          ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &) {
      return foldBarrierParameter(adaptor.getCount(), getCountMutable(),
                                  [&](int32_t value) { setStaticCount(value); });
    }
  }];
}

def Tile_MBarrierInvalOp : Tile_MBarrierOp<"inval", "MBarrierInval", [Tile_BarrierEffects]> {
  let summary = "ends the life of a barrier, so that its bytes can be reused";
  let description = [{
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
  let assemblyFormat = "$barrier attr-dict";
}

def Tile_MBarrierArriveOp : Tile_MBarrierOp<"arrive", "MBarrierArrive", [Tile_OrderingEffects]> {
  let summary = "one arrival, which releases the thread's earlier accesses";
  let description = [{
    PTX: `mbarrier.arrive.shared.b64 state, [bar]` (PTX ISA, mbarrier.arrive).

    Example:
    ```mlir
    tile.kernel @arrive() block [32] {
      %c0 = arith.constant 0 : index
      %empty = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %empty[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.arrive %bar
    }
    ```
  }];
  let arguments = (ins Tile_MBarrierRefType:$barrier);
  let assemblyFormat = "$barrier attr-dict";
}

class Tile_MBarrierTxOp<string mnemonic, string form>
    : Tile_MBarrierOp<mnemonic, form, [Tile_OrderingEffects]> {
  let arguments = (ins Tile_MBarrierRefType:$barrier, Optional<I32>:$bytes,
                       OptionalAttr<I32Attr>:$static_bytes);
  let assemblyFormat =
    "$barrier `,` custom<IntOrValue>($bytes, $static_bytes) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDefinition = formDefinition # [{
    ::llvm::LogicalResult $cppClass::verify() {
      return verifyBarrierParameter(*this, getBytes(), getStaticBytesAttr(), "bytes", 0,
                                    maxBarrierCount);
    }
    ::llvm::LogicalResult $cppClass::fold(FoldAdaptor adaptor,
                                          ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &) {
      return foldBarrierParameter(adaptor.getBytes(), getBytesMutable(),
                                  [&](int32_t value) { setStaticBytes(value); });
    }
  }];
}

def Tile_MBarrierArriveExpectTxOp : Tile_MBarrierTxOp<"arrive_expect_tx", "MBarrierArriveExpectTx"> {
  let summary = "expects bytes in the current phase and arrives once";
  let description = [{
    The phase completes when all arrivals *and* all expected bytes have come.
    Expecting more bytes than arrive hangs; expecting fewer ends the phase early.

    Constraints:
    - (C1) Constant bytes are 0..1048575 (2^20 - 1).

    PTX: `mbarrier.arrive.expect_tx.shared.b64 state, [bar], bytes` (PTX ISA,
    mbarrier.arrive).

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

def Tile_MBarrierExpectTxOp : Tile_MBarrierTxOp<"expect_tx", "MBarrierExpectTx"> {
  let summary = "expects bytes in the current phase";
  let description = [{
    Adds to the pending bytes without an arrival.

    Constraints:
    - (C1) Constant bytes are 0..1048575 (2^20 - 1).

    PTX: `mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], bytes` (PTX ISA,
    mbarrier.expect_tx).

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

class Tile_MBarrierPhaseOp<string mnemonic, string form>
    : Tile_MBarrierOp<mnemonic, form, [Tile_OrderingEffects]> {
  let arguments = (ins Tile_MBarrierRefType:$barrier, Optional<I32>:$parity,
                       OptionalAttr<I32Attr>:$static_parity);
  let assemblyFormat =
    "$barrier `,` custom<IntOrValue>($parity, $static_parity) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
  code verifyDefinition = formDefinition # [{
    ::llvm::LogicalResult $cppClass::verify() {
      return verifyBarrierParameter(*this, getParity(), getStaticParityAttr(), "a parity", 0, 1);
    }
  }];
}

// An op that says whether a phase is complete.
class Tile_MBarrierPollOp<string mnemonic, string form>
    : Tile_MBarrierPhaseOp<mnemonic, form> {
  let results = (outs I1:$result);
  let extraClassDefinition = verifyDefinition # [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      if (failed(foldBarrierParameter(adaptor.getParity(), getParityMutable(),
                                      [&](int32_t value) { setStaticParity(value); })))
        return {};
      return getResult();
    }
  }];
}

def Tile_MBarrierWaitOp : Tile_MBarrierPhaseOp<"wait", "MBarrierTryWait"> {
  let summary = "blocks until the phase of the given parity is complete";
  let description = [{
    Waits for the phase whose parity is `parity` (0 for the first) to complete,
    and acquires what its arrivals and transfers wrote. On a fresh barrier a wait
    on parity 1 passes at once: that is how producers start.

    Constraints:
    - (C1) A constant parity is 0 or 1.

    PTX: a loop around `mbarrier.try_wait.parity.shared.b64` (PTX ISA,
    mbarrier.try_wait).

    Example:
    ```mlir
    tile.kernel @wait() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      tile.mbarrier.wait %bar, 0
    }
    ```
  }];
  let extraClassDefinition = verifyDefinition # [{
    ::llvm::LogicalResult $cppClass::fold(FoldAdaptor adaptor,
                                          ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &) {
      return foldBarrierParameter(adaptor.getParity(), getParityMutable(),
                                  [&](int32_t value) { setStaticParity(value); });
    }
  }];
}

def Tile_MBarrierTryWaitOp : Tile_MBarrierPollOp<"try_wait", "MBarrierTryWait"> {
  let summary = "whether the phase is complete, after a suspended wait";
  let description = [{
    May suspend the thread for a while; true when the phase of `parity` is complete.

    Constraints:
    - (C1) A constant parity is 0 or 1.

    PTX: `mbarrier.try_wait.parity.shared.b64` (PTX ISA, mbarrier.try_wait).

    Example:
    ```mlir
    tile.kernel @poll() block [32] {
      %c0 = arith.constant 0 : index
      %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
      %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
      %done = tile.mbarrier.try_wait %bar, 0
    }
    ```
  }];
}

def Tile_MBarrierTestWaitOp : Tile_MBarrierPollOp<"test_wait", "MBarrierTestWait"> {
  let summary = "whether the phase is complete, at once";
  let description = [{
    Never suspends; true when the phase of `parity` is complete.

    Constraints:
    - (C1) A constant parity is 0 or 1.

    PTX: `mbarrier.test_wait.parity.shared.b64` (PTX ISA, mbarrier.test_wait).

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
