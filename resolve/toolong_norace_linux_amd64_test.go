//go:build !race

package resolve

import (
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/scanner"
)

// refAt returns the Ref of a relative reference of n bytes whose path ends at pathEnd
// and begins with first, with the rest as its query.
func refAt(pathEnd, n int, first byte) scanner.Ref {
	o := automaton.Offsets{PathEnd: uint32(pathEnd), QueryEnd: uint32(n), End: uint32(n)}
	return rawref.Ref(o.Pack(automaton.NoHost, first))
}

// A target of MaxLen bytes is written, and one of a byte more refused before any of it is.
func TestTooLong(t *testing.T) {
	path, dotted := guardpage.Huge(t, "a", scanner.MaxLen), guardpage.Huge(t, "../x?", scanner.MaxLen)
	inner := guardpage.Huge(t, "y/../x?", scanner.MaxLen)
	dst := guardpage.Huge(t, "kept", 2*scanner.MaxLen)[:4]
	b := newBase(t, rfcBase, 0)
	for _, test := range []struct {
		name string
		most int // bytes of what is as long as it can be
		to   func(n int) ([]byte, scanner.Ref, error)
	}{
		{"AppendRef", scanner.MaxLen - len("http://a/b/c/"), func(n int) ([]byte, scanner.Ref, error) {
			return b.AppendRef(dst, path[:n], refAt(n, n, 'a'))
		}},
		{"AppendRef, dotted", scanner.MaxLen - len("http://a/b/") + len("../"), func(n int) ([]byte, scanner.Ref, error) {
			return b.AppendRef(dst, dotted[:n], refAt(len("../x"), n, '.'))
		}},
		{"AppendRef, dotted inside", scanner.MaxLen - len("http://a/b/c/") + len("y/../"), func(n int) ([]byte, scanner.Ref, error) {
			w := rawref.Words(refAt(len("y/../x"), n, 'y'))
			w.W3 |= automaton.FormHint
			return b.AppendRef(dst, inner[:n], rawref.Ref(w))
		}},
		{"AppendRecomposed", scanner.MaxLen - len("?"), func(n int) ([]byte, scanner.Ref, error) {
			return AppendRecomposed(dst, &Parts{Has: scanner.Query, Path: path[:n]})
		}},
		{"AppendRecomposed of twice as much", scanner.MaxLen / 2, func(n int) ([]byte, scanner.Ref, error) {
			return AppendRecomposed(dst, &Parts{Has: scanner.Query, Path: path[:n], Query: path[:n]})
		}},
		{"AppendRecomposed of more than 32 bits hold", -1, func(int) ([]byte, scanner.Ref, error) {
			return AppendRecomposed(dst, &Parts{Has: scanner.Query | scanner.Fragment, Path: path, Query: path, Fragment: path[:8]})
		}},
	} {
		if test.most >= 0 && !guardpage.Faults(func() { _, _, _ = test.to(test.most) }) {
			t.Errorf("%s: MaxLen bytes are refused", test.name)
		}
		var out []byte
		var r scanner.Ref
		var err error
		if guardpage.Faults(func() { out, r, err = test.to(test.most + 1) }) {
			t.Errorf("%s: MaxLen+1 bytes are not refused", test.name)
			continue
		}
		checkFault(t, test.name, err, scanner.TooLong, scanner.MaxLen)
		if string(out) != "kept" || r != (scanner.Ref{}) {
			t.Errorf("%s: %d bytes and Ref %v with an error, want dst", test.name, len(out), r)
		}
	}
}

// What dst has does not count.
func TestLongDst(t *testing.T) {
	dst := guardpage.Huge(t, "", scanner.MaxLen+100)[:scanner.MaxLen+1]
	for _, w := range writers(t, rfcBase) {
		for _, in := range []string{"g", "../g?y", "//h/a/../b", "/./x"} {
			want, _ := w.to(nil, []byte(in))
			if out, err := w.to(dst, []byte(in)); err != nil || string(out[len(dst):]) != string(want) || &out[0] != &dst[0] {
				t.Errorf("%s(%q) after MaxLen+1 bytes: %q, %v, want %q", w.name, in, out[len(dst):], err, want)
			}
		}
	}
}
