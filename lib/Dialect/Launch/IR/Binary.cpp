// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

bool ImageAttr::isCubin() const {
  return getData().starts_with("\x7f"
                               "ELF");
}

StringRef ImageAttr::getContent() const {
  bool hasEnd = !isCubin() && getData().ends_with(StringRef("\0", 1));
  return getData().drop_back(hasEnd ? 1 : 0);
}

static constexpr StringLiteral readKeyword = "read";
static constexpr StringLiteral writtenKeyword = "written";

ParseResult tilery::launch::parseBinaryArguments(OpAsmParser &parser,
                                                 TypeAttr &functionType,
                                                 DenseI32ArrayAttr &access) {
  SmallVector<Type> types;
  SmallVector<int32_t> entries;
  auto parseArgument = [&]() -> ParseResult {
    if (parser.parseType(types.emplace_back()))
      return failure();
    int32_t &entry = entries.emplace_back(BinaryOp::NoAccess);
    if (succeeded(parser.parseOptionalKeyword(readKeyword)))
      entry |= BinaryOp::Read;
    if (succeeded(parser.parseOptionalKeyword(writtenKeyword)))
      entry |= BinaryOp::Written;
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                     parseArgument))
    return failure();
  Builder &builder = parser.getBuilder();
  functionType = TypeAttr::get(builder.getFunctionType(types, {}));
  access = builder.getDenseI32ArrayAttr(entries);
  return success();
}

void tilery::launch::printBinaryArguments(OpAsmPrinter &printer, Operation *op,
                                          TypeAttr functionType,
                                          DenseI32ArrayAttr access) {
  ArrayRef<int32_t> entries = access.asArrayRef();
  printer << '(';
  auto types =
      llvm::enumerate(cast<FunctionType>(functionType.getValue()).getInputs());
  llvm::interleaveComma(types, printer, [&](auto it) {
    printer.printType(it.value());
    int32_t entry = it.index() < entries.size() ? entries[it.index()] : 0;
    if (entry & BinaryOp::Read)
      printer << ' ' << readKeyword;
    if (entry & BinaryOp::Written)
      printer << ' ' << writtenKeyword;
  });
  printer << ')';
}

ParseResult tilery::launch::parseExtents(OpAsmParser &parser,
                                         DenseI32ArrayAttr &extents) {
  SmallVector<int32_t> values;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(values.emplace_back());
      }))
    return failure();
  extents = parser.getBuilder().getDenseI32ArrayAttr(values);
  return success();
}

void tilery::launch::printExtents(OpAsmPrinter &printer, Operation *op,
                                  DenseI32ArrayAttr extents) {
  printer << '[';
  llvm::interleaveComma(extents.asArrayRef(), printer);
  printer << ']';
}

/// (C1)
static LogicalResult verifyExtents(BinaryOp op, StringRef name,
                                   ArrayRef<int32_t> extents) {
  if (extents.empty() || extents.size() > 3)
    return op.emitOpError("(C1) expected '")
           << name << "' to have one to three extents, got " << extents.size();
  for (int32_t extent : extents)
    if (extent < 1)
      return op.emitOpError("(C1) expected the extents of '")
             << name << "' to be at least 1, got " << extent;
  return success();
}

/// (C4), (C6)
static LogicalResult verifyImages(BinaryOp op) {
  if (op.getImages().empty())
    return op.emitOpError("(C4) expected an image, got none");
  llvm::StringSet<> seen[2];
  for (auto image : op.getImages().getAsRange<ImageAttr>()) {
    StringRef data = image.getData();
    if (data.empty())
      return op.emitOpError("(C4) expected an image for ")
             << image.getTarget() << ", got an empty one";
    if (!image.isCubin() && data.back() != '\0')
      return op.emitOpError("(C4) expected an image that is no ELF file to end "
                            "with a NUL byte, got one that ends with ")
             << static_cast<unsigned>(static_cast<unsigned char>(data.back()));
    if (!seen[image.isCubin()].insert(image.getTarget()).second)
      return op.emitOpError("(C6) expected one ")
             << (image.isCubin() ? "cubin" : "PTX image") << " for "
             << image.getTarget() << ", got two";
  }
  return success();
}

LogicalResult BinaryOp::verify() {
  if (failed(verifyExtents(*this, "block", getBlock())))
    return failure();
  if (getCluster() && failed(verifyExtents(*this, "cluster", *getCluster())))
    return failure();

  ArrayRef<Type> types = getFunctionType().getInputs();
  if (getFunctionType().getNumResults() != 0)
    return emitOpError("(C5) expected no results, got ")
           << getFunctionType().getNumResults();
  if (getAccess().size() != types.size())
    return emitOpError("(C2) expected one access entry an argument, got ")
           << getAccess().size() << " for " << types.size();
  for (auto [i, type] : llvm::enumerate(types)) {
    if (std::string legal = tile::describeLegalArgument(type); !legal.empty())
      return emitOpError("(C5) expected argument #")
             << i << " to be " << legal << ", got " << type;
    int32_t access = getAccess()[i];
    if (access < NoAccess || access > (Read | Written))
      return emitOpError("(C2) expected the access of argument #")
             << i << " to be 0 to 3, got " << access;
    if (access != NoAccess && !isa<MemRefType>(type))
      return emitOpError("(C2) expected an access on memrefs only, got one on "
                         "argument #")
             << i << " of type " << type;
  }

  for (int64_t bytes : {getStaticBytes(), getDynamicBytes()})
    if (bytes < 0)
      return emitOpError("(C3) expected sizes of shared memory of 0 or more, "
                         "got ")
             << bytes;
  return verifyImages(*this);
}
