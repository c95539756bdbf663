// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MapProbe.h"

#include "tilery/Runtime/Record.h"

#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::maptest;

namespace {

TEST(MapProbe, ComparesWhatIsEncoded) {
  runtime::RecordDriver recorder;
  MapProbe probe(recorder);
  tensormap::TensorMapParams p;
  p.dataType = tensormap::DataType::Float16;
  p.rank = 2;
  p.base = tensormap::BaseAddress::exactly(4096);
  p.dims[0] = 64;
  p.dims[1] = 32;
  p.byteStrides[0] = 128;
  p.box[0] = 16;
  p.box[1] = 8;
  EXPECT_EQ(probe.compare(p), "expected one map, got 0");

  cu::TensorMap map;
  const uint64_t dims[] = {64, 32}, strides[] = {128};
  const uint32_t box[] = {16, 8}, steps[] = {1, 1};
  auto encode = [&] {
    (void)probe.tensorMapEncodeTiled(&map, 6, 2, reinterpret_cast<void *>(4096),
                                     dims, strides, box, steps, 0, 0, 0, 0);
  };
  encode();
  EXPECT_EQ(probe.compare(p), "");
  EXPECT_EQ(recorder.count("cuTensorMapEncodeTiled"), 1);
  p.box[1] = 4;
  p.swizzle = tensormap::Swizzle::B64;
  EXPECT_EQ(probe.compare(p),
            "expected swizzle 2, got 0, box of TMA dimension 1 4, got 8");
  encode();
  EXPECT_EQ(probe.compare(p), "expected one map, got 2");
  probe.reset();
  encode();
  EXPECT_NE(probe.compare(p), "");
}

} // namespace
