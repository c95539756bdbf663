// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: prefetch.param.tensormap

// The same of a descriptor that the caller has encoded.
tile.kernel @prefetch_encoded(%map: !tile.tensor_map<64x32xf32, swizzle = 128B>) block [32] {
  %first = tile.elect
  scf.if %first {
    tile.apply "prefetch.param.tensormap" (%map) : !tile.tensor_map<64x32xf32, swizzle = 128B>
  }
}
