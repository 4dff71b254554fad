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

// Every triplet, before every byte that is more than a word, before what could be its
// digits.
func TestTriplets(t *testing.T) {
	const digits, after = "0123456789ABCDEFabcdef", "%z-._~!$&'()*+,;=:@/"
	for i := range len(digits) * len(digits) {
		in := string([]byte{'h', ':', '/', '%', digits[i/len(digits)], digits[i%len(digits)], after[i%len(after)], 'a', 'B', 'c'})
		for _, f := range []Flags{Case, PercentEncoding, Syntax} {
			checkAgainstTwin(t, in, f)
		}
	}
}
