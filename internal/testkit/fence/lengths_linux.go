package fence

import (
	"flag"
	"testing"
)

var everyLength = flag.Bool("every-length", false, "put inputs of every length between pages, as CI does")

// Lengths returns the lengths of inputs that go between pages, from 0 to 4096: all of
// them to 600, and beyond that, where a kernel goes round and round, every 13th, which
// meets each length of a last block some times, and those around 2048 and 4096. With
// go test -short, for machines that are emulated, it is every 61st beyond 300, and
// with -every-length there are all.
func Lengths() (all []int) {
	dense, step := 600, 13
	switch {
	case *everyLength:
		step = 1
	case testing.Short():
		dense, step = 300, 61
	}
	for n := range 4097 {
		isBorder := n >= 2046 && n <= 2050 || n >= 4090
		if n <= dense || n%step == 0 || isBorder && !testing.Short() {
			all = append(all, n)
		}
	}
	return all
}
