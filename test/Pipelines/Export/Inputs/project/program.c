// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <add_one.h>
#include <copy.h>

#include <stdio.h>

int main(void) {
  char message[1024] = "";
  // Addresses that only the driver looks at.
  float *a = (float *)0x7f0000000000, *b = (float *)0x7f0000100000;
  int first = add_one_launch(a, b, NULL, message, sizeof message);
  printf("add_one: %d %s\n", first, message);
  int second =
      copy_launch(a, 100, 512, 512, b, 512, NULL, message, sizeof message);
  printf("copy: %d %s\n", second, message);
  return first != 0 || second != 0;
}
