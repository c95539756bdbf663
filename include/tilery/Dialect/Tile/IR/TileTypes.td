// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILETYPES_TD
#define TILERY_DIALECT_TILE_IR_TILETYPES_TD

include "tilery/Dialect/Tile/IR/TileDialect.td"
include "tilery/Dialect/Tile/IR/TileEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class Tile_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Tile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Tile_MBarrierType : Tile_Type<"MBarrier", "mbarrier", [MemRefElementTypeInterface]> {
  let summary = "an mbarrier object: 8 bytes of shared memory";
  let description = [{
    The element type of barrier buffers, `memref<4x!tile.mbarrier, #tile.shared>`
    (PTX ISA, mbarrier). It is opaque: only the `tile.mbarrier` ops touch it.
  }];
}

def Tile_MBarrierRefType : Tile_Type<"MBarrierRef", "mbarrier_ref"> {
  let summary = "one mbarrier of a shared buffer";
  let description = [{
    Names a barrier for the ops that act on one. `!tile.mbarrier_ref` is one of the
    block's own; `!tile.mbarrier_ref<shared_cluster>` one of another block of the
    cluster, from `tile.mapa`.
  }];
  let parameters = (ins "::tilery::tile::SharedSpace":$space);
  let hasCustomAssemblyFormat = 1;
  let builders = [TypeBuilder<(ins CArg<"::tilery::tile::SharedSpace", "::tilery::tile::SharedSpace::Cta">:$space), [{
    return $_get($_ctxt, space);
  }]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    bool isRemote() const { return getSpace() == ::tilery::tile::SharedSpace::Cluster; }
  }];
}

def Tile_TensorMapType : Tile_Type<"TensorMap", "tensor_map"> {
  let summary = "a TensorMap: the 128-byte descriptor of a tiled tensor";
  let description = [{
    The handle of a descriptor that the host launcher encodes
    (`cuTensorMapEncodeTiled`, CUDA driver API). It is typed by what one copy
    moves: the box, written outer to inner as a memref's shape, the element type,
    and what else decides the shared image and the number of bytes: swizzle,
    interleave, element strides (outer to inner, one a dimension) and, where it is
    not the one of the element type, the data type of the map.

    ```mlir
    !tile.tensor_map<64x64xf32>
    !tile.tensor_map<128x64xf16, swizzle = 128B>
    !tile.tensor_map<64x64xf32, element_strides = [2, 1], format = tf32>
    !tile.tensor_map<1x4x16xf16, interleave = 16B>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$box, "::mlir::Type":$elementType,
                        "::tilery::tile::Swizzle":$swizzle,
                        "::tilery::tile::Interleave":$interleave,
                        ArrayRefParameter<"int64_t">:$elementStrides,
                        "::tilery::tensormap::DataType":$format);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  // Element strides of 1 throughout are the same as none.
  let builders = [TypeBuilder<(ins
      "::llvm::ArrayRef<int64_t>":$box, "::mlir::Type":$elementType,
      CArg<"::tilery::tile::Swizzle", "::tilery::tile::Swizzle::None">:$swizzle,
      CArg<"::tilery::tile::Interleave", "::tilery::tile::Interleave::None">:$interleave,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$elementStrides,
      CArg<"std::optional<::tilery::tensormap::DataType>", "{}">:$format), [{
    if (::llvm::all_of(elementStrides, [](int64_t stride) { return stride == 1; }))
      elementStrides = {};
    if (!format)
      format = getTensorMapDataType(elementType).value_or(::tilery::tensormap::DataType::UInt8);
    return $_get($_ctxt, box, elementType, swizzle, interleave, elementStrides, *format);
  }]>];
  let extraClassDeclaration = [{
    unsigned getRank() const { return getBox().size(); }
    /// Rank of the tensor: with interleave it has one more axis, that of a slice.
    unsigned getTensorRank() const {
      return getRank() + (getInterleave() != ::tilery::tile::Interleave::None);
    }
    /// Elements from one to the next that a copy takes along a dimension.
    int64_t getElementStride(unsigned dim) const {
      return getElementStrides().empty() ? 1 : getElementStrides()[dim];
    }
    /// The map as the rule table has it; the tensor itself unknown.
    ::tilery::tensormap::TensorMapParams getParams() const;
    /// Bytes that one copy moves, which are also those that a load counts.
    int64_t getBoxBytes() const;
    /// The extents of the shared image, outer to inner: the box over the element
    /// strides, and with interleave the slice axis.
    ::llvm::SmallVector<int64_t> getImageShape() const;
    /// The strides of the shared image, in elements.
    ::llvm::FailureOr<::llvm::SmallVector<int64_t>> getImageStrides() const;
  }];
}

#endif // TILERY_DIALECT_TILE_IR_TILETYPES_TD
