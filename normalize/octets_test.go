package normalize

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// words of octets against a loop, with what is looked for at every place of
// inputs of every length.
func TestOctets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3986))
	alphabet := "abz/.%$&-0AZ@[`{Q"
	for n := range 120 {
		for k := range 60 {
			b := []byte(strings.Repeat("a", n))
			for range k / 10 {
				if n > 0 {
					b[r.IntN(n)] = alphabet[r.IntN(len(alphabet))]
				}
			}
			checkOctets(t, b, r.IntN(n+1))
		}
	}
}

func checkOctets(t *testing.T, b []byte, from int) {
	t.Helper()
	want := len(b)
	for i := len(b) - 1; i >= from; i-- {
		if b[i] == '%' || bytes.HasPrefix(b[i:], []byte("/.")) {
			want = i
		}
	}
	if got := mark(b, from); got != want {
		t.Errorf("mark(%q, %d) = %d, want %d", b, from, got, want)
	}
}

// Octets that no reference has may not hide what comes after them.
func TestOctetsFrom80(t *testing.T) {
	for c := 0x80; c <= 0xff; c++ {
		for n := range 20 {
			b := append(bytes.Repeat([]byte{byte(c)}, n), "/./%41aaaaaaaaaaaa"...)
			if got := mark(b, 0); got != n {
				t.Errorf("mark(%q, 0) = %d, want %d", b, got, n)
			}
		}
	}
}

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
