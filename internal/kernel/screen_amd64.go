//go:build amd64 && !purego

package kernel

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
)

// Screen reports whether nothing about the bytes of host and path in b, a reference with the words
// w, needs a look, apart from triplets in the path. Then there is no userinfo, port or IP literal.
// The host, up to 63 bytes, is empty or has letters, digits, and dots and hyphens between them, of
// which its last byte is a letter, and its last label does not begin with a 0; it does not end in
// "host", "back", "main", "rnal" or "goog" if it is longer than eight bytes. The path has no "//", "./", ":/", ";/"
// or "ww", none of ".:;" before another of them where a segment begins, no "." at its end, and no
// group of segments three times in a row. If there is no kernel for it, or none for where b is in
// memory, Screen returns false, and it may where segments are alike or with more than 64. It does not
// allocate.
func Screen(b []byte, w automaton.Words) bool {
	return screen(unsafe.SliceData(b), w.W0, w.W1, w.W2, w.W3)
}
