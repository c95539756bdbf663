// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tilery-run: runs a launcher of a module on a GPU or the simulator, or records
// what it would do.

#include "../support/StandardOutput.h"
#include "Modes.h"
#include "Program.h"
#include "Report.h"
#include "Trace.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

namespace {
/// A device, and why it is not the one that one would expect.
struct Opened {
  DeviceHandle device;
  std::string note;
};
} // namespace

/// Set by Ctrl-C, which ends a simulation with a report.
static volatile uint8_t wasInterrupted = 0;

/// What simulated kernels print; with --json, standard output is one object.
static void printOutput(void *user, const char *text, size_t size) {
  bool isJson = static_cast<const Options *>(user)->json;
  (isJson ? errs() : outs()) << StringRef(text, size);
}

/// A line of the recorder.
static void printLine(void *user, const char *text, size_t size) {
  if (!static_cast<const Options *>(user)->json)
    outs() << StringRef(text, size);
}

static int32_t openNamed(const std::string &name, const Options &options,
                         DeviceHandle &result) {
  TileryDeviceOptions deviceOptions = {};
  deviceOptions.structSize = sizeof(deviceOptions);
  deviceOptions.name = name.c_str();
  deviceOptions.output = printLine;
  deviceOptions.user = const_cast<Options *>(&options);
  TilerySimOptions simulator = options.simulator;
  if (name == "sim") {
    simulator.interrupt = &wasInterrupted;
    std::signal(SIGINT, [](int) {
      wasInterrupted = 1;
      // Twice means at once.
      std::signal(SIGINT, SIG_DFL);
    });
    deviceOptions.simulator = &simulator;
    deviceOptions.output = printOutput;
  }
  TileryDeviceHandle *device = nullptr;
  int32_t status = tileryOpenDevice(&deviceOptions, &device);
  result.reset(device);
  return status;
}

/// The device of the options; by default a GPU that can run the target, else
/// the simulator, else the recorder.
static Error openDevice(const Options &options, Opened &result) {
  bool isChosen = !options.device.empty();
  std::string reason, last;
  for (const std::string &name :
       isChosen ? std::vector<std::string>{options.device}
                : std::vector<std::string>{"cuda", "sim", "record"}) {
    int32_t status = openNamed(name, options, result.device);
    // A recorder of one's own choice plays any device.
    if (status == TILERY_OK && (isChosen || name != "record"))
      status = tileryDeviceCheckTarget(result.device.get(),
                                       options.target.c_str(), /*isCubin=*/0);
    if (status != TILERY_OK) {
      last = tileryGetLastError();
      reason += reason.empty() ? last : "";
      continue;
    }
    if (isRecorder(result.device.get()))
      result.note = isChosen ? "recorded" : "no SM90 GPU";
    if (!reason.empty() && !options.json)
      errs() << "note: " << (name == "sim" ? "simulating" : "recording")
             << " the launch: " << reason << "\n";
    return Error::success();
  }
  return createStringError(Twine(last));
}

/// Options that the device has no use for.
static Error checkOptions(const Options &options, const Opened &opened) {
  const TileryDeviceHandle *device = opened.device.get();
  if (isRecorder(device) && (!options.expects.empty() || options.time))
    return createStringError(
        "(T05) %s needs a device that runs the kernel, got the "
        "recorder (%s)",
        options.time ? "--time" : "--expect", opened.note.c_str());
  if (isSimulator(device) && options.time)
    return createStringError("(T05) --time needs a GPU, got the simulator");
  if (!isSimulator(device) && !options.simulatorOption.empty())
    return createStringError(
        "(T05) %s is an option of the simulator; choose --device=sim",
        options.simulatorOption.c_str());
  if (isRecorder(device) && !options.outs.empty())
    errs() << "note: --out writes nothing: the launch is recorded, not "
              "executed\n";
  return Error::success();
}

static std::string describeDevice(const TileryDeviceHandle *device) {
  TileryDeviceInfo info = infoOf(device);
  switch (info.kind) {
  case TILERY_DEVICE_IS_RECORDER:
    return "record";
  case TILERY_DEVICE_IS_SIMULATOR:
    return std::string("sim (") + info.name + ")";
  default:
    return "cuda:" + std::to_string(info.ordinal) + " (" + info.name + ")";
  }
}

/// Compares what is to be compared, and looks for stray writes.
static Expected<std::vector<OperandResult>>
examine(const std::vector<Operand> &operands, const Options &options,
        bool wasExecuted) {
  std::vector<OperandResult> results;
  for (const Operand &operand : operands) {
    OperandResult &result = results.emplace_back();
    result.operand = &operand;
    if (!operand.hasArray() || !wasExecuted)
      continue;
    const Array &array = operand.array;
    const char *before =
        operand.before.empty() ? array.storage() : operand.before.data();
    result.outside = compareOutside(array, before);
    auto expected = options.expects.find(operand.info->name);
    if (expected == options.expects.end())
      continue;
    Expected<NpyFile> file = readNpy(expected->second);
    if (!file)
      return file.takeError();
    if (!npyHolds(file->header, array.type()) ||
        ArrayRef<int64_t>(file->header.shape) != array.shape())
      return createStringError(
          "(T04) --expect %s: expected %s of shape %s in '%s', got '%s' of "
          "shape %s",
          operand.info->name.c_str(), elementTypeName(array.type()).c_str(),
          shapeText(array.shape()).c_str(), expected->second.c_str(),
          file->header.descr.c_str(), shapeText(file->header.shape).c_str());
    result.wasCompared = true;
    result.difference =
        compareArray(array, file->data(), before, operand.info->box);
  }
  return results;
}

static Error writeOutputs(const std::vector<Operand> &operands,
                          const Options &options) {
  for (const Operand &operand : operands)
    if (auto out = options.outs.find(operand.info->name);
        out != options.outs.end())
      if (Error error = writeNpy(out->second, operand.array))
        return error;
  return Error::success();
}

/// Runs the launcher as the options say, and reads the operands back.
static Error runMode(Execution &execution, const Program &program,
                     const Options &options, std::vector<Operand> &operands) {
  if (options.threads > 1)
    return runThreads(execution.getDevice(), program.entry(), program.info(),
                      options, operands);
  if (options.seeds > 0)
    return runSeeds(execution.getDevice(), program.entry(), program.info(),
                    options, operands);
  if (options.graph) {
    if (Error error = runGraph(execution, options.repeat))
      return error;
  } else {
    if (Error error = execution.upload())
      return error;
    if (Error error = execution.run(options.repeat))
      return error;
  }
  return execution.download(options);
}

/// Runs the launcher on operands, and writes what is to be written.
static Error execute(const Options &options, Program &program,
                     TileryDeviceHandle *device, std::vector<Operand> &operands,
                     Result &result) {
  Execution execution(device, program.entry(), operands);
  if (Error error = runMode(execution, program, options, operands))
    return error;
  if (options.time) {
    Expected<Timings> timings = execution.time(options.repeat);
    if (!timings)
      return timings.takeError();
    result.timings = *timings;
  }
  program.release();
  return Error::success();
}

/// What a simulation shows even where it has ended early.
static Error reportSimulation(const Options &options, Result &result,
                              Error failure) {
  if (!result.simulation)
    return failure;
  if (!options.trace.empty())
    if (Error error = writeTrace(options.trace, result.simulation->trace))
      return joinErrors(std::move(failure), std::move(error));
  if (!failure)
    return failure;
  result.failure = toString(std::move(failure));
  if (options.json)
    printJson(outs(), result);
  else if (result.simulation->launches > 0)
    printFindings(outs(), *result.simulation);
  return createStringError(Twine(result.failure));
}

/// True when all is as expected.
static Expected<bool> runProgram(const Options &options) {
  if (Error error = toError(tileryCheckTarget(options.target.c_str())))
    return std::move(error);
  // The device outlives the program, which unloads its kernels.
  Opened opened;
  Expected<std::unique_ptr<Program>> program = Program::load(options);
  if (!program)
    return program.takeError();
  if (Error error = openDevice(options, opened))
    return std::move(error);
  if (Error error = checkOptions(options, opened))
    return std::move(error);
  TileryDeviceHandle *device = opened.device.get();
  bool isRecorded = isRecorder(device), isSimulated = isSimulator(device);
  Program::Code code = isSimulated  ? Program::Code::Simulator
                       : isRecorded ? Program::Code::Ptx
                                    : Program::Code::Cubin;
  if (Error error = (*program)->compile(options, code))
    return std::move(error);

  const LauncherInfo &launcher = (*program)->info();
  Expected<std::vector<Operand>> operands = makeOperands(launcher, options);
  if (!operands)
    return operands.takeError();
  Result result;
  result.compileKernelsMs = (*program)->times().kernels;
  result.compileLaunchersMs = (*program)->times().launchers;
  result.launcher = &launcher;
  result.device = describeDevice(device);
  result.target = options.target;
  result.wasExecuted = !isRecorded;
  result.note = opened.note;
  result.repeat = options.repeat;
  Error failure = execute(options, **program, device, *operands, result);
  if (isSimulated) {
    TilerySimReport *report = nullptr;
    failure = joinErrors(std::move(failure),
                         toError(tileryDeviceGetSimReport(device, &report)));
    result.simulation.reset(report);
    failure = reportSimulation(options, result, std::move(failure));
  }
  if (failure)
    return std::move(failure);
  if (!isRecorded)
    if (Error error = writeOutputs(*operands, options))
      return std::move(error);

  if (isRecorded) {
    char *log = nullptr;
    if (Error error = toError(tileryDeviceGetLog(device, &log)))
      return std::move(error);
    result.log = TextHandle(log).get();
  }
  Expected<std::vector<OperandResult>> examined =
      examine(*operands, options, !isRecorded);
  if (!examined)
    return examined.takeError();
  result.operands = std::move(*examined);
  if (options.json)
    printJson(outs(), result);
  else
    printTable(outs(), result);
  return result.isGood();
}

/// The exit status.
static int runTool(ArrayRef<const char *> words) {
  auto fail = [](Error error, StringRef id = "") {
    handleAllErrors(
        std::move(error), [](const ReportedError &) {},
        [id](const ErrorInfoBase &other) {
          errs() << "error: " << id << other.message() << "\n";
        });
    return 1;
  };
  Expected<Options> options = parseOptions(words);
  if (!options)
    return fail(options.takeError(), "(T01) ");
  if (options->help) {
    outs() << helpText();
    return 0;
  }
  if (options->version) {
    outs() << "tilery-run " TILERY_VERSION "\n";
    return 0;
  }
  Expected<bool> good = runProgram(*options);
  if (!good)
    return fail(good.takeError());
  return *good ? 0 : 1;
}

namespace tilery {
int tileryRunMain(int argc, char **argv) {
  // Errors stand behind what was printed before them.
  errs().tie(&outs());
  ArrayRef<const char *> words(argv, static_cast<size_t>(argc));
  int status = runTool(words.drop_front(argc > 0));
  std::string reason = finishStandardOutput();
  if (reason.empty())
    return status;
  errs() << "error: (I07) " << reason << "\n";
  return 1;
}
} // namespace tilery
