// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ops of a kernel are functions of CUDA's libdevice.

#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilery;

/// Functions that the hardware has not at all.
static StringRef getAlwaysLibdevice(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("math.acos", "acos")
      .Case("math.acosh", "acosh")
      .Case("math.asin", "asin")
      .Case("math.asinh", "asinh")
      .Case("math.atan", "atan")
      .Case("math.atan2", "atan2")
      .Case("math.atanh", "atanh")
      .Case("math.cbrt", "cbrt")
      .Case("math.cosh", "cosh")
      .Case("math.erf", "erf")
      .Case("math.erfc", "erfc")
      .Case("math.expm1", "expm1")
      .Case("math.log1p", "log1p")
      .Case("math.powf", "pow")
      .Case("math.sinh", "sinh")
      .Case("math.tan", "tan")
      .Case("arith.remf", "fmod")
      .Default("");
}

/// Functions that the hardware has in f32 alone.
static StringRef getF64Libdevice(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("math.cos", "cos")
      .Case("math.exp", "exp")
      .Case("math.exp2", "exp2")
      .Case("math.log", "log")
      .Case("math.log10", "log10")
      .Case("math.log2", "log2")
      .Case("math.sin", "sin")
      .Case("math.tanh", "tanh")
      .Default("");
}

StringRef tile::getMathFunction(Operation *op) {
  StringRef name = op->getName().getStringRef();
  StringRef always = getAlwaysLibdevice(name);
  return always.empty() ? getF64Libdevice(name) : always;
}

StringRef tile::getLibdeviceFunction(Operation *op) {
  if (op->getNumResults() != 1)
    return "";
  StringRef name = op->getName().getStringRef();
  if (StringRef always = getAlwaysLibdevice(name); !always.empty())
    return always;
  StringRef function = getF64Libdevice(name);
  if (function.empty() ||
      getElementTypeOrSelf(op->getResult(0).getType()).isF64())
    return function;
  if (!isa<math::SinOp, math::CosOp>(op))
    return "";
  // sin.approx and cos.approx are no use beyond some multiples of pi.
  auto flags = cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr();
  bool approximate =
      flags && bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::afn);
  return approximate ? "" : function;
}

bool tile::needsLibdevice(KernelOp kernel) {
  return kernel
      .walk([](Operation *op) {
        return getLibdeviceFunction(op).empty() ? WalkResult::advance()
                                                : WalkResult::interrupt();
      })
      .wasInterrupted();
}
