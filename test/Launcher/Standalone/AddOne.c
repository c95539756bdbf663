// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AddOne.h"

static const char *const argNames[] = {"A", "B"};
static const char *const symbolNames[] = {"m"};
const TileryFunctionSpec add_one_function = {
    TILERY_ABI_VERSION,
    2,
    1,
    0,
    "add_one",
    "add_one(A: Tensor([m, 32], float32), B: Tensor([m, 32], float32))",
    argNames,
    symbolNames};

static const int64_t shape[] = {-1, 32};
static const int32_t symbols[] = {0, -1};
static const TileryTensorSpec tensor = {
    2, {TILERY_TYPE_FLOAT, 32, 1}, 0, 16, shape, 0, symbols, 0};
static const TileryMapSpec load = {7, 2, {32, 8}, {1, 1},           0,
                                   0, 0, 0,       TILERY_MAP_LOADED};
static const TileryMapSpec store = {7, 2, {32, 8}, {1, 1},           0,
                                    0, 0, 0,       TILERY_MAP_STORED};

static const char ptx[] = ".version 8.0\n"
                          ".target sm_90a\n"
                          ".visible .entry add_one(\n"
                          "	.param .align 64 .b8 add_one_param_0[128],\n"
                          "	.param .align 64 .b8 add_one_param_1[128]\n"
                          ")\n";
static const char cubin[] = "\177ELF of sm_100a";
static const TileryImage images[] = {
    {ptx, sizeof(ptx), "sm_90a", 9, 0, TILERY_TARGET_ARCH_SPECIFIC},
    {cubin, sizeof(cubin), "sm_100a", 10, 0, TILERY_TARGET_ARCH_SPECIFIC},
};
static const TileryOperand operands[] = {{0, TILERY_OPERAND_READ, 0},
                                         {1, TILERY_OPERAND_WRITTEN, 0}};
static const TileryParam params[] = {{TILERY_PARAM_MAP, 128},
                                     {TILERY_PARAM_MAP, 128}};
static TileryKernelCache cache;
const TileryKernelSpec add_one_kernel = {
    "add_one", {256, 1, 1}, 1032, 2, 2, 2, images, operands, params, &cache};

int32_t add_one_launch(TileryCall *call) {
  TilerySymbol m;
  tilery_rt_begin(call, &add_one_function, &m);
  tilery_rt_check_tensor(call, 0, &tensor);
  tilery_rt_check_tensor(call, 1, &tensor);
  if (tilery_rt_checked(call) != TILERY_OK)
    return call->status;
  TileryLaunchConfig config = {
      {(m.value + 7) / 8, 1, 1}, {1, 1, 1}, 0, call->stream, 0, 0};
  _Alignas(64) TileryTensorMap maps[2];
  void *values[] = {&maps[0], &maps[1]};
  tilery_rt_prepare(call, &add_one_kernel, &config);
  tilery_rt_encode_map(call, 0, &load, &maps[0]);
  tilery_rt_encode_map(call, 1, &store, &maps[1]);
  tilery_rt_launch(call, &add_one_kernel, &config, values);
  return tilery_rt_end(call);
}
