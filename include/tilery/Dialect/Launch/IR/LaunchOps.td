// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_LAUNCH_IR_LAUNCHOPS_TD
#define TILERY_DIALECT_LAUNCH_IR_LAUNCHOPS_TD

include "tilery/Dialect/Launch/IR/LaunchEnums.td"
include "tilery/Dialect/Tile/IR/TileOpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def Launch_Dialect : Dialect {
  let name = "launch";
  let summary = "The host side of a launch";
  let description = [{
    The single truth of how kernels are started: which arguments a launcher takes,
    what it checks, which TensorMaps it encodes, and the grid. Its ops stay
    declarative. They are turned into LLVM IR, which is compiled in process and calls
    the driver, or a recorder that prints the calls.

    Argument attributes are those of the tile dialect (`tile.name`, ...). The pass
    `launch-infer-access` gives memref arguments of kernels one more,
    `launch.access` (i32): bit 0 for read, bit 1 for written.
  }];
  let cppNamespace = "::tilery::launch";
  let dependentDialects = ["::tilery::tile::TileDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral getAccessAttrName() {
      return "launch.access";
    }
  }];
}

class Launch_Op<string mnemonic, list<Trait> traits = []>
    : Op<Launch_Dialect, mnemonic, traits>;

def Launch_ImageAttr : AttrDef<Launch_Dialect, "Image"> {
  let mnemonic = "image";
  let summary = "device code of a kernel for one target";
  let description = [{
    A cubin (an ELF file), or PTX text, which ends with a NUL byte, for the GPU
    target that it names.

    Example:
    ```mlir
    #launch.image<"sm_90a", ".version 8.0\00">
    ```
  }];
  let parameters = (ins StringRefParameter<"the GPU target">:$target,
                        StringRefParameter<"cubin or PTX">:$data);
  let assemblyFormat = "`<` $target `,` $data `>`";
  let extraClassDeclaration = [{
    /// Whether the driver takes the image for machine code, as it does by the
    /// first bytes (CUDA driver API, cuModuleLoadDataEx).
    bool isCubin() const;
    /// PTX without the NUL byte; a cubin as it is.
    ::llvm::StringRef getContent() const;
  }];
}
def Launch_ImagesAttr : TypedArrayAttrBase<Launch_ImageAttr, "images of device code">;

def Launch_FuncOp : Launch_Op<"func", [
    FunctionOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    SingleBlockImplicitTerminator<"::tilery::launch::ReturnOp">]> {
  let summary = "a launcher: host code that starts kernels";
  let description = [{
    A host function over global memrefs, scalars and TensorMaps: integer arithmetic,
    `memref.dim`, and any number of `launch.kernel`. For a `!tile.tensor_map` the
    caller passes the address of a CUtensorMap that it has encoded itself: 128 bytes
    of host memory, 64-byte aligned. What the descriptor says cannot be read back
    from its bytes; its type says what the kernel takes it for.

    Constraints:
    - (C1) Arguments are memrefs in the default memory space, `!tile.tensor_map`,
      integers of 8 to 64 bits, `index`, or floats of 16 to 64 bits; there are no
      results.
    - (C2) The name is one of C: letters, digits and underscores.

    Example:
    ```mlir
    tile.kernel @touch(%x: memref<1024xf32>) block [256] {
    }
    launch.func @touch_all(%x: memref<1024xf32>) {
      launch.kernel @touch grid [4] (%x) : memref<1024xf32>
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, Tile_NamedTypes:$arguments,
                                 CArg<Tile_BodyBuilder, "nullptr">:$body)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// The name of argument 'index' in diagnostics: 'tile.name', or "#index".
    std::string getArgumentName(unsigned index);
  }];
}

def Launch_ReturnOp : Launch_Op<"return", [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "the end of a launcher";
  let description = [{
    The terminator is implied and is not printed.

    Example:
    ```mlir
    launch.func @nothing() {
      launch.return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Launch_KernelOp : Launch_Op<"kernel", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "starts a kernel over a grid";
  let description = [{
    Launches a `tile.kernel` of the module on the call's stream. The grid counts
    blocks (x, y, z); block and cluster sizes are the kernel's. Where all tensors
    that the kernel writes are empty, nothing is launched; any other empty tensor is
    an error.

    Launch attributes stand between grid and arguments, in any order:

    | attribute | meaning |
    | --- | --- |
    | `cooperative` | all blocks are resident at once, so that they may wait for each other; a grid that does not fit the device is a launch error |
    | `programmatic` | the grid may start while the kernel before it in the stream ends (`griddepcontrol`) |
    | `priority N` | as a stream's priority: lower numbers go first; the driver clamps them |
    | `preferred_cluster [x, y, z]` | the device forms these larger clusters where it can, the kernel's own elsewhere; `nonportable` behind it allows over 8 blocks |
    | `carveout P` | percent of the L1 cache that is to be shared memory: 0 to 100, `max_l1` (0) or `max_shared` (100); a hint |
    | `access_window(%t : type, hit_ratio R, hit P, miss P, bytes N)` | the L2 policy for the first N bytes of a tensor argument (default: all of them), cut to the device's limit: a share R (default 1.0) of the lines gets the property P of `hit` (`normal`, `streaming` or `persisting`, the default), the others that of `miss` (`normal` or `streaming`, the default) |

    Persisting lines need room that the caller has set aside in the context
    (`CU_LIMIT_PERSISTING_L2_CACHE_SIZE`).

    Constraints:
    - (C1) The symbol names a `tile.kernel` or a `launch.binary`.
    - (C2) The operands have the types of the kernel's arguments.
    - (C3) The grid has one to three extents; constant ones are 1..2147483647 for x
      and 1..65535 for y and z, and multiples of the kernel's cluster.
    - (C4) A preferred cluster has one to three extents of at least 1, multiples of
      the kernel's cluster, equal to it along z, that divide constant extents of the
      grid, and at most 8 blocks, 16 with `nonportable`; no `cooperative` launch has
      one (an H200's driver answers CUDA_ERROR_NOT_SUPPORTED).
    - (C5) A carveout is 0 to 100 percent, or one of its names.
    - (C6) An access window lies over an argument of the launcher; its hit ratio is 0
      to 1, its byte count at least 1, and its `miss` not `persisting`.
    - (C7) There are no launch attributes but these, each given once.
    - (C8) A kernel that holds a `tile.grid_sync` is launched `cooperative`.
    - (C9) A kernel that asks for its place in a cluster or for the cluster's size is
      launched without a preferred cluster: it is compiled for its own.

    Becomes `cuLaunchKernelEx` (CUDA driver API).

    Example:
    ```mlir
    tile.kernel @touch(%x: memref<?xf32>) block [256] {
    }
    launch.func @touch_all(%x: memref<?xf32>, %blocks: index) {
      launch.kernel @touch grid [%blocks] (%x) : memref<?xf32>
      launch.kernel @touch grid [%blocks] programmatic priority -1 carveout max_shared
        access_window(%x : memref<?xf32>, hit_ratio 0.5) (%x) : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$callee,
    Variadic<Index>:$grid,
    DenseI64ArrayAttr:$static_grid,
    UnitAttr:$cooperative,
    UnitAttr:$programmatic,
    OptionalAttr<I32Attr>:$priority,
    OptionalAttr<DenseI64ArrayAttr>:$preferred_cluster,
    UnitAttr:$nonportable,
    OptionalAttr<I32Attr>:$carveout,
    Optional<Tile_GlobalMemRef>:$window,
    OptionalAttr<F32Attr>:$hit_ratio,
    OptionalAttr<Launch_AccessProperty>:$hit,
    OptionalAttr<Launch_AccessProperty>:$miss,
    OptionalAttr<I64Attr>:$window_bytes,
    Variadic<AnyType>:$args);
  let assemblyFormat = [{
    $callee `grid` custom<DynamicIndexList>($grid, $static_grid) ``
    custom<LaunchOptions>($cooperative, $programmatic, $priority, $preferred_cluster,
                          $nonportable, $carveout, $window, type($window), $hit_ratio,
                          $hit, $miss, $window_bytes)
    ` ` `(` $args `)` attr-dict (`:` qualified(type($args))^)?
  }];
  let builders = [OpBuilder<(ins "::llvm::StringRef":$kernel,
                                 "::llvm::ArrayRef<::mlir::OpFoldResult>":$grid,
                                 "::mlir::ValueRange":$args)>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The window's numbers, defaults applied.
    float getWindowHitRatio();
    AccessProperty getWindowHit();
    AccessProperty getWindowMiss();
    /// Whether there is any launch attribute.
    bool hasLaunchOptions();
  }];
}

def Launch_BinaryOp : Launch_Op<"binary", [Symbol]> {
  let summary = "a compiled kernel: what a launcher needs of it";
  let description = [{
    Stands where the `tile.kernel` of the same name stood, once that has been
    compiled. The argument types are those of the kernel, after its memrefs were
    replaced by TensorMaps where the kernel uses them only so. Each memref says
    what the kernel does with it through plain accesses: `read`, `written`, both
    or neither; for maps `launch.encode_map` says it. `shared` counts the bytes
    that the device entry declares, `dynamic_shared` those that each launch has to
    ask for. The launch picks the image for the device that it is on: a cubin for
    its compute capability, else PTX that it can run.

    Constraints:
    - (C1) `block` has one to three extents of at least 1; so has `cluster`, where
      given.
    - (C2) There is one access entry an argument; other arguments than memrefs
      have none.
    - (C3) The shared sizes are not negative.
    - (C4) There is an image. Each of them is not empty, and ends with a NUL byte
      unless it is a cubin (an ELF file).
    - (C5) Arguments are those that a `tile.kernel` may have; there are no results.
    - (C6) No two images are cubins, or PTX, for the same target.

    Example:
    ```mlir
    launch.binary @touch(memref<?xf32> read written, i32) block [256] shared 1024
      images [#launch.image<"sm_90a", ".version 8.0\00">]
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    DenseI32ArrayAttr:$access,
    DenseI32ArrayAttr:$block,
    OptionalAttr<DenseI32ArrayAttr>:$cluster,
    DefaultValuedAttr<I64Attr, "0">:$static_shared,
    DefaultValuedAttr<I64Attr, "0">:$dynamic_shared,
    Launch_ImagesAttr:$images);
  let assemblyFormat = [{
    $sym_name `` custom<BinaryArguments>($function_type, $access)
    `block` custom<Extents>($block)
    (`cluster` custom<Extents>($cluster)^)?
    (`shared` $static_shared^)? (`dynamic_shared` $dynamic_shared^)?
    `images` $images attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Bytes of shared memory, both kinds.
    int64_t getStaticBytes() { return static_cast<int64_t>(getStaticShared()); }
    int64_t getDynamicBytes() { return static_cast<int64_t>(getDynamicShared()); }

    /// The bits of an entry of `access`.
    enum Access : int32_t { NoAccess = 0, Read = 1, Written = 2 };
  }];
}

def Launch_CheckTensorOp : Launch_Op<"check_tensor", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "checks a tensor argument of the launcher";
  let description = [{
    Checks rank, element type, static extents and strides, alignment, divisors,
    symbols, device and pointer against the argument's type and attributes. All
    checks of a launcher report together.

    Constraints:
    - (C1) The operand is an argument of the enclosing `launch.func`.

    Example:
    ```mlir
    launch.func @f(%x: memref<1024xf32> {tile.align = 16 : i64}) {
      launch.check_tensor %x : memref<1024xf32>
    }
    ```
  }];
  let arguments = (ins Tile_GlobalMemRef:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
  let hasVerifier = 1;
}

def Launch_CheckScalarOp : Launch_Op<"check_scalar", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "checks a scalar argument of the launcher";
  let description = [{
    Checks the kind and range of a scalar, and its divisor.

    Constraints:
    - (C1) The operand is an argument of the enclosing `launch.func`.

    Example:
    ```mlir
    launch.func @f(%n: i32) {
      launch.check_scalar %n : i32
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnySignlessInteger, Index, AnyFloat]>:$scalar);
  let assemblyFormat = "$scalar attr-dict `:` type($scalar)";
  let hasVerifier = 1;
}

def Launch_CheckMapOp : Launch_Op<"check_map", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "checks a TensorMap argument of the launcher";
  let description = [{
    Checks the kind, the address and the alignment of a descriptor that the caller
    has encoded.

    Constraints:
    - (C1) The operand is an argument of the enclosing `launch.func`.

    Example:
    ```mlir
    launch.func @f(%m: !tile.tensor_map<64x64xf32>) {
      launch.check_map %m : !tile.tensor_map<64x64xf32>
    }
    ```
  }];
  let arguments = (ins Tile_TensorMapType:$map);
  let assemblyFormat = "$map attr-dict `:` qualified(type($map))";
  let hasVerifier = 1;
}

def Launch_EncodeMapOp : Launch_Op<"encode_map", [Pure]> {
  let summary = "encodes the TensorMap of a tensor argument, or of a view of one";
  let description = [{
    Encodes the descriptor from the operand's own base, extents and strides, and
    from the map's box, element type, swizzle, interleave, element strides and
    format. Every rule of the TensorMap table is checked. `loaded`, `stored` and
    `reduced` say what the kernel does through the map; one that is only prefetched
    has none of them. The map of a view begins at the view's first element, and its
    extents are the view's: coordinates count from there, and what lies outside of
    the view is outside of the tensor.

    Constraints:
    - (C1) The operand is an argument of the enclosing `launch.func`, or made of one
      by `memref.subview` and `memref.cast`; no view has over 8 dimensions.
    - (C2) The map's element type is the operand's, and so is its rank; an interleaved
      map's is one less.

    Becomes `cuTensorMapEncodeTiled` (CUDA driver API).

    Example:
    ```mlir
    tile.kernel @k(%map: !tile.tensor_map<64x64xf32>) block [32] {
    }
    launch.func @f(%x: memref<256x256xf32>) {
      %map = launch.encode_map %x loaded : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
      launch.kernel @k grid [1] (%map) : !tile.tensor_map<64x64xf32>
    }
    ```
  }];
  let arguments = (ins
    Tile_GlobalMemRef:$source,
    UnitAttr:$loaded, UnitAttr:$stored, UnitAttr:$reduced, UnitAttr:$allow_edge_spill,
    OptionalAttr<Tile_L2PromotionAttr>:$l2_promotion,
    OptionalAttr<Tile_OobFillAttr>:$oob_fill);
  let results = (outs Tile_TensorMapType:$map);
  let assemblyFormat = [{
    $source (`loaded` $loaded^)? (`stored` $stored^)? (`reduced` $reduced^)?
    (`allow_edge_spill` $allow_edge_spill^)?
    (`l2_promotion` `` custom<L2PromotionOption>($l2_promotion)^)?
    (`oob_fill` `` custom<OobFillOption>($oob_fill)^)?
    attr-dict `:` qualified(type($source)) `->` qualified(type($map))
  }];
  let hasVerifier = 1;
}

#endif // TILERY_DIALECT_LAUNCH_IR_LAUNCHOPS_TD
