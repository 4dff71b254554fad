package main

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// colliding returns two references with the same normalize.Hash for seed 0. Its lanes
// multiply what they absorb, and both factors that the two halves of a lane give have
// other divisors in the one than in the other.
func colliding(t *testing.T) string {
	t.Helper()
	start := "http://h/" + strings.Repeat("a", 55)
	one := start + "6qUdOUj$zGaNwQMzaLYIz*iqv!2vW$-dGTlR31!k(62o@*~FdI,k7*FVNJGsJdT8"
	other := start + "ob*f&XE9h.hLvZO13BOk+R_foRmTjzv$j$lAtZ_GpWX4,wp97NBl-Qg)@Qv,PBha"
	var hashes [2][2]uint64
	for i, src := range []string{one, other} {
		ref, err := scanner.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		hashes[i][0], hashes[i][1] = normalize.Hash(src, ref, normalize.Scheme, 0)
	}
	if one == other || hashes[0] != hashes[1] {
		t.Fatalf("Hash(%q, %q) = %x, want the same for both", one, other, hashes)
	}
	return one + "\n" + other + "\n"
}

// Who knows Hash cannot make different references count as one.
func TestColliding(t *testing.T) {
	in := colliding(t)
	if got := runWith(in+in, "dedupe"); got != (outcome{exitGood, in, ""}) {
		t.Errorf("dedupe of what collides = %+v, want both", got)
	}
	if got := runWith(in+in, "stats", "--json"); !strings.Contains(got.out, `"distinct":{"count":2,"exact":true}`) {
		t.Errorf("stats --json of what collides = %+v, want 2 distinct ones", got)
	}
}
