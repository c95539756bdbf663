# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong operands of instructions, allocations and functions of T: one fault each."""

import pytest
from Inputs.faults import check_body

APPLY = "T.cuda.tile.apply(T.ptx[LOAD], tile, A, {}) #!"
GIVEN = "box=(8, 32), coords=(0, 0), mbar=bars.ptr_to([0])"

CASES = {
    "no_tensors": ("T.cuda.tile.apply(LOAD) #!", "lacks box=", ""),
    "no_instruction": ("T.cuda.tile.apply(3, tile, A) #!", "expected an instruction first, got 3", "T.ptx["),
    "one_tensor": (f"T.cuda.tile.apply(T.ptx[LOAD], tile, {GIVEN}) #!", "takes 2 tensors, got 1", "shared_tensor, global_tensor"),
    "swapped": (f"T.cuda.tile.apply(T.ptx[LOAD], A, tile, {GIVEN}) #!", "expected operand 0", "shared_tensor, global_tensor"),
    "number_as_tensor": (f"T.cuda.tile.apply(T.ptx[LOAD], tile, n, {GIVEN}) #!", "expected operand 1 to be a global tensor, got a run-time int32", "global_tensor"),
    "box_of_257": (APPLY.format("box=(8, 257), coords=(0, 0), mbar=bars.ptr_to([0])"), "expected entries of box of at most 256, got 257; the rule is TM13: box (8, 257) of the tensor A, shape (", "coord_steps="),
    "box_of_0": (APPLY.format("box=(0, 32), coords=(0, 0), mbar=bars.ptr_to([0])"), "expected entries of box of at least 1, got 0", ""),
    "box_at_run_time": (APPLY.format("box=(n, 32), coords=(0, 0), mbar=bars.ptr_to([0])"), "expected box to be whole numbers that are known now", ""),
    "one_coordinate": (APPLY.format("box=(8, 32), coords=(0,), mbar=bars.ptr_to([0])"), "expected coords to have 2 entries, as a 2d copy has, got 1", ""),
    "float_coordinate": (APPLY.format("box=(8, 32), coords=(x, 0), mbar=bars.ptr_to([0])"), "expected coords to be integers, got a run-time float32", "T.int32"),
    "barrier_of_floats": (APPLY.format("box=(8, 32), coords=(0, 0), mbar=tile.ptr_to([0, 0])"), "expected a barrier", "uint64"),
    "step_at_run_time": (APPLY.format(GIVEN + ", coord_steps=((0, n),)"), "expected each vector of coord_steps to have 2 whole numbers, got (0, a run-time int32)", ""),
    "short_step": (APPLY.format(GIVEN + ", coord_steps=((1,),)"), "expected each vector of coord_steps to have 2 whole numbers, got (1,)", ""),
    "swizzle_code": (APPLY.format(GIVEN + ", swizzle=9"), "expected a swizzle of '32B', '64B' or '128B', or a code 0 to 3; got 9", ""),
    "swizzle_of_another": (APPLY.format(GIVEN + ", swizzle=3"), "swizzle is 128B, and the layout of tile is without swizzle", "T.cuda.layout.swizzle"),
    "fill": (APPLY.format(GIVEN + ", oob_fill='ones'"), "expected oob_fill to be one of 0..1, 'nan'; got 'ones'", ""),
    "promotion": (APPLY.format(GIVEN + ", l2_promotion=4"), "expected l2_promotion to be one of 0..3", ""),
    "interleave": (APPLY.format(GIVEN + ", interleave='8B'"), "expected interleave to be one of 0..2", ""),
    "format": (APPLY.format(GIVEN + ", format='f99'"), "expected format to be one of", ""),
    "needless_policy": (APPLY.format(GIVEN + ", cache_policy='evict_first'"), "has no cache_policy= (only .L2::cache_hint has it)", ""),
    "needless_mask": (APPLY.format(GIVEN + ", cta_mask=3"), "has no cta_mask= (only .multicast::cluster has it)", ""),
    "scope": (APPLY.format(GIVEN + ", scope='warp'"), "not yet implemented: scope='warp'", "put it under an if"),
    "typo": (APPLY.format(GIVEN + ", cords=3"), "unexpected keyword argument 'cords'", "coords"),
    "opcode_of_number": ("T.ptx[3] #!", "expected the text of an opcode, got 3", ""),
    "opcode_without_type": ("T.ptx.mbarrier.init.shared(bars.ptr_to([0]), 1) #!", "did you mean mbarrier.init.shared.b64", ""),
    "opcode_6d": ('T.ptx["cp.async.bulk.tensor.6d.global.shared::cta.tile.bulk_group"] #!', "there is no opcode", ""),
    "three_operands": ("T.ptx.mbarrier.init.shared.b64(bars, 1, 2) #!", "takes 2 operands, got 3", "(address, count)"),
    "index_of_barrier": ("T.ptx.mbarrier.init.shared.b64(bars.ptr_to([1]), 1) #!", "index 1 of axis 0 of bars is out of range", ""),
    "indices_of_barrier": ("T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0, 0]), 1) #!", "bars is 1-dimensional, got 2 indices", "bars[i]"),
    "count_0": ("T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0]), 0) #!", "expected a count of 1 to 1048575 arrivals, got 0", "arrive in a phase"),
    "count_-1": ("T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0]), -1) #!", "got -1", "arrive in a phase"),
    "count_float": ("T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0]), 1.5) #!", "expected the count to be an integer, got 1.5", ""),
    "bytes_float": ("T.ptx.mbarrier.arrive.expect_tx.shared.b64(bars.ptr_to([0]), x) #!", "expected the bytes to be an integer, got a run-time float32", ""),
    "wait_of_number": ("T.cuda.mbarrier_wait(0, 0) #!", "expected the address of a barrier, got 0", "bars.ptr_to([0])"),
    "parity_float": ("T.cuda.mbarrier_wait(bars.ptr_to([0]), x) #!", "expected the parity to be an integer", ""),
    "wait_typo": ("T.cuda.mbarrier_wait(bars.ptr_to([0]), parity=0, hint=3) #!", "unexpected keyword argument 'hint'", "(barrier, parity)"),
    "groups_at_run_time": ("T.ptx.cp.async_.bulk.wait_group(n) #!", "expected the number of groups that may be pending", "write 0"),
    "groups_negative": ("T.ptx.cp.async_.bulk.wait_group(-1) #!", "got -1", "write 0"),
    "groups_missing": ("T.ptx.cp.async_.bulk.wait_group() #!", "cp.async.bulk.wait_group takes 1 operands, got 0", "(pending)"),
    "keyword_of_ptx": ("T.ptx.cp.async_.bulk.commit_group(count=1) #!", "has no keyword count", None),
    "axis": ('T.cuda.thread_idx("w") #!', "expected an axis 'x', 'y' or 'z', got 'w'", ""),
    "two_axes": ('T.cuda.thread_idx("x", "y") #!', "too many positional arguments", "(axis='x')"),
    "function_typo": ("T.alloc_sharde((8, 32)) #!", "no attribute 'alloc_sharde'", "did you mean 'alloc_shared'?"),
    "shared_at_run_time": ("y = T.alloc_shared((n, 32), 'float32') #!", "expected extents that are known now, got a run-time int32", "T.constexpr"),
    "shared_of_text": ("y = T.alloc_shared('float32') #!", "expected extents that are known now, got 'float32'", "T.constexpr"),
    "shared_of_0": ("y = T.alloc_shared((0, 32), 'float32') #!", "expected extents of at least 1", ""),
    "shared_type": ("y = T.alloc_shared((8, 32), 'float33') #!", "did you mean 'float32'?", ""),
    "shared_layout": ("y = T.alloc_shared((8, 32), 'float32', layout='512B') #!", "expected a swizzle of", ""),
    "shared_align": ("y = T.alloc_shared((8, 32), 'float32', align=3) #!", "expected align to be a power of two up to 1024, got 3", ""),
    "shared_keyword": ("y = T.alloc_shared((8, 32), 'float32', swizzle=3) #!", "unexpected keyword argument 'swizzle'", "layout="),
    "shared_data": ("y = T.alloc_shared((8, 32), 'float32', tile.data) #!", "lies where the planner puts it", "leave data= out"),
    "shared_bool": ("y = T.alloc_shared((8,), 'bool') #!", "a shared tensor holds numbers, got bool", "uint8"),
    "registers_at_run_time": ("y = T.alloc_local((n,), 'float32') #!", "expected extents that are known now", "T.constexpr"),
    "registers_too_many": ("y = T.alloc_local((2000,), 'float32') #!", "expected at most 1024 registers, got 2000", "shared memory"),
    "registers_attribute": ("y = T.alloc_local((4,), 'float32')\nz = y.data #!", "has no attribute 'data': registers have no address", "T.alloc_shared"),
    "tensor_global": ("y = T.alloc_tensor(ty_args=[T.Tensor((8,), 'float32')]) #!", "a kernel allocates no global memory", 'scope="shared"'),
    "tensor_of_nothing": ("y = T.alloc_tensor((8,)) #!", "expected one T.Tensor", "ty_args="),
    "scalar_unset": ("y = T.local_scalar('int32')\ntile[0, lane] = T.float32(y) #!", "'y' is read before it has a value", "first"),
    "scalar_type": ("y = T.local_scalar('int32', 0)\ny = x #!", "expected an int32, got a run-time float32", "T.int32"),
    "addr_off_element": ("y = T.ptx.addr(tile.ptr_to([0, 0]), 3) #!", "expected a multiple of 4 bytes, an element of tile, got 3", ""),
    "addr_outside": ("y = T.ptx.addr(tile.ptr_to([0, 0]), 1024) #!", "index 8 of axis 0 of tile is out of range", ""),
    "addr_at_run_time": ("y = T.ptx.addr(tile.ptr_to([0, 0]), n) #!", "expected a byte offset that is known now", "tile.ptr_to"),
    "addr_of_number": ("y = T.ptx.addr(n, 8) #!", "expected an address, got a run-time int32", "x.ptr_to"),
    "rank_of_global": ("T.cuda.map_shared_rank(A, 1) #!", "expected a shared tensor, got the global tensor A", ""),
    "rank_float": ("T.cuda.map_shared_rank(tile, x) #!", "expected an integer, got a run-time float32", ""),
    "global_as_shared": ("T.cuda.cvta_generic_to_shared(A.ptr_to([0, 0])) #!", "expected a shared address", ""),
    "printf_format": ("T.cuda.printf(x) #!", "expected a format, got a run-time float32", ""),
    "printf_text": ("T.cuda.printf('%s', 'text') #!", "expected numbers to print, got 'text'", ""),
    "ewise": ("T.cuda.tile.ewise(tile) #!", "not yet implemented: T.cuda.tile.ewise", "loop"),
    "cta_pair": ("y = T.cuda.cta_pair_id() #!", "not yet implemented: T.cuda.cta_pair_id", "cluster_cta_rank"),
    "unroll_keyword": ("for i in T.unroll(4, step=2): #!\n    pass", "unexpected keyword argument 'step'", "T.unroll"),
    "local_keyword": ("y = T.alloc_local((4,), 'float32', scope='local') #!", "unexpected keyword argument 'scope'", "T.alloc_local"),
    "warp_mask": ("T.cuda.warp_sync(3) #!", "expected all lanes to meet, got the mask 3", "leave it out"),
    "reinterpret_widths": ("y = T.reinterpret('float16', x) #!", "expected types of one width", ""),
    "policy_of_number": (
        "y = T.ptx.createpolicy.fractional.L2__evict_first.b64(x) #!",
        "expected the fraction to be known now",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_fault(name):
    body, message, cure = CASES[name]
    check_body(body, message, cure or "")


def test_warp_sync_of_several_warps():
    from Inputs.faults import check, faults_of

    text = "@T.function\ndef kernel(n: T.int32):\n    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=64))\n    T.cuda.warp_sync()\n"
    check(
        faults_of(text),
        4,
        "not yet implemented: T.cuda.warp_sync in a block of 64 threads",
        "named_barrier_sync",
    )
