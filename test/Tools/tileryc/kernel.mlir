// RUN: tileryc %s | FileCheck %s --check-prefix=BOTH
// RUN: tileryc %s --kernel=second | FileCheck %s --check-prefix=SECOND
// RUN: not tileryc %s --kernel=third 2>&1 | FileCheck %s --check-prefix=THIRD
// RUN: echo "module {}" | not tileryc - 2>&1 | FileCheck %s --check-prefix=NONE

// BOTH: .entry first(
// BOTH: .entry second(

// SECOND-NOT: .entry first(
// SECOND: .entry second(

// THIRD: error: (E06) no kernel 'third'; the module has 'first', 'second'

// NONE: error: (E06) expected a tile.kernel, got none in the module

tile.kernel @first() block [32] {
}
tile.kernel @second() block [32] {
}
