package fuzz

import "runtime"

// workers is how many goroutines judge at a time.
var workers = runtime.GOMAXPROCS(0)
