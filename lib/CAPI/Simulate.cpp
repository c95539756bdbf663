// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"

using namespace tilery;
using namespace tilery::capi;

namespace {
/// A report with all that its structs point to. Made of the results of the
/// simulator, whose texts it keeps.
struct OwnedReport {
  TilerySimReport report = {};
  runtime::SimResults results;
  std::string output;
  std::vector<TilerySimFinding> findings;
  std::deque<std::vector<TilerySimNote>> notes;
  std::deque<std::string> rendered;

  void finish();
};

/// Lends the program's simulated device, or a new one, to one launch.
class LentDevice {
public:
  LentDevice(const TileryProgram &program, const sim::Options &options)
      : program(program) {
    {
      std::lock_guard<std::mutex> lock(program.simMutex);
      if (!program.idleDevices.empty()) {
        device = std::move(program.idleDevices.back());
        program.idleDevices.pop_back();
      }
    }
    if (!device) {
      // "sm_100a" runs on compute capability 10.0.
      int number = 90;
      llvm::StringRef target = program.options.target;
      target.consume_front("sm_");
      (void)target.consumeInteger(10, number);
      device = std::make_unique<runtime::SimDriver>(
          options, runtime::RecordDriver::Sink(), number / 10, number % 10);
    }
    device->restart(options);
  }
  ~LentDevice() {
    std::lock_guard<std::mutex> lock(program.simMutex);
    program.idleDevices.push_back(std::move(device));
  }
  LentDevice(const LentDevice &) = delete;
  LentDevice &operator=(const LentDevice &) = delete;

  runtime::SimDriver *operator->() const { return device.get(); }
  runtime::SimDriver *get() const { return device.get(); }

private:
  const TileryProgram &program;
  std::unique_ptr<runtime::SimDriver> device;
};

/// The memory of a launch's tensors, known to a device.
class LentMemory {
public:
  LentMemory(runtime::SimDriver &device,
             const std::vector<DeviceArguments::Memory> &memory)
      : device(device) {
    for (const DeviceArguments::Memory &piece : memory)
      if (device.addMemory(reinterpret_cast<void *>(piece.begin),
                           piece.end - piece.begin, piece.name))
        added.push_back(piece.begin);
  }
  ~LentMemory() {
    for (uint64_t begin : added)
      device.removeMemory(reinterpret_cast<void *>(begin));
  }
  LentMemory(const LentMemory &) = delete;
  LentMemory &operator=(const LentMemory &) = delete;

private:
  runtime::SimDriver &device;
  std::vector<uint64_t> added;
};
} // namespace

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

void OwnedReport::finish() {
  for (const sim::Finding &finding : results.findings) {
    TilerySimFinding &result = findings.emplace_back();
    result = {};
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
    std::vector<TilerySimNote> &list = notes.emplace_back();
    for (const sim::FindingNote &note : finding.notes)
      list.push_back({note.text.c_str(), convert(note.place)});
    result.numNotes = list.size();
    result.notes = list.data();
  }
  report.isComplete = results.isComplete;
  report.isClean = results.isClean();
  report.numFindings = findings.size();
  report.findings = findings.data();
  report.output = output.c_str();
  report.transfers = results.statistics.transfers;
  report.bytes = results.statistics.bytes;
  report.switches = results.statistics.switches;
  report.seconds = results.statistics.seconds;
}

static bool readOptions(const TilerySimOptions *given, sim::Options &options) {
  if (!given)
    return true;
  if (given->structSize != sizeof(TilerySimOptions))
    return false;
  options.seed = given->seed;
  options.workers = given->workers;
  switch (given->order) {
  case TILERY_ORDER_LATE:
    options.order = sim::Order::Late;
    break;
  case TILERY_ORDER_EARLY:
    options.order = sim::Order::Early;
    break;
  case TILERY_ORDER_SHUFFLED:
    options.order = sim::Order::Shuffled;
    break;
  default:
    return false;
  }
  options.check =
      given->checks ? sim::CheckLevel::Basic : sim::CheckLevel::None;
  static_assert(sizeof(std::atomic<bool>) == 1, "a flag is a byte");
  options.interrupt = reinterpret_cast<const std::atomic<bool> *>(
      const_cast<const uint8_t *>(given->interrupt));
  return true;
}

void tileryInitSimOptions(TilerySimOptions *options) {
  *options = {};
  options->structSize = sizeof(TilerySimOptions);
  options->checks = 1;
}

int32_t tilerySimulateEntry(const TileryProgram *program, size_t entry,
                            const TileryLaunch *launch,
                            const TilerySimOptions *given,
                            TilerySimReport **report) {
  return guarded([&]() -> int32_t {
    *report = nullptr;
    sim::Options options;
    if (!readOptions(given, options)) {
      copyText("expected options of tileryInitSimOptions with an order of "
               "TILERY_ORDER_*",
               launch->error, launch->errorSize);
      return TILERY_BAD_ARGUMENT;
    }
    TileryLauncher launcher =
        findLauncher(*program, entry, *launch, /*simulated=*/true);
    if (!launcher)
      return TILERY_BAD_ARGUMENT;
    auto owned = std::make_unique<OwnedReport>();
    DeviceArguments moved(*program, entry, *launch);
    LentDevice device(*program, options);
    LentMemory memory(*device.get(), moved.memory);
    int32_t status = callLauncher(launcher, moved.launch, device.get());
    owned->results = device->takeResults();
    // A launch that the device itself refuses has findings too.
    if (status != TILERY_OK && owned->results.findings.empty())
      return status;
    owned->output = device->takeOutput();
    owned->finish();
    bool isClean = owned->report.isClean;
    *report = &owned.release()->report;
    return isClean ? status : TILERY_SIMULATION_FAILED;
  });
}

void tileryFreeSimReport(TilerySimReport *report) {
  static_assert(offsetof(OwnedReport, report) == 0, "freed by its first field");
  delete reinterpret_cast<OwnedReport *>(report);
}
