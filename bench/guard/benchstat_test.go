package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// scattered gives n counts of which the median is about ns, spread by a share
// of it, in tenths of a nanosecond, so that some are equal.
func scattered(rng *rand.Rand, n int, ns, spread float64) []float64 {
	counts := make([]float64, n)
	for i := range counts {
		counts[i] = float64(int(ns*(1+spread*rng.NormFloat64())*10)) / 10
	}
	return counts
}

// TestBenchstat compares every comparison with what benchstat prints of the
// same files at the same level: significance, delta, p and counts.
func TestBenchstat(t *testing.T) {
	const benchmarks, seed = 60, 3986
	rng := rand.New(rand.NewPCG(seed, 0))
	var base, head []bench
	for i := range benchmarks {
		name := fmt.Sprintf("A/n=%d", i)
		ns, spread := 10*float64(1+rng.IntN(1000)), 0.1*rng.Float64()
		grown := ns * []float64{1, 1, 1.02, 1.06, 1.3, 0.7}[rng.IntN(6)]
		base = append(base, bench{name, 0, scattered(rng, 10+rng.IntN(5), ns, spread)})
		head = append(head, bench{name, 0, scattered(rng, 10+rng.IntN(5), grown, spread)})
	}
	baseFile, headFile := results(t, "", base...), results(t, "", head...)
	rows, err := readResults([2]string{baseFile, headFile})
	if err != nil {
		t.Fatal(err)
	}
	r := &report{rules: &rules{alpha: 0.05, threshold: 5}}
	if err := r.judge(rows); err != nil {
		t.Fatal(err)
	}
	if n := r.count(slower); n < 5 || n > benchmarks-5 {
		t.Fatalf("%d of %d benchmarks are slower, want some and not all", n, benchmarks)
	}
	said := benchstat(t, r.level, baseFile, headFile)
	for _, v := range r.verdicts {
		delta := v.comparison.FormatDelta(v.center[0].Center, v.center[1].Center)
		got := fmt.Sprint(v.center[0].Center, " ", v.center[1].Center, " ", delta, " ", v.comparison)
		if want := said[v.name]; got != want {
			t.Errorf("compare() of %s = %q, want what benchstat says, %q", v.name, got, want)
		}
		slow := !strings.Contains(said[v.name], "~") && v.delta() > 5
		if (v.fault == slower) != slow {
			t.Errorf("judge() of %s = %v, want slower = %t, since benchstat says %q", v.name, v.fault, slow, said[v.name])
		}
	}
}

// benchstat returns, for each benchmark, what the program says of its times:
// both medians, delta, and p with the counts.
func benchstat(t *testing.T, level float64, base, head string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "tool", "benchstat", "-format", "csv", "-alpha", fmt.Sprint(level),
		"-filter", ".unit:sec/op", "base="+base, "head="+head)
	cmd.Env = goEnv()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go tool benchstat: %v", err)
	}
	reader := csv.NewReader(strings.NewReader(string(out)))
	reader.FieldsPerRecord = -1
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, fields := range records {
		if len(fields) == 7 && strings.HasPrefix(fields[0], "A/") {
			said[fields[0]] = strings.Join([]string{fields[1], fields[3], fields[5], fields[6]}, " ")
		}
	}
	return said
}
