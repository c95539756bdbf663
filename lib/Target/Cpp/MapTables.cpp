// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The TensorMaps of a launcher, and what of their rules is known already.

#include "CudaNames.h"
#include "LauncherFile.h"

#include "tilery/Dialect/Tile/IR/MapFacts.h"
#include "tilery/TensorMap/Check.h"
#include "tilery/TensorMap/Targets.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;
using namespace tilery::launch;

/// The compute capabilities between which the devices are that run a launcher's
/// kernels. PTX runs on all that come later.
static std::pair<int32_t, int32_t> getCapabilities(LauncherFile &file) {
  int32_t low = INT32_MAX, high = 0;
  for (const KernelTable &kernel : file.kernels)
    for (auto image :
         BinaryOp(kernel.binary).getImages().getAsRange<ImageAttr>()) {
      const tensormap::Target *target =
          tensormap::findTarget(image.getTarget());
      if (!target)
        continue;
      low = std::min(low, target->computeCapability);
      bool isOpen = !image.isCubin() && !target->isChipSpecific();
      high = std::max(high, isOpen ? INT32_MAX : target->computeCapability);
    }
  return {low, high};
}

static tensormap::TensorMapParams getParams(LauncherFile &file,
                                            EncodeMapOp op) {
  tile::MapUse use;
  use.loaded = op.getLoaded();
  use.stored = op.getStored();
  use.reduced = op.getReduced();
  use.allowEdgeSpill = op.getAllowEdgeSpill();
  if (auto promotion = op.getL2PromotionAttr())
    use.l2Promotion = promotion.getValue();
  if (auto fill = op.getOobFillAttr())
    use.oobFill = fill.getValue();
  BlockArgument argument = getViewedArgument(op.getSource());
  if (auto align = file.function.getArgAttrOfType<IntegerAttr>(
          argument.getArgNumber(), tile::TileDialect::getAlignAttrName()))
    use.alignment = static_cast<uint64_t>(align.getInt());
  return tile::getMapParams(cast<MemRefType>(op.getSource().getType()),
                            tile::MapShape::of(op.getMap().getType()), use);
}

/// "TM01 to TM04, TM06": of numbers that grow.
static std::string listRules(ArrayRef<int> numbers) {
  std::string text;
  auto id = [](int number) {
    return (number < 10 ? "TM0" : "TM") + std::to_string(number);
  };
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    text += (text.empty() ? "" : ", ") + id(numbers[i]);
    if (end - i > 2)
      text += " to " + id(numbers[end - 1]);
    else if (end - i == 2)
      text += ", " + id(numbers[end - 1]);
    i = end;
  }
  return text.empty() ? "none" : text;
}

/// Which rules hold for all operands, and which are left to each launch.
static void printRules(LauncherFile &file, EncodeMapOp op, CppWriter &writer) {
  tensormap::TensorMapParams params = getParams(file, op);
  auto [low, high] = getCapabilities(file);
  auto judge = [&](int32_t capability) {
    params.computeCapability = capability;
    return tensormap::verdicts(params);
  };
  std::vector<tensormap::RuleVerdict> least = judge(low), most = judge(high);
  SmallVector<int> held;
  std::string open;
  for (auto [a, b] : llvm::zip(least, most)) {
    if (a.rule->kind != tensormap::RuleKind::Error)
      continue;
    if (a.verdict == tensormap::Verdict::Proven &&
        b.verdict == tensormap::Verdict::Proven)
      held.push_back(a.rule->number);
    else
      open += (open.empty() ? "" : ", ") + tensormap::ruleId(*a.rule) + " " +
              a.rule->name;
  }
  writer.comment("Rules that hold already: " + listRules(held) + ".");
  writer.comment(
      "Rules checked at each launch: " + (open.empty() ? "none" : open) + ".");
}

static std::string describe(LauncherFile &file, EncodeMapOp op,
                            const MapNames &names) {
  tile::TensorMapType type = op.getMap().getType();
  std::string text = names.map + ": boxes of ";
  llvm::raw_string_ostream os(text);
  llvm::interleave(type.getBox(), os, "x");
  os << ' ' << type.getElementType() << " of ";
  if (Value view = getView(op.getSource()))
    os << file.views[view] << ", a view of ";
  BlockArgument argument = getViewedArgument(op.getSource());
  os << file.interface.arguments[argument.getArgNumber()].name;
  SmallVector<StringRef> uses;
  if (op.getLoaded())
    uses.push_back("loaded");
  if (op.getStored())
    uses.push_back("stored");
  if (op.getReduced())
    uses.push_back("reduced into");
  if (uses.empty())
    uses.push_back("prefetched");
  os << "; " << llvm::join(uses, ", ") << ".";
  return text;
}

static std::string printFlags(uint32_t flags) {
  SmallVector<StringRef> names;
  for (auto [bit, name] : std::initializer_list<std::pair<uint32_t, StringRef>>{
           {TILERY_MAP_LOADED, "TILERY_MAP_LOADED"},
           {TILERY_MAP_STORED, "TILERY_MAP_STORED"},
           {TILERY_MAP_REDUCED, "TILERY_MAP_REDUCED"},
           {TILERY_MAP_ALLOW_EDGE_SPILL, "TILERY_MAP_ALLOW_EDGE_SPILL"}})
    if (flags & bit)
      names.push_back(name);
  return names.empty() ? "0" : llvm::join(names, " | ");
}

static std::string printList(ArrayRef<uint32_t> numbers, int32_t count) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '{';
  llvm::interleaveComma(numbers.take_front(count), os);
  os << '}';
  return text;
}

void tilery::cpp::printMapTables(LauncherFile &file, CppWriter &writer) {
  if (file.maps.empty())
    return;
  writer.section("TensorMaps");
  writer.comment("Index 0 is the innermost dimension, as in the driver's "
                 "cuTensorMapEncodeTiled. The rules TMxx stand in "
                 "tilery/TensorMap/Rules.h.");
  for (auto &[op, names] : file.maps) {
    auto map = cast<EncodeMapOp>(op);
    TileryMapSpec spec = makeMapSpec(map);
    writer.line();
    writer.comment(describe(file, map, names));
    printRules(file, map, writer);
    writer.table("constexpr TileryMapSpec " + names.spec,
                 {{"dtype", std::to_string(spec.dtype),
                   getDataTypeEnumerator(spec.dtype).str()},
                  {"rank", std::to_string(spec.rank)},
                  {"box", printList(spec.box, spec.rank)},
                  {"elementStrides", printList(spec.elementStrides, spec.rank)},
                  {"interleave", std::to_string(spec.interleave),
                   getInterleaveEnumerator(spec.interleave).str()},
                  {"swizzle", std::to_string(spec.swizzle),
                   getSwizzleEnumerator(spec.swizzle).str()},
                  {"l2Promotion", std::to_string(spec.l2Promotion),
                   getL2PromotionEnumerator(spec.l2Promotion).str()},
                  {"oobFill", std::to_string(spec.oobFill),
                   getOobFillEnumerator(spec.oobFill).str()},
                  {"flags", printFlags(spec.flags)}});
  }
}
