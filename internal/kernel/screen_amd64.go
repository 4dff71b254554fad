//go:build amd64 && !purego

package kernel

import "unsafe"

// cacheLines is where the assembly has tables of AVX-512, each in one line of the cache.
var cacheLines = func() *byte {
	first, second := bothCacheLines()
	if uintptr(unsafe.Pointer(first))%64 != 0 {
		return second
	}
	return first
}()

// Screen returns what about s needs a look. The shape does not if it has no userinfo, no port or a
// usual one, and as a host none or a registered name, and these are true: the host, which ends with
// the port in 62 bytes, is empty or has letters, digits, and dots and hyphens between them, but no
// "xn--". Its last label does not begin with a 0. Its last byte is a letter, but not that of "host",
// "back", "main", "rnal", "goog" or "data", or a digit of a label that begins with a letter, but not
// with "loca". The path has no "//", "./", "p:/" or "s:/", no "www.", ".." or ".;"
// where a segment begins, no "." at its end, and no group of segments three times in a row. For triplets
// see [PlainTriplets].
//
// For others, too, Screen may return OddShape: always if there is no kernel for it, if
// segments are alike, and if the first one has one byte and no slash before it. It does not allocate.
func Screen(s *Scanned) Odd { return Odd(screen((*byte)(unsafe.Pointer(s)))) }

// Rescreen returns what about s needs a look if Screen returned odd: without a kernel, only the portable
// path knows that. It does not allocate.
func Rescreen(s *Scanned, odd Odd) Odd {
	if level == AVX512 || level == AVX2 {
		return odd
	}
	return screenPortable(s)
}

// PlainTriplets reports whether nothing about the triplets of b from the path on needs a look. They
// are UTF-8, without controls and "%". The path, which begins and ends at start and end, has
// no triplets of letters or of ".#/:;?\", and no space at the end of a segment. If there is no kernel for it,
// PlainTriplets returns false. It does not allocate.
func PlainTriplets(b []byte, start, end int) bool {
	switch level {
	case AVX512, AVX2:
		return !triplets(unsafe.SliceData(b), uint32(start), uint32(end), uint32(len(b)))
	}
	return false
}

// KnowsTriplets reports whether there is a kernel for [PlainTriplets]: then what it returns false for
// is odd.
func KnowsTriplets() bool {
	switch level {
	case AVX512, AVX2:
		return true
	}
	return false
}
