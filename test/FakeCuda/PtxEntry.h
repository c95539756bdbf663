// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TEST_FAKECUDA_PTXENTRY_H
#define TILERY_TEST_FAKECUDA_PTXENTRY_H

#include "tilery/Launcher/Abi.h"

#include <string>
#include <vector>

namespace tilery {

/// The parameters of an entry of a PTX text, in order; none where the text has
/// no such entry.
std::vector<TileryParam> parseEntryParameters(const std::string &ptx,
                                              const std::string &name);

} // namespace tilery

#endif // TILERY_TEST_FAKECUDA_PTXENTRY_H
