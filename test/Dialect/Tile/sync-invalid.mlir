// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @pending() block [32] {
  // tile.bulk.wait_group (C1)
  // expected-error@+1 {{attribute 'pending' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  tile.bulk.wait_group -1
}

// -----

tile.kernel @space() block [32] {
  // expected-error@+1 {{expected a fenced space: all, global, shared_cta or shared_cluster, got 'shared'}}
  tile.fence.proxy.async <shared>
}
