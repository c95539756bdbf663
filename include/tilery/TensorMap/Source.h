// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TENSORMAP_SOURCE_H
#define TILERY_TENSORMAP_SOURCE_H

#include <string>

namespace tilery {
namespace tensormap {

/// The text of Types.h, Rules.h and Message.h as one file that includes nothing
/// of ours: what an emitted C++ launcher carries along, so that it judges and
/// speaks like the compiler.
std::string freestandingSource();

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_SOURCE_H
