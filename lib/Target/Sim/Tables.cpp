// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Reads the members of a row, until one is of another kind or missing.
struct Row {
  explicit Row(Attribute attr) : row(dyn_cast<ArrayAttr>(attr)) {
    isGood = row != nullptr;
  }
  Attribute take() {
    if (!isGood || next >= row.size()) {
      isGood = false;
      return {};
    }
    return row[next++];
  }
  int64_t takeInt() {
    auto integer = dyn_cast_or_null<IntegerAttr>(take());
    isGood &= integer != nullptr;
    return integer ? integer.getInt() : 0;
  }
  StringRef takeText() {
    auto text = dyn_cast_or_null<StringAttr>(take());
    isGood &= text != nullptr;
    return text ? text.getValue() : StringRef();
  }

  ArrayAttr row;
  size_t next = 0;
  bool isGood;
};
} // namespace

/// The text with a NUL behind it, equal texts once.
const char *SimKernels::Tables::keep(StringRef text) {
  return texts.try_emplace(text).first->getKeyData();
}

bool SimKernels::Tables::readBuffers(ArrayAttr rows) {
  for (Attribute attr : rows) {
    Row row(attr);
    TilerySimBuffer buffer = {};
    buffer.name = keep(row.takeText());
    buffer.offset = static_cast<uint32_t>(row.takeInt());
    buffer.bytes = static_cast<uint32_t>(row.takeInt());
    buffer.flags = static_cast<uint32_t>(row.takeInt());
    if (!row.isGood)
      return false;
    buffers.push_back(buffer);
  }
  kernel.numBuffers = static_cast<uint32_t>(buffers.size());
  kernel.buffers = buffers.data();
  return true;
}

bool SimKernels::Tables::readParams(ArrayAttr rows) {
  for (Attribute attr : rows) {
    Row row(attr);
    TilerySimParam param = {};
    param.kind = static_cast<int32_t>(row.takeInt());
    param.size = static_cast<uint32_t>(row.takeInt());
    param.name = keep(row.takeText());
    if (!row.isGood)
      return false;
    params.push_back(param);
  }
  kernel.numParams = static_cast<uint32_t>(params.size());
  kernel.params = params.data();
  return true;
}

bool SimKernels::Tables::readSites(ArrayAttr rows) {
  for (Attribute attr : rows) {
    Row row(attr);
    TilerySimSite site = {};
    site.file = keep(row.takeText());
    site.line = static_cast<uint32_t>(row.takeInt());
    site.column = static_cast<uint32_t>(row.takeInt());
    site.op = keep(row.takeText());
    site.operand = keep(row.takeText());
    site.buffer = static_cast<int32_t>(row.takeInt());
    site.param = static_cast<int32_t>(row.takeInt());
    site.flags = static_cast<uint32_t>(row.takeInt());
    if (!row.isGood)
      return false;
    sites.push_back(site);
  }
  kernel.numSites = static_cast<uint32_t>(sites.size());
  kernel.sites = sites.data();
  return true;
}

bool SimKernels::Tables::read(DictionaryAttr attr) {
  auto name = attr.getAs<StringAttr>("name");
  auto flags = attr.getAs<IntegerAttr>("flags");
  auto shared = attr.getAs<IntegerAttr>("shared");
  auto block = attr.getAs<DenseI32ArrayAttr>("block");
  auto cluster = attr.getAs<DenseI32ArrayAttr>("cluster");
  auto bufferRows = attr.getAs<ArrayAttr>("buffers");
  auto paramRows = attr.getAs<ArrayAttr>("params");
  auto siteRows = attr.getAs<ArrayAttr>("sites");
  if (!name || !flags || !shared || !block || block.size() != 3 || !cluster ||
      cluster.size() != 3 || !bufferRows || !paramRows || !siteRows)
    return false;
  kernel.abi = TILERY_SIM_ABI_VERSION;
  kernel.name = keep(name.getValue());
  kernel.flags = static_cast<uint32_t>(flags.getInt());
  kernel.staticShared = static_cast<uint32_t>(shared.getInt());
  for (int i = 0; i < 3; ++i) {
    kernel.block[i] = static_cast<uint32_t>(block[i]);
    kernel.cluster[i] = static_cast<uint32_t>(cluster[i]);
  }
  return readBuffers(bufferRows) && readParams(paramRows) &&
         readSites(siteRows);
}
