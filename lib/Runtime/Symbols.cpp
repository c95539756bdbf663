// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Runtime/Symbols.h"

#include "tilery/Launcher/Abi.h"

namespace tilery {
namespace runtime {

SymbolList launcherSymbols() {
#define TILERY_SYMBOL(function)                                                \
  {                                                                            \
    #function, reinterpret_cast<void *>(function)                              \
  }
  static const Symbol symbols[] = {
      TILERY_SYMBOL(tilery_rt_begin),
      TILERY_SYMBOL(tilery_rt_check_tensor),
      TILERY_SYMBOL(tilery_rt_check_scalar),
      TILERY_SYMBOL(tilery_rt_check_map),
      TILERY_SYMBOL(tilery_rt_checked),
      TILERY_SYMBOL(tilery_rt_dim),
      TILERY_SYMBOL(tilery_rt_stride),
      TILERY_SYMBOL(tilery_rt_pointer),
      TILERY_SYMBOL(tilery_rt_take_view),
      TILERY_SYMBOL(tilery_rt_prepare),
      TILERY_SYMBOL(tilery_rt_encode_map),
      TILERY_SYMBOL(tilery_rt_encode_view),
      TILERY_SYMBOL(tilery_rt_launch),
      TILERY_SYMBOL(tilery_rt_end),
      TILERY_SYMBOL(tilery_rt_call),
      TILERY_SYMBOL(tilery_rt_call_tvm_ffi),
      TILERY_SYMBOL(tilery_rt_init_call),
      TILERY_SYMBOL(tilery_rt_release_kernel),
      TILERY_SYMBOL(tilery_rt_status_text),
  };
#undef TILERY_SYMBOL
  return {symbols, sizeof(symbols) / sizeof(symbols[0])};
}

} // namespace runtime
} // namespace tilery
