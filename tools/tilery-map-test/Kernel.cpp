// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernel.h"

using namespace tilery;
using namespace tilery::maptest;

std::string maptest::launcherName(const Case &c) {
  return "run_" + std::to_string(c.index);
}

/// "4, 2, 1" of the first `count` numbers, the last one first.
static std::string reversed(const int64_t *values, int count) {
  std::string text;
  for (int i = count; i-- > 0;)
    text += std::to_string(values[i]) + (i ? ", " : "");
  return text;
}

namespace {
class KernelWriter {
public:
  explicit KernelWriter(const Case &c) : c(c), p(c.params) {}
  std::string write();

private:
  std::string tensorType() const;
  std::string bufferType(const char *space) const;
  std::string tileType() const;
  std::string mapOptions() const;
  std::string apply() const;
  std::string opcode() const;
  std::string coords() const;
  std::string arguments(bool withTypes) const;
  std::string argumentTypes() const;
  const char *coordType() const { return c.indexCoords ? "index" : "i32"; }

  const Case &c;
  const tensormap::TensorMapParams &p;
};
} // namespace

std::string KernelWriter::tensorType() const {
  TensorShape shape = tensorShape(c);
  size_t rank = shape.extents.size();
  bool sliced = c.isInterleaved();
  // The axis of a slice is of dimension 0 of the map.
  auto mapDim = [&](size_t axis) {
    return axis < static_cast<size_t>(p.rank)
               ? p.rank - 1 - static_cast<int>(axis)
               : 0;
  };
  std::string text = "memref<", strides;
  for (size_t i = 0; i < rank; ++i) {
    bool isSlice = sliced && i == rank - 1;
    bool isStatic = c.staticDims[mapDim(i)];
    text += isStatic ? std::to_string(shape.extents[i]) : "?";
    text += "x";
    // Bit 0 decides of the stride of one element, or slice.
    bool isStride = c.staticStrides[mapDim(i)];
    strides += i ? ", " : "";
    strides += isStride || (isSlice && isStatic)
                   ? std::to_string(shape.strides[i])
                   : "?";
  }
  return text + c.element->text + ", strided<[" + strides + "]>>";
}

std::string KernelWriter::bufferType(const char *space) const {
  return "memref<" + std::to_string(c.bufferBytes) + "xi8" + space + ">";
}

std::string KernelWriter::tileType() const {
  int64_t bytes = tensormap::elementBytes(p.dataType);
  std::string text = "memref<", strides;
  int64_t pitch = tensormap::sharedRowPitch(p) / bytes;
  // From the innermost outwards, then reversed.
  std::vector<int64_t> extents, steps;
  if (int64_t slice = tensormap::sliceBytes(p.interleave)) {
    extents.push_back(slice / bytes);
    steps.push_back(1);
  }
  int64_t step = c.isInterleaved() ? extents[0] : 1;
  for (int i = 0; i < p.rank; ++i) {
    extents.push_back(tensormap::boxElements(p, i));
    steps.push_back(step);
    step = i == 0 ? pitch : step * extents.back();
  }
  int count = static_cast<int>(extents.size());
  for (int i = count; i-- > 0;)
    text += std::to_string(extents[static_cast<size_t>(i)]) + "x";
  text += c.element->text;
  bool isDense = c.isInterleaved() || pitch == tensormap::boxElements(p, 0);
  if (!isDense && p.rank > 1)
    text += ", strided<[" + reversed(steps.data(), count) + "]>";
  text += ", #tile.shared";
  if (p.swizzle != tensormap::Swizzle::None)
    text += std::string("<swizzle = ") + tensormap::name(p.swizzle) + ">";
  return text + ">";
}

std::string KernelWriter::mapOptions() const {
  std::string text;
  bool strided = false;
  for (int i = 0; i < p.rank; ++i)
    strided |= p.elementStrides[i] != 1;
  if (strided)
    text += " element_strides [" + reversed(p.elementStrides, p.rank) + "]";
  if (c.isInterleaved())
    text += std::string(" interleave(") + tensormap::name(p.interleave) + ")";
  if (c.explicitFormat)
    text += std::string(" format(") + tensormap::name(p.dataType) + ")";
  return text;
}

std::string KernelWriter::opcode() const {
  std::string tile = c.explicitTile ? ".tile" : "";
  std::string hint = c.cacheHint ? ".L2::cache_hint" : "";
  std::string rank = std::to_string(p.rank) + "d";
  if (c.isLoad())
    return "cp.async.bulk.tensor." + rank +
           (c.clusterForm ? ".shared::cluster" : ".shared::cta") + ".global" +
           tile + ".mbarrier::complete_tx::bytes" + hint;
  if (p.direction == tensormap::Direction::Store)
    return "cp.async.bulk.tensor." + rank + ".global.shared::cta" + tile +
           ".bulk_group" + hint;
  return "cp.reduce.async.bulk.tensor." + rank + ".global.shared::cta." +
         tensormap::name(c.reduceOp) + tile + ".bulk_group" + hint;
}

std::string KernelWriter::coords() const {
  std::string text = "[";
  bool anyArgument = false;
  for (int i = p.rank; i-- > 0;) {
    anyArgument |= !c.constantCoords[i];
    text += c.constantCoords[i] ? std::to_string(c.coords[i])
                                : "%x" + std::to_string(i);
    text += i ? ", " : "";
  }
  if (anyArgument && !c.indexCoords)
    text += " : i32";
  return text + "]";
}

std::string KernelWriter::apply() const {
  std::string text = "    tile.apply \"" + opcode() + "\"\n      ";
  text += c.isLoad() ? "(%tile, %tensor)" : "(%tensor, %tile)";
  text += " box [" + reversed(p.box, p.rank) + "] coords " + coords();
  if (c.isLoad())
    text += " mbar %bar";
  if (c.cacheHint)
    text += " cache_policy(evict_first)";
  text += mapOptions();
  if (p.l2Promotion != tensormap::L2Promotion::None)
    text +=
        std::string(" l2_promotion(") + tensormap::name(p.l2Promotion) + ")";
  if (p.fill == tensormap::Fill::NaN)
    text += " oob_fill(nan)";
  if (p.allowEdgeSpill)
    text += " allow_edge_spill";
  std::string tensor = tensorType(), tile = tileType();
  return text + "\n      : " + (c.isLoad() ? tile : tensor) + ", " +
         (c.isLoad() ? tensor : tile) + "\n";
}

std::string KernelWriter::arguments(bool withTypes) const {
  auto argument = [&](const std::string &name, const std::string &type) {
    return "%" + name + (withTypes ? ": " + type : "");
  };
  std::string text = argument("tensor", tensorType()) + ", " +
                     argument("bytes", bufferType(""));
  for (int i = p.rank; i-- > 0;)
    if (!c.constantCoords[i])
      text += ", " + argument("x" + std::to_string(i), coordType());
  return text;
}

std::string KernelWriter::argumentTypes() const {
  std::string text = tensorType() + ", " + bufferType("");
  for (int i = p.rank; i-- > 0;)
    if (!c.constantCoords[i])
      text += std::string(", ") + coordType();
  return text;
}

std::string KernelWriter::write() {
  std::string number = std::to_string(c.index);
  std::string global = bufferType(""), shared = bufferType(", #tile.shared");
  std::string barrier = "memref<1x!tile.mbarrier, #tile.shared>";
  std::string loop = "  scf.for %i = %thread to %size step %threads {\n";
  std::string text = "tile.kernel @case_" + number + "(" + arguments(true) +
                     ") block [256] {\n"
                     "  %zero = arith.constant 0 : index\n"
                     "  %threads = arith.constant 256 : index\n"
                     "  %size = arith.constant " +
                     std::to_string(c.bufferBytes) +
                     " : index\n"
                     "  %buffer = tile.alloc_shared : " +
                     shared + "\n  %tile = tile.shared_view %buffer[" +
                     std::to_string(c.tileOffset) + "]\n    : " + shared +
                     " to " + tileType() + "\n";
  if (c.isLoad())
    text += "  %full = tile.alloc_shared : " + barrier +
            "\n  %bar = tile.mbarrier.ref %full[%zero] : " + barrier + "\n";
  text += "  %thread = gpu.thread_id x\n"
          "  %leader = arith.cmpi eq, %thread, %zero : index\n";
  if (c.isLoad())
    text += "  scf.if %leader {\n    tile.mbarrier.init %bar, 1\n  }\n";
  text += loop + "    %b = memref.load %bytes[%i] : " + global +
          "\n    memref.store %b, %buffer[%i] : " + shared + "\n  }\n" +
          "  tile.fence.proxy.async <shared_cta>\n  tile.cta_sync\n"
          "  scf.if %leader {\n";
  if (c.isLoad())
    text += "    %count = tile.tx_bytes %tile box [" + reversed(p.box, p.rank) +
            "]" + mapOptions() + " : " + tileType() +
            "\n    tile.mbarrier.arrive_expect_tx %bar, %count\n";
  text += apply();
  if (!c.isLoad())
    text += "    tile.bulk.commit_group\n    tile.bulk.wait_group 0\n";
  text += "  }\n";
  if (c.isLoad())
    text += "  tile.mbarrier.wait %bar, 0\n" + loop +
            "    %b = memref.load %buffer[%i] : " + shared +
            "\n    memref.store %b, %bytes[%i] : " + global + "\n  }\n";
  return text + "}\nlaunch.func @" + launcherName(c) + "(" + arguments(true) +
         ") {\n  launch.kernel @case_" + number + " grid [1] (" +
         arguments(false) + ")\n    : " + argumentTypes() + "\n}\n";
}

std::string maptest::kernelText(const Case &c) {
  return KernelWriter(c).write();
}
