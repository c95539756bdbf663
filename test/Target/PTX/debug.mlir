// RUN: tileryc %s --target=sm_90 | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --target=sm_90 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ tileryc %s --target=sm_90a --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ tileryc %s --target=sm_100a --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ tileryc %s --target=sm_120 --emit=cubin -o %t.cubin %}

// The driver provides both functions.
// CHECK-DAG: .extern .func __assertfail
// CHECK-DAG: .extern .func (.param .b32 func_retval0) vprintf

// The arguments lie in local memory, and go over by generic address.
// CHECK-LABEL: .entry print(
// CHECK: mov.b64 %SPL, __local_depot[[N:.*]];
// CHECK: cvta.local.u64 %SP, %SPL;
// CHECK: add.u64 %[[LIST:.*]], %SP, 0;
// CHECK-COUNT-3: st.local
// CHECK: st.param.b64 [param1], %[[LIST]];
// CHECK: call.uni (retval0), vprintf, (param0, param1);
tile.kernel @print(%n: i32, %m: i64, %x: f32) block [32] {
  tile.printf "%d %lld %g\n" (%n, %m, %x : i32, i64, f32)
}

// CHECK-LABEL: .entry fails(
// CHECK: @%{{.*}} bra
// CHECK: st.param.b32 [param2], [[@LINE+6]];
// CHECK: call.uni __assertfail, (param0, param1, param2, param3, param4);
// CHECK: trap;
tile.kernel @fails(%n: i32) block [32] {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sgt, %n, %zero : i32
  tile.assert %p, "n is positive"
}
