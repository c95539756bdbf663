// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report.h"
#include "Statistics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

static void writeSizes(json::OStream &json, StringRef key,
                       ArrayRef<int64_t> sizes) {
  json.attributeArray(key, [&] {
    for (int64_t size : sizes)
      json.value(size);
  });
}

static void writeDifference(json::OStream &json, const Difference &difference) {
  json.attributeObject("difference", [&] {
    json.attribute("count", difference.count);
    json.attribute("total", difference.total);
    writeSizes(json, "first", difference.first);
    if (!difference.firstTile.empty())
      writeSizes(json, "tile", difference.firstTile);
    json.attribute("expected", difference.expected);
    json.attribute("got", difference.got);
    json.attribute("pattern", patternName(difference.pattern));
    json.attribute("detail", difference.detail);
    json.attribute("usual_cause", usualCause(difference.pattern));
  });
}

static void writeTensor(json::OStream &json, const OperandResult &result) {
  const Operand &operand = *result.operand;
  writeSizes(json, "shape", operand.array.shape());
  writeSizes(json, "strides", operand.array.strides());
  json.attribute("read", operand.info->isRead);
  json.attribute("written", operand.info->isWritten);
  Statistics statistics = statisticsOf(operand.array, 4);
  json.attribute("min", statistics.min);
  json.attribute("max", statistics.max);
  json.attributeArray("first", [&] {
    for (const std::string &element : statistics.first)
      json.value(element);
  });
  json.attribute("checksum", statistics.checksum);
  if (result.wasCompared)
    json.attribute("as_expected", !result.difference);
  if (result.difference)
    writeDifference(json, *result.difference);
  json.attribute("bytes_changed_outside", result.outside.bytes);
}

static void writeSpread(json::OStream &json, StringRef key,
                        const std::optional<Spread> &spread) {
  if (!spread)
    return;
  json.attributeObject(key, [&] {
    json.attribute("median", spread->median);
    json.attribute("min", spread->min);
    json.attribute("max", spread->max);
    json.attribute("count", spread->count);
  });
}

void tilery::run::printJson(raw_ostream &os, const Result &result) {
  json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("launcher", result.launcher->name);
    json.attribute("signature", result.launcher->signature);
    json.attribute("device", result.device);
    json.attribute("target", result.target);
    json.attribute("executed", result.wasExecuted);
    if (!result.wasExecuted)
      json.attribute("note", result.note);
    if (!result.log.empty())
      json.attributeArray("log", [&] {
        for (StringRef line : split(StringRef(result.log).rtrim('\n'), '\n'))
          json.value(line);
      });
    json.attribute("repeat", result.repeat);
    json.attributeArray("operands", [&] {
      for (const OperandResult &operand : result.operands)
        json.object([&] {
          const ArgumentInfo &info = *operand.operand->info;
          json.attribute("name", info.name);
          json.attribute("type", elementTypeName(info.type));
          json.attribute("fill", operand.operand->fill.name());
          if (operand.operand->hasArray())
            writeTensor(json, operand);
        });
    });
    json.attributeObject("compile_ms", [&] {
      json.attribute("kernels", result.compileKernelsMs);
      json.attribute("launchers", result.compileLaunchersMs);
    });
    writeSpread(json, "device_ms", result.timings.device);
    writeSpread(json, "host_call_us", result.timings.hostCall);
    writeSpread(json, "bare_launch_us", result.timings.bareLaunch);
    json.attribute("ok", result.wasExecuted && result.isGood());
  });
  os << "\n";
}
