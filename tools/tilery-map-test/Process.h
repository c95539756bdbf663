// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A child process with pipes.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_PROCESS_H
#define TILERY_TOOLS_TILERY_MAP_TEST_PROCESS_H

#include <string>
#include <sys/types.h>
#include <vector>

namespace tilery {
namespace maptest {

/// Killed and waited for with the object.
class Process {
public:
  Process() = default;
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;
  ~Process() { stop(); }

  /// Starts `program`; false with errno's text in `error` when it cannot.
  bool start(const std::string &program,
             const std::vector<std::string> &arguments, std::string &error);

  /// Writes to the child's standard input; false when it is gone.
  bool write(const std::string &text);
  /// Reads what is there; false at the end of the child's output.
  bool read(std::string &text);
  /// For poll().
  int output() const { return fromChild; }

  /// Waits for the child, and kills it where it has not ended by then: how it
  /// ended ("killed by signal 11 (Segmentation fault)"), empty without one.
  std::string stop(int graceMilliseconds = 0);

private:
  pid_t pid = -1;
  int toChild = -1, fromChild = -1;
};

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_PROCESS_H
