package corpus

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

func generate(t *testing.T, kind Kind, seed uint64, n int) *Corpus {
	t.Helper()
	c, err := Generate(kind, seed, n)
	if err != nil {
		t.Fatalf("Generate(%s) = %v, want no error", kind, err)
	}
	return c
}

// text returns the lines of c, each with its page.
func text(c *Corpus) string {
	var b strings.Builder
	for i, line := range c.Lines {
		if c.Bases != nil {
			fmt.Fprintf(&b, "%s\t", c.Bases[i])
		}
		fmt.Fprintf(&b, "%s\n", line)
	}
	return b.String()
}

// golden has the first bytes of SHA-256 of the generated lines, so that figures from
// different years and machines have the same inputs.
var golden = map[Kind]string{
	Web:           "8b13bd5fe9d1c482",
	Long:          "b9938c9d5fea942f",
	Links:         "859cec1dc63b37e2",
	Dirty:         "e1461030715367c2",
	InvalidStart:  "a9f104491e6dab12",
	InvalidMiddle: "dbb4afff4123af12",
	InvalidEnd:    "67f8bc2f84793e70",
	Refused:       "f55003b227351b4b",
}

// TestGolden checks that a seed always gives the same lines, and another seed gives
// others.
func TestGolden(t *testing.T) {
	for _, kind := range Kinds() {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text(generate(t, kind, Seed, Lines)))))[:16]; got != golden[kind] {
			t.Errorf("digest of %s = %s, want %s", kind, got, golden[kind])
		}
		if text(generate(t, kind, 1, 100)) == text(generate(t, kind, 2, 100)) {
			t.Errorf("Generate(%s, 1) = Generate(%s, 2), want different lines", kind, kind)
		}
	}
	if _, err := Generate("none", Seed, 1); err == nil {
		t.Error("Generate(none) = no error, want one")
	}
}

// TestReel checks that the lines of a reel hardly repeat, are the same on every machine,
// and begin again at the end of the text.
func TestReel(t *testing.T) {
	r, err := OpenReel(1 << 20)
	testkit.Must(t, err)
	want := bytes.Split(bytes.TrimSuffix(r.Text(), []byte("\n")), []byte("\n"))
	seen := map[string]bool{}
	lines := make([][]byte, 7)
	for i := 0; i < 2*r.Len(); i += len(lines) {
		r.Next(lines)
		for j, line := range lines {
			if w := want[(i+j)%len(want)]; !bytes.Equal(line, w) {
				t.Fatalf("line %d = %q, want %q", i+j, line, w)
			}
			seen[string(line)] = true
		}
	}
	if len(want) != r.Len() || len(seen) < r.Len()*9/10 {
		t.Errorf("a reel holds %d lines of %d, %d different, want 9 of 10", r.Len(), len(want), len(seen))
	}
	const golden = "6963ded16b990cb2"
	if got := fmt.Sprintf("%x", sha256.Sum256(r.Text()))[:16]; got != golden {
		t.Errorf("digest of a reel = %s, want %s", got, golden)
	}
}
