// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// tilery_rt_call and tilery_rt_call_tvm_ffi: what reaches the launcher, and
// what comes back.

#include "../../lib/Launcher/TvmFfi.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <string>
#include <vector>

using namespace tilery;
using namespace tilery::tvmffi;

namespace {

/// What the last call of the launcher below was given.
struct Seen {
  int32_t numArgs;
  std::vector<TileryValue> values;
  std::vector<uint8_t> kinds;
  void *stream;
};
Seen seen;
int32_t answer = TILERY_OK;

const char *const argNames[] = {"x", "n", "scale", "map"};
const TileryFunctionSpec function = {
    TILERY_ABI_VERSION, 4, 0, 0, "f", "f(x, n, scale, map)", argNames, nullptr};
const uint8_t parameterKinds[] = {TILERY_KIND_TENSOR, TILERY_KIND_INT,
                                  TILERY_KIND_FLOAT, TILERY_KIND_MAP};

int32_t launcher(TileryCall *call) {
  if (tilery_rt_begin(call, &function, nullptr) != TILERY_OK)
    return call->status;
  seen.numArgs = call->numArgs;
  seen.values.assign(call->args, call->args + call->numArgs);
  seen.kinds.clear();
  if (call->kinds)
    seen.kinds.assign(call->kinds, call->kinds + call->numArgs);
  seen.stream = call->stream;
  call->status = answer;
  if (answer != TILERY_OK && call->error)
    std::snprintf(call->error, call->errorSize, "text of %d", answer);
  return tilery_rt_end(call);
}

Any makeAny(int32_t type, int64_t value) {
  Any any;
  any.typeIndex = type;
  any.padding = 7;
  any.integer = value;
  return any;
}

Any makeReal(double value) {
  Any any = makeAny(Float, 0);
  any.real = value;
  return any;
}

Any makePointer(int32_t type, const void *pointer) {
  return makeAny(type, reinterpret_cast<int64_t>(pointer));
}

class TvmFfiTest : public testing::Test {
protected:
  TvmFfiTest() {
    handle = dlopen(TILERY_FAKE_TVM_FFI, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    kind = static_cast<char *>(dlsym(handle, "fakeErrorKind"));
    text = static_cast<char *>(dlsym(handle, "fakeErrorText"));
    kind[0] = text[0] = '\0';
    answer = TILERY_OK;
    seen = {};
    tensor.device = {TILERY_DEVICE_CUDA, 3};
    args = {makePointer(DLTensorPointer, &tensor), makeAny(Int, 5),
            makeReal(0.5), makePointer(OpaquePointer, &map)};
  }

  int call() {
    result = makeAny(Int, -9);
    return tilery_rt_call_tvm_ffi(launcher, &function, parameterKinds,
                                  args.data(),
                                  static_cast<int32_t>(args.size()), &result);
  }

  void *handle;
  char *kind, *text;
  TileryTensor tensor = {};
  TileryTensorMap map = {};
  std::vector<Any> args;
  Any result;
};

TEST_F(TvmFfiTest, Values) {
  ASSERT_EQ(call(), 0) << text;
  EXPECT_EQ(result.typeIndex, None);
  EXPECT_EQ(result.padding, 0u);
  EXPECT_EQ(result.integer, 0);
  ASSERT_EQ(seen.numArgs, 4);
  EXPECT_EQ(seen.values[0].tensor, &tensor);
  EXPECT_EQ(seen.values[1].i, 5);
  EXPECT_EQ(seen.values[2].f, 0.5);
  EXPECT_EQ(seen.values[3].map, &map);
  EXPECT_EQ(seen.kinds,
            (std::vector<uint8_t>{TILERY_KIND_TENSOR, TILERY_KIND_INT,
                                  TILERY_KIND_FLOAT, TILERY_KIND_MAP}));
  // The current stream of the tensor's device.
  EXPECT_EQ(seen.stream, reinterpret_cast<void *>(2003));
}

TEST_F(TvmFfiTest, OtherFormsOfTheSame) {
  struct {
    Object header = {};
    TileryTensor tensor = {};
  } object;
  object.tensor.device = {TILERY_DEVICE_CPU, 0};
  args = {makePointer(Tensor, &object), makeAny(Bool, 1), makeAny(Int, 3),
          makePointer(Int, &map)};
  ASSERT_EQ(call(), 0) << text;
  EXPECT_EQ(seen.values[0].tensor, &object.tensor);
  EXPECT_EQ(seen.values[1].i, 1);
  EXPECT_EQ(seen.values[2].f, 3.0);
  EXPECT_EQ(seen.values[3].map, &map);
  // No CUDA tensor, no stream to ask for.
  EXPECT_EQ(seen.stream, nullptr);
}

TEST_F(TvmFfiTest, WhatIsNoneOfTheKinds) {
  args[0] = makeAny(None, 0);
  args[1] = makeReal(1.5);
  args[2] = makePointer(OpaquePointer, &map);
  ASSERT_EQ(call(), 0);
  EXPECT_EQ(seen.kinds,
            (std::vector<uint8_t>{TILERY_KIND_OTHER, TILERY_KIND_FLOAT,
                                  TILERY_KIND_OTHER, TILERY_KIND_MAP}));
}

TEST_F(TvmFfiTest, NumberOfArguments) {
  args.pop_back();
  EXPECT_EQ(call(), -1);
  EXPECT_STREQ(kind, "TypeError");
  EXPECT_STREQ(text, "Expected 4 arguments when calling:\n  `f(x, n, scale, "
                     "map)`,\n  got 3");
  EXPECT_EQ(seen.numArgs, 0);
  args.resize(300, makeAny(Int, 0));
  EXPECT_EQ(call(), -1);
  EXPECT_STREQ(kind, "TypeError");
}

TEST_F(TvmFfiTest, Errors) {
  const std::pair<int32_t, const char *> cases[] = {
      {TILERY_BAD_ARGUMENT, "ValueError"},
      {TILERY_BAD_ARGUMENT_TYPE, "TypeError"},
      {TILERY_BAD_TENSOR_MAP, "ValueError"},
      {TILERY_BAD_LAUNCH, "ValueError"},
      {TILERY_DRIVER_MISSING, "RuntimeError"},
      {TILERY_CONTEXT_FAILED, "RuntimeError"},
  };
  for (auto [status, expected] : cases) {
    answer = status;
    EXPECT_EQ(call(), -1);
    EXPECT_STREQ(kind, expected);
    EXPECT_EQ(text, "text of " + std::to_string(status));
    EXPECT_EQ(result.integer, -9);
  }
}

TEST(CallHelperTest, WithAndWithoutText) {
  TileryValue args[4] = {};
  args[1].i = 11;
  void *stream = &args;
  char message[8] = "before";
  answer = TILERY_OK;
  EXPECT_EQ(tilery_rt_call(launcher, args, parameterKinds, 4, stream, message,
                           sizeof(message)),
            TILERY_OK);
  EXPECT_STREQ(message, "");
  EXPECT_EQ(seen.values[1].i, 11);
  EXPECT_EQ(seen.kinds.size(), 4u);
  EXPECT_EQ(seen.stream, stream);

  EXPECT_EQ(tilery_rt_call(launcher, args, nullptr, 3, nullptr, message,
                           sizeof(message)),
            TILERY_BAD_ARGUMENT_TYPE);
  EXPECT_STREQ(message, "Expe...");
  answer = TILERY_BAD_LAUNCH;
  EXPECT_EQ(tilery_rt_call(launcher, args, nullptr, 4, nullptr, nullptr, 0),
            TILERY_BAD_LAUNCH);
  EXPECT_TRUE(seen.kinds.empty());
}

} // namespace
