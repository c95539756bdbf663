// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The multi-call program around libtilery.so.

extern "C" int tileryToolMain(int argc, char **argv);

int main(int argc, char **argv) { return tileryToolMain(argc, argv); }
