// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TEST_CAPI_PROGRAMS_H
#define TILERY_TEST_CAPI_PROGRAMS_H

#include "tilery-c/Runtime.h"

#include "gtest/gtest.h"

#include <fstream>
#include <sstream>
#include <string>

inline std::string readExample(const std::string &name) {
  std::ifstream file(std::string(TILERY_EXAMPLES) + "/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A program of its own, released at the end.
class Compiled {
public:
  Compiled(const std::string &text, bool simulate,
           const char *target = "sm_90a") {
    TileryCompileOptions options;
    tileryInitCompileOptions(&options, sizeof(options));
    options.target = target;
    options.simulate = simulate;
    status = tileryCompile(text.data(), text.size(), "test.mlir", &options,
                           &program);
  }
  ~Compiled() { tileryProgramRelease(program); }
  Compiled(const Compiled &) = delete;
  Compiled &operator=(const Compiled &) = delete;

  std::string stage(const char *name, int32_t expected = TILERY_OK) const {
    const char *text = nullptr;
    size_t size = 0;
    EXPECT_EQ(tileryProgramGetStage(program, name, &text, &size), expected);
    return std::string(text, size);
  }

  int32_t status;
  TileryProgram *program = nullptr;
};

/// The two arrays of add_one, as arguments.
struct AddOne {
  alignas(64) float in[8][32];
  alignas(64) float out[8][32];
  int64_t shape[2] = {8, 32};
  TileryTensor tensors[2];
  TileryValue values[2];
  char error[4096] = "";
  TileryLaunch launch = {};

  explicit AddOne(int32_t deviceType = TILERY_DEVICE_CPU) {
    for (int i = 0; i < 8 * 32; ++i) {
      (&in[0][0])[i] = static_cast<float>(i);
      (&out[0][0])[i] = 0;
    }
    tensors[0] = {in,    {deviceType, 0}, 2, {TILERY_TYPE_FLOAT, 32, 1},
                  shape, nullptr,         0};
    tensors[1] = tensors[0];
    tensors[1].data = out;
    values[0].tensor = &tensors[0];
    values[1].tensor = &tensors[1];
    launch.structSize = sizeof(launch);
    launch.args = values;
    launch.numArgs = 2;
    launch.error = error;
    launch.errorSize = sizeof(error);
  }

  int wrongElements() const {
    int count = 0;
    for (int i = 0; i < 8 * 32; ++i)
      count += (&out[0][0])[i] != (&in[0][0])[i] + 1;
    return count;
  }
};

#endif // TILERY_TEST_CAPI_PROGRAMS_H
