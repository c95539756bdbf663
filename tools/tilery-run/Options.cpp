// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "llvm/ADT/STLExtras.h"

#include <climits>

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

static constexpr StringLiteral help = R"(usage: tilery-run IN.mlir [options]

Compiles the kernels and launchers of a module, fills a launcher's arguments from
their types, runs it, and prints the operands. "-" reads from standard input.

  --launch=NAME        the launcher; needed where the module has several
  --device=DEVICE      cuda, cuda:N; sim: the simulator, which runs kernels on the
                       CPU and says what is wrong with them; record: the real
                       launcher on a driver that writes every call down and runs
                       nothing. Default: cuda where there is a GPU that can run the
                       target, else sim
  --target=sm_90a      what to compile for
  --arg A=FILL         what argument A holds:
                         arange        0, 1, 2, ... (default of what is read)
                         zeros, ones
                         poison        0xE7 in every byte: for the simulator, memory
                                       that nobody has written
                         random:SEED   normal numbers; all bits of integers
                         NUMBER        a scalar, or every element
                         FILE.npy
                         map:B         a TensorMap of tensor argument B, for an
                                       argument that is one; any other FILL gives
                                       the map a tensor of its own
                       and behind it, where the argument's type leaves it open,
                         :f32[256x252] :strides=256x1 :offset=4 (in elements)
                       Outputs start as poison: every byte is 0xE7
  --out B=FILE.npy     writes argument B after the run
  --expect B=FILE.npy  compares argument B, bit for bit; a difference exits 1
  --repeat N           runs the launcher N times
  --threads N          N threads make the first launch at once, each with its own
                       operands and stream; all have to get the same results
  --graph              the first launch is captured into a graph and replayed, over
                       poison first and then N times over the arguments
  --time               device time of a run (median of N) and host time of a call
  --json               prints one JSON object instead of a table

Of the simulator; a finding that is an error exits 1:

  --check=basic        none: faults and deadlocks alone are found
  --order=late         when copies complete: when no thread can go on without, early
                       (when they are issued), or shuffled (in between, and threads in
                       any order)
  --seed N             of --order=shuffled, which it implies
  --seeds N            runs in the shuffled orders of seeds 1 to N, up to the first that
                       has a finding; all have to get the same results
  --sim-workers N      threads of the host; default: its processors
  --step-limit N       iterations of loops in which nothing happens, before a launch
                       counts as endless; default: 2000000000
  --trace=OUT.json     what happened when, for chrome://tracing or ui.perfetto.dev

  --version, --help
)";

namespace {
enum class Option {
  Launch,
  Device,
  Target,
  Arg,
  Out,
  Expect,
  Repeat,
  Threads,
  Graph,
  Time,
  Json,
  Check,
  Order,
  Seed,
  Seeds,
  SimWorkers,
  StepLimit,
  Trace,
  Version,
  Help,
};

struct OptionInfo {
  StringLiteral name;
  Option option;
  bool hasValue;
};

constexpr OptionInfo knownOptions[] = {
    {"--launch", Option::Launch, true},
    {"--device", Option::Device, true},
    {"--target", Option::Target, true},
    {"--arg", Option::Arg, true},
    {"--out", Option::Out, true},
    {"--expect", Option::Expect, true},
    {"--repeat", Option::Repeat, true},
    {"--threads", Option::Threads, true},
    {"--graph", Option::Graph, false},
    {"--time", Option::Time, false},
    {"--json", Option::Json, false},
    {"--check", Option::Check, true},
    {"--order", Option::Order, true},
    {"--seed", Option::Seed, true},
    {"--seeds", Option::Seeds, true},
    {"--sim-workers", Option::SimWorkers, true},
    {"--step-limit", Option::StepLimit, true},
    {"--trace", Option::Trace, true},
    {"--version", Option::Version, false},
    {"--help", Option::Help, false},
    {"-h", Option::Help, false},
};
} // namespace

StringRef tilery::run::helpText() { return help; }

static Error unknownOption(StringRef name) {
  const OptionInfo *nearest = &knownOptions[0];
  unsigned least = UINT_MAX;
  for (const OptionInfo &info : knownOptions) {
    unsigned distance = name.edit_distance(info.name);
    if (distance < least) {
      least = distance;
      nearest = &info;
    }
  }
  if (least <= 3)
    return createStringError("unknown option '%s'; did you mean '%s'?",
                             name.str().c_str(), nearest->name.data());
  return createStringError("unknown option '%s'; --help lists all",
                           name.str().c_str());
}

static Error setFile(std::map<std::string, std::string> &files,
                     StringRef option, StringRef value) {
  auto [name, path] = value.split('=');
  if (name.empty() || path.empty())
    return createStringError("expected %s ARGUMENT=FILE.npy, got '%s'",
                             option.str().c_str(), value.str().c_str());
  if (!path.ends_with(".npy"))
    return createStringError("expected a .npy file for %s %s, got '%s'",
                             option.str().c_str(), name.str().c_str(),
                             path.str().c_str());
  if (!files.emplace(name.str(), path.str()).second)
    return createStringError("%s is given twice for '%s'", option.str().c_str(),
                             name.str().c_str());
  return Error::success();
}

static Error setArg(Options &options, StringRef value) {
  auto [name, fill] = value.split('=');
  if (name.empty() || fill.empty())
    return createStringError("expected --arg ARGUMENT=FILL, got '%s'",
                             value.str().c_str());
  Expected<FillSpec> spec = parseFillSpec(fill);
  if (!spec)
    return createStringError("--arg %s: %s", value.str().c_str(),
                             toString(spec.takeError()).c_str());
  if (!options.args.emplace(name.str(), std::move(*spec)).second)
    return createStringError("--arg is given twice for '%s'",
                             name.str().c_str());
  return Error::success();
}

static Error setCount(int64_t &count, const OptionInfo &info, StringRef value,
                      int64_t most) {
  if (!value.getAsInteger(10, count) && count >= 1 && count <= most)
    return Error::success();
  return createStringError("expected %s to be 1 to %lld, got '%s'",
                           info.name.data(), static_cast<long long>(most),
                           value.str().c_str());
}

/// The number that `value` names.
static Error setChoice(int32_t &place, const OptionInfo &info, StringRef value,
                       ArrayRef<std::pair<StringRef, int32_t>> choices) {
  std::string names;
  for (const auto &[name, choice] : choices) {
    if (name == value) {
      place = choice;
      return Error::success();
    }
    names += (names.empty() ? "" : " or ") + name.str();
  }
  return createStringError("expected %s to be %s, got '%s'", info.name.data(),
                           names.c_str(), value.str().c_str());
}

static Error setSimulatorOption(Options &options, const OptionInfo &info,
                                StringRef value) {
  if (options.simulatorOption.empty())
    options.simulatorOption = info.name.str();
  TilerySimOptions &simulator = options.simulator;
  switch (info.option) {
  case Option::Check:
    return setChoice(simulator.checks, info, value,
                     {{"none", 0}, {"basic", 1}});
  case Option::Order:
    return setChoice(simulator.order, info, value,
                     {{"late", TILERY_ORDER_LATE},
                      {"early", TILERY_ORDER_EARLY},
                      {"shuffled", TILERY_ORDER_SHUFFLED}});
  case Option::Seed:
    if (value.getAsInteger(10, simulator.seed))
      return createStringError("expected a number for %s, got '%s'",
                               info.name.data(), value.str().c_str());
    simulator.order = TILERY_ORDER_SHUFFLED;
    return Error::success();
  case Option::Seeds:
    return setCount(options.seeds, info, value, 1000000);
  case Option::SimWorkers: {
    int64_t workers = 0;
    if (Error error = setCount(workers, info, value, 1024))
      return error;
    simulator.workers = static_cast<uint32_t>(workers);
    return Error::success();
  }
  case Option::StepLimit: {
    int64_t steps = 0;
    if (Error error = setCount(steps, info, value, INT64_MAX / 2))
      return error;
    simulator.stepLimit = static_cast<uint64_t>(steps);
    return Error::success();
  }
  default:
    options.trace = value.str();
    simulator.trace = 1;
    return Error::success();
  }
}

static Error setOption(Options &options, const OptionInfo &info,
                       StringRef value) {
  switch (info.option) {
  case Option::Launch:
    options.launch = value.str();
    break;
  case Option::Device:
    options.device = value.str();
    break;
  case Option::Target:
    options.target = value.str();
    break;
  case Option::Arg:
    return setArg(options, value);
  case Option::Out:
    return setFile(options.outs, info.name, value);
  case Option::Expect:
    return setFile(options.expects, info.name, value);
  case Option::Repeat:
    return setCount(options.repeat, info, value, 1000000);
  case Option::Threads:
    return setCount(options.threads, info, value, 256);
  case Option::Graph:
    options.graph = true;
    break;
  case Option::Time:
    options.time = true;
    break;
  case Option::Json:
    options.json = true;
    break;
  case Option::Check:
  case Option::Order:
  case Option::Seed:
  case Option::Seeds:
  case Option::SimWorkers:
  case Option::StepLimit:
  case Option::Trace:
    return setSimulatorOption(options, info, value);
  case Option::Version:
    options.version = true;
    break;
  case Option::Help:
    options.help = true;
    break;
  }
  return Error::success();
}

Expected<Options> tilery::run::parseOptions(ArrayRef<const char *> args) {
  Options options;
  for (size_t i = 0; i < args.size(); ++i) {
    StringRef word = args[i];
    if (!word.starts_with("-") || word == "-") {
      if (!options.input.empty())
        return createStringError("expected one input, got '%s' and '%s'",
                                 options.input.c_str(), args[i]);
      options.input = word.str();
      continue;
    }
    StringRef name = word.split('=').first, value = word.split('=').second;
    const auto *info = find_if(knownOptions, [&](const OptionInfo &entry) {
      return entry.name == name;
    });
    if (info == std::end(knownOptions))
      return unknownOption(name);
    bool hasValue = name.size() != word.size();
    if (!info->hasValue && hasValue)
      return createStringError("option '%s' takes no value, got '%s'",
                               info->name.data(), value.str().c_str());
    if (info->hasValue && !hasValue) {
      if (i + 1 == args.size())
        return createStringError("option '%s' needs a value",
                                 info->name.data());
      value = args[++i];
    }
    if (info->hasValue && value.empty())
      return createStringError("option '%s' needs a value", info->name.data());
    if (Error error = setOption(options, *info, value))
      return error;
  }
  if (options.input.empty() && !options.help && !options.version)
    return createStringError("expected an input file; --help shows the usage");
  if (options.graph && options.threads > 1)
    return createStringError("expected --graph or --threads, got both");
  if (options.time && options.threads > 1)
    return createStringError("expected --time or --threads, got both");
  if (options.seeds > 0 && (options.graph || options.threads > 1))
    return createStringError("expected --seeds or %s, got both",
                             options.graph ? "--graph" : "--threads");
  return options;
}
