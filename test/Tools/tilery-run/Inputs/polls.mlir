// Polls a flag that nobody sets.
tile.kernel @spin(%flag: memref<1xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %x = memref.load %flag[%c0] : memref<1xi32>
    %go = arith.cmpi eq, %x, %zero : i32
    scf.condition(%go)
  } do {
    scf.yield
  }
}
launch.func @spin_launch(%flag: memref<1xi32>) {
  launch.kernel @spin grid [1] (%flag) : memref<1xi32>
}
