// Command work holds each workload, on each level, to as many statements as it is known
// to take of a library that counts them, and prints what differs. With an argument it writes
// the figures there instead.
package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/internal/testkit/counted/testdata/counts"
)

func main() {
	// What a pool holds is then the same in every run.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	figures := parseFigures()
	status := 0
	differs := func(format string, args ...any) {
		fmt.Printf(format+"\n", args...)
		status = 1
	}
	all := slices.Concat(workloads, users)
	for l := kernel.Portable; l <= kernel.AVX512; l++ {
		if !slices.Contains(kernel.Levels(), l) {
			fmt.Printf("this machine lacks %v: not tested\n", l)
			continue
		}
		kernel.Use(l)
		for _, w := range all {
			got := w.statements()
			row := figures[w.name]
			compare := func(name string, got, want float64) {
				if len(os.Args) == 1 && math.Abs(got-want) > want/500+0.02 {
					differs("%s on %v: %.2f statements for each reference, want %.2f", name, l, got, want)
				}
			}
			compare(w.name, got, row.of[l])
			if holds = 3; wasHeld {
				if after := w.statements(); after > got+got/100+0.02 {
					differs("%s on %v: %.2f statements for each reference if dst has bytes before, else %.2f", w.name, l, after, got)
				}
			}
			holds, wasHeld = 0, false
			row.of[l] = got
			for _, function := range strings.Fields(never[w.name]) {
				if n := counts.Calls[function]; n > 0 {
					differs("%s on %v: %d calls of %s, want none", w.name, l, n, function)
				}
			}
			long := w.stretched()
			got = long.statements()
			compare(w.name+", stretched", got, row.ofLong[l])
			row.ofLong[l] = got
			figures[w.name] = row
		}
	}
	var fresh string
	for l := kernel.Portable; l <= kernel.AVX512; l++ {
		if slices.Contains(kernel.Levels(), l) {
			kernel.Use(l)
		}
		fresh += checkShapes(l, differs)
	}
	if len(figures) != len(all) {
		differs("figures of %d workloads, want %d", len(figures), len(all))
	}
	if len(os.Args) > 1 {
		if err := writeFigures(os.Args[1], all, figures); err != nil {
			differs("%v", err)
		}
		if err := os.WriteFile(os.Args[2], []byte(fresh), 0o666); err != nil {
			differs("%v", err)
		}
	}
	os.Exit(status)
}

// A workload that appends to a buffer does so once more where the buffer has bytes already, and
// must not take longer.
var (
	holds   = 0
	wasHeld bool
)

// held returns buf with what is in it before a call.
func held[T any](buf []T) []T {
	wasHeld = true
	return buf[:holds]
}

// memory begins at a page: some fast paths are not taken close to the end of one.
var memory = make([]byte, 0, 1<<20)

// stretched returns w with two of each of its inputs, with a part of it again and again.
func (w *workload) stretched() *workload {
	slow := w.inputs // once is enough
	w = &workload{do: w.do}
	for i, in := range slow {
		if len(in) < 1000 && !slices.Contains(slow[:i], in) {
			long := answers.Stretched(in)
			w.inputs = append(w.inputs, long, long)
		}
	}
	return w
}

// statements returns how many statements w takes for each reference.
func (w *workload) statements() float64 {
	before, references := counts.Statements, 0
	clear(counts.Calls)
	for _, in := range w.inputs {
		w.do(append(memory[:0], in...))
		references += max(strings.Count(in, "\n"), 1)
	}
	return float64(counts.Statements-before) / float64(max(references, 1))
}
