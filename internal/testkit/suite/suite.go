// Package suite runs the tests of a package: within minutes, and on every level of the
// kernels. Only tests import it.
package suite

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/kernel"
)

// goTestsLimit is -timeout unless one is asked for, and limit is ours: how long the tests of
// a package may take, on one level, before they fail with the names of those that run. The
// slowest package takes a sixth of it on an idle machine.
const (
	goTestsLimit = 10 * time.Minute
	limit        = 3 * time.Minute
)

// Run runs the tests of a package and exits, as TestMain.
func Run(m *testing.M) {
	prepare()
	os.Exit(m.Run())
}

// RunLevels is Run, once on every level that the machine has: all tests on the best, and on
// those below it, with fewer inputs, as with -short, all that same does not match. same are
// tests of what no kernel has a part in, or which try all levels themselves. With
// URISCAN_KERNEL all tests run on that level alone.
func RunLevels(m *testing.M, same string) {
	prepare()
	have := kernel.Levels()
	if os.Getenv("URISCAN_KERNEL") != "" || runsOnce() {
		os.Exit(m.Run())
	}
	status := 0
	for _, l := range slices.Backward(have) {
		fmt.Println("on", l)
		kernel.Use(l)
		status = max(status, m.Run())
		set("test.short", "true")
		if skip := flag.Lookup("test.skip"); skip.Value.String() == "" {
			set(skip.Name, same)
		}
	}
	os.Exit(status)
}

// Limit returns how long the tests of a package may take: the longer, the more else the
// machine does.
func Limit() time.Duration {
	return time.Duration(min(slowness()*float64(limit), float64(goTestsLimit))).Round(time.Second)
}

// levels are those of the architectures that have some besides the portable one.
var levels = map[string][]kernel.Level{"amd64": {kernel.AVX2, kernel.AVX512}, "arm64": {kernel.NEON}}

// prepare reads the flags and URISCAN_KERNEL, names the levels that the machine lacks, and shortens go test's
// limit, unless another one is asked for or the machine has too much else to do.
func prepare() {
	flag.Parse()
	if flag.Lookup("test.timeout").Value.String() == goTestsLimit.String() && !runsOnce() {
		set("test.timeout", Limit().String())
	}
	if name := os.Getenv("URISCAN_KERNEL"); name != "" {
		l, err := kernel.Named(name)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		kernel.Use(l)
	}
	for _, l := range levels[runtime.GOARCH] {
		if !slices.Contains(kernel.Levels(), l) {
			fmt.Printf("this machine or build lacks %v: not tested\n", l)
		}
	}
	// There is much garbage and little else: to collect it at once takes a sixth of
	// the time.
	debug.SetGCPercent(400)
}

// runsOnce reports whether the flags ask for what a second run would repeat or overwrite:
// a list, profiles, benchmarks, fuzzing.
func runsOnce() (once bool) {
	flag.Visit(func(f *flag.Flag) {
		for _, part := range []string{"bench", "fuzz", "list", "profile", "trace", "cover"} {
			once = once || strings.HasPrefix(f.Name, "test.") && strings.Contains(f.Name, part) && f.Value.String() != ""
		}
	})
	return once
}

func set(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}
