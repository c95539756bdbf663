// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/KernelABI.h"
#include "tilery/Dialect/Tile/IR/OpSyntax.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

/// '[256]' or '[32, 4, 2]'.
static ParseResult parseSizes(OpAsmParser &parser, OperationState &result,
                              StringRef attrName) {
  SmallVector<int32_t> sizes;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(sizes.emplace_back());
      }))
    return failure();
  result.addAttribute(attrName,
                      parser.getBuilder().getDenseI32ArrayAttr(sizes));
  return success();
}

static ParseResult parseOptionalI32(OpAsmParser &parser, OperationState &result,
                                    StringRef keyword) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  int32_t value;
  if (parser.parseInteger(value))
    return failure();
  result.addAttribute(keyword, parser.getBuilder().getI32IntegerAttr(value));
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  if (parseFunctionSignature(parser, result, args) ||
      parser.parseKeyword("block") || parseSizes(parser, result, "block"))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("cluster"))) {
    if (parseSizes(parser, result, "cluster"))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("nonportable")))
      result.addAttribute("nonportable", parser.getBuilder().getUnitAttr());
  }
  if (parseOptionalI32(parser, result, "min_blocks_per_sm") ||
      parseOptionalI32(parser, result, "max_registers") ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, args))
    return failure();
  KernelOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  printFunctionSignature(printer, *this);
  printer << " block [";
  llvm::interleaveComma(getBlock(), printer);
  printer << ']';
  if (auto cluster = getCluster()) {
    printer << " cluster [";
    llvm::interleaveComma(*cluster, printer);
    printer << ']' << (getNonportable() ? " nonportable" : "");
  }
  if (auto blocks = getMinBlocksPerSm())
    printer << " min_blocks_per_sm " << *blocks;
  if (auto registers = getMaxRegisters())
    printer << " max_registers " << *registers;
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {"sym_name", "function_type", "arg_attrs", "res_attrs", "block",
       "cluster", "nonportable", "min_blocks_per_sm", "max_registers"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

int64_t KernelOp::getNumThreads() {
  int64_t threads = 1;
  for (int32_t extent : getBlock())
    threads = tensormap::checkedMul(threads, extent);
  return threads;
}

int64_t KernelOp::getNumClusterBlocks() {
  int64_t blocks = 1;
  for (int32_t extent : getCluster().value_or(ArrayRef<int32_t>()))
    blocks = tensormap::checkedMul(blocks, extent);
  return blocks;
}

bool KernelOp::usesGridSync() {
  return walk([](GridSyncOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

std::string KernelOp::getArgumentName(unsigned index) {
  return tile::getArgumentName(*this, index);
}

void KernelOp::getAsmBlockArgumentNames(Region &,
                                        OpAsmSetValueNameFn setNameFn) {
  setArgumentNames(*this, setNameFn);
}

/// (C1), (C2): one to three extents, each in 1..limit, whose product is at most
/// 'most'.
static LogicalResult verifySizes(KernelOp op, ArrayRef<int32_t> sizes,
                                 StringRef what, StringRef constraint,
                                 ArrayRef<int32_t> limits, int64_t most,
                                 StringRef unit) {
  if (sizes.empty() || sizes.size() > 3)
    return op.emitOpError() << constraint << " expected " << what
                            << " to have one to three extents (x, y, z), got "
                            << int64_t(sizes.size());
  int64_t product = 1;
  for (auto [axis, extent] : llvm::enumerate(sizes)) {
    if (extent < 1 || extent > limits[axis])
      return op.emitOpError()
             << constraint << " expected " << what << " extent "
             << StringRef("xyz").substr(axis, 1) << " of 1 to " << limits[axis]
             << ", got " << extent;
    product *= extent;
  }
  if (product > most)
    return op.emitOpError() << constraint << " expected at most " << most << ' '
                            << unit << " in " << what << ", got " << product;
  return success();
}

/// (C2).
static LogicalResult verifyCluster(KernelOp op) {
  // CUDA programming guide, thread block clusters: 8 blocks on every device,
  // more by an opt-in where the device has them.
  constexpr int32_t most = 16, portable = 8;
  auto cluster = op.getCluster();
  if (!cluster) {
    if (op.getNonportable())
      return op.emitOpError("(C2) expected nonportable after a cluster");
    return success();
  }
  if (failed(verifySizes(op, *cluster, "cluster", "(C2)", {most, most, most},
                         most, "blocks")))
    return failure();
  if (op.getNumClusterBlocks() <= portable || op.getNonportable())
    return success();
  InFlightDiagnostic diag = op.emitOpError()
                            << "(C2) expected at most " << portable
                            << " blocks in a portable cluster, got "
                            << op.getNumClusterBlocks() << "; write cluster [";
  llvm::interleaveComma(*cluster, diag);
  return diag << "] nonportable, and the kernel runs where the device has such "
                 "clusters";
}

LogicalResult KernelOp::verify() {
  // CUDA programming guide, technical specifications: 1024 threads a block, 64
  // in z.
  if (failed(verifySizes(*this, getBlock(), "block", "(C1)", {1024, 1024, 64},
                         1024, "threads")))
    return failure();
  if (failed(verifyCluster(*this)))
    return failure();
  if (!getResultTypes().empty())
    return emitOpError() << "(C3) expected no results, got "
                         << int64_t(getResultTypes().size());
  for (auto [index, type] : llvm::enumerate(getArgumentTypes()))
    if (std::string legal = describeLegalArgument(type); !legal.empty())
      return emitOpError() << "(C3) expected argument '"
                           << getArgumentName(index) << "' to be " << legal
                           << ", got " << type;
  if (auto blocks = getMinBlocksPerSm();
      blocks && (*blocks < 1 || *blocks > 32))
    return emitOpError() << "(C4) expected min_blocks_per_sm of 1 to 32, got "
                         << *blocks;
  if (auto registers = getMaxRegisters();
      registers && (*registers < 24 || *registers > 255))
    return emitOpError() << "(C4) expected max_registers of 24 to 255, got "
                         << *registers;
  return success();
}

//===----------------------------------------------------------------------===//
// AllocSharedOp
//===----------------------------------------------------------------------===//

void AllocSharedOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (auto name = getName())
    setNameFn(getBuffer(), *name);
}

LogicalResult tile::verifySharedLayout(Operation *op, StringRef constraint,
                                       MemRefType type) {
  if (!type.hasStaticShape() || llvm::is_contained(type.getShape(), 0))
    return op->emitOpError() << constraint
                             << " expected a static shape without zero "
                                "extents, got "
                             << type;
  auto bytes = getElementBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  auto image =
      getImageStrides(type.getShape(), type.getElementType(), getSwizzle(type));
  if (failed(bytes) || failed(image) || failed(getSharedBytes(type)))
    return op->emitOpError()
           << constraint << " expected a buffer whose size fits 64 bits, got "
           << type;
  // Slices of an interleaved tensor, of 16 or 32 bytes, are packed under any
  // swizzle.
  int64_t row = type.getRank() > 1 && type.getShape().back() <= 32
                    ? type.getShape().back() * *bytes
                    : 0;
  bool isPacked = (row == 16 || row == 32) && type.getLayout().isIdentity();
  if (failed(type.getStridesAndOffset(strides, offset)) || offset != 0 ||
      (!isPacked && ArrayRef<int64_t>(strides) != ArrayRef<int64_t>(*image))) {
    InFlightDiagnostic diag = op->emitOpError()
                              << constraint << " expected the layout strided<[";
    llvm::interleaveComma(*image, diag);
    return diag << "]> of the copy engine's image, got " << type;
  }
  return success();
}

/// Shows the buffer whose rows are `elements` wide pieces of this one's, and
/// the clauses of a copy that fills it.
static InFlightDiagnostic &showSplitRows(InFlightDiagnostic &diag,
                                         MemRefType type, int64_t elements) {
  // The pieces lie side by side before the rows that they share.
  size_t tileRank = std::min<size_t>(type.getRank(), 2);
  SmallVector<int64_t> shape(type.getShape().drop_back(tileRank));
  shape.push_back(type.getShape().back() / elements);
  SmallVector<int64_t> box(type.getShape().take_back(tileRank));
  box.back() = elements;
  shape.append(box);
  SmallVector<int64_t> step(tileRank, 0);
  step.back() = elements;
  diag << MemRefType::get(shape, type.getElementType(), AffineMap(),
                          type.getMemorySpace())
       << ", which box [";
  llvm::interleaveComma(box, diag);
  diag << "] coord_steps [[";
  llvm::interleaveComma(step, diag);
  return diag << "]] fill";
}

LogicalResult AllocSharedOp::verify() {
  MemRefType type = cast<MemRefType>(getBuffer().getType());
  auto bytes = getElementBytes(type.getElementType());
  if (failed(bytes))
    return emitOpError() << "(C2) expected elements of 8, 16, 32 or 64 bits or "
                            "!tile.mbarrier, got "
                         << type.getElementType();
  if (!isa_and_present<KernelOp>((*this)->getParentOp()))
    return emitOpError() << "(C3) expected to stand in the kernel's own block, "
                            "not under control flow: shared memory is reserved "
                            "for the whole life of the block";

  Swizzle swizzle = getSwizzle(type);
  if (swizzle != Swizzle::None && type.hasStaticShape()) {
    int64_t span =
        tensormap::swizzleSpan(static_cast<tensormap::Swizzle>(swizzle));
    int64_t row = type.getRank() == 0
                      ? *bytes
                      : tensormap::checkedMul(type.getShape().back(), *bytes);
    if (isa<MBarrierType>(type.getElementType()) || row < 0 || row % 16 != 0 ||
        row > span) {
      InFlightDiagnostic diag =
          emitOpError() << "(C4) expected rows of a multiple of 16 "
                           "bytes and at most "
                        << span << " bytes under a "
                        << stringifySwizzle(swizzle) << " swizzle, got " << row
                        << " bytes; split the rows into several ";
      if (row <= span || row % span != 0)
        return diag << "buffers";
      return showSplitRows(diag << "of a span each, as in ", type,
                           span / *bytes);
    }
  }
  return verifySharedLayout(*this, "(C1)", type);
}

//===----------------------------------------------------------------------===//
// Warp ops
//===----------------------------------------------------------------------===//

/// (C1): what all threads of a warp execute together needs whole warps.
static LogicalResult verifyWholeWarps(Operation *op) {
  auto kernel = op->getParentOfType<KernelOp>();
  // The kernel's own verifier runs after those of the ops in it.
  if (!kernel || kernel.getNumThreads() % 32 == 0)
    return success();
  return op->emitOpError()
         << "(C1) expected a block of whole warps, a multiple of 32 threads, "
            "got "
         << kernel.getNumThreads();
}

LogicalResult WarpIdOp::verify() { return verifyWholeWarps(*this); }
LogicalResult ElectOp::verify() { return verifyWholeWarps(*this); }
