// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/LaunchToLLVM/Signature.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

namespace {
/// The names that array libraries have for the 8-bit floats, and DLPack's code.
struct Float8 {
  StringLiteral name;
  uint8_t code;
};
} // namespace

static std::optional<Float8> getFloat8(Type type) {
  return llvm::TypeSwitch<Type, std::optional<Float8>>(type)
      .Case([](Float8E3M4Type) {
        return Float8{"float8_e3m4", TILERY_TYPE_FLOAT8_E3M4};
      })
      .Case([](Float8E4M3Type) {
        return Float8{"float8_e4m3", TILERY_TYPE_FLOAT8_E4M3};
      })
      .Case([](Float8E4M3B11FNUZType) {
        return Float8{"float8_e4m3b11fnuz", TILERY_TYPE_FLOAT8_E4M3B11FNUZ};
      })
      .Case([](Float8E4M3FNType) {
        return Float8{"float8_e4m3fn", TILERY_TYPE_FLOAT8_E4M3FN};
      })
      .Case([](Float8E4M3FNUZType) {
        return Float8{"float8_e4m3fnuz", TILERY_TYPE_FLOAT8_E4M3FNUZ};
      })
      .Case([](Float8E5M2Type) {
        return Float8{"float8_e5m2", TILERY_TYPE_FLOAT8_E5M2};
      })
      .Case([](Float8E5M2FNUZType) {
        return Float8{"float8_e5m2fnuz", TILERY_TYPE_FLOAT8_E5M2FNUZ};
      })
      .Case([](Float8E8M0FNUType) {
        return Float8{"float8_e8m0fnu", TILERY_TYPE_FLOAT8_E8M0FNU};
      })
      .Default([](Type) { return std::nullopt; });
}

FailureOr<TileryDataType> tilery::launch::getDataType(Type type) {
  auto make = [](int code, unsigned bits) {
    return TileryDataType{static_cast<uint8_t>(code),
                          static_cast<uint8_t>(bits), 1};
  };
  if (type.isIndex())
    return make(TILERY_TYPE_INT, 64);
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    if (width != 8 && width != 16 && width != 32 && width != 64)
      return failure();
    return make(integer.isUnsigned() ? TILERY_TYPE_UINT : TILERY_TYPE_INT,
                width);
  }
  if (type.isBF16())
    return make(TILERY_TYPE_BFLOAT, 16);
  if (type.isF16() || type.isF32() || type.isF64())
    return make(TILERY_TYPE_FLOAT, type.getIntOrFloatBitWidth());
  if (std::optional<Float8> float8 = getFloat8(type))
    return make(float8->code, 8);
  return failure();
}

FailureOr<std::string> tilery::launch::getDataTypeName(Type type) {
  FailureOr<TileryDataType> dataType = getDataType(type);
  if (failed(dataType))
    return failure();
  std::string bits = std::to_string(dataType->bits);
  switch (dataType->code) {
  case TILERY_TYPE_INT:
    return "int" + bits;
  case TILERY_TYPE_UINT:
    return "uint" + bits;
  case TILERY_TYPE_FLOAT:
    return "float" + bits;
  case TILERY_TYPE_BFLOAT:
    return "bfloat" + bits;
  default:
    return getFloat8(type)->name.str();
  }
}

SmallVector<StringRef>
tilery::launch::getDimSymbols(FuncOp function, unsigned index, unsigned rank) {
  SmallVector<StringRef> symbols(rank);
  auto dims = function.getArgAttrOfType<ArrayAttr>(
      index, tile::TileDialect::getDimsAttrName());
  if (!dims)
    return symbols;
  for (auto [symbol, attr] : llvm::zip(symbols, dims))
    if (auto text = dyn_cast<StringAttr>(attr))
      symbol = text.getValue();
  return symbols;
}

static void appendTensor(llvm::raw_ostream &os, FuncOp function, unsigned index,
                         MemRefType type) {
  SmallVector<StringRef> symbols =
      getDimSymbols(function, index, type.getRank());
  auto printSize = [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      os << '?';
    else
      os << size;
  };
  os << "Tensor([";
  llvm::interleaveComma(llvm::seq<size_t>(0, symbols.size()), os,
                        [&](size_t i) {
                          if (type.isDynamicDim(i) && !symbols[i].empty())
                            os << symbols[i];
                          else
                            printSize(type.getDimSize(i));
                        });
  os << "], ";
  FailureOr<std::string> dataType = getDataTypeName(type.getElementType());
  if (succeeded(dataType))
    os << *dataType;
  else
    os << type.getElementType();
  if (!type.getLayout().isIdentity()) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (succeeded(type.getStridesAndOffset(strides, offset))) {
      os << ", strides=[";
      llvm::interleaveComma(strides, os, printSize);
      os << "]";
    }
  }
  os << ")";
}

/// "TensorMap([64, 64], float32, swizzle=128B)": what the kernel takes the map
/// for.
static void appendMap(llvm::raw_ostream &os, tile::TensorMapType type) {
  os << "TensorMap([";
  llvm::interleaveComma(type.getBox(), os);
  os << "], ";
  FailureOr<std::string> dataType = getDataTypeName(type.getElementType());
  if (succeeded(dataType))
    os << *dataType;
  else
    os << type.getElementType();
  if (type.getSwizzle() != tile::Swizzle::None)
    os << ", swizzle=" << tile::stringifySwizzle(type.getSwizzle());
  if (type.getInterleave() != tile::Interleave::None)
    os << ", interleave=" << tile::stringifyInterleave(type.getInterleave());
  if (!type.getElementStrides().empty()) {
    os << ", element_strides=[";
    llvm::interleaveComma(type.getElementStrides(), os);
    os << "]";
  }
  FailureOr<tensormap::DataType> own =
      tile::getTensorMapDataType(type.getElementType());
  if (failed(own) || *own != type.getFormat())
    os << ", format=" << tensormap::name(type.getFormat());
  os << ")";
}

std::string tilery::launch::getSignature(FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << function.getSymName() << "(";
  auto types = llvm::enumerate(function.getArgumentTypes());
  llvm::interleaveComma(types, os, [&](auto it) {
    os << function.getArgumentName(it.index()) << ": ";
    if (auto memref = dyn_cast<MemRefType>(it.value()))
      appendTensor(os, function, it.index(), memref);
    else if (auto map = dyn_cast<tile::TensorMapType>(it.value()))
      appendMap(os, map);
    else if (auto name = getDataTypeName(it.value()); succeeded(name))
      os << *name;
    else
      os << it.value();
  });
  os << ")";
  return text;
}
