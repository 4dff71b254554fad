package corpus

import (
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
