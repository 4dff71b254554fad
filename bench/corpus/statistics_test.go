package corpus

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"testing"
)

// statistics are what a corpus is compared by: bytes a line, and shares of
// lines in percent.
type statistics struct {
	mean, median, p95          float64
	percent, query, fragment   float64
	normal, ipv4Hosts, maximum float64
}

func statisticsOf(lines [][]byte) statistics {
	lengths := make([]int, len(lines))
	sum := 0
	for i, line := range lines {
		lengths[i] = len(line)
		sum += len(line)
	}
	slices.Sort(lengths)
	n := len(lines)
	return statistics{
		mean:      float64(sum) / float64(n),
		median:    float64(lengths[n/2]),
		p95:       float64(lengths[n*95/100]),
		maximum:   float64(lengths[n-1]),
		percent:   share(lines, regexp.MustCompile(`%`)),
		query:     share(lines, regexp.MustCompile(`^[^#]*\?`)),
		fragment:  share(lines, regexp.MustCompile(`#`)),
		ipv4Hosts: share(lines, regexp.MustCompile(`//\d+\.\d+\.\d+\.\d+[:/]`)),
		normal:    100 - share(lines, needsRung),
	}
}

// needsRung matches absolute URLs that the ladder of section 6 changes.
var needsRung = regexp.MustCompile(`^[a-z]*[A-Z]` + // scheme
	`|^[^:]*://[^/?#]*[A-Z]` + // host
	`|%[0-9A-Fa-f]?[a-f]` + // hex digits
	`|%(4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|3[0-9]|2D|2E|5F|7E)` + // unreserved, encoded
	`|^[^?#]*/\.\.?([/?#]|$)` + // dot segments
	`|^http://[^/?#]*:(80)?([/?#]|$)|^https://[^/?#]*:(443)?([/?#]|$)|^HTTPS?://[^/?#]*:` + // ports
	`|^[^:]*://[^/?#]*([?#]|$)` + // empty path
	`|^[^:]*://\[.*:0:`) // IPv6 text

func share(lines [][]byte, what *regexp.Regexp) float64 {
	n := 0
	for _, line := range lines {
		if what.Match(line) {
			n++
		}
	}
	return 100 * float64(n) / float64(len(lines))
}

// collected are the figures of collected lines; what is NaN may be anything.
var collected = map[Kind]statistics{
	Web:     {51, 43, 106, 1.2, 9.9, 0.6, 97.9, 0.1, math.NaN()},
	Long:    {149, 126, 266, 13.4, 45.4, 2.9, 98.8, 0.3, math.NaN()},
	Links:   {36, 26, 105, 1.0, 18.7, 12.4, math.NaN(), 0, math.NaN()},
	Refused: {83, 60, 276, 34.7, 29.1, 5.8, math.NaN(), 1, math.NaN()},
}

// TestStatistics compares the generated lines with the figures of collected ones.
func TestStatistics(t *testing.T) {
	for kind, want := range collected {
		got := statisticsOf(generate(t, kind, Seed, 40000).Lines)
		near := func(what string, got, want, relative, absolute float64) {
			t.Helper()
			if math.Abs(got-want) > max(want*relative, absolute) {
				t.Errorf("%s of %s = %.2f, want about %v", what, kind, got, want)
			}
		}
		near("mean", got.mean, want.mean, 0.06, 0)
		near("median", got.median, want.median, 0.06, 1)
		near("p95", got.p95, want.p95, 0.08, 0)
		near("share of %", got.percent, want.percent, 0.1, 0.2)
		near("share of queries", got.query, want.query, 0.05, 0.3)
		near("share of fragments", got.fragment, want.fragment, 0.1, 0.2)
		near("share already normal", got.normal, want.normal, 0, 1.3)
		near("share of IPv4 hosts", got.ipv4Hosts, want.ipv4Hosts, 0, 0.3)
	}
}

// TestDirtyNeedsRung finds no line among the dirty that is normal.
func TestDirtyNeedsRung(t *testing.T) {
	for _, line := range generate(t, Dirty, Seed, 20000).Lines {
		if !needsRung.Match(line) {
			t.Errorf("Generate(dirty) holds %q, want a line that needs a rung", line)
		}
	}
}

// TestSpoilers gives each spoiler alone a URL that is normal.
func TestSpoilers(t *testing.T) {
	for _, s := range spoilers {
		t.Run(s.name, func(t *testing.T) {
			r := &random{Seed}
			for range 200 {
				p := parts{scheme: "http", host: "a.example", path: "/x/y"}
				if before := p.String(); needsRung.MatchString(before) {
					t.Fatalf("needsRung(%q) = true, want false", before)
				}
				s.spoil(r, &p)
				if got := p.String(); !needsRung.MatchString(got) {
					t.Fatalf("spoil = %q, want a line that needs a rung", got)
				}
			}
		})
	}
}

// TestShortIsShort holds the lines of Short to 1 to 15 bytes, of every length.
func TestShortIsShort(t *testing.T) {
	var seen [16]bool
	for _, line := range generate(t, Short, Seed, 20000).Lines {
		if len(line) < 1 || len(line) > 15 {
			t.Fatalf("Generate(short) holds %q, want 1 to 15 bytes", line)
		}
		seen[len(line)] = true
	}
	if slices.Contains(seen[1:], false) {
		t.Errorf("Generate(short) holds lengths %v, want each of 1 to 15", seen[1:])
	}
}

// TestTargetForms finds each form of RFC 9112 section 3.2.
func TestTargetForms(t *testing.T) {
	lines := generate(t, Targets, Seed, 20000).Lines
	for _, row := range []struct {
		form  string
		shape string
		want  float64
	}{
		{"origin-form", `^/([^/]|$)`, 85},
		{"absolute-form", `^https?://`, 10},
		{"authority-form", `^[a-z][a-z0-9.-]*:443$`, 4},
		{"asterisk-form", `^\*$`, 1},
	} {
		if got := share(lines, regexp.MustCompile(row.shape)); math.Abs(got-row.want) > 1 {
			t.Errorf("share of %s = %.1f %%, want about %v", row.form, got, row.want)
		}
	}
	if i := slices.IndexFunc(lines, func(l []byte) bool { return bytes.Contains(l, []byte("#")) }); i >= 0 {
		t.Errorf("Generate(targets) holds %q, want no fragment", lines[i])
	}
}
