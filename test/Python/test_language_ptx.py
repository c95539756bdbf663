# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions: both spellings of every opcode, and the ops that they become."""

import json
import keyword
import subprocess

import pytest
from Inputs.sim import verify
from Inputs.text import kernel
from tilery.script import tirx as T
from tilery.script.ptx.forms import FORMS
from tilery.script.ptx.opcode import decode
from tilery.script.ptx.table import APPLY

OPERANDS = {
    "count": "1", "bytes": "16", "parity": "0", "state": "state", "time": "100", "pending": "0",
    "barrier": "1", "threads": "64", "ns": "20", "rank": "1", "fraction": "0.5", "size": "128",
    "map": "M",
}  # fmt: skip
SHARED = [
    'bars = T.alloc_shared((4,), "uint64")',
    'tile = T.alloc_shared((8, 64), "float32")',
    "state = T.ptx.mbarrier.arrive.shared.b64(bars.ptr_to([0]))",
    "other = T.cuda.map_shared_rank(bars.ptr_to([1]), 1)",
    "policy = T.ptx.createpolicy.fractional.L2__evict_first.b64()",
]


def test_table_is_the_compilers():
    catalogue = json.loads(subprocess.run(["tileryc", "--catalogue"], capture_output=True).stdout)
    ours = set(APPLY)
    theirs = {o["opcode"] for o in catalogue["opcodes"]}
    assert ours == theirs


def chain(text: str) -> str:
    """An opcode as attributes of T.ptx."""
    tokens = [t.replace("::", "__") for t in text.split(".")]
    return "T.ptx." + ".".join(t + "_" if keyword.iskeyword(t) else t for t in tokens)


@pytest.mark.parametrize("spell", [chain, lambda text: f'T.ptx["{text}"]'], ids=["chain", "text"])
@pytest.mark.parametrize("optional", [False, True])
def test_every_form(spell, optional):
    """All opcodes but those of tile.apply, in one kernel, with and without optional operands."""
    body = list(SHARED)
    for text, form in FORMS.items():
        names = form.operands if optional else form.operands[: len(form.operands) - form.optional]
        remote = ".shared::cluster" in text and text.startswith("mbarrier")
        address = (
            "Map" if "tensormap::generic" in text else ("other" if remote else "bars.ptr_to([0])")
        )
        operands = [address if n == "address" else OPERANDS[n] for n in names]
        body.append(f"{spell(text)}({', '.join(operands)})")
    found = kernel(body, 'Map: T.Tensor((128,), "uint8"), M: T.TensorMap((8, 64), "float32")')
    verify(found.ir_text())


def test_tokens():
    assert [decode(t) for t in ("async_", "global_", "shared__cta", "L2__cache_hint", "b64")] == [
        "async", "global", "shared::cta", "L2::cache_hint", "b64",
    ]  # fmt: skip
    with pytest.raises(KeyError, match=r"did you mean mbarrier\.init"):
        T.ptx["mbarrier.inlt.shared.b64"]
    with pytest.raises(KeyError, match=r"expected the tokens of .* in PTX's order"):
        T.ptx["cp.async.bulk.tensor.2d.global.tile.shared::cta.bulk_group"]
    with pytest.raises(KeyError, match="not yet implemented"):
        T.ptx[
            "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes"
        ]


DTYPES = {
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "b32": "uint32",
    "b64": "uint64",
}
DTYPES |= {f"{s}{b}": f"{'u' if s == 'u' else ''}int{b}" for s in "us" for b in (32, 64)}


def apply_call(text: str) -> tuple[list[str], str, str]:
    """Statements that issue the opcode, with the parameters that they need."""
    form = APPLY[text]
    rank = form.rank or 1
    dtype = "float32"
    if form.kind in ("reduce", "copy") and form.operator:
        dtype = DTYPES.get(text.rsplit(".", 1)[1], "int32")
        if form.tensor and form.operator in ("inc", "dec"):
            dtype = "uint32"
    shape = ", ".join(["1"] * (rank - 1) + ["64"])
    body = [
        f'tile = T.alloc_shared(({shape},), "{dtype}")',
        'bars = T.alloc_shared((1,), "uint64")',
        "bar = bars.ptr_to([0])",
    ]
    clauses = [f"box=({shape},), coords=({'0, ' * rank})"] if form.tensor else []
    if form.kind == "copy":
        body += ["theirs = T.cuda.map_shared_rank(tile, 1)", "bar = T.cuda.map_shared_rank(bar, 1)"]
    if form.mbar:
        clauses.append("mbar=bar")
    if form.multicast:
        clauses.append("cta_mask=3")
    if form.hint:
        clauses.append('cache_policy="evict_first"')
    operands = {
        "load": "tile, A", "store": "A, tile", "reduce": "A, tile", "prefetch": "A",
        "copy": "theirs, tile", "map": "M",
    }[form.kind]  # fmt: skip
    call = f'T.cuda.tile.apply(T.ptx["{text}"], {operands}, {", ".join(clauses)})'
    parameters = (
        'M: T.TensorMap((8, 64), "float32")'
        if form.kind == "map"
        else f'A: T.Tensor(({shape},), "{dtype}")'
    )
    return [*body, call], parameters, dtype


def test_every_apply():
    """All opcodes of tile.apply, each in a kernel of its own, verified at once."""
    texts = []
    for k, text in enumerate(APPLY):
        body, parameters, _ = apply_call(text)
        found = kernel(body, parameters).ir_text()
        assert f'tile.apply "{text}" (' in found
        for name in ("@kernel_kernel", "@kernel(", "#l"):
            found = found.replace(name, name[:1] + f"m{k}_" + name[1:])
        texts.append(found)
    printed = verify("\n".join(texts))
    assert printed.count("tile.apply") == len(APPLY)


@pytest.mark.parametrize(
    ("statement", "op"),
    [
        ("T.ptx.mbarrier.arrive.shared.b64(bars.ptr_to([0]))", "tile.mbarrier.arrive %"),
        ("T.ptx.mbarrier.arrive.shared.b64(bars.ptr_to([0]), 2)", "tile.mbarrier.arrive %"),
        ("s = T.ptx.mbarrier.arrive.shared.b64(bars.ptr_to([0]))", " -> i64"),
        ("T.ptx.mbarrier.arrive.shared.b64(s, bars.ptr_to([0]))", " -> i64"),
        ("T.ptx.mbarrier.arrive.shared.b64(T.ptx.SINK, T.ptx.addr(bars, 16))", "tile.mbarrier.arrive %"),
        ("T.ptx.mbarrier.arrive.shared.b64(T.ptx.addr(bars.ptr_to([1]), 8))", "tile.mbarrier.ref %bars[%"),
        ("T.ptx.mbarrier.arrive.shared.b64(T.ptx.addr(bars, lane * 8), pred=T.ptx.pred(lane < 4))", "scf.if"),
        ("T.ptx.mbarrier.test_wait.parity.shared.b64(T.ptx.pred(ready), bars.ptr_to([0]), 0)", "tile.mbarrier.test_wait"),
        ("y = tile[0, 0] + T.reinterpret('float32', tile.view('int32')[0, 1])", "tile.shared_view %tile_bytes[0]"),
        ("T.ptx.mbarrier.arrive.release.cluster.shared__cluster.b64(other)", "<shared_cluster>"),
        ("done = T.ptx.mbarrier.try_wait.parity.shared__cta.b64(bars.ptr_to([0]), 1, 50)", "suspend_ns 50"),
        ("T.ptx.mbarrier.test_wait.parity.shared.b64(done, bars.ptr_to([0]), 0)", "tile.mbarrier.test_wait"),
        ("T.ptx.mbarrier.expect_tx.relaxed.cta.shared.b64(bars.ptr_to([0]), 64, pred=lane == 0)", "scf.if"),
        ("T.cuda.mbarrier_wait_acquire_cluster(bars.ptr_to([0]), 1)", "tile.mbarrier.wait acquire.cluster"),
        ("T.cuda.grid_sync()", "tile.grid_sync"),
        ('T.cuda.printf("lane %d\\n", lane)', "tile.printf"),
        ("assert lane >= 0, 'a lane'", 'tile.assert %'),
        ("T.cuda.nanosleep(20)", "tile.nanosleep 20"),
        ("T.cuda.warpgroup_sync(1)", "tile.named_barrier.sync 1, 128"),
        ("x = T.cuda.cluster_cta_id('x') + T.cuda.cluster_id('x') + T.cuda.cluster_dim('x')", "gpu.cluster_block_id"),
        ("x = T.cuda.warpgroup_id() + T.cuda.warp_in_warpgroup() + T.cuda.thread_rank()", "tile.warp_id"),
        ("while not T.ptx.mbarrier.try_wait.parity.shared.b64(bars.ptr_to([0]), 0):\n        pass", "scf.while"),
    ],
)  # fmt: skip
def test_op(statement, op):
    launch = "grid=2, block=128, cluster=2, cooperative=True"
    found = kernel([*SHARED, "lane = T.cuda.lane_id()", statement], launch=launch).ir_text()
    assert op in found
    verify(found)


RAW = "cp.async.bulk.tensor.2d.{}"
LOAD = RAW.format("shared::cta.global.tile.mbarrier::complete_tx::bytes")


@pytest.mark.parametrize(
    ("statement", "op"),
    [
        (
            f'T.ptx["{LOAD}"](tile.ptr_to([0, 0]), M, lane, 3, bars.ptr_to([0]))',
            "box [8, 64] coords [3, %",
        ),
        (
            f'T.ptx["{LOAD}.L2::cache_hint"](tile.ptr_to([0, 0]), M, 0, 8, bars.ptr_to([0]), policy)',
            "coords [8, 0] mbar",
        ),
        ('T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"](M, 0, 8, tile.ptr_to([0, 0]))', "coords [8, 0]"),
        ('T.ptx.cp.async_.bulk.shared__cta.global_.mbarrier__complete_tx__bytes(tile.ptr_to([2, 0]), A.ptr_to([1, 0]), 512, bars.ptr_to([0]))', "bytes 512"),
        ('T.ptx.cp.async_.bulk.global_.shared__cta.bulk_group(A.ptr_to([0, 0]), tile.ptr_to([0, 0]), 2048)', "bytes 2048"),
        ("T.ptx.cp.async_.bulk.prefetch.L2.global_(A.ptr_to([0, 0]), 256)", "bytes 256"),
    ],
)  # fmt: skip
def test_raw_copy(statement, op):
    """PTX's operands: addresses, a map, coordinates innermost first."""
    parameters = 'A: T.Tensor((16, 64), "float32"), M: T.TensorMap((8, 64), "float32")'
    found = kernel([*SHARED, "lane = T.cuda.lane_id()", statement], parameters).ir_text()
    assert op in found
    verify(found)


@pytest.mark.parametrize(
    ("clauses", "op"),
    [
        ("swizzle=0, interleave=0, l2_promotion=2, oob_fill=1", "l2_promotion(128B) oob_fill(nan)"),
        ('format="tf32"', "format(tf32)"),
        ("element_strides=(1, 1)", "box [8, 64]"),
        ("pred=lane == 0", " if %"),
        ("coord_steps=()", "coords [0, 0]"),
        ("cta_mask=None, scope='thread'", "coords [0, 0]"),
    ],
)
def test_options(clauses, op):
    call = f'T.cuda.tile.apply(T.ptx["{LOAD}"], tile, A, box=(8, 64), coords=(0, 0), mbar=bars.ptr_to([0]), {clauses})'
    body = [*SHARED, "lane = T.cuda.lane_id()", call]
    found = kernel(body, 'A: T.Tensor((16, 64), "float32")').ir_text()
    assert op in found
    verify(found)


def test_views():
    """Parts of tensors as the descriptor's tensor, of sizes that the launch knows."""
    body = [
        *SHARED,
        "part = A[first:, 0:64]",
        f'T.cuda.tile.apply(T.ptx["{LOAD}"], tile, part, box=(8, 64), coords=(0, 0), mbar=bars.ptr_to([0]))',
        f'T.cuda.tile.apply(T.ptx["{LOAD}"], tile[0:4], A[8:16, 64:], box=(4, 64), coords=(2, 0), mbar=bars.ptr_to([0]))',
    ]
    found = kernel(body, 'A: T.Tensor(("m", 128), "float32"), first: T.int32').ir_text()
    assert found.count("memref.subview") == 3
    verify(found)
