package corpus

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"testing"
)

func openReel(t *testing.T, size int) *Reel {
	t.Helper()
	t.Setenv(Variable, "")
	r, err := OpenReel(size)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReel finds the lines of a reel shaped as the web ones, and hardly one
// twice.
func TestReel(t *testing.T) {
	r := openReel(t, 1<<20)
	lines := make([][]byte, r.Len())
	r.Next(lines)
	seen := map[string]bool{}
	for _, line := range lines {
		if !inAlphabet.Match(line) {
			t.Fatalf("Next gives %q, want a valid reference", line)
		}
		seen[string(line)] = true
	}
	if len(seen) < r.Len()*9/10 {
		t.Errorf("a reel holds %d different lines of %d, want 9 of 10", len(seen), r.Len())
	}
	web, got := statisticsOf(generate(t, Web, Seed, 40000).Lines), statisticsOf(lines)
	if math.Abs(got.mean/web.mean-1) > 0.06 || math.Abs(got.query-web.query) > 1 {
		t.Errorf("a reel is %+v, want about %+v", got, web)
	}
}

func TestReelGolden(t *testing.T) {
	const want = "6963ded16b990cb2"
	if got := fmt.Sprintf("%x", sha256.Sum256(openReel(t, 1<<20).Text()))[:16]; got != want {
		t.Errorf("digest of a reel = %s, want %s", got, want)
	}
}

// TestReelNext cuts the text at its line ends, and begins again at its end.
func TestReelNext(t *testing.T) {
	r := openReel(t, 1000)
	want := bytes.Split(bytes.TrimSuffix(r.Text(), []byte("\n")), []byte("\n"))
	lines := make([][]byte, 7)
	for i := 0; i < 3*len(want); i += len(lines) {
		r.Next(lines)
		for j, line := range lines {
			if w := want[(i+j)%len(want)]; !bytes.Equal(line, w) {
				t.Fatalf("line %d = %q, want %q", i+j, line, w)
			}
		}
	}
}

func TestHeadLength(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     int
	}{
		{"path", "http://a.example/x", 16},
		{"query", "http://a?x/", 8},
		{"fragment", "http://a#x", 8},
		{"nothing more", "http://a.example", 16},
		{"no authority", "mailto:a", 8},
	} {
		if got := headLength([]byte(row.in)); got != row.want {
			t.Errorf("headLength(%s, %q) = %d, want %d", row.name, row.in, got, row.want)
		}
	}
}
