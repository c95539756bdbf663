// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/OpSyntax.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

ParseResult
tile::parseFunctionSignature(OpAsmParser &parser, OperationState &result,
                             SmallVectorImpl<OpAsmParser::Argument> &args) {
  StringAttr name;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes))
    return failure();
  if (parser.parseArgumentList(args, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/true))
    return failure();

  MLIRContext *context = parser.getContext();
  StringRef nameAttr = TileDialect::getNameAttrName();
  SmallVector<Type> types;
  SmallVector<Attribute> attrs;
  for (OpAsmParser::Argument &arg : args) {
    types.push_back(arg.type);
    NamedAttrList list(arg.attrs);
    StringRef ssaName = arg.ssaName.name.drop_front();
    if (!list.get(nameAttr) && !llvm::all_of(ssaName, llvm::isDigit))
      list.set(nameAttr, StringAttr::get(context, ssaName));
    attrs.push_back(list.getDictionary(context));
  }
  result.addAttribute("function_type",
                      TypeAttr::get(FunctionType::get(context, types, {})));
  if (llvm::any_of(attrs, [](Attribute attr) {
        return !cast<DictionaryAttr>(attr).empty();
      }))
    result.addAttribute("arg_attrs", ArrayAttr::get(context, attrs));
  return success();
}

void tile::printFunctionSignature(OpAsmPrinter &printer,
                                  FunctionOpInterface function) {
  printer << ' ';
  printer.printSymbolName(function.getName());
  printer << '(';
  llvm::interleaveComma(
      function.getArguments(), printer, [&](BlockArgument arg) {
        std::string printed;
        llvm::raw_string_ostream os(printed);
        printer.printOperand(arg, os);
        SmallVector<NamedAttribute> attrs;
        for (NamedAttribute attr : function.getArgAttrs(arg.getArgNumber())) {
          auto name = dyn_cast<StringAttr>(attr.getValue());
          if (attr.getName() == TileDialect::getNameAttrName() && name &&
              StringRef(printed).drop_front() == name.getValue())
            continue;
          attrs.push_back(attr);
        }
        printer << printed << ": ";
        printer.printType(arg.getType());
        printer.printOptionalAttrDict(attrs);
      });
  printer << ')';
}

std::string tile::getArgumentName(FunctionOpInterface function,
                                  unsigned index) {
  if (auto name = function.getArgAttrOfType<StringAttr>(
          index, TileDialect::getNameAttrName()))
    return name.str();
  return "#" + std::to_string(index);
}

void tile::setArgumentNames(FunctionOpInterface function,
                            OpAsmSetValueNameFn setNameFn) {
  for (BlockArgument arg : function.getArguments())
    if (auto name = function.getArgAttrOfType<StringAttr>(
            arg.getArgNumber(), TileDialect::getNameAttrName()))
      setNameFn(arg, name);
}

static LogicalResult verifyDims(Operation *op, unsigned index, Type type,
                                Attribute value) {
  auto memref = dyn_cast<MemRefType>(type);
  auto symbols = dyn_cast<ArrayAttr>(value);
  bool strings = symbols && llvm::all_of(symbols, llvm::IsaPred<StringAttr>);
  if (!memref || !strings || int64_t(symbols.size()) != memref.getRank())
    return op->emitOpError()
           << "(S06) expected 'tile.dims' of argument #" << index
           << " to be an array of one symbol a dimension of a memref, got "
           << value << " on " << type;
  return success();
}

static LogicalResult verifyDivisible(Operation *op, unsigned index, Type type,
                                     Attribute value) {
  auto positive = [](Attribute attr) {
    auto number = dyn_cast<IntegerAttr>(attr);
    return number && number.getValue().isStrictlyPositive();
  };
  if (type.isIntOrIndex() && positive(value))
    return success();
  auto memref = dyn_cast<MemRefType>(type);
  auto array = dyn_cast<ArrayAttr>(value);
  if (memref && array && int64_t(array.size()) == memref.getRank() &&
      llvm::all_of(array, positive))
    return success();
  return op->emitOpError()
         << "(S06) expected 'tile.divisible' of argument #" << index
         << " to be a positive integer for an integer, or an array of one for "
            "each dimension of a memref, got "
         << value << " on " << type;
}

LogicalResult tile::verifyArgumentAttr(Operation *op, unsigned index,
                                       NamedAttribute attr) {
  Type type = cast<FunctionOpInterface>(op).getArgumentTypes()[index];
  StringRef name = attr.getName();
  Attribute value = attr.getValue();
  if (name == TileDialect::getNameAttrName()) {
    auto text = dyn_cast<StringAttr>(value);
    if (text && !text.getValue().empty())
      return success();
    return op->emitOpError()
           << "(S06) expected 'tile.name' of argument #" << index
           << " to be a string with at least one character";
  }
  if (name == TileDialect::getAlignAttrName()) {
    auto number = dyn_cast<IntegerAttr>(value);
    if (isa<MemRefType>(type) && number && number.getValue().isPowerOf2() &&
        number.getValue().getActiveBits() <= 31)
      return success();
    return op->emitOpError()
           << "(S06) expected 'tile.align' of argument #" << index
           << " to be a power of two, in bytes, on a memref, got " << value
           << " on " << type;
  }
  if (name == TileDialect::getDimsAttrName())
    return verifyDims(op, index, type, value);
  if (name == TileDialect::getDivisibleAttrName())
    return verifyDivisible(op, index, type, value);
  return op->emitOpError()
         << "(S06) unknown attribute '" << name << "' of argument #" << index
         << "; known are tile.name, tile.align, tile.dims and tile.divisible";
}
