//go:build !amd64 || purego

package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// Screen reports whether nothing about the bytes of host and path in b needs a look: never, without
// a kernel for it.
func Screen(b []byte, w automaton.Words) bool { return false }

// ScreenParts is [Screen] for a host and a path by their offsets: false, too.
func ScreenParts(b []byte, start, hostEnd, end int) bool { return false }

// PlainTriplets reports whether nothing about the triplets of b from the path on needs a look: never,
// without a kernel for it.
func PlainTriplets(b []byte, start, end int) bool { return false }

// KnowsTriplets reports whether there is a kernel for [PlainTriplets].
func KnowsTriplets() bool { return false }
