// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launcher as the compiler would emit it, in C: kernel add_one(A, B) loads A
// and stores B through one TensorMap each, both float32, [m, 32] with m
// symbolic.

#ifndef TILERY_TEST_LAUNCHER_STANDALONE_ADDONE_H
#define TILERY_TEST_LAUNCHER_STANDALONE_ADDONE_H

#include "tilery/Launcher/Abi.h"

int32_t add_one_launch(TileryCall *call);
extern const TileryFunctionSpec add_one_function;
extern const TileryKernelSpec add_one_kernel;

#endif
