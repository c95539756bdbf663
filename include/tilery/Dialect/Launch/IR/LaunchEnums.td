// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_LAUNCH_IR_LAUNCHENUMS_TD
#define TILERY_DIALECT_LAUNCH_IR_LAUNCHENUMS_TD

include "mlir/IR/EnumAttr.td"

// The values are those of CUaccessProperty.
def Launch_AccessProperty : I32EnumAttr<"AccessProperty",
    "what the L2 cache is to do with a line", [
  I32EnumAttrCase<"Normal", 0, "normal">,
  I32EnumAttrCase<"Streaming", 1, "streaming">,
  I32EnumAttrCase<"Persisting", 2, "persisting">]> {
  let cppNamespace = "::tilery::launch";
}

#endif // TILERY_DIALECT_LAUNCH_IR_LAUNCHENUMS_TD
