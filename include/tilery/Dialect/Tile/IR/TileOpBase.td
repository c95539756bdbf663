// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEOPBASE_TD
#define TILERY_DIALECT_TILE_IR_TILEOPBASE_TD

include "tilery/Dialect/Tile/IR/TileAttributes.td"
include "tilery/Dialect/Tile/IR/TileDialect.td"
include "tilery/Dialect/Tile/IR/TileInterfaces.td"
include "tilery/Dialect/Tile/IR/TileTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

class Tile_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tile_Dialect, mnemonic, traits>;

// Parameters of the builders of functions: arguments by name and type, and what
// writes the body.
defvar Tile_NamedTypes = "::llvm::ArrayRef<std::pair<::llvm::StringRef, ::mlir::Type>>";
defvar Tile_BodyBuilder
    = "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>";

// An op that becomes one PTX form of the target table (TensorMap/Forms.h).
class Tile_FormOp<string mnemonic, string form, list<Trait> traits = []>
    : Tile_Op<mnemonic, !listconcat(traits,
          [DeclareOpInterfaceMethods<Tile_TargetOpInterface>])> {
  code formDefinition = [{
    ::tilery::tensormap::Form $cppClass::getTargetForm() {
      return ::tilery::tensormap::Form::}] # form # [{;
    }
  }];
  let extraClassDefinition = formDefinition;
}

// Named resources. The barrier state and the set of transfers in flight are
// memory that no memref names; ops that order memory also touch the default
// resource, so that no plain load or store moves across them.
def Tile_BarrierResource : Resource<"::tilery::tile::BarrierResource">;
def Tile_AsyncResource : Resource<"::tilery::tile::AsyncResource">;
def Tile_ConvergenceResource : Resource<"::tilery::tile::ConvergenceResource">;

def Tile_BarrierEffects
    : MemoryEffects<[MemRead<Tile_BarrierResource>, MemWrite<Tile_BarrierResource>]>;
def Tile_OrderingEffects
    : MemoryEffects<[MemRead<DefaultResource>, MemWrite<DefaultResource>,
                     MemRead<Tile_BarrierResource>, MemWrite<Tile_BarrierResource>,
                     MemRead<Tile_AsyncResource>, MemWrite<Tile_AsyncResource>]>;
def Tile_TransferEffects
    : MemoryEffects<[MemRead<DefaultResource>, MemWrite<DefaultResource>,
                     MemRead<Tile_AsyncResource>, MemWrite<Tile_AsyncResource>]>;
def Tile_ConvergentEffects
    : MemoryEffects<[MemRead<Tile_ConvergenceResource>, MemWrite<Tile_ConvergenceResource>]>;

def Tile_SharedMemRef
    : Type<CPred<"::tilery::tile::isSharedMemRef($_self)">,
           "memref in #tile.shared", "::mlir::MemRefType">;
def Tile_SharedDataMemRef
    : Type<CPred<"::tilery::tile::isSharedMemRef($_self) && "
                 "!::tilery::tile::isBarrierMemRef($_self)">,
           "memref of numbers in #tile.shared", "::mlir::MemRefType">;
def Tile_BarrierMemRef
    : Type<CPred<"::tilery::tile::isBarrierMemRef($_self)">,
           "memref of !tile.mbarrier in #tile.shared", "::mlir::MemRefType">;
def Tile_ClusterMemRef
    : Type<CPred<"::tilery::tile::isClusterMemRef($_self)">,
           "memref in #tile.shared_cluster", "::mlir::MemRefType">;
def Tile_LocalMBarrierRef
    : Type<And<[CPred<"::llvm::isa<::tilery::tile::MBarrierRefType>($_self)">,
                CPred<"!::llvm::cast<::tilery::tile::MBarrierRefType>($_self).isRemote()">]>,
           "!tile.mbarrier_ref of the block's own shared memory",
           "::tilery::tile::MBarrierRefType">,
      BuildableType<"::tilery::tile::MBarrierRefType::get($_builder.getContext())">;
def Tile_RemoteMBarrierRef
    : Type<And<[CPred<"::llvm::isa<::tilery::tile::MBarrierRefType>($_self)">,
                CPred<"::llvm::cast<::tilery::tile::MBarrierRefType>($_self).isRemote()">]>,
           "!tile.mbarrier_ref<shared_cluster>", "::tilery::tile::MBarrierRefType">,
      BuildableType<"::tilery::tile::MBarrierRefType::get($_builder.getContext(), ::tilery::tile::SharedSpace::Cluster)">;
def Tile_GlobalMemRef
    : Type<CPred<"::tilery::tile::isGlobalMemRef($_self)">,
           "memref in the default (global) memory space", "::mlir::MemRefType">;

#endif // TILERY_DIALECT_TILE_IR_TILEOPBASE_TD
