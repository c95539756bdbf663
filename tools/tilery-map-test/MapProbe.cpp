// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MapProbe.h"

using namespace tilery;
using namespace tilery::maptest;

cu::Result
MapProbe::tensorMapEncodeTiled(cu::TensorMap *map, int dataType, uint32_t rank,
                               void *address, const uint64_t *dims,
                               const uint64_t *strides, const uint32_t *box,
                               const uint32_t *elementStrides, int interleave,
                               int swizzle, int l2Promotion, int fill) {
  ++count;
  last = tensormap::TensorMapParams();
  last.dataType = tensormap::DataType(dataType);
  last.rank = static_cast<int32_t>(rank);
  last.base =
      tensormap::BaseAddress::exactly(reinterpret_cast<uintptr_t>(address));
  for (int i = 0; i < tensormap::dimensionCount(last); ++i) {
    last.dims[i] = static_cast<int64_t>(dims[i]);
    last.box[i] = box[i];
    last.elementStrides[i] = elementStrides[i];
    if (i > 0)
      last.byteStrides[i - 1] = static_cast<int64_t>(strides[i - 1]);
  }
  last.interleave = tensormap::Interleave(interleave);
  last.swizzle = tensormap::Swizzle(swizzle);
  last.l2Promotion = tensormap::L2Promotion(l2Promotion);
  last.fill = tensormap::Fill(fill);
  return driver.tensorMapEncodeTiled(map, dataType, rank, address, dims,
                                     strides, box, elementStrides, interleave,
                                     swizzle, l2Promotion, fill);
}

std::string
MapProbe::compare(const tensormap::TensorMapParams &expected) const {
  if (count != 1)
    return "expected one map, got " + std::to_string(count);
  std::string text;
  auto check = [&](const char *what, auto wanted, auto got) {
    if (wanted == got)
      return;
    text += text.empty() ? "expected " : ", ";
    text += std::string(what) + " " +
            std::to_string(static_cast<int64_t>(wanted)) + ", got " +
            std::to_string(static_cast<int64_t>(got));
  };
  check("data type", expected.dataType, last.dataType);
  check("rank", expected.rank, last.rank);
  check("base", expected.base.value, last.base.value);
  check("interleave", expected.interleave, last.interleave);
  check("swizzle", expected.swizzle, last.swizzle);
  check("l2 promotion", expected.l2Promotion, last.l2Promotion);
  check("fill", expected.fill, last.fill);
  for (int i = 0; i < tensormap::dimensionCount(expected); ++i) {
    std::string of = " of TMA dimension " + std::to_string(i);
    check(("extent" + of).c_str(), expected.dims[i], last.dims[i]);
    check(("box" + of).c_str(), expected.box[i], last.box[i]);
    check(("element stride" + of).c_str(), expected.elementStrides[i],
          last.elementStrides[i]);
    if (i > 0)
      check(("stride" + of).c_str(), expected.byteStrides[i - 1],
            last.byteStrides[i - 1]);
  }
  return text;
}
