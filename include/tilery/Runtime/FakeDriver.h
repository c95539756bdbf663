// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recorder whose calls fail to order, for tests of what the runtime makes of
// a driver's failures.

#ifndef TILERY_RUNTIME_FAKEDRIVER_H
#define TILERY_RUNTIME_FAKEDRIVER_H

#include "tilery/Runtime/Record.h"
#include "tilery/Runtime/Status.h"

namespace tilery {
namespace runtime {

class FakeDriver : public RecordDriver {
public:
  using RecordDriver::RecordDriver;

  /// A call of `function` ("cuTensorMapEncodeTiled") fails with `result`, after
  /// `skip` calls that succeed; all later ones too unless `once`.
  void fail(const std::string &function, cu::Result result, int skip = 0,
            bool once = false);

  /// Calls of `function` take this long.
  void delay(const std::string &function, int milliseconds);

  /// From now on every call that needs a context answers `result`, as after a
  /// kernel that faulted.
  void breakContext(cu::Result result);

  /// As the device of a script "cc=8.0,driver=11.4,fail=cuModuleLoadDataEx:200,
  /// broken=700": what tilery-run's `--device=fake:SCRIPT` plays. Keys: cc,
  /// driver (a CUDA version, or `none`: a machine without one), memory (bytes),
  /// shared (bytes a block), processors (multiprocessors), window (most bytes
  /// of an access-policy window), count, fail (function, colon, CUresult; may
  /// be repeated), delay (function, colon, milliseconds), broken (CUresult).
  /// Null with the reason in `status` for a
  /// machine without driver (TILERY_DRIVER_MISSING) and for anything else
  /// (TILERY_BAD_ARGUMENT).
  static std::unique_ptr<FakeDriver> parse(const std::string &script, Sink sink,
                                           Status &status);

protected:
  cu::Result intercept(const char *function) override;

private:
  struct Failure {
    std::string function;
    cu::Result result;
    int skip;
    bool once;
  };
  std::mutex failuresMutex;
  std::vector<Failure> failures;
  std::map<std::string, int> delays;
  cu::Result broken = cu::Success;
};

} // namespace runtime
} // namespace tilery

#endif // TILERY_RUNTIME_FAKEDRIVER_H
