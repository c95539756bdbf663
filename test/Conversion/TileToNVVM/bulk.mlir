// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @groups
tile.kernel @groups() block [32] {
  // CHECK: nvvm.cp.async.bulk.commit.group
  tile.bulk.commit_group
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  tile.bulk.wait_group 1 read
  // CHECK: nvvm.cp.async.bulk.wait_group 0{{$}}
  tile.bulk.wait_group 0
}
