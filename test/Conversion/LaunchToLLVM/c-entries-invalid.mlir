// RUN: tilery-opt %s '--convert-launch-to-llvm=c-entries release=' -split-input-file -verify-diagnostics

// expected-note@+1 {{the other one is here}}
launch.func @f() {
}
// expected-error@+1 {{'launch.func' op (L09) expected one launcher whose functions in C are named 'f_launch', got two; rename one}}
launch.func @f_launch() {
}

// -----

// expected-note@+1 {{the other one is here}}
launch.func @Rows() {
}
// expected-error@+1 {{'launch.func' op (L09) expected launchers whose files differ in more than case, got 'rows' and 'Rows'; rename one}}
launch.func @rows_launch() {
}

// -----

// expected-error@+1 {{'launch.func' op (L09) expected a launcher whose functions in C have other names than the runtime's, got 'tilery_rt_launch'; rename it}}
launch.func @tilery_rt() {
}
