// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "add_one.h"

#include <cstdio>

// What the element types that C++ has no name for are called by programs.
struct Half {
  unsigned short bits;
};
template <typename From, typename To>
constexpr bool isAccepted =
    std::is_convertible_v<tilery::Tensor<From, 2>, tilery::Tensor<To, 2>>;
static_assert(isAccepted<float, const float> &&
              !isAccepted<const float, float>);
static_assert(isAccepted<Half, void> && isAccepted<Half, const void>);
static_assert(isAccepted<const Half, const void> &&
              isAccepted<void, const void>);
static_assert(!isAccepted<const Half, void> && !isAccepted<const void, void>);
static_assert(!isAccepted<float, const void> && !isAccepted<void, Half>);

int main() {
  // Addresses that only the driver looks at.
  auto *a = reinterpret_cast<float *>(uintptr_t(0x7f0000000000));
  auto *b = reinterpret_cast<float *>(uintptr_t(0x7f0000100000));
  char message[1024] = "";
  auto call = [&](tilery::Tensor<const float, 2> in,
                  tilery::Tensor<float, 2> out) {
    int status = add_one_launch(in, out, nullptr, message, sizeof(message));
    std::printf("%d %s\n", status, message);
  };
  tilery::Tensor<float, 2> in = tilery::compact(a, {8, 32});
  tilery::Tensor<float, 2> out = {b, {8, 32}, {32, 1}};
  call(in, out);
  call(tilery::compact<const float>(a, {8, 32}), out);
  call({a, {8, 32}, {64, 1}}, out);
  call(in, tilery::compact(b, {9, 32}));
  return 0;
}
