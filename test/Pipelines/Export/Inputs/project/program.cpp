// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <add_one.h>
#include <copy.h>

#include <cstdio>

int main() {
  char message[1024] = "";
  // Addresses that only the driver looks at.
  float *a = reinterpret_cast<float *>(0x7f0000000000);
  float *b = reinterpret_cast<float *>(0x7f0000100000);
  tilery::Tensor<const float, 2> in = {a, {8, 32}, {32, 1}};
  tilery::Tensor<float, 2> out = {b, {8, 32}, {32, 1}};
  int first = add_one_launch(in, out, nullptr, message, sizeof message);
  std::printf("add_one: %d %s\n", first, message);
  int second =
      copy_launch(a, 100, 512, 512, b, 512, nullptr, message, sizeof message);
  std::printf("copy: %d %s\n", second, message);
  return first != 0 || second != 0;
}
