// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SimReport.h"

#include "Handle.h"
#include "Trace.h"

#include <algorithm>
#include <cstddef>

using namespace tilery;
using namespace tilery::capi;

static TilerySimPlace convert(const sim::SourcePlace &place) {
  return {place.file.c_str(), place.line, place.column, place.op.c_str(),
          place.operand.c_str()};
}

static int32_t convert(sim::Severity severity) {
  switch (severity) {
  case sim::Severity::Note:
    return TILERY_SEVERITY_NOTE;
  case sim::Severity::Warning:
    return TILERY_SEVERITY_WARNING;
  case sim::Severity::Error:
    return TILERY_SEVERITY_ERROR;
  }
  return TILERY_SEVERITY_ERROR;
}

OwnedReport::OwnedReport(runtime::SimResults given, std::string printed,
                         bool traced)
    : results(std::move(given)), output(std::move(printed)) {
  for (const sim::Finding &finding : results.findings) {
    TilerySimFinding &result = findings.add();
    result.id = sim::id(finding.kind);
    result.name = sim::name(finding.kind);
    result.severity = convert(sim::severity(finding.kind));
    result.hasThread = finding.hasThread;
    std::copy_n(finding.thread.block, 3, result.block);
    result.thread = finding.thread.thread;
    result.count = finding.count;
    result.text = finding.text.c_str();
    result.rendered = rendered.emplace_back(sim::render(finding)).c_str();
    result.buffer = finding.buffer.c_str();
    result.place = convert(finding.place);
    result.other = convert(finding.other);
    PointerList<TilerySimNote> &list = notes.emplace_back();
    for (const sim::FindingNote &note : finding.notes)
      list.add() = {note.text.c_str(), convert(note.place)};
    result.numNotes = list.size();
    result.notes = list.data();
  }
  if (traced)
    trace = traceText(results.trace);
  report.isComplete = results.isComplete;
  report.isClean = results.isClean();
  report.numFindings = findings.size();
  report.findings = findings.data();
  report.output = output.c_str();
  report.trace = trace.c_str();
  report.launches = static_cast<uint64_t>(results.launches);
  const sim::Statistics &statistics = results.statistics;
  report.transfers = statistics.transfers;
  report.bytes = statistics.bytes;
  report.switches = statistics.switches;
  report.seconds = statistics.seconds;
  report.blocks = statistics.blocks;
  report.threads = statistics.threads;
  report.phases = statistics.phases;
  report.workers = statistics.workers;
}

TilerySimReport *tilery::capi::release(std::unique_ptr<OwnedReport> report) {
  return &report.release()->report;
}

void tileryFreeSimReport(TilerySimReport *report) {
  static_assert(offsetof(OwnedReport, report) == 0, "freed by its first field");
  delete reinterpret_cast<OwnedReport *>(report);
}

static runtime::SimDriver *simulatorOf(const TileryDeviceHandle *device) {
  return device ? device->device->simulator() : nullptr;
}

static int32_t failNoSimulator(const TileryDeviceHandle *device) {
  return device ? fail(TILERY_BAD_ARGUMENT,
                       "expected a simulator, got " + device->device->name())
                : failNull("a device");
}

int32_t tileryDeviceGetSimReport(const TileryDeviceHandle *device,
                                 TilerySimReport **report) {
  return guarded([&]() -> int32_t {
    if (!report)
      return failNull("a place for the report");
    *report = nullptr;
    runtime::SimDriver *simulator = simulatorOf(device);
    if (!simulator)
      return failNoSimulator(device);
    *report = release(std::make_unique<OwnedReport>(
        simulator->results(), simulator->takeOutput(), device->isTraced));
    return TILERY_OK;
  });
}

int32_t tileryDeviceShuffle(TileryDeviceHandle *device, uint64_t seed) {
  return guarded([&]() -> int32_t {
    runtime::SimDriver *simulator = simulatorOf(device);
    if (!simulator)
      return failNoSimulator(device);
    simulator->shuffle(seed);
    return TILERY_OK;
  });
}
