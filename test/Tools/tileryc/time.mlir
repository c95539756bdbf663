// RUN: tileryc %s --time=3 | %python -c "import json, sys; t = json.load(sys.stdin); print(t['runs'], *t['median_ms'])" | FileCheck %s
// RUN: tileryc %s --time=1 -o %t.ptx | FileCheck %s --check-prefix=JSON
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tileryc %s --time=1 -o - 2>%t.json | FileCheck %s --check-prefix=PTX
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: not tileryc %s --time=0 2>&1 | FileCheck %s --check-prefix=ZERO

// CHECK: 3 parse core nvvm translate optimize codegen total

// JSON: "runs": 1,
// JSON: "first_ms": {
// JSON: "median_ms": {
// PTX: .entry empty
// ZERO: error: (T01) expected a number of runs of 1 to 100000, got '0'

tile.kernel @empty() block [32] {
}
