package automaton

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// bytes returns inputs of every length up to 60, of bytes that look like what
// is looked for, and like the bytes next to it.
func samples() [][]byte {
	const alphabet = "abz/.%$-0AZ@[`{Q:?#\x80\xaf\xae\xff"
	r := rand.New(rand.NewPCG(1, 3986))
	var all [][]byte
	for n := range 60 {
		for k := range 60 {
			b := []byte(strings.Repeat("a", n))
			for range min(k/10, n) {
				b[r.IntN(n)] = alphabet[r.IntN(len(alphabet))]
			}
			all = append(all, b)
		}
	}
	return all
}

func isASCII(b []byte) bool { return bytes.IndexFunc(b, func(r rune) bool { return r >= 0x80 }) < 0 }

func TestHasUpperSlashDot(t *testing.T) {
	for _, b := range samples() {
		ascii := isASCII(b)
		if got, want := HasUpper(b), bytes.ContainsAny(b, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); got != want && (ascii || want) {
			t.Errorf("HasUpper(%q) = %v, want %v", b, got, want)
		}
		checkSlashDot(t, b)
	}
}

func checkSlashDot(t *testing.T, b []byte) {
	t.Helper()
	for i := range len(b) + 1 {
		want := bytes.Index(b[i:], []byte("/."))
		if want >= 0 {
			want += i
		}
		if got := SlashDot(b, i); got != want {
			t.Fatalf("SlashDot(%q, %d) = %d, want %d", b, i, got, want)
		}
	}
}

// Every byte among others, and around the two, in windows of eight that overlap.
func TestUpperAndSlashDotAmongOthers(t *testing.T) {
	for c := range 256 {
		for _, n := range []int{1, 7, 8, 9, 16, 17, 40} {
			b := bytes.Repeat([]byte{'a'}, n)
			b[n/2] = byte(c)
			if got, want := HasUpper(b), 'A' <= c && c <= 'Z'; got != want && c < 0x80 {
				t.Errorf("HasUpper(%q) = %v, want %v", b, got, want)
			}
		}
		for _, around := range []string{"%c", "/%c", "%c.", "/%c.", "./%c", "%c./", ".%c/", "%c%c/."} {
			check := strings.ReplaceAll(around, "%c", string([]byte{byte(c)}))
			for n := range 24 {
				checkSlashDot(t, []byte(strings.Repeat("a", n)+check+strings.Repeat("b", 23-n)))
			}
		}
	}
}

// From every position.
func TestSkipSegments(t *testing.T) {
	for _, b := range samples() {
		for i := range len(b) + 1 {
			end, dots := SkipSegments(b, i)
			if want := SkipRun(b, i, RunSegments); end != want || dots != bytes.Contains(b[i:want], []byte("/.")) {
				t.Fatalf("SkipSegments(%q, %d) = %d, %v, want %d, %v", b, i, end, dots, want, !dots)
			}
		}
	}
}
