// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A launch on the default stream, and one of a null operand.

#include "add_one.h"

#include <stdio.h>

int main(void) {
  char message[1024] = "";
  // Addresses that only the driver looks at.
  float *in = (float *)0x7f0000000000, *out = (float *)0x7f0000010000;
  int status = add_one_launch(in, out, NULL, message, sizeof message);
  printf("launch: %d %s\n", status, message);
  if (status != 0)
    return 1;
  status = add_one_launch(NULL, out, NULL, message, sizeof message);
  printf("null: %d %s\n", status, message);
  return status == 0;
}
