package corpus

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"testing"
)

// TestReel finds the lines of a reel shaped as the web ones, hardly one twice, and the
// same on every machine; they begin again at the end of the text.
func TestReel(t *testing.T) {
	r, err := OpenReel(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
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
	web, got := statisticsOf(generate(t, Web, Seed, 40000).Lines), statisticsOf(want)
	if math.Abs(got.mean/web.mean-1) > 0.06 || math.Abs(got.query-web.query) > 1 {
		t.Errorf("a reel is %+v, want about %+v", got, web)
	}
	const golden = "6963ded16b990cb2"
	if got := fmt.Sprintf("%x", sha256.Sum256(r.Text()))[:16]; got != golden {
		t.Errorf("digest of a reel = %s, want %s", got, golden)
	}
}
