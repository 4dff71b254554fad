// Package sizes says how much tests try: less with -short, and as much as CI does with
// -thorough. Only tests import it.
package sizes

import (
	"flag"
	"testing"
)

// Thorough is the flag -thorough.
var Thorough = flag.Bool("thorough", false, "try as much as CI does, beyond what fits into a minute with all other tests")

// Times is how often a test tries something random: n times, and a tenth of that unless
// the tests are to be thorough.
func Times(n int) int {
	if *Thorough {
		return n
	}
	return n / 10
}

// Rarely is the step of a test that tries something at so many places that one in n is
// enough, and a tenth as many unless the tests are to be thorough.
func Rarely(n int) int {
	if *Thorough {
		return n
	}
	return 10 * n
}

// InTurn returns those of several ways that the i-th of many tries takes: one, each in
// its turn, with -short always the middle one, and all if the tests are to be thorough.
func InTurn[T any](i int, all ...T) []T {
	if *Thorough {
		return all
	}
	if testing.Short() {
		return Few(all...)
	}
	i %= len(all)
	return all[i : i+1]
}

// Few returns the cases that a test tries, only one of them with -short.
func Few[T any](all ...T) []T {
	if n := len(all) / 2; testing.Short() {
		return all[n : n+1]
	}
	return all
}

// Of returns how much a test tries: usual, a fifth of that with -short, and most if the
// tests are to be thorough.
func Of(usual, most int) int {
	switch {
	case *Thorough:
		return most
	case testing.Short():
		return usual / 5
	}
	return usual
}
