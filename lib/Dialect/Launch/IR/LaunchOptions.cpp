// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Launch/IR/LaunchOptions.h"
#include "tilery/Dialect/Tile/IR/ViewChain.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

static constexpr StringLiteral knownOptions =
    "cooperative, programmatic, priority, preferred_cluster, carveout and "
    "access_window";
static constexpr StringLiteral maxL1 = "max_l1", maxShared = "max_shared";

float KernelOp::getWindowHitRatio() {
  std::optional<APFloat> ratio = getHitRatio();
  return ratio ? ratio->convertToFloat() : 1.0f;
}
AccessProperty KernelOp::getWindowHit() {
  return getHit().value_or(AccessProperty::Persisting);
}
AccessProperty KernelOp::getWindowMiss() {
  return getMiss().value_or(AccessProperty::Streaming);
}
bool KernelOp::hasLaunchOptions() {
  return getCooperative() || getProgrammatic() || getPriority() ||
         getPreferredCluster() || getCarveout() || getWindow();
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

namespace {
/// The access window, between its parentheses.
struct WindowParser {
  OpAsmParser &parser;
  std::optional<OpAsmParser::UnresolvedOperand> &window;
  Type &type;
  FloatAttr &hitRatio;
  AccessPropertyAttr &hit, &miss;
  IntegerAttr &bytes;

  ParseResult parse() {
    if (parser.parseLParen() || parser.parseOperand(window.emplace()) ||
        parser.parseColonType(type))
      return failure();
    while (succeeded(parser.parseOptionalComma()))
      if (parseField())
        return failure();
    return parser.parseRParen();
  }

private:
  ParseResult parseField() {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    Builder &builder = parser.getBuilder();
    if (keyword == "hit_ratio" && !hitRatio) {
      double ratio;
      if (parser.parseFloat(ratio))
        return failure();
      hitRatio = builder.getF32FloatAttr(static_cast<float>(ratio));
      return success();
    }
    if (keyword == "hit" && !hit)
      return parseProperty(hit);
    if (keyword == "miss" && !miss)
      return parseProperty(miss);
    if (keyword == "bytes" && !bytes) {
      int64_t count;
      if (parser.parseInteger(count))
        return failure();
      bytes = builder.getI64IntegerAttr(count);
      return success();
    }
    return parser.emitError(loc) << "(S02) expected 'hit_ratio', 'hit', 'miss' "
                                    "or 'bytes' of the access "
                                    "window, each at most once, got '"
                                 << keyword << "'";
  }

  ParseResult parseProperty(AccessPropertyAttr &property) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<AccessProperty> value = symbolizeAccessProperty(keyword);
    if (!value)
      return parser.emitError(loc)
             << "(S02) expected 'normal', 'streaming' or 'persisting', got '"
             << keyword << "'";
    property = AccessPropertyAttr::get(parser.getContext(), *value);
    return success();
  }
};
} // namespace

/// A percentage or a name of one.
static ParseResult parseCarveout(OpAsmParser &parser, IntegerAttr &carveout) {
  int32_t percent = 0;
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (succeeded(parser.parseOptionalKeyword(&name))) {
    if (name != maxL1 && name != maxShared)
      return parser.emitError(loc)
             << "(C5) expected a carveout of 0 to 100 percent, '" << maxL1
             << "' or '" << maxShared << "', got '" << name << "'";
    percent = name == maxShared ? 100 : 0;
  } else if (parser.parseInteger(percent)) {
    return failure();
  }
  carveout = parser.getBuilder().getI32IntegerAttr(percent);
  return success();
}

static ParseResult parsePreferredCluster(OpAsmParser &parser,
                                         DenseI64ArrayAttr &extents,
                                         UnitAttr &nonportable) {
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(values.emplace_back());
      }))
    return failure();
  extents = parser.getBuilder().getDenseI64ArrayAttr(values);
  if (succeeded(parser.parseOptionalKeyword("nonportable")))
    nonportable = parser.getBuilder().getUnitAttr();
  return success();
}

ParseResult tilery::launch::parseLaunchOptions(
    OpAsmParser &parser, UnitAttr &cooperative, UnitAttr &programmatic,
    IntegerAttr &priority, DenseI64ArrayAttr &preferredCluster,
    UnitAttr &nonportable, IntegerAttr &carveout,
    std::optional<OpAsmParser::UnresolvedOperand> &window, Type &windowType,
    FloatAttr &hitRatio, AccessPropertyAttr &hit, AccessPropertyAttr &miss,
    IntegerAttr &windowBytes) {
  Builder &builder = parser.getBuilder();
  auto parseOption = [&](StringRef keyword, SMLoc loc) -> ParseResult {
    auto twice = [&](bool given) -> ParseResult {
      if (!given)
        return success();
      return parser.emitError(loc)
             << "(C7) expected launch attribute '" << keyword << "' once";
    };
    if (keyword == "cooperative" || keyword == "programmatic") {
      UnitAttr &flag = keyword == "cooperative" ? cooperative : programmatic;
      if (twice(static_cast<bool>(flag)))
        return failure();
      flag = builder.getUnitAttr();
      return success();
    }
    if (keyword == "priority") {
      int32_t value;
      if (twice(static_cast<bool>(priority)) || parser.parseInteger(value))
        return failure();
      priority = builder.getI32IntegerAttr(value);
      return success();
    }
    if (keyword == "preferred_cluster")
      return failure(
          twice(static_cast<bool>(preferredCluster)) ||
          parsePreferredCluster(parser, preferredCluster, nonportable));
    if (keyword == "carveout")
      return failure(twice(static_cast<bool>(carveout)) ||
                     parseCarveout(parser, carveout));
    if (keyword == "access_window")
      return failure(twice(window.has_value()) ||
                     WindowParser{parser, window, windowType, hitRatio, hit,
                                  miss, windowBytes}
                         .parse());
    return parser.emitError(loc) << "(C7) no launch attribute '" << keyword
                                 << "'; there are " << knownOptions;
  };
  StringRef keyword;
  for (SMLoc loc = parser.getCurrentLocation();
       succeeded(parser.parseOptionalKeyword(&keyword));
       loc = parser.getCurrentLocation())
    if (parseOption(keyword, loc))
      return failure();
  return success();
}

static void printWindow(OpAsmPrinter &printer, KernelOp op, Value window,
                        Type windowType, FloatAttr hitRatio,
                        AccessPropertyAttr hit, AccessPropertyAttr miss,
                        IntegerAttr windowBytes) {
  printer << " access_window(" << window << " : " << windowType;
  if (hitRatio) {
    printer << ", hit_ratio ";
    printer.printFloat(hitRatio.getValue());
  }
  if (hit)
    printer << ", hit " << stringifyAccessProperty(hit.getValue());
  if (miss)
    printer << ", miss " << stringifyAccessProperty(miss.getValue());
  if (windowBytes)
    printer << ", bytes " << windowBytes.getInt();
  printer << ')';
}

void tilery::launch::printLaunchOptions(
    OpAsmPrinter &printer, KernelOp op, UnitAttr cooperative,
    UnitAttr programmatic, IntegerAttr priority,
    DenseI64ArrayAttr preferredCluster, UnitAttr nonportable,
    IntegerAttr carveout, Value window, Type windowType, FloatAttr hitRatio,
    AccessPropertyAttr hit, AccessPropertyAttr miss, IntegerAttr windowBytes) {
  if (cooperative)
    printer << " cooperative";
  if (programmatic)
    printer << " programmatic";
  if (priority)
    printer << " priority " << priority.getInt();
  if (preferredCluster) {
    printer << " preferred_cluster [";
    llvm::interleaveComma(preferredCluster.asArrayRef(), printer);
    printer << ']';
    if (nonportable)
      printer << " nonportable";
  }
  if (carveout)
    printer << " carveout " << carveout.getInt();
  if (window)
    printWindow(printer, op, window, windowType, hitRatio, hit, miss,
                windowBytes);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult verifyWindow(KernelOp op) {
  if (!op.getWindow()) {
    if (op.getHitRatio() || op.getHit() || op.getMiss() || op.getWindowBytes())
      return op.emitOpError("(C6) expected a tensor for the access window, got "
                            "only its properties");
    return success();
  }
  if (!getViewedArgument(op.getWindow()) ||
      !llvm::all_of(tile::ViewChain(op.getWindow()).views,
                    llvm::IsaPred<memref::CastOp>))
    return op.emitOpError("(C6) expected the access window to lie over an "
                          "argument of the launch.func");
  float ratio = op.getWindowHitRatio();
  if (!(ratio >= 0 && ratio <= 1))
    return op.emitOpError("(C6) expected a hit ratio of 0 to 1, got ")
           << op.getHitRatioAttr().getValueAsDouble();
  if (op.getWindowMiss() == AccessProperty::Persisting)
    return op.emitOpError("(C6) expected the miss property of an access window "
                          "to be normal or streaming, got persisting");
  if (op.getWindowBytes() && static_cast<int64_t>(*op.getWindowBytes()) < 1)
    return op.emitOpError("(C6) expected an access window of at least 1 byte, "
                          "got ")
           << static_cast<int64_t>(*op.getWindowBytes());
  return success();
}

static LogicalResult verifyExtents(KernelOp op) {
  if (!op.getPreferredCluster()) {
    if (op.getNonportable())
      return op.emitOpError("(C4) expected 'nonportable' with a preferred "
                            "cluster");
    return success();
  }
  if (op.getCooperative())
    return op.emitOpError("(C4) expected a launch that is 'cooperative' or has "
                          "a preferred cluster, got both, which no driver "
                          "takes");
  ArrayRef<int64_t> extents = *op.getPreferredCluster();
  if (extents.empty() || extents.size() > 3)
    return op.emitOpError("(C4) expected a preferred cluster of one to three "
                          "extents (x, y, z), got ")
           << int64_t(extents.size());
  int64_t blocks = 1;
  for (int64_t extent : extents) {
    if (extent < 1 || extent > 16)
      return op.emitOpError("(C4) expected extents of a preferred cluster of 1 "
                            "to 16, got ")
             << extent;
    blocks *= extent;
  }
  int64_t most = op.getNonportable() ? 16 : 8;
  if (blocks <= most)
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("(C4) expected a preferred cluster of at most ")
      << most << " blocks, got " << blocks;
  if (blocks <= 16)
    diag << "; write 'nonportable' behind it for up to 16";
  return diag;
}

LogicalResult tilery::launch::verifyLaunchOptions(KernelOp op) {
  if (failed(verifyExtents(op)) || failed(verifyWindow(op)))
    return failure();
  if (op.getCarveout() && (*op.getCarveout() > 100))
    return op.emitOpError("(C5) expected a carveout of 0 to 100 percent, got ")
           << static_cast<int32_t>(*op.getCarveout());
  // Attributes of passes have a dialect's prefix; what has none was meant for
  // the launch.
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (!attr.getName().getValue().contains('.'))
      return op.emitOpError("(C7) no launch attribute '")
             << attr.getName().getValue() << "'; there are " << knownOptions;
  return success();
}

LogicalResult
tilery::launch::verifyPreferredCluster(KernelOp op, ArrayRef<int32_t> cluster) {
  if (!op.getPreferredCluster())
    return success();
  ArrayRef<int64_t> preferred = *op.getPreferredCluster();
  ArrayRef<int64_t> grid = op.getStaticGrid();
  for (unsigned axis = 0; axis < 3; ++axis) {
    int64_t extent = axis < preferred.size() ? preferred[axis] : 1;
    int64_t own = axis < cluster.size() ? cluster[axis] : 1;
    StringRef name = StringRef("xyz").substr(axis, 1);
    if (extent % own != 0)
      return op.emitOpError("(C4) expected a preferred cluster whose extent ")
             << name << " is a multiple of the kernel's cluster extent " << own
             << ", got " << extent;
    if (axis == 2 && extent != own)
      return op.emitOpError("(C4) expected a preferred cluster whose extent z "
                            "is that of the kernel's cluster, ")
             << own << ", got " << extent;
    int64_t blocks = axis < grid.size() ? grid[axis] : 1;
    if (!ShapedType::isDynamic(blocks) && blocks % extent != 0)
      return op.emitOpError("(C4) expected a preferred cluster whose extent ")
             << name << " divides that of the grid, " << blocks << ", got "
             << extent;
  }
  return success();
}

LogicalResult tilery::launch::verifyClusterUse(KernelOp op,
                                               tile::KernelOp kernel) {
  if (!op.getPreferredCluster())
    return success();
  Operation *use = nullptr;
  kernel.walk([&](Operation *inner) {
    if (!isa<tile::ClusterRankOp, tile::ClusterSizeOp, gpu::ClusterBlockIdOp,
             gpu::ClusterDimBlocksOp>(inner))
      return WalkResult::advance();
    use = inner;
    return WalkResult::interrupt();
  });
  if (!use)
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("(C9) expected a launch of kernel '")
      << op.getCallee()
      << "' without a preferred cluster, as the kernel holds '"
      << use->getName()
      << "', which is compiled for its own cluster; launch it without, or do "
         "without that op";
  diag.attachNote(use->getLoc()) << "it is here";
  return diag;
}
