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

static void writePlace(json::OStream &json, StringRef key,
                       const TilerySimPlace &place) {
  json.attributeObject(key, [&] {
    json.attribute("file", place.file);
    json.attribute("line", place.line);
    json.attribute("column", place.column);
    json.attribute("op", place.op);
    json.attribute("operand", place.operand);
  });
}

static StringRef severityName(int32_t severity) {
  return severity == TILERY_SEVERITY_ERROR     ? "error"
         : severity == TILERY_SEVERITY_WARNING ? "warning"
                                               : "note";
}

static void writeFinding(json::OStream &json, const TilerySimFinding &finding) {
  json.object([&] {
    json.attribute("id", finding.id);
    json.attribute("name", finding.name);
    json.attribute("severity", severityName(finding.severity));
    json.attribute("text", finding.text);
    json.attribute("count", static_cast<int64_t>(finding.count));
    writePlace(json, "place", finding.place);
    if (*finding.other.file || *finding.other.op)
      writePlace(json, "other", finding.other);
    if (*finding.buffer)
      json.attribute("buffer", finding.buffer);
    if (finding.hasThread) {
      json.attributeArray("block", [&] {
        for (uint32_t extent : finding.block)
          json.value(extent);
      });
      json.attribute("thread", finding.thread);
      json.attribute("warp", finding.thread / 32);
      json.attribute("lane", finding.thread % 32);
    }
    if (finding.numNotes == 0)
      return;
    json.attributeArray("notes", [&] {
      for (size_t i = 0; i < finding.numNotes; ++i)
        json.object([&] {
          json.attribute("text", finding.notes[i]->text);
          writePlace(json, "place", finding.notes[i]->place);
        });
    });
  });
}

static void writeSimulation(json::OStream &json,
                            const TilerySimReport &report) {
  json.attributeObject("simulation", [&] {
    json.attribute("complete", report.isComplete != 0);
    json.attribute("launches", static_cast<int64_t>(report.launches));
    json.attribute("seconds", report.seconds);
    json.attribute("workers", static_cast<int64_t>(report.workers));
    json.attribute("blocks", static_cast<int64_t>(report.blocks));
    json.attribute("threads", static_cast<int64_t>(report.threads));
    json.attribute("switches", static_cast<int64_t>(report.switches));
    json.attribute("transfers", static_cast<int64_t>(report.transfers));
    json.attribute("bytes", static_cast<int64_t>(report.bytes));
    json.attribute("phases", static_cast<int64_t>(report.phases));
  });
  json.attributeArray("findings", [&] {
    for (size_t i = 0; i < report.numFindings; ++i)
      writeFinding(json, *report.findings[i]);
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
    if (result.simulation)
      writeSimulation(json, *result.simulation);
    if (!result.failure.empty())
      json.attribute("error", result.failure);
    writeSpread(json, "device_ms", result.timings.device);
    writeSpread(json, "host_call_us", result.timings.hostCall);
    writeSpread(json, "bare_launch_us", result.timings.bareLaunch);
    json.attribute("ok", result.wasExecuted && result.isGood());
  });
  os << "\n";
}
