// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherInfo.h"

using namespace tilery;
using namespace tilery::run;

static ArgumentInfo describe(const TileryParameter &parameter) {
  ArgumentInfo info;
  info.name = parameter.name;
  info.typeText = parameter.type;
  info.isTensor = parameter.kind == TILERY_KIND_TENSOR || parameter.map;
  info.type = parameter.dtype;
  if (parameter.map)
    info.map = *parameter.map;
  info.shape.assign(parameter.shape, parameter.shape + parameter.rank);
  if (parameter.strides)
    info.strides.emplace(parameter.strides, parameter.strides + parameter.rank);
  if (info.isTensor)
    info.symbols.assign(parameter.symbols, parameter.symbols + parameter.rank);
  info.isRead = parameter.isRead;
  info.isWritten = parameter.isWritten;
  info.allowsSpill = parameter.allowsSpill;
  info.box.assign(parameter.box, parameter.box + parameter.boxRank);
  return info;
}

LauncherInfo tilery::run::describeLauncher(const TileryEntry &entry) {
  LauncherInfo info;
  info.name = entry.name;
  info.signature = entry.signature;
  for (int32_t i = 0; i < entry.numParameters; ++i)
    info.arguments.push_back(describe(*entry.parameters[i]));
  return info;
}
