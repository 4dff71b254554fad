package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

func generate(t *testing.T, kind Kind, seed uint64, n int) *Corpus {
	t.Helper()
	c, err := Generate(kind, seed, n)
	testkit.Must(t, err)
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
	Pages:         "8b37fa1898c2e235",
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

// TestPages checks that the corpus pages has the statistics from which it is made.
func TestPages(t *testing.T) {
	c := generate(t, Pages, Seed, 4*Lines)
	var links []string
	for i, line := range c.Lines {
		if i == 0 || !bytes.Equal(c.Bases[i], c.Bases[i-1]) {
			links = append(links, PageScheme+string(c.Bases[i][headLength(c.Bases[i])+1:]))
		}
		links = append(links, string(line))
	}
	taken := new(Statistics)
	testkit.Must(t, json.Unmarshal(pagesJSON, taken))
	got, want := shares(Take(links)), shares(taken)
	distance := 0.0
	for key, share := range want {
		distance += max(0, share-got[key])
	}
	if distance > 0.25 {
		t.Errorf("distance of the statistics = %.3f, want at most 0.25", distance)
	}
}

// shares returns, for each link, how many times a pattern follows another, how many
// repetitions of a rank there are, and how many lengths of words at a quantile.
func shares(s *Statistics) map[string]float64 {
	m, links := map[string]float64{}, 0.0
	for _, p := range s.Patterns {
		here := 0.0
		for i, n := range p.Next {
			m[p.Text+" "+s.Patterns[i].Text] = float64(n)
			here += float64(n)
		}
		for size, n := range p.Ranks {
			m[fmt.Sprint("rank ", size)] += float64(n)
		}
		for _, l := range p.Words {
			for _, n := range l[1:8] {
				m[fmt.Sprint("length ", n/8)] += here / 7
			}
		}
		links += here
	}
	for key := range m {
		m[key] /= links
	}
	return m
}
