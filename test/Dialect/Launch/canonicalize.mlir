// RUN: tilery-opt %s --canonicalize --cse | FileCheck %s

tile.kernel @touch(%x: memref<16xf32>) block [256] {
}
tile.kernel @mapped(%map: !tile.tensor_map<16xf32>) block [32] {
}

// Checks and launches touch memory: equal ones stay.
// CHECK-LABEL: launch.func @effects
launch.func @effects(%x: memref<16xf32>, %n: i32) {
  // CHECK-COUNT-2: launch.check_tensor
  launch.check_tensor %x : memref<16xf32>
  launch.check_tensor %x : memref<16xf32>
  // CHECK-COUNT-2: launch.check_scalar
  launch.check_scalar %n : i32
  launch.check_scalar %n : i32
  // CHECK-COUNT-2: launch.kernel
  launch.kernel @touch grid [1] (%x) : memref<16xf32>
  launch.kernel @touch grid [1] (%x) : memref<16xf32>
}

// Equal maps are one, and a map that nothing takes goes.
// CHECK-LABEL: launch.func @maps
launch.func @maps(%x: memref<16xf32>) {
  // CHECK-NEXT: %[[MAP:.+]] = launch.encode_map %x loaded
  // CHECK-NEXT: launch.kernel @mapped grid [1] (%[[MAP]])
  // CHECK-NEXT: launch.kernel @mapped grid [1] (%[[MAP]])
  // CHECK-NEXT: }
  %a = launch.encode_map %x loaded : memref<16xf32> -> !tile.tensor_map<16xf32>
  %b = launch.encode_map %x loaded : memref<16xf32> -> !tile.tensor_map<16xf32>
  %unused = launch.encode_map %x stored : memref<16xf32> -> !tile.tensor_map<16xf32>
  launch.kernel @mapped grid [1] (%a) : !tile.tensor_map<16xf32>
  launch.kernel @mapped grid [1] (%b) : !tile.tensor_map<16xf32>
}

// A compiled kernel without a launch is no dead symbol.
// CHECK: launch.binary @compiled
launch.binary @compiled() block [1] images [#launch.image<"sm_90", "ptx\00">]
