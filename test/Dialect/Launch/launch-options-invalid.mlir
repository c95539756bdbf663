// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{(C7) no launch attribute 'mem_sync_domain'; there are cooperative, programmatic, priority, preferred_cluster, carveout and access_window}}
  launch.kernel @k grid [8] mem_sync_domain 1 (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{(C7) no launch attribute 'cluster'; there are cooperative, programmatic, priority, preferred_cluster, carveout and access_window}}
  launch.kernel @k grid [8] cluster [2] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{(C7) expected launch attribute 'cooperative' once}}
  launch.kernel @k grid [8] cooperative cooperative (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{(C7) expected launch attribute 'priority' once}}
  launch.kernel @k grid [8] priority 1 carveout 5 priority 2 (%x) : memref<16xf32>
}

// -----

tile.kernel @k() block [32] {
}
launch.func @f() {
  // expected-error@+1 {{'launch.kernel' op (C7) no launch attribute 'mem_sync_domain'; there are cooperative, programmatic, priority, preferred_cluster, carveout and access_window}}
  launch.kernel @k grid [1] () {mem_sync_domain = 1 : i32}
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster of one to three extents (x, y, z), got 0}}
  launch.kernel @k grid [8] preferred_cluster [] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected extents of a preferred cluster of 1 to 16, got 0}}
  launch.kernel @k grid [8] preferred_cluster [4, 0] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster of at most 8 blocks, got 16; write 'nonportable' behind it for up to 16}}
  launch.kernel @k grid [16] preferred_cluster [16] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster of at most 16 blocks, got 32}}
  launch.kernel @k grid [16, 4] preferred_cluster [8, 4] nonportable (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster whose extent x is a multiple of the kernel's cluster extent 2, got 3}}
  launch.kernel @k grid [6] preferred_cluster [3] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster whose extent x divides that of the grid, 6, got 4}}
  launch.kernel @k grid [6] preferred_cluster [4] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster whose extent y divides that of the grid, 1, got 2}}
  launch.kernel @k grid [6] preferred_cluster [2, 2] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a preferred cluster whose extent z is that of the kernel's cluster, 1, got 2}}
  launch.kernel @k grid [6, 1, 4] preferred_cluster [2, 1, 2] (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C5) expected a carveout of 0 to 100 percent, got 101}}
  launch.kernel @k grid [8] carveout 101 (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C5) expected a carveout of 0 to 100 percent, got -1}}
  launch.kernel @k grid [8] carveout -1 (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{(C5) expected a carveout of 0 to 100 percent, 'max_l1' or 'max_shared', got 'most'}}
  launch.kernel @k grid [8] carveout most (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C6) expected a hit ratio of 0 to 1, got 1.5}}
  launch.kernel @k grid [8] access_window(%x : memref<16xf32>, hit_ratio 1.5) (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C6) expected an access window of at least 1 byte, got 0}}
  launch.kernel @k grid [8] access_window(%x : memref<16xf32>, bytes 0) (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.kernel' op (C6) expected the miss property of an access window to be normal or streaming, got persisting}}
  launch.kernel @k grid [8] access_window(%x : memref<16xf32>, miss persisting) (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{expected 'normal', 'streaming' or 'persisting', got 'always'}}
  launch.kernel @k grid [8] access_window(%x : memref<16xf32>, hit always) (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] cluster [2] {
}
launch.func @f(%x: memref<16xf32>) {
  // expected-error@+1 {{expected 'hit_ratio', 'hit', 'miss' or 'bytes' of the access window, each at most once, got 'hit'}}
  launch.kernel @k grid [8] access_window(%x : memref<16xf32>, hit normal, hit normal) (%x) : memref<16xf32>
}

// -----

tile.kernel @k(%x: memref<16xf32>) block [32] {
}
launch.func @f(%x: memref<16xf32>) {
  %v = memref.subview %x[0] [8] [1] : memref<16xf32> to memref<8xf32>
  // expected-error@+1 {{'launch.kernel' op (C6) expected the access window to lie over an argument of the launch.func}}
  launch.kernel @k grid [1] access_window(%v : memref<8xf32>) (%x) : memref<16xf32>
}

// -----

tile.kernel @k() block [32] {
}
launch.func @f() {
  // expected-error@+1 {{'launch.kernel' op (C6) expected a tensor for the access window, got only its properties}}
  "launch.kernel"() <{callee = @k, static_grid = array<i64: 1>, window_bytes = 8 : i64, operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
}

// -----

tile.kernel @k() block [32] {
}
launch.func @f() {
  // expected-error@+1 {{'launch.kernel' op (C4) expected 'nonportable' with a preferred cluster}}
  "launch.kernel"() <{callee = @k, static_grid = array<i64: 1>, nonportable, operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
}

// -----

tile.kernel @k() block [32] {
}
launch.func @f() {
  // expected-error@+1 {{'launch.kernel' op (C4) expected a launch that is 'cooperative' or has a preferred cluster, got both, which no driver takes}}
  launch.kernel @k grid [4] cooperative preferred_cluster [4] ()
}

// -----

tile.kernel @k() block [32] {
  tile.grid_sync
}
launch.func @f() {
  // expected-error@+1 {{'launch.kernel' op (C8) expected a 'cooperative' launch of kernel 'k', which holds a tile.grid_sync: its blocks wait for each other and have to be resident together}}
  launch.kernel @k grid [4] ()
}

// -----

tile.kernel @k(%out: memref<8xi64>) block [32] cluster [2] {
  // expected-note@+1 {{it is here}}
  %rank = tile.cluster_rank
  %number = arith.index_cast %rank : index to i64
  memref.store %number, %out[%rank] : memref<8xi64>
}
launch.func @f(%out: memref<8xi64>) {
  // expected-error@+1 {{'launch.kernel' op (C9) expected a launch of kernel 'k' without a preferred cluster, as the kernel holds 'tile.cluster_rank', which is compiled for its own cluster; launch it without, or do without that op}}
  launch.kernel @k grid [8] preferred_cluster [4] (%out) : memref<8xi64>
}
