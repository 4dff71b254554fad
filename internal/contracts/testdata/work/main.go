// Command work holds each workload, on each level, to as many statements as it is known
// to take of a library that counts them, and prints what differs.
package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/contracts/testdata/counts"
	"github.com/uriscan/uriscan/internal/kernel"
)

func main() {
	status := 0
	differs := func(format string, args ...any) {
		fmt.Printf(format+"\n", args...)
		status = 1
	}
	for l := kernel.Portable; l <= kernel.AVX512; l++ {
		if !slices.Contains(kernel.Levels(), l) {
			fmt.Printf("this machine lacks %v: not tested\n", l)
			continue
		}
		kernel.Use(l)
		for _, w := range workloads {
			before, references := counts.Statements, 0
			clear(counts.Calls)
			for _, in := range w.inputs {
				w.do([]byte(in))
				references += max(strings.Count(in, "\n"), 1)
			}
			got := float64(counts.Statements-before) / float64(references)
			if want := w.want[l]; math.Abs(got-want) > want/50+0.02 {
				differs("%s on %v: %.2f statements for each reference, want %.2f", w.name, l, got, want)
			}
			for _, function := range strings.Fields(never[w.name]) {
				if n := counts.Calls[function]; n > 0 {
					differs("%s on %v: %d calls of %s, want none", w.name, l, n, function)
				}
			}
		}
	}
	os.Exit(status)
}
