// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_RUNTIME_RECORDCALL_H
#define TILERY_LIB_RUNTIME_RECORDCALL_H

#include "tilery/Runtime/Record.h"

namespace tilery {
namespace runtime {

/// One recorded call: holds the recorder's lock, collects the arguments' text
/// and writes the line when it ends.
class RecordDriver::Call {
public:
  Call(RecordDriver &driver, const char *function);
  ~Call();

  /// ", name=text"
  Call &arg(const char *name, const std::string &text);
  Call &arg(const char *name, const char *text) {
    return arg(name, std::string(text));
  }
  template <typename Number> Call &arg(const char *name, Number value) {
    return arg(name, std::to_string(value));
  }
  Call &pointer(const char *name, uint64_t value) {
    return arg(name, driver.nameOf(value));
  }
  /// "f32 (7)"
  Call &choice(const char *name, const char *word, int value);
  template <typename Number>
  Call &list(const char *name, const Number *values, size_t count) {
    std::string text = "[";
    for (size_t i = 0; i < count; ++i)
      text += (i ? ", " : "") + std::to_string(values[i]);
    return arg(name, text + "]");
  }

  /// True where the call is to fail: return result().
  bool failed() const { return outcome != cu::Success; }
  cu::Result result() const { return outcome; }
  /// Sets what the call answers.
  cu::Result answer(cu::Result result) { return outcome = result; }

private:
  RecordDriver &driver;
  std::lock_guard<std::mutex> lock;
  std::string line;
  bool first = true;
  cu::Result outcome;
};

/// What a driver still answers when its context has failed.
bool worksOnBrokenContext(const char *function);

/// The name and meaning of a CUresult that a recorder answers with.
struct ResultRow {
  cu::Result result;
  const char *name;
  const char *meaning;
};
const ResultRow *findResult(cu::Result result);

template <typename Handle>
Handle RecordDriver::makeHandle(RecordDriver::Kind kind) {
  // Never dereferenced; the kind in the high bits tells handles apart.
  return reinterpret_cast<Handle>(kind << 40 |
                                  static_cast<uint64_t>(++handles[kind]));
}

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_RUNTIME_RECORDCALL_H
