// RUN: tilery-opt %s --emit-bytecode -o %t.mlirbc
// RUN: tileryc %t.mlirbc | FileCheck %s
// RUN: %python -c "d = open(r'%t.mlirbc', 'rb').read(); open(r'%t.cut', 'wb').write(d[:len(d) // 2])"
// RUN: not tileryc %t.cut 2>&1 | FileCheck %s --check-prefix=CUT

// CHECK: .entry from_bytecode(
// CUT: error:
tile.kernel @from_bytecode() block [32] {
}
