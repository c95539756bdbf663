// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEINTERFACES_TD
#define TILERY_DIALECT_TILE_IR_TILEINTERFACES_TD

include "mlir/IR/OpBase.td"

def Tile_InstructionAttrInterface : AttrInterface<"InstructionAttrInterface"> {
  let cppNamespace = "::tilery::tile";
  let description = [{
    One PTX tile instruction, as `tile.apply` names it. An attribute of this
    interface parses from and prints as the PTX opcode. A new instruction
    family implements it once; nothing else in the dialect changes.
  }];
  let methods = [
    InterfaceMethod<"The PTX opcode, token for token as PTX orders it.",
      "std::string", "getOpcode", (ins)>,
    InterfaceMethod<"Checks operands and options of a tile.apply of this instruction.",
      "::llvm::LogicalResult", "verifyApply", (ins "::mlir::Operation *":$apply)>,
    InterfaceMethod<[{Builds the typed core ops that stand for the apply, before
      it, reporting an error on the apply when it cannot.}],
      "::llvm::LogicalResult", "resolve",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Operation *":$apply)>,
    InterfaceMethod<"Whether operand 'index' of the apply is read, and through which proxy.",
      "bool", "readsOperand", (ins "unsigned":$index)>,
    InterfaceMethod<"Whether operand 'index' of the apply is written.",
      "bool", "writesOperand", (ins "unsigned":$index)>,
    InterfaceMethod<"How an instruction of this kind completes.",
      "::tilery::tile::Completion", "getCompletion", (ins)>,
  ];
}

def Tile_AsyncOpInterface : OpInterface<"TileAsyncOp"> {
  let cppNamespace = "::tilery::tile";
  let description = [{
    A core op that hands work to the copy engine. Analyses look at nothing else:
    not at opcodes, not at op names.
  }];
  let methods = [
    InterfaceMethod<"How completion is reported.",
      "::tilery::tile::Completion", "getCompletion", (ins)>,
    InterfaceMethod<"The mbarrier that counts the bytes, or null.",
      "::mlir::Value", "getCompletionBarrier", (ins)>,
    InterfaceMethod<[{Bytes that one execution moves and, on an mbarrier, counts;
      tensormap::kUnknown where a value of run time says it.}],
      "int64_t", "getTransferBytes", (ins)>,
    InterfaceMethod<"Proxy through which the op touches memory.",
      "::tilery::tile::Proxy", "getProxy", (ins), [{}],
      [{ return ::tilery::tile::Proxy::Async; }]>,
    InterfaceMethod<"Shared buffers that are read after the op was issued.",
      "::llvm::SmallVector<::mlir::Value>", "getSharedReads", (ins)>,
    InterfaceMethod<"Shared buffers that are written after the op was issued.",
      "::llvm::SmallVector<::mlir::Value>", "getSharedWrites", (ins)>,
    InterfaceMethod<[{Memrefs in global memory that are read; what is reached through
      a map is the map's.}],
      "::llvm::SmallVector<::mlir::Value>", "getGlobalReads", (ins), [{}],
      [{ return {}; }]>,
    InterfaceMethod<"The same of those written.",
      "::llvm::SmallVector<::mlir::Value>", "getGlobalWrites", (ins), [{}],
      [{ return {}; }]>,
  ];
}

def Tile_TargetOpInterface : OpInterface<"TileTargetOp"> {
  let cppNamespace = "::tilery::tile";
  let description = [{
    An op that becomes a PTX form which not every target or PTX version has.
    'tile-verify-kernel' checks all of them before LLVM runs: the NVPTX backend
    aborts the process on a form that it cannot select.
  }];
  let methods = [
    InterfaceMethod<"The form of the target table that the op becomes.",
      "::tilery::tensormap::Form", "getTargetForm", (ins)>,
  ];
}

#endif // TILERY_DIALECT_TILE_IR_TILEINTERFACES_TD
