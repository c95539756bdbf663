// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Runtime/FakeDriver.h"

#include "RecordCall.h"
#include "tilery/Runtime/MachineDriver.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace tilery {
namespace runtime {

void FakeDriver::fail(const std::string &function, cu::Result result, int skip,
                      bool once) {
  std::lock_guard<std::mutex> lock(failuresMutex);
  failures.push_back({function, result, skip, once});
}

void FakeDriver::delay(const std::string &function, int milliseconds) {
  std::lock_guard<std::mutex> lock(failuresMutex);
  delays[function] = milliseconds;
}

void FakeDriver::breakContext(cu::Result result) {
  std::lock_guard<std::mutex> lock(failuresMutex);
  broken = result;
}

cu::Result FakeDriver::intercept(const char *function) {
  std::lock_guard<std::mutex> lock(failuresMutex);
  if (auto it = delays.find(function); it != delays.end())
    std::this_thread::sleep_for(std::chrono::milliseconds(it->second));
  if (broken != cu::Success && !worksOnBrokenContext(function))
    return broken;
  for (auto it = failures.begin(); it != failures.end(); ++it) {
    if (it->function != function || it->skip-- > 0)
      continue;
    cu::Result result = it->result;
    if (it->once)
      failures.erase(it);
    return result;
  }
  return cu::Success;
}

namespace {

/// A whole text as a number of 0 or more.
bool parseNumber(const std::string &text, unsigned long long &value) {
  if (text.empty() || text.size() > 18 ||
      text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  value = std::strtoull(text.c_str(), nullptr, 10);
  return true;
}

/// "9.0" into two numbers below 100.
bool parseVersion(const std::string &text, int &major, int &minor) {
  size_t dot = text.find('.');
  unsigned long long high = 0, low = 0;
  if (dot == std::string::npos || !parseNumber(text.substr(0, dot), high) ||
      !parseNumber(text.substr(dot + 1), low) || high > 99 || low > 99)
    return false;
  major = static_cast<int>(high);
  minor = static_cast<int>(low);
  return true;
}

/// "cuInit:100"
struct FunctionNumber {
  std::string function;
  int number;
};

/// What a script says.
struct Script {
  RecordedDevice device;
  std::vector<FunctionNumber> failures, delays;
  cu::Result broken = cu::Success;
};

/// One "key=value" of the script.
bool parseEntry(const std::string &key, const std::string &value,
                Script &script) {
  RecordedDevice &device = script.device;
  int major = 0, minor = 0;
  unsigned long long number = 0;
  if (key == "cc") {
    if (!parseVersion(value, device.major, device.minor))
      return false;
    device.name = "fake device";
    return true;
  }
  if (key == "driver") {
    if (!parseVersion(value, major, minor))
      return false;
    device.driverVersion = major * 1000 + minor * 10;
    return true;
  }
  if (key == "fail" || key == "delay") {
    size_t colon = value.find(':');
    if (colon == std::string::npos ||
        !parseNumber(value.substr(colon + 1), number) || number > 9999)
      return false;
    (key == "fail" ? script.failures : script.delays)
        .push_back({value.substr(0, colon), static_cast<int>(number)});
    return true;
  }
  if (!parseNumber(value, number))
    return false;
  if (key == "broken" && number <= 9999)
    script.broken = static_cast<cu::Result>(number);
  else if (key == "memory")
    device.memoryBytes = number;
  else if (key == "shared" && number <= INT32_MAX)
    device.sharedOptin = static_cast<int>(number);
  else if (key == "count" && number <= 64)
    device.count = static_cast<int>(number);
  else if (key == "processors" && number >= 1 && number <= 4096)
    device.multiprocessors = static_cast<int>(number);
  else if (key == "window" && number <= INT32_MAX)
    device.maxWindowBytes = static_cast<int>(number);
  else
    return false;
  return true;
}

} // namespace

std::unique_ptr<FakeDriver> FakeDriver::parse(const std::string &script,
                                              Sink sink, Status &status) {
  Script parsed;
  for (size_t begin = 0; begin < script.size();) {
    size_t end = std::min(script.find(',', begin), script.size());
    std::string entry = script.substr(begin, end - begin);
    if (entry == "driver=none") {
      status = missingDriver("libcuda.so.1", "no such file");
      return nullptr;
    }
    size_t equals = std::min(entry.find('='), entry.size());
    if (equals == entry.size() ||
        !parseEntry(entry.substr(0, equals), entry.substr(equals + 1),
                    parsed)) {
      status = Status(TILERY_BAD_ARGUMENT,
                      "expected cc=X.Y, driver=X.Y or none, memory=BYTES, "
                      "shared=BYTES, processors=N, window=BYTES, count=N, "
                      "fail=FUNCTION:RESULT, delay=FUNCTION:MILLISECONDS or "
                      "broken=RESULT in the fake device's script, got '" +
                          entry + "'");
      return nullptr;
    }
    begin = end + 1;
  }
  auto driver = std::make_unique<FakeDriver>(parsed.device, std::move(sink));
  for (const FunctionNumber &each : parsed.failures)
    driver->fail(each.function, static_cast<cu::Result>(each.number));
  for (const FunctionNumber &each : parsed.delays)
    driver->delay(each.function, each.number);
  if (parsed.broken != cu::Success)
    driver->breakContext(parsed.broken);
  status = Status();
  return driver;
}

} // namespace runtime
} // namespace tilery
