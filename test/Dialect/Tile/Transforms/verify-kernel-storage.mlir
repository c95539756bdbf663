// RUN: tilery-opt %s -tile-verify-kernel -split-input-file -verify-diagnostics

// Types without arithmetic can be moved.
tile.kernel @moved(%x: memref<64xf8E8M0FNU>, %y: memref<64xui16>, %z: memref<64xsi64>, %n: index) block [32] {
  %a = memref.load %x[%n] : memref<64xf8E8M0FNU>
  %b = vector.broadcast %a : f8E8M0FNU to vector<4xf8E8M0FNU>
  vector.store %b, %x[%n] : memref<64xf8E8M0FNU>, vector<4xf8E8M0FNU>
  %bits = arith.bitcast %a : f8E8M0FNU to i8
  %c = vector.load %y[%n] : memref<64xui16>, vector<8xui16>
  %d = vector.extract %c[3] : ui16 from vector<8xui16>
  memref.store %d, %y[%n] : memref<64xui16>
  %e = memref.load %z[%n] : memref<64xsi64>
  memref.store %e, %z[%n] : memref<64xsi64>
}

// -----

tile.kernel @computed(%x: memref<128xf8E5M2>, %v: f32, %n: index) block [32] {
  // expected-error@+1 {{(V03) not yet implemented: 'arith.truncf' on 'f8E5M2', which can only be moved (loaded, stored, selected); bit-cast it to i8}}
  %a = arith.truncf %v : f32 to f8E5M2
  memref.store %a, %x[%n] : memref<128xf8E5M2>
}
