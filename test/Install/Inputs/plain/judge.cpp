// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: judge SPEC: what the rules say of a TensorMap, and what a recorded GPU
// is.

#include "tilery/Runtime/Record.h"
#include "tilery/TensorMap/Check.h"
#include "tilery/TensorMap/Spec.h"

#include <iostream>

using namespace tilery;

int main(int argc, char **argv) {
  std::string text = argc == 2 ? argv[1] : "";
  tensormap::SpecError error;
  auto params = tensormap::parseSpec(text, error);
  if (!params) {
    std::cerr << tensormap::render(error, text);
    return 1;
  }
  for (const tensormap::Violation &violation : tensormap::check(*params))
    std::cout << tensormap::message(*params, violation, "x") << "\n";
  runtime::RecordDriver gpu;
  int count = 0;
  gpu.init(0);
  gpu.deviceGetCount(&count);
  std::cout << gpu.log();
  return 0;
}
