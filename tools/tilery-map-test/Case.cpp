// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Case.h"

#include "Random.h"

using namespace tilery;
using namespace tilery::maptest;

static constexpr Element elements[] = {
    {"i8", tensormap::DataType::UInt8, false, {TILERY_TYPE_INT, 8, 1}},
    {"ui8", tensormap::DataType::UInt8, false, {TILERY_TYPE_UINT, 8, 1}},
    {"f8E4M3FN",
     tensormap::DataType::UInt8,
     false,
     {TILERY_TYPE_FLOAT8_E4M3FN, 8, 1}},
    {"f8E5M2",
     tensormap::DataType::UInt8,
     false,
     {TILERY_TYPE_FLOAT8_E5M2, 8, 1}},
    {"i16", tensormap::DataType::UInt16, false, {TILERY_TYPE_INT, 16, 1}},
    {"si16", tensormap::DataType::UInt16, false, {TILERY_TYPE_INT, 16, 1}},
    {"i32", tensormap::DataType::UInt32, true, {TILERY_TYPE_INT, 32, 1}},
    {"ui32", tensormap::DataType::UInt32, false, {TILERY_TYPE_UINT, 32, 1}},
    {"i32", tensormap::DataType::Int32, false, {TILERY_TYPE_INT, 32, 1}},
    {"si32", tensormap::DataType::Int32, false, {TILERY_TYPE_INT, 32, 1}},
    {"i64", tensormap::DataType::UInt64, true, {TILERY_TYPE_INT, 64, 1}},
    {"ui64", tensormap::DataType::UInt64, false, {TILERY_TYPE_UINT, 64, 1}},
    {"i64", tensormap::DataType::Int64, false, {TILERY_TYPE_INT, 64, 1}},
    {"si64", tensormap::DataType::Int64, false, {TILERY_TYPE_INT, 64, 1}},
    {"f16", tensormap::DataType::Float16, false, {TILERY_TYPE_FLOAT, 16, 1}},
    {"f32", tensormap::DataType::Float32, false, {TILERY_TYPE_FLOAT, 32, 1}},
    {"f64", tensormap::DataType::Float64, false, {TILERY_TYPE_FLOAT, 64, 1}},
    {"bf16", tensormap::DataType::BFloat16, false, {TILERY_TYPE_BFLOAT, 16, 1}},
    {"f32", tensormap::DataType::Float32Ftz, true, {TILERY_TYPE_FLOAT, 32, 1}},
    {"f32", tensormap::DataType::TFloat32, true, {TILERY_TYPE_FLOAT, 32, 1}},
    {"f32", tensormap::DataType::TFloat32Ftz, true, {TILERY_TYPE_FLOAT, 32, 1}},
};

std::vector<const Element *> maptest::elementsOf(tensormap::DataType type) {
  std::vector<const Element *> found;
  for (const Element &element : elements)
    if (element.type == type)
      found.push_back(&element);
  return found;
}

tensormap::TensorMapParams maptest::encodedParams(const Case &c,
                                                  uint64_t address) {
  tensormap::TensorMapParams p = c.params;
  p.base = tensormap::BaseAddress::exactly(
      address + static_cast<uint64_t>(c.tensorOffset));
  tensormap::canonicalizeUnitStrides(p);
  return p;
}

TensorShape maptest::tensorShape(const Case &c) {
  const tensormap::TensorMapParams &p = c.params;
  int64_t bytes = tensormap::elementBytes(p.dataType);
  TensorShape shape;
  for (int i = p.rank; i-- > 1;) {
    shape.extents.push_back(p.dims[i]);
    shape.strides.push_back(p.byteStrides[i - 1] / bytes);
  }
  shape.extents.push_back(p.dims[0]);
  if (c.isInterleaved()) {
    int64_t slice = tensormap::sliceBytes(p.interleave) / bytes;
    shape.strides.push_back(slice);
    shape.extents.push_back(slice);
  }
  shape.strides.push_back(1);
  return shape;
}

/// " key=4x2x1", the innermost last.
static void addSizes(std::string &text, const char *key, const int64_t *sizes,
                     int count) {
  text += std::string(" ") + key + "=";
  for (int i = count; i-- > 0;)
    text += std::to_string(sizes[i]) + (i ? "x" : "");
}

std::string maptest::specLine(const Case &c) {
  const tensormap::TensorMapParams &p = c.params;
  std::string text = std::string("dtype=") + tensormap::name(p.dataType);
  addSizes(text, "dims", p.dims, p.rank);
  addSizes(text, "box", p.box, p.rank);
  if (p.rank > 1)
    addSizes(text, "strides", p.byteStrides, p.rank - 1);
  addSizes(text, "element_strides", p.elementStrides, p.rank);
  auto add = [&](const char *key, const std::string &value) {
    text += std::string(" ") + key + "=" + value;
  };
  add("interleave", tensormap::name(p.interleave));
  add("swizzle", tensormap::name(p.swizzle));
  add("fill", tensormap::name(p.fill));
  add("l2", tensormap::name(p.l2Promotion));
  add("base", "+" + std::to_string(c.tensorOffset));
  add("direction", tensormap::name(p.direction));
  add("allow_edge_spill", p.allowEdgeSpill ? "yes" : "no");
  add("target", "sm_90a");
  return text;
}

/// "1011", the last one first.
static std::string bitText(const bool *bits, int count) {
  std::string text;
  for (int i = count; i-- > 0;)
    text += bits[i] ? '1' : '0';
  return text;
}

std::string maptest::copyLine(const Case &c) {
  const tensormap::TensorMapParams &p = c.params;
  std::string text = std::string(tensormap::name(p.direction));
  if (p.direction == tensormap::Direction::Reduce)
    text += std::string(" ") + tensormap::name(c.reduceOp);
  text += " coords=[";
  for (int i = p.rank; i-- > 0;)
    text += std::to_string(c.coords[i]) + (i ? ", " : "]");
  text += std::string(" edge=") + name(c.factors.edge());
  text += " tensor=" + std::to_string(c.tensorOffset) + "/" +
          std::to_string(c.tensorBytes);
  text += " tile=" + std::to_string(c.tileOffset) + "/" +
          std::to_string(c.bufferBytes);
  text += std::string(" element=") + c.element->text;
  if (c.explicitFormat)
    text += std::string(" format=") + tensormap::name(p.dataType);
  const bool form[] = {c.indexCoords, c.cacheHint, c.clusterForm,
                       c.explicitTile};
  text += " form=" + bitText(form, 4);
  text += " static_dims=" + bitText(c.staticDims, p.rank);
  text += " static_strides=" + bitText(c.staticStrides, p.rank);
  text += " constant_coords=" + bitText(c.constantCoords, p.rank);
  return text;
}

uint64_t maptest::hashOfCase(const Case &c) {
  Hash hash;
  for (const std::string &text : {specLine(c), copyLine(c)})
    hash.add(text.data(), text.size() + 1);
  return hash.get();
}
