//go:build !amd64 || purego

package kernel

// Screen returns what about s needs a look, by the portable path.
func Screen(s *Scanned) Odd { return screenPortable(s) }

// Rescreen returns odd, which Screen returned.
func Rescreen(s *Scanned, odd Odd) Odd { return odd }

// PlainTriplets reports whether nothing about the triplets of b from the path on needs a look: never,
// without a kernel for it.
func PlainTriplets(b []byte, start, end int) bool { return false }

// KnowsTriplets reports whether there is a kernel for [PlainTriplets].
func KnowsTriplets() bool { return false }
