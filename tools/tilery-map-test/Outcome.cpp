// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outcome.h"

#include "llvm/ADT/StringRef.h"

#include <cstdio>

using namespace tilery;
using namespace tilery::maptest;

static constexpr const char *resultNames[kResultCount] = {
    "equal",         "recorded",       "modelled",    "differs",
    "model_refuses", "compile_failed", "map_differs", "launch_failed",
    "device_fault",  "worker_died",    "hang"};

const char *maptest::name(Result result) {
  return resultNames[static_cast<int>(result)];
}

/// One line: newlines as "\n", backslashes as "\\".
static std::string escape(std::string_view text) {
  std::string line;
  for (char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
  return line;
}
static std::string unescape(std::string_view line) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      text += line[i];
      continue;
    }
    ++i;
    text += line[i] == 'n' ? '\n' : line[i];
  }
  return text;
}

std::string maptest::formatOutcome(const Outcome &outcome) {
  char head[96];
  std::snprintf(head, sizeof(head), "done %llu %s %016llx ",
                static_cast<unsigned long long>(outcome.index),
                name(outcome.result),
                static_cast<unsigned long long>(outcome.hash));
  return head + escape(outcome.detail);
}

std::optional<Outcome> maptest::parseOutcome(std::string_view line) {
  auto takeWord = [&] {
    size_t end = line.find(' ');
    std::string_view word = line.substr(0, end);
    line = end == std::string_view::npos ? "" : line.substr(end + 1);
    return word;
  };
  auto toNumber = [](std::string_view word, uint64_t &value, unsigned base) {
    return !llvm::StringRef(word).getAsInteger(base, value);
  };
  Outcome outcome;
  if (takeWord() != "done" || !toNumber(takeWord(), outcome.index, 10))
    return std::nullopt;
  std::string_view result = takeWord();
  int number = 0;
  while (number < kResultCount && result != resultNames[number])
    ++number;
  if (number == kResultCount || !toNumber(takeWord(), outcome.hash, 16))
    return std::nullopt;
  outcome.result = Result(number);
  outcome.detail = unescape(line);
  return outcome;
}
