// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_TARGET_SIM_JIT_H
#define TILERY_LIB_TARGET_SIM_JIT_H

#include "tilery/Sim/Abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Target/TargetMachine.h"

namespace tilery {

/// What pays even for code that runs once: sroa, early-cse, simplifycfg.
void optimizeForSimulation(llvm::Module &module, llvm::TargetMachine &machine);

/// Bytes of the largest frame of an object file's functions, which its section
/// .stack_sizes has; 0 where there is none.
uint64_t readLargestFrame(llvm::MemoryBufferRef object);

/// Numeric functions that kernels call, and those that code generation calls
/// where the processor lacks an instruction.
llvm::ArrayRef<TilerySimSymbol> mathFunctions();
llvm::ArrayRef<TilerySimSymbol> narrowFloatFunctions();

} // namespace tilery

#endif // TILERY_LIB_TARGET_SIM_JIT_H
