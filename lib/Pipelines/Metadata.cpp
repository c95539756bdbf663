// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Metadata.h"

#include "Formula.h"

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"
#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"
#include "tilery/Conversion/LaunchToLLVM/Signature.h"
#include "tilery/TensorMap/Targets.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace tilery;
namespace json = llvm::json;

std::string tilery::getSourceHash(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  auto digest = llvm::SHA256::hash(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

/// A size is a number, the name of its symbol, or null.
static json::Value getSize(int64_t size, StringRef symbol) {
  if (size != dynamicSize)
    return size;
  if (symbol.empty())
    return nullptr;
  return symbol.str();
}

/// A number where it is one, else a formula, else null.
static json::Value toJson(const std::optional<std::string> &formula) {
  if (!formula)
    return nullptr;
  int64_t number;
  if (!StringRef(*formula).getAsInteger(10, number))
    return number;
  return *formula;
}

template <typename Range> static json::Array toArray(const Range &range) {
  json::Array array;
  for (const auto &element : range)
    array.push_back(static_cast<int64_t>(element));
  return array;
}

static json::Object getOperand(launch::FuncOp function, unsigned index,
                               const ArgumentInfo &info) {
  Type type = function.getArgumentTypes()[index];
  auto memref = dyn_cast<MemRefType>(type);
  bool isMap = isa<tile::TensorMapType>(type);
  Type element = memref  ? memref.getElementType()
                 : isMap ? cast<tile::TensorMapType>(type).getElementType()
                         : type;
  auto dtype = launch::getDataTypeName(element);
  json::Object operand{
      {"name", info.name},
      {"kind", memref  ? "tensor"
               : isMap ? "tensor_map"
                       : "scalar"},
      {"dtype", succeeded(dtype) ? json::Value(*dtype) : nullptr},
      {"type", info.typeText}};
  if (!memref && !isMap)
    return operand;
  operand["read"] = info.isRead;
  operand["written"] = info.isWritten;
  if (!memref)
    return operand;
  json::Array shape, symbols, strides;
  for (auto [size, symbol] : llvm::zip(info.shape, info.symbols)) {
    shape.push_back(getSize(size, symbol));
    symbols.push_back(symbol.empty() ? json::Value(nullptr)
                                     : json::Value(symbol));
  }
  operand["shape"] = std::move(shape);
  operand["symbols"] = std::move(symbols);
  if (info.strides) {
    for (int64_t stride : *info.strides)
      strides.push_back(getSize(stride, ""));
    operand["strides"] = std::move(strides);
  } else {
    operand["strides"] = "compact";
  }
  if (auto align = function.getArgAttrOfType<IntegerAttr>(
          index, tile::TileDialect::getAlignAttrName()))
    operand["align"] = align.getInt();
  return operand;
}

static json::Object getImage(const TargetCode &code, bool isCubin) {
  json::Object image{
      {"target", code.target},
      {"kind", isCubin ? "cubin" : "ptx"},
      {"bytes",
       static_cast<int64_t>(isCubin ? code.cubin.size() : code.ptx.size())},
      {"ptx_version", tensormap::ptxVersionText(code.ptxVersion)}};
  // What the driver makes of PTX is known when it loads it.
  int32_t registers = code.getRegisters();
  image["registers"] =
      isCubin && registers >= 0 ? json::Value(registers) : nullptr;
  return image;
}

static json::Object getKernel(const CompiledKernel &kernel) {
  json::Array images;
  if (!kernel.cubin.empty())
    images.push_back(getImage(kernel, true));
  for (const TargetCode &code : kernel.moreTargets)
    images.push_back(getImage(code, true));
  images.push_back(getImage(kernel, false));
  return json::Object{{"name", kernel.name},
                      {"block", toArray(kernel.block)},
                      {"cluster", toArray(kernel.cluster)},
                      {"static_shared_bytes", kernel.staticShared},
                      {"dynamic_shared_bytes", kernel.dynamicShared},
                      {"images", std::move(images)}};
}

/// Dimensions are outermost first, as in the IR.
static json::Object getMap(launch::EncodeMapOp op) {
  tile::TensorMapType type = op.getMap().getType();
  TileryMapSpec spec = launch::makeMapSpec(op);
  BlockArgument argument = launch::getViewedArgument(op.getSource());
  auto source = cast<MemRefType>(op.getSource().getType());
  json::Array dims, strides, box, elementStrides;
  for (int64_t i = 0; i < source.getRank(); ++i) {
    dims.push_back(toJson(getExtentFormula(op.getSource(), i)));
    strides.push_back(toJson(getStrideFormula(op.getSource(), i)));
  }
  for (int32_t i = spec.rank; i-- > 0;) {
    box.push_back(spec.box[i]);
    elementStrides.push_back(spec.elementStrides[i]);
  }
  using namespace tensormap;
  return json::Object{
      {"operand", op->getParentOfType<launch::FuncOp>().getArgumentName(
                      argument.getArgNumber())},
      {"of_view", bool(launch::getView(op.getSource()))},
      {"dtype", name(type.getFormat())},
      {"rank", spec.rank},
      {"dims", std::move(dims)},
      {"strides", std::move(strides)},
      {"box", std::move(box)},
      {"element_strides", std::move(elementStrides)},
      {"interleave", name(static_cast<Interleave>(spec.interleave))},
      {"swizzle", name(static_cast<Swizzle>(spec.swizzle))},
      {"l2_promotion", name(static_cast<L2Promotion>(spec.l2Promotion))},
      {"oob_fill", name(static_cast<Fill>(spec.oobFill))},
      {"loaded", op.getLoaded()},
      {"stored", op.getStored()},
      {"reduced", op.getReduced()},
      {"allow_edge_spill", op.getAllowEdgeSpill()}};
}

static json::Object getLaunch(launch::KernelOp launch) {
  json::Array grid, arguments;
  for (OpFoldResult extent : launch::getGrid(launch))
    grid.push_back(toJson(getFormula(extent)));
  for (Value value : launch.getArgs()) {
    if (auto map = value.getDefiningOp<launch::EncodeMapOp>())
      arguments.push_back(json::Object{{"tensor_map", getMap(map)}});
    else if (BlockArgument argument = launch::getViewedArgument(value))
      arguments.push_back(json::Object{
          {"operand", launch->getParentOfType<launch::FuncOp>().getArgumentName(
                          argument.getArgNumber())}});
    else
      arguments.push_back(json::Object{{"value", toJson(getFormula(value))}});
  }
  return json::Object{{"kernel", launch.getCallee()},
                      {"grid", std::move(grid)},
                      {"arguments", std::move(arguments)}};
}

std::string tilery::getMetadata(launch::FuncOp function,
                                const LauncherInfo &info,
                                const CompiledModule &compiled,
                                const std::string &sourceHash) {
  json::Array operands, kernels, launches;
  for (auto [i, argument] : llvm::enumerate(info.arguments))
    operands.push_back(getOperand(function, i, argument));
  llvm::StringSet<> started;
  function.walk([&](launch::KernelOp launch) {
    started.insert(launch.getCallee());
    launches.push_back(getLaunch(launch));
  });
  for (const CompiledKernel &kernel : compiled.kernels)
    if (started.contains(kernel.name))
      kernels.push_back(getKernel(kernel));
  json::Object all{
      {"name", launch::getCName(info.name)}, {"launcher", info.name},
      {"signature", info.signature},         {"tilery_version", TILERY_VERSION},
      {"abi_version", TILERY_ABI_VERSION},   {"source_sha256", sourceHash},
      {"operands", std::move(operands)},     {"kernels", std::move(kernels)},
      {"launches", std::move(launches)}};
  return llvm::formatv("{0:2}", json::Value(std::move(all))).str() + "\n";
}
