// A function of the wrong type, and what it is compared with.
tile.kernel @twice() block [32] {
}
tile.kernel @twice() block [32] {
}
