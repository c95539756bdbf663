// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::maptest;

static constexpr StringLiteral help = R"(usage: tilery-map-test [options]

Draws random TensorMaps and copies through them, compiles and launches a kernel for
each, and compares every byte that it may have written, and those around them, with
the image model. The draws cover every legal pair of values of rank, type, swizzle,
interleave, element stride, edge and direction.

  --seed N             what decides all draws (default: 1)
  --count M            number of maps (default: 2000)
  --case I             print and run case I alone, with its kernel
  --device=DEVICE      cuda (default), cuda:N; sim: the simulator, whose findings
                       are failures; or record: everything but the copy and the
                       comparison of bytes
  --model-only         ask the model alone: what the hashes have to be
  --target=sm_90a      what to compile for
  --jobs N             processes at a time (default: one a core, at most 16)
  --batch N            cases of a module (default: 32)
  --timeout N          seconds that a case may take on the device (default: 10)
  --min-per-value N    fail unless every legal pair has N cases (default: 5)
  --json FILE          write counts and failures
  --emit-hashes FILE   write a line a case: index, hash of its parameters, hash of
                       the bytes that came out
  --version, --help

Exit status: 0 all good, 1 a failure, 2 nothing could be run.
)";

StringRef maptest::helpText() { return help; }

namespace {
struct OptionInfo {
  StringLiteral name;
  bool hasValue;
};
} // namespace

static constexpr OptionInfo knownOptions[] = {
    {"--seed", true},    {"--count", true},       {"--case", true},
    {"--device", true},  {"--target", true},      {"--jobs", true},
    {"--batch", true},   {"--timeout", true},     {"--min-per-value", true},
    {"--json", true},    {"--emit-hashes", true}, {"--model-only", false},
    {"--worker", false}, {"--version", false},    {"--help", false},
};

static Error unknownOption(StringRef name) {
  const OptionInfo *nearest = &knownOptions[0];
  for (const OptionInfo &info : knownOptions)
    if (name.edit_distance(info.name) < name.edit_distance(nearest->name))
      nearest = &info;
  if (name.edit_distance(nearest->name) <= 3)
    return createStringError("unknown option '%s'; did you mean '%s'?",
                             name.str().c_str(), nearest->name.data());
  return createStringError("unknown option '%s'; --help lists all",
                           name.str().c_str());
}

static Error setNumber(StringRef name, StringRef value, int64_t low,
                       int64_t high, int64_t &number) {
  if (!value.getAsInteger(10, number) && number >= low && number <= high)
    return Error::success();
  return createStringError("%s: expected a number of %lld to %lld, got '%s'",
                           name.str().c_str(), static_cast<long long>(low),
                           static_cast<long long>(high), value.str().c_str());
}

static Error setOption(Options &options, StringRef name, StringRef value) {
  constexpr int64_t mostCases = 1000000;
  if (name == "--seed") {
    if (value.getAsInteger(0, options.seed))
      return createStringError("--seed: expected a 64-bit number, got '%s'",
                               value.str().c_str());
  } else if (name == "--count") {
    return setNumber(name, value, 1, mostCases, options.count);
  } else if (name == "--case") {
    return setNumber(name, value, 0, mostCases - 1, options.only.emplace());
  } else if (name == "--jobs") {
    return setNumber(name, value, 1, 256, options.jobs);
  } else if (name == "--batch") {
    return setNumber(name, value, 1, 1024, options.batch);
  } else if (name == "--timeout") {
    return setNumber(name, value, 1, 3600, options.timeout);
  } else if (name == "--min-per-value") {
    return setNumber(name, value, 0, mostCases, options.minPerValue);
  } else if (name == "--device") {
    options.device = value.str();
  } else if (name == "--target") {
    options.target = value.str();
  } else if (name == "--json") {
    options.json = value.str();
  } else if (name == "--emit-hashes") {
    options.hashes = value.str();
  } else if (name == "--model-only") {
    options.modelOnly = true;
  } else if (name == "--worker") {
    options.worker = true;
  } else if (name == "--version") {
    options.version = true;
  } else {
    options.help = true;
  }
  return Error::success();
}

Expected<Options> maptest::parseOptions(ArrayRef<const char *> words) {
  Options options;
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef name, value;
    std::tie(name, value) = StringRef(words[i]).split('=');
    bool hasValue = StringRef(words[i]).contains('=');
    if (name == "-h")
      name = "--help";
    const OptionInfo *info =
        find_if(knownOptions,
                [&](const OptionInfo &known) { return known.name == name; });
    if (info == std::end(knownOptions))
      return unknownOption(words[i]);
    if (hasValue && !info->hasValue)
      return createStringError("%s takes no value, got '%s'",
                               name.str().c_str(), value.str().c_str());
    if (info->hasValue && !hasValue) {
      if (++i == words.size())
        return createStringError("%s needs a value", name.str().c_str());
      value = words[i];
    }
    if (Error error = setOption(options, name, value))
      return std::move(error);
  }
  return options;
}
