// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEKERNELOPS_TD
#define TILERY_DIALECT_TILE_IR_TILEKERNELOPS_TD

include "tilery/Dialect/Tile/IR/TileOpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def Tile_KernelOp : Tile_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope, AffineScope,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    SingleBlockImplicitTerminator<"::tilery::tile::ReturnOp">]> {
  let summary = "a kernel: SIMT code that every thread of the grid runs";
  let description = [{
    A device function that `launch.kernel` starts. Its region is the code of one
    thread. Block and cluster sizes are static, because shared memory, barriers
    and registers are planned for them; the grid belongs to the launch. Sizes are
    written x, y, z.

    Constraints:
    - (C1) `block` has one to three extents, each at least 1, z at most 64, and
      at most 1024 threads in all.
    - (C2) `cluster`, where given, has one to three extents, each at least 1, and
      at most 8 blocks in all; 9 to 16 take the keyword `nonportable`, as not every
      device has them.
    - (C3) Arguments are memrefs in the default memory space, of integers or floats
      of 8 to 64 bits, `!tile.tensor_map`, signless integers of 8 to 64 bits,
      `index`, or floats of 16 to 64 bits; there are no results.
    - (C4) `min_blocks_per_sm` is 1..32 and `max_registers` 24..255.

    PTX: `.entry` with `.reqntid` (and `.reqnctapercluster`, `.minnctapersm`,
    `.maxnreg`).

    Example:
    ```mlir
    tile.kernel @scale(%x: memref<1024xf32>, %a: f32) block [256] {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<1024xf32>
      %w = arith.mulf %v, %a : f32
      memref.store %w, %x[%i] : memref<1024xf32>
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    DenseI32ArrayAttr:$block,
    OptionalAttr<DenseI32ArrayAttr>:$cluster,
    UnitAttr:$nonportable,
    OptionalAttr<I32Attr>:$min_blocks_per_sm,
    OptionalAttr<I32Attr>:$max_registers,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, Tile_NamedTypes:$arguments,
                                 "::llvm::ArrayRef<int32_t>":$block,
                                 CArg<Tile_BodyBuilder, "nullptr">:$body)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// Threads of a block.
    int64_t getNumThreads();
    /// Blocks of a cluster, 1 without one.
    int64_t getNumClusterBlocks();
    /// Whether the kernel holds a tile.grid_sync: only cooperative launches may
    /// start it.
    bool usesGridSync();
    /// The name of argument 'index' in diagnostics: 'tile.name', or "#index".
    std::string getArgumentName(unsigned index);
  }];
}

def Tile_ReturnOp : Tile_Op<"return", [Pure, Terminator, HasParent<"KernelOp">]> {
  let summary = "the end of a kernel";
  let description = [{
    Ends the thread. The terminator is implied and is not printed.

    PTX: `ret`.

    Example:
    ```mlir
    tile.kernel @nothing() block [32] {
      tile.return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_AllocSharedOp : Tile_Op<"alloc_shared", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a buffer in the block's shared memory";
  let description = [{
    Reserves shared memory for the whole life of the block. The planner places
    it: 128-byte aligned for numbers (256, 512 or 1024 under a 32B, 64B or 128B
    swizzle, whose pattern is an exclusive-or of shared *address* bits), 8-byte
    aligned for barriers. The buffer's name comes from the SSA name.

    Constraints:
    - (C1) The shape is static and has no zero extent; the layout is dense, except
      that a swizzled row takes the whole span: 48 f16 under a 128B swizzle are
      `memref<64x48xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>`. Rows of
      16 or 32 bytes may be dense too, as the slices of an interleaved tensor are.
    - (C2) Elements are integers of 8 to 64 bits, floats, or `!tile.mbarrier`.
    - (C3) It stands in the kernel's own block, not under control flow.
    - (C4) A swizzled buffer's row is a multiple of 16 bytes and at most the span of
      the swizzle (32, 64 or 128 bytes).

    PTX: a `.shared` array that holds every static buffer of the kernel.

    Example:
    ```mlir
    tile.kernel @buffers() block [32] {
      %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
      %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name, OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<Tile_SharedMemRef, "the buffer",
                          [MemAlloc<AutomaticAllocationScopeResource>]>:$buffer);
  let assemblyFormat = [{
    `` custom<ResultName>($name) (`at` $offset^)? attr-dict `:` qualified(type($buffer))
  }];
  // A dense buffer.
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::llvm::ArrayRef<int64_t>":$shape,
                                 "::mlir::Type":$elementType), [{
    auto type = ::mlir::MemRefType::get(shape, elementType, ::mlir::MemRefLayoutAttrInterface(),
                                        SharedAttr::get($_builder.getContext()));
    build($_builder, $_state, type, $_builder.getStringAttr(name), {});
  }]>];
  let hasVerifier = 1;
}

def Tile_WarpIdOp : Tile_Op<"warp_id", [Tile_ConvergentEffects]> {
  let summary = "index of the warp in its block, uniform across the warp";
  let description = [{
    The linear thread index (x fastest) divided by 32. The value is broadcast from
    lane 0, so that ptxas sees that it is uniform and a branch on it does not
    diverge. All threads of the warp must execute it together.

    Constraints:
    - (C1) The kernel's block is made of whole warps.

    PTX: `shfl.sync.idx.b32` of `tid / 32`.

    Example:
    ```mlir
    tile.kernel @warps() block [128] {
      %warp = tile.warp_id
    }
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Tile_ElectOp : Tile_FormOp<"elect", "Elect", [Tile_ConvergentEffects]> {
  let summary = "true in exactly one thread of the warp";
  let description = [{
    Elects a leader of the calling warp. All 32 threads must execute it together.

    Constraints:
    - (C1) The kernel's block is made of whole warps.

    PTX: `elect.sync _|p, 0xffffffff` (PTX ISA, elect.sync).

    Example:
    ```mlir
    tile.kernel @leader() block [32] {
      %leader = tile.elect
    }
    ```
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

#endif // TILERY_DIALECT_TILE_IR_TILEKERNELOPS_TD
