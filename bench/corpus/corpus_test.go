package corpus

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// inAlphabet matches what only octets and triplets of Appendix A make up.
var inAlphabet = regexp.MustCompile(`^([A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$`)

// TestAlphabet tells valid corpora from invalid ones by their octets alone,
// and holds every known fault to the place where the octets become wrong.
func TestAlphabet(t *testing.T) {
	for _, kind := range Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			c := generate(t, kind, Seed, 5000)
			for i, line := range c.Lines {
				if kind.Valid() {
					if !inAlphabet.Match(line) {
						t.Fatalf("Generate holds %q, want a valid reference", line)
					}
					continue
				}
				at := c.Faults[i]
				if at > 0 && line[0] != ':' && inAlphabet.Match(line) {
					t.Fatalf("Generate holds %q, want an invalid one", line)
				}
				if head := line[:at]; !inAlphabet.Match(head) && !unfinished.Match(head) {
					t.Fatalf("Generate holds %q with fault at %d, want it earlier", line, at)
				}
			}
		})
	}
}

// unfinished matches a head that ends within a triplet.
var unfinished = regexp.MustCompile(`%[0-9A-Fa-f]?$`)

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

func TestGolden(t *testing.T) {
	for _, kind := range Kinds() {
		c := generate(t, kind, Seed, Lines)
		h := sha256.New()
		for i, line := range c.Lines {
			if c.Bases != nil {
				fmt.Fprintf(h, "%s\t", c.Bases[i])
			}
			fmt.Fprintf(h, "%s\n", line)
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != golden[kind] {
			t.Errorf("digest of %s = %s, want %s", kind, got, golden[kind])
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	for _, kind := range Kinds() {
		a, b := generate(t, kind, 1, 100), generate(t, kind, 2, 100)
		if bytes.Equal(bytes.Join(a.Lines, nil), bytes.Join(b.Lines, nil)) {
			t.Errorf("Generate(%s, 1) = Generate(%s, 2), want different lines", kind, kind)
		}
	}
}

// TestVariety finds nearly all lines of the large kinds different.
func TestVariety(t *testing.T) {
	for _, kind := range []Kind{Web, Long, Dirty} {
		seen := map[string]bool{}
		for _, line := range generate(t, kind, Seed, Lines).Strings() {
			seen[line] = true
		}
		if len(seen) < Lines*9/10 {
			t.Errorf("Generate(%s) holds %d different lines of %d, want 9 of 10", kind, len(seen), Lines)
		}
	}
}

func TestLinksHaveTheirPage(t *testing.T) {
	c := generate(t, Links, Seed, Lines)
	if len(c.Bases) != len(c.Lines) {
		t.Fatalf("Generate(links) holds %d pages for %d lines, want one each", len(c.Bases), len(c.Lines))
	}
	different := map[string]bool{}
	for _, base := range c.Bases {
		different[string(base)] = true
	}
	if len(different) < 100 {
		t.Errorf("Generate(links) holds %d pages, want over 100", len(different))
	}
}

func TestGenerateUnknown(t *testing.T) {
	if _, err := Generate("none", Seed, 1); err == nil {
		t.Error("Generate(none) = no error, want one")
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"web.txt":   "http://a.example/\nhttp://b.example/x\n",
		"links.tsv": "http://a.example/\t/x\nhttp://a.example/\t#\n",
		"long.txt":  "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(Variable, dir)
	for _, row := range []struct {
		name   string
		kind   Kind
		lines  int
		source string
		fails  bool
	}{
		{"a file", Web, 2, "web.txt", false},
		{"a file of pairs", Links, 2, "links.tsv", false},
		{"an empty file", Long, 0, "", true},
		{"a missing file", Refused, 0, "", true},
		{"no file stands for it", Short, Lines, "seed 1", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := Open(row.kind)
			if (err != nil) != row.fails {
				t.Fatalf("Open(%s) = %v, want failure %v", row.kind, err, row.fails)
			}
			if err == nil && (len(c.Lines) != row.lines || c.Source != row.source) {
				t.Errorf("Open(%s) = %d lines of %s, want %d of %s", row.kind, len(c.Lines), c.Source, row.lines, row.source)
			}
		})
	}
	c, err := Open(Links)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(c.Bases[1]) + " " + string(c.Lines[1]); got != "http://a.example/ #" {
		t.Errorf("Open(links) = %q, want %q", got, "http://a.example/ #")
	}
}

func TestReadPairWithoutTab(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "links.tsv"), []byte("http://a.example/ /x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir, Links); err == nil {
		t.Error("Read of a line without TAB = no error, want one")
	}
}

// TestFiles reads back what is written as the files are. Where the variable names a
// folder of collected ones, it finds those shaped as the generated ones claim to be.
func TestFiles(t *testing.T) {
	t.Run("written", func(t *testing.T) {
		dir := t.TempDir()
		for kind := range fileOf {
			want := generate(t, kind, Seed, 1000)
			writeFile(t, dir, want)
			got, err := Read(dir, kind)
			if err != nil {
				t.Fatalf("Read(%s) = %v, want no error", kind, err)
			}
			if !slices.EqualFunc(got.Lines, want.Lines, bytes.Equal) || !slices.EqualFunc(got.Bases, want.Bases, bytes.Equal) {
				t.Errorf("Read(%s) = %d lines and %d pages, want the %d and %d that were written", kind,
					len(got.Lines), len(got.Bases), len(want.Lines), len(want.Bases))
			}
		}
	})
	if dir := os.Getenv(Variable); dir != "" {
		t.Run("collected", func(t *testing.T) {
			for kind := range fileOf {
				c, err := Read(dir, kind)
				if err != nil {
					t.Errorf("Read(%s) = %v, want no error", kind, err)
					continue
				}
				checkStatistics(t, kind, c.Lines)
			}
		})
	}
}

// writeFile writes the file in dir that stands for c.
func writeFile(t *testing.T, dir string, c *Corpus) {
	t.Helper()
	var text bytes.Buffer
	for i, line := range c.Lines {
		if c.Bases != nil {
			fmt.Fprintf(&text, "%s\t", c.Bases[i])
		}
		fmt.Fprintf(&text, "%s\n", line)
	}
	if err := os.WriteFile(filepath.Join(dir, fileOf[c.Kind]), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
