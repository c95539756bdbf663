// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instruction families share: how an opcode is read, and the checks
// that several of them make on a tile.apply.

#ifndef TILERY_LIB_DIALECT_TILE_IR_INSTRUCTIONS_H
#define TILERY_LIB_DIALECT_TILE_IR_INSTRUCTIONS_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace tile {

/// One family of opcodes.
struct InstructionFamily {
  /// The attribute of an opcode of this family, or null.
  mlir::Attribute (*parse)(mlir::MLIRContext *context, llvm::StringRef opcode);
  /// Appends every opcode of the family.
  void (*enumerate)(std::vector<std::string> &opcodes);
};

mlir::Attribute parseTmaLoadOpcode(mlir::MLIRContext *context,
                                   llvm::StringRef opcode);
void enumerateTmaLoadOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseTmaStoreOpcode(mlir::MLIRContext *context,
                                    llvm::StringRef opcode);
void enumerateTmaStoreOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseTmaReduceOpcode(mlir::MLIRContext *context,
                                     llvm::StringRef opcode);
void enumerateTmaReduceOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseTmaPrefetchOpcode(mlir::MLIRContext *context,
                                       llvm::StringRef opcode);
void enumerateTmaPrefetchOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parsePrefetchMapOpcode(mlir::MLIRContext *context,
                                       llvm::StringRef opcode);
void enumeratePrefetchMapOpcodes(std::vector<std::string> &opcodes);

mlir::Attribute parseBulkLoadOpcode(mlir::MLIRContext *context,
                                    llvm::StringRef opcode);
void enumerateBulkLoadOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseBulkStoreOpcode(mlir::MLIRContext *context,
                                     llvm::StringRef opcode);
void enumerateBulkStoreOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseBulkCopyOpcode(mlir::MLIRContext *context,
                                    llvm::StringRef opcode);
void enumerateBulkCopyOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseBulkReduceOpcode(mlir::MLIRContext *context,
                                      llvm::StringRef opcode);
void enumerateBulkReduceOpcodes(std::vector<std::string> &opcodes);
mlir::Attribute parseBulkPrefetchOpcode(mlir::MLIRContext *context,
                                        llvm::StringRef opcode);
void enumerateBulkPrefetchOpcodes(std::vector<std::string> &opcodes);

/// Reads an opcode token by token.
class OpcodeCursor {
public:
  explicit OpcodeCursor(llvm::StringRef opcode) : rest(opcode) {}

  /// Takes 'text' when it is what comes next and ends a token.
  bool take(llvm::StringRef text) {
    if (!rest.starts_with(text))
      return false;
    llvm::StringRef tail = rest.drop_front(text.size());
    if (!tail.empty() && tail.front() != '.')
      return false;
    rest = tail.empty() ? tail : tail.drop_front();
    atEnd = tail.empty();
    return true;
  }
  /// Takes a token '1d' to '5d'; 0 when there is none.
  unsigned takeRank() {
    static constexpr llvm::StringLiteral ranks[] = {"1d", "2d", "3d", "4d",
                                                    "5d"};
    for (unsigned i = 0; i < 5; ++i)
      if (take(ranks[i]))
        return i + 1;
    return 0;
  }
  /// Whether the last token taken was the last of the opcode.
  bool isAtEnd() const { return atEnd; }

private:
  llvm::StringRef rest;
  bool atEnd = false;
};

/// Takes the token of an operator, 'add' to 'xor'.
std::optional<ReduceKind> takeReduceKind(OpcodeCursor &cursor);

/// The tensor form of a reduction is one that the hardware has for the data
/// type; every other pair is an illegal instruction (measured on an H200).
llvm::LogicalResult verifyReduction(mlir::Operation *op,
                                    llvm::StringRef constraint, ReduceKind kind,
                                    tensormap::DataType format);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_INSTRUCTIONS_H
