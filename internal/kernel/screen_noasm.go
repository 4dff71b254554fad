//go:build !amd64 || purego

package kernel

// Screen returns what about s needs a look: everything, without a kernel for it.
func Screen(s *Scanned) Odd { return OddShape }

// ScreenParts is [Screen] for a host and a path by their offsets: false, too.
func ScreenParts(b []byte, start, hostEnd, end int) bool { return false }

// PlainTriplets reports whether nothing about the triplets of b from the path on needs a look: never,
// without a kernel for it.
func PlainTriplets(b []byte, start, end int) bool { return false }

// KnowsTriplets reports whether there is a kernel for [PlainTriplets].
func KnowsTriplets() bool { return false }
