package kernel

import (
	"bytes"
	"testing"
)

// Every length to 300, with room and without, and over itself.
func TestAppend(t *testing.T) {
	for _, l := range Levels() {
		t.Run(l.String(), func(t *testing.T) {
			defer Use(Use(l))
			b := make([]byte, 300)
			for i := range b {
				b[i] = byte(i * 7)
			}
			for n := range b {
				want := append([]byte("kept"), b[:n]...)
				for _, room := range []int{4, 4 + n/2, 4 + n, 400} {
					all := bytes.Repeat([]byte{'!'}, 500)
					dst := append(all[:0:room], "kept"...)
					got := Append(dst, b[:n])
					if !bytes.Equal(got, want) || n == 0 && cap(got) != room {
						t.Fatalf("Append(%d octets) with room for %d = %q, want %q", n, room, got, want)
					}
					if rest := all[max(4, min(room, 4+n)):]; bytes.Count(rest, []byte{'!'}) != len(rest) {
						t.Fatalf("Append(%d octets) with room for %d writes beyond", n, room)
					}
				}
				for _, at := range []int{0, 1, 63, 64, 100} {
					own := bytes.Clone(b)
					if got := Append(own[:at], own[:n]); !bytes.Equal(got[at:], b[:n]) {
						t.Fatalf("Append(own[:%d], own[:%d]) = %q, want %q behind that", at, n, got, b[:n])
					}
				}
			}
		})
	}
}
