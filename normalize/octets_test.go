package normalize

import (
	"bytes"
	"testing"
)

// Every octet in every place of a word: only A to Z change.
func TestLowerCase(t *testing.T) {
	for c := range 256 {
		for n := range 20 {
			b := append(bytes.Repeat([]byte{byte(c)}, n), "Az@[`{\x80\xc1\xdaQ"...)
			want := make([]byte, len(b))
			for i, c := range b {
				if want[i] = c; 'A' <= c && c <= 'Z' {
					want[i] += 'a' - 'A'
				}
			}
			got := bytes.Clone(b)
			if lowerCase(got); !bytes.Equal(got, want) {
				t.Errorf("lowerCase(%q) = %q, want %q", b, got, want)
			}
		}
	}
}
