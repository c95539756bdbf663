// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Jit.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace tilery;

namespace {

float rsqrt(float x) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
double rsqrt(double x) { return 1.0 / std::sqrt(x); }

// Overloads of one name: std has the rest.
using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2,
    std::atanh, std::cbrt, std::cos, std::cosh, std::erf, std::erfc, std::exp,
    std::exp2, std::expm1, std::fmod, std::log, std::log10, std::log1p,
    std::log2, std::pow, std::sin, std::sinh, std::tan, std::tanh;

template <typename Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

using F32 = float(float);
using F64 = double(double);
using F32x2 = float(float, float);
using F64x2 = double(double, double);

#define ONE(name)                                                              \
  {"tilery_sim_math_" #name "f", addressOf<F32>(name)}, {                      \
    "tilery_sim_math_" #name, addressOf<F64>(name)                             \
  }
#define TWO(name)                                                              \
  {"tilery_sim_math_" #name "f", addressOf<F32x2>(name)}, {                    \
    "tilery_sim_math_" #name, addressOf<F64x2>(name)                           \
  }
/// What LLVM calls for its own intrinsics.
#define LIBM(name, type) {#name, addressOf<type>(::name)}

const TilerySimSymbol functions[] = {
    ONE(acos),
    ONE(acosh),
    ONE(asin),
    ONE(asinh),
    ONE(atan),
    ONE(atanh),
    ONE(cbrt),
    ONE(cos),
    ONE(cosh),
    ONE(erf),
    ONE(erfc),
    ONE(exp),
    ONE(exp2),
    ONE(expm1),
    ONE(log),
    ONE(log10),
    ONE(log1p),
    ONE(log2),
    ONE(rsqrt),
    ONE(sin),
    ONE(sinh),
    ONE(tan),
    ONE(tanh),
    TWO(atan2),
    TWO(fmod),
    TWO(pow),
    LIBM(ceilf, F32),
    LIBM(ceil, F64),
    LIBM(floorf, F32),
    LIBM(floor, F64),
    LIBM(roundf, F32),
    LIBM(round, F64),
    LIBM(nearbyintf, F32),
    LIBM(nearbyint, F64),
    LIBM(rintf, F32),
    LIBM(rint, F64),
    LIBM(truncf, F32),
    LIBM(trunc, F64),
    LIBM(sqrtf, F32),
    LIBM(sqrt, F64),
    LIBM(fminf, F32x2),
    LIBM(fmin, F64x2),
    LIBM(fmaxf, F32x2),
    LIBM(fmax, F64x2),
    LIBM(fmodf, F32x2),
    LIBM(fmod, F64x2),
    {"roundevenf", addressOf<F32>(::rintf)},
    {"roundeven", addressOf<F64>(::rint)},
    {"fmaf", addressOf<float(float, float, float)>(::fmaf)},
    {"fma", addressOf<double(double, double, double)>(::fma)},
    {"memcpy", addressOf(::memcpy)},
    {"memmove", addressOf(::memmove)},
    {"memset", addressOf(::memset)},
};

} // namespace

ArrayRef<TilerySimSymbol> tilery::mathFunctions() { return functions; }
