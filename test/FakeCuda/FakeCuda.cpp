// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libcuda.so.1 over the fake driver, for programs that open the machine's
// driver. The environment says what it plays:
//
//   TILERY_FAKE_CUDA      a script as in `--device=fake:SCRIPT`
//   TILERY_FAKE_CUDA_LOG  a file, to which each call adds its line

#include "../../lib/Runtime/RecordCall.h"
#include "PtxEntry.h"
#include "tilery/Runtime/FakeDriver.h"
#include "tilery/Runtime/ForwardingDriver.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

using namespace tilery;
using namespace tilery::runtime;

namespace {

/// Tells the recorder what the parameters of a kernel are, which the driver
/// itself reads out of the code. Answers without the recorder's lock what a
/// forked process may ask.
class FakeCuda : public ForwardingDriver {
public:
  explicit FakeCuda(Driver &fake) : ForwardingDriver(fake) {}

  cu::Result moduleLoadDataEx(cu::Module *module, const void *image,
                              unsigned numOptions, cu::JitOption *options,
                              void **values) override {
    cu::Result result =
        driver.moduleLoadDataEx(module, image, numOptions, options, values);
    const char *text = static_cast<const char *>(image);
    std::lock_guard<std::mutex> lock(mutex);
    if (result == cu::Success && std::strncmp(text, "\177ELF", 4) != 0)
      texts[*module] = text;
    return result;
  }

  cu::Result moduleGetFunction(cu::Function *function, cu::Module module,
                               const char *name) override {
    cu::Result result = driver.moduleGetFunction(function, module, name);
    std::lock_guard<std::mutex> lock(mutex);
    if (result != cu::Success)
      return result;
    std::vector<TileryParam> params = parseEntryParameters(texts[module], name);
    TileryKernelSpec spec = {};
    spec.numParams = static_cast<int32_t>(params.size());
    spec.params = params.data();
    driver.describeKernel(*function, spec);
    return result;
  }

  cu::Result getErrorName(cu::Result error, const char **text) override {
    const ResultRow *row = findResult(error);
    *text = row ? row->name : nullptr;
    return row ? cu::Success : cu::InvalidValue;
  }

  cu::Result getErrorString(cu::Result error, const char **text) override {
    const ResultRow *row = findResult(error);
    *text = row ? row->meaning : nullptr;
    return row ? cu::Success : cu::InvalidValue;
  }

private:
  std::mutex mutex;
  std::map<cu::Module, std::string> texts;
};

Driver *makeDriver() {
  const char *script = std::getenv("TILERY_FAKE_CUDA");
  const char *path = std::getenv("TILERY_FAKE_CUDA_LOG");
  RecordDriver::Sink sink;
  if (std::FILE *file = path ? std::fopen(path, "a") : nullptr)
    sink = [file](const std::string &line) {
      std::fprintf(file, "%s\n", line.c_str());
      std::fflush(file);
    };
  Status status;
  auto fake = FakeDriver::parse(script ? script : "", sink, status);
  if (fake)
    return new FakeCuda(*fake.release());
  std::fprintf(stderr, "TILERY_FAKE_CUDA: %s\n", status.message().c_str());
  return nullptr;
}

/// Never freed: launches may run while the process ends.
Driver *getDriver() {
  static Driver *driver = makeDriver();
  return driver;
}

/// The process that has initialised the driver; 0: none has.
std::atomic<pid_t> owner{0};

/// As the real one answers before cuInit, and in a process that was forked
/// after it.
cu::Result checkState(const char *function) {
  if (!getDriver())
    return cu::Unknown;
  for (const char *name :
       {"cuDriverGetVersion", "cuGetErrorName", "cuGetErrorString"})
    if (std::strcmp(function, name) == 0)
      return cu::Success;
  pid_t self = getpid();
  pid_t none = 0;
  if (std::strcmp(function, "cuInit") == 0)
    owner.compare_exchange_strong(none, self);
  return owner.load() == self ? cu::Success : cu::NotInitialized;
}

} // namespace

// Functions under the driver's names, which the table has as strings.
#define TILERY_DRIVER_FUNCTION(method, name, suffix, need, params, args)       \
  extern "C" __attribute__((visibility(                                        \
      "default"))) cu::Result fake_##method params __asm__(name suffix);       \
  cu::Result fake_##method params {                                            \
    cu::Result state = checkState(name);                                       \
    return state == cu::Success ? getDriver()->method args : state;            \
  }
#include "tilery/Launcher/Driver.def"
