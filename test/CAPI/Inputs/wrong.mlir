// Two kernels of one name.
tile.kernel @twice() block [32] {
}
tile.kernel @twice() block [32] {
}
