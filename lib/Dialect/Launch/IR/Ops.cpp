// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Launch/IR/LaunchOptions.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"
#include "tilery/Dialect/Tile/IR/OpSyntax.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Dialect/Tile/IR/ViewChain.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;
// The assembly formats name these directives without a namespace.
using tilery::tile::parseL2PromotionOption;
using tilery::tile::parseOobFillOption;
using tilery::tile::printL2PromotionOption;
using tilery::tile::printOobFillOption;

#include "tilery/Dialect/Launch/IR/LaunchDialect.cpp.inc"
#include "tilery/Dialect/Launch/IR/LaunchEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tilery/Dialect/Launch/IR/LaunchAttributes.cpp.inc"

#define GET_OP_CLASSES
#include "tilery/Dialect/Launch/IR/LaunchOps.cpp.inc"

void LaunchDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tilery/Dialect/Launch/IR/LaunchAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tilery/Dialect/Launch/IR/LaunchOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  if (tile::parseFunctionSignature(parser, result, args) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, args))
    return failure();
  FuncOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void FuncOp::print(OpAsmPrinter &printer) {
  tile::printFunctionSignature(printer, *this);
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {"sym_name", "function_type", "arg_attrs", "res_attrs"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

std::string FuncOp::getArgumentName(unsigned index) {
  return tile::getArgumentName(*this, index);
}

void FuncOp::getAsmBlockArgumentNames(Region &, OpAsmSetValueNameFn setNameFn) {
  tile::setArgumentNames(*this, setNameFn);
}

/// (C2): a name of C.
static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult FuncOp::verify() {
  if (!isIdentifier(getSymName()))
    return emitOpError() << "(C2) expected a name of letters, digits and "
                            "underscores that does not begin with a digit (it "
                            "becomes a C function), got '"
                         << getSymName() << "'";
  if (!getResultTypes().empty())
    return emitOpError() << "(C1) expected no results, got "
                         << int64_t(getResultTypes().size());
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    bool scalar =
        type.isIndex() ||
        (type.isSignlessInteger() && succeeded(tile::getElementBytes(type))) ||
        (isa<FloatType>(type) && succeeded(tile::getElementBytes(type)) &&
         type.getIntOrFloatBitWidth() >= 16);
    bool tensor =
        isa<MemRefType>(type) && tile::describeLegalArgument(type).empty();
    if (!scalar && !tensor && !isa<tile::TensorMapType>(type))
      return emitOpError()
             << "(C1) expected argument '" << getArgumentName(index)
             << "' to be a memref of 8- to 64-bit numbers with offset 0 in the "
                "default memory space, a !tile.tensor_map, an index, a "
                "signless integer of 8 to 64 bits or a float of 16 to 64 bits, "
                "got "
             << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  ArrayRef<int64_t> grid = getStaticGrid();
  if (grid.empty() || grid.size() > 3)
    return emitOpError() << "(C3) expected a grid of one to three extents (x, "
                            "y, z), got "
                         << int64_t(grid.size());
  unsigned dynamic = llvm::count_if(grid, ShapedType::isDynamic);
  if (dynamic != getGrid().size())
    return emitOpError() << "(C3) expected " << int64_t(dynamic)
                         << " dynamic grid extents, got "
                         << int64_t(getGrid().size());
  // CUDA programming guide, technical specifications per compute capability.
  for (auto [axis, extent] : llvm::enumerate(grid)) {
    int64_t limit = axis == 0 ? 2147483647 : 65535;
    if (!ShapedType::isDynamic(extent) && (extent < 1 || extent > limit))
      return emitOpError() << "(C3) expected grid extent "
                           << StringRef("xyz").substr(axis, 1) << " of 1 to "
                           << limit << ", got " << extent;
  }
  return verifyLaunchOptions(*this);
}

namespace {
/// What a launch has to know of its kernel, compiled or not.
struct Callee {
  TypeRange types;
  std::optional<ArrayRef<int32_t>> cluster;
  std::string getArgumentName(unsigned index) {
    return kernel ? kernel.getArgumentName(index) : "#" + std::to_string(index);
  }
  tile::KernelOp kernel;
};
} // namespace

static std::optional<Callee> describeCallee(Operation *op) {
  if (auto kernel = dyn_cast_if_present<tile::KernelOp>(op))
    return Callee{kernel.getArgumentTypes(), kernel.getCluster(), kernel};
  if (auto binary = dyn_cast_if_present<BinaryOp>(op))
    return Callee{
        binary.getFunctionType().getInputs(), binary.getCluster(), {}};
  return std::nullopt;
}

LogicalResult KernelOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  std::optional<Callee> callee = describeCallee(symbol);
  if (!callee) {
    InFlightDiagnostic diag =
        emitOpError()
        << "(C1) expected " << getCalleeAttr()
        << " to name a tile.kernel or launch.binary of the module";
    if (symbol)
      diag.attachNote(symbol->getLoc()) << "it names this";
    return diag;
  }
  TypeRange expected = callee->types;
  TypeRange got = getArgs().getTypes();
  if (expected.size() != got.size()) {
    InFlightDiagnostic diag = emitOpError()
                              << "(C2) expected " << int64_t(expected.size())
                              << " arguments, got " << int64_t(got.size());
    diag.attachNote(symbol->getLoc()) << "the kernel is here";
    return diag;
  }
  for (unsigned i = 0; i < got.size(); ++i)
    if (expected[i] != got[i]) {
      InFlightDiagnostic diag = emitOpError()
                                << "(C2) expected argument '"
                                << callee->getArgumentName(i) << "' of type "
                                << expected[i] << ", got " << got[i];
      diag.attachNote(symbol->getLoc()) << "the kernel is here";
      return diag;
    }
  std::optional<ArrayRef<int32_t>> cluster = callee->cluster;
  ArrayRef<int64_t> grid = getStaticGrid();
  for (unsigned axis = 0; cluster && axis < cluster->size(); ++axis) {
    int64_t extent = axis < grid.size() ? grid[axis] : 1;
    if (!ShapedType::isDynamic(extent) && extent % (*cluster)[axis] != 0)
      return emitOpError()
             << "(C3) expected grid extent " << StringRef("xyz").substr(axis, 1)
             << " to be a multiple of the kernel's cluster extent "
             << (*cluster)[axis] << ", got " << extent;
  }
  if (callee->kernel && !getCooperative() && callee->kernel.usesGridSync())
    return emitOpError("(C8) expected a 'cooperative' launch of kernel '")
           << getCallee()
           << "', which holds a tile.grid_sync: its blocks wait for each other "
              "and have to be resident together";
  if (callee->kernel && failed(verifyClusterUse(*this, callee->kernel)))
    return failure();
  return verifyPreferredCluster(*this, cluster.value_or(ArrayRef<int32_t>()));
}

//===----------------------------------------------------------------------===//
// Checks and maps
//===----------------------------------------------------------------------===//

/// (C1): the operand is an argument of the launcher.
static LogicalResult verifyIsArgument(Operation *op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && isa<FuncOp>(argument.getOwner()->getParentOp()))
    return success();
  return op->emitOpError(
      "(C1) expected the operand to be an argument of the launch.func");
}

LogicalResult CheckTensorOp::verify() {
  return verifyIsArgument(*this, getTensor());
}

LogicalResult CheckScalarOp::verify() {
  return verifyIsArgument(*this, getScalar());
}

LogicalResult CheckMapOp::verify() { return verifyIsArgument(*this, getMap()); }

BlockArgument tilery::launch::getViewedArgument(Value memref) {
  tile::ViewChain chain(memref);
  auto argument = dyn_cast_if_present<BlockArgument>(chain.root);
  bool isView = argument && isa<FuncOp>(argument.getOwner()->getParentOp()) &&
                llvm::all_of(chain.views,
                             llvm::IsaPred<memref::SubViewOp, memref::CastOp>);
  return isView ? argument : BlockArgument();
}

LogicalResult EncodeMapOp::verify() {
  if (!getViewedArgument(getSource()))
    return emitOpError(
        "(C1) expected the operand to be an argument of the "
        "launch.func, or a memref.subview or memref.cast of one");
  for (Value view = getSource(); Operation *op = view.getDefiningOp();
       view = op->getOperand(0))
    if (auto subview = dyn_cast<memref::SubViewOp>(op);
        subview && subview.getType().getRank() > maxViewRank)
      return emitOpError("(C1) expected views of at most ")
             << maxViewRank << " dimensions, got " << subview.getType();
  auto source = cast<MemRefType>(getSource().getType());
  tile::TensorMapType map = getMap().getType();
  int64_t rank = source.getRank() -
                 (map.getInterleave() == tile::Interleave::None ? 0 : 1);
  if (rank != int64_t(map.getRank()) ||
      source.getElementType() != map.getElementType())
    return emitOpError() << "(C2) expected a map of rank " << rank
                         << " and element type " << source.getElementType()
                         << ", got " << map;
  return success();
}
