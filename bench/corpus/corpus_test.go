package corpus

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func generate(t *testing.T, kind Kind, seed uint64, n int) *Corpus {
	t.Helper()
	c, err := Generate(kind, seed, n)
	if err != nil {
		t.Fatalf("Generate(%s) = %v, want no error", kind, err)
	}
	return c
}

var (
	// inAlphabet matches what only bytes and triplets of Appendix A make up.
	inAlphabet = regexp.MustCompile(`^([A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$`)

	// unfinished matches a head that ends within a triplet.
	unfinished = regexp.MustCompile(`%[0-9A-Fa-f]?$`)
)

// TestAlphabet tells valid corpora from invalid ones by their bytes alone,
// and holds every known fault to the place where the bytes become wrong.
func TestAlphabet(t *testing.T) {
	for _, kind := range Kinds() {
		c := generate(t, kind, Seed, 5000)
		for i, line := range c.Lines {
			if kind.Valid() {
				if !inAlphabet.Match(line) {
					t.Fatalf("Generate(%s) holds %q, want a valid reference", kind, line)
				}
				continue
			}
			at := c.Faults[i]
			if at > 0 && line[0] != ':' && inAlphabet.Match(line) {
				t.Fatalf("Generate(%s) holds %q, want an invalid one", kind, line)
			}
			if head := line[:at]; !inAlphabet.Match(head) && !unfinished.Match(head) {
				t.Fatalf("Generate(%s) holds %q with fault at %d, want it earlier", kind, line, at)
			}
		}
	}
}

// text is the lines of c, each with its page.
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

// golden holds the first bytes of SHA-256 over the generated lines, so that
// figures measured years and machines apart are of the same inputs.
var golden = map[Kind]string{
	Web:           "8b13bd5fe9d1c482",
	Long:          "b9938c9d5fea942f",
	Links:         "859cec1dc63b37e2",
	Dirty:         "e1461030715367c2",
	InvalidStart:  "a9f104491e6dab12",
	InvalidMiddle: "dbb4afff4123af12",
	InvalidEnd:    "67f8bc2f84793e70",
	Refused:       "f55003b227351b4b",
	Short:         "2ed4fdd027776c28",
	Targets:       "830dc7815e45311c",
}

// TestGolden finds the same lines for the same seed, and others for another.
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

// TestVariety finds nearly all lines of the large kinds different, and many pages.
func TestVariety(t *testing.T) {
	distinct := func(lines [][]byte) int {
		seen := map[string]bool{}
		for _, line := range lines {
			seen[string(line)] = true
		}
		return len(seen)
	}
	for _, kind := range []Kind{Web, Long, Dirty} {
		if n := distinct(generate(t, kind, Seed, Lines).Lines); n < Lines*9/10 {
			t.Errorf("Generate(%s) holds %d different lines of %d, want 9 of 10", kind, n, Lines)
		}
	}
	c := generate(t, Links, Seed, Lines)
	if n := distinct(c.Bases); len(c.Bases) != len(c.Lines) || n < 100 {
		t.Errorf("Generate(links) holds %d pages, %d different, for %d lines, want one each and over 100", len(c.Bases), n, len(c.Lines))
	}
}
