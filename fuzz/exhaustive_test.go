package fuzz

import (
	"flag"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
)

var exhaustive = flag.String("exhaustive", "1,3",
	"judge every string to these lengths, over all bytes and over one byte of each class")

// sampled is the length to which a fifth of the strings over one byte of each class
// are judged. TestSuite finds what the others would.
const sampled = 4

// prefixes lead to what short strings do not reach: the second half of triplets, hosts
// after userinfo, the digits of IPv4 addresses, and IP literals.
var prefixes = []string{
	"a:", "//", "//a@", "//a:", "//[", "//[v", "//[v1.", "//[::]", "//%", "/%4", "?%", "#%",
	"//1.2.3.", "//1.2.3.2", "//1.2.3.25", "//255.", "//1.2.3.4", "a://@", "//[::1.2.3.", "//[1:2:3:4:5:6:7",
	"//[1:2:3:4:5:6:7:", "//[1:2:3:4:5:6:", "//[::2:3:4:5:6:7", "//[1::3:4:5:6:7", "//[1:2:3:4:5:6:1.2.3.",
}

// Every string to a length over all 256 bytes, and to a greater one over one
// byte of each class of the grammar, for each rule.
func TestExhaustive(t *testing.T) {
	var every, classes int
	if _, err := fmt.Sscanf(*exhaustive, "%d,%d", &every, &classes); err != nil {
		t.Fatalf("-exhaustive=%s: want two lengths: %v", *exhaustive, err)
	}
	if testing.Short() {
		classes--
	}
	all, one, pairs := testkit.EveryByte(), strings.Split(string(representatives), ""), []string(nil)
	for i, c := range one {
		for k, d := range one {
			if (i+k)%5 == 0 {
				pairs = append(pairs, c+d)
			}
		}
	}
	bytes := []byte(strings.Join(all, ""))
	for _, tt := range []struct {
		name     string
		prefixes []string
		alphabet []byte
		more     int // bytes after a prefix
	}{
		{"empty", []string{""}, nil, 0},
		{"bytes", all, bytes, every - 1},
		{"bytes, classes", all, representatives, 1},
		{"classes, bytes", one, bytes, 1},
		{"classes", one, representatives, classes - 1},
		{"sample", pairs, representatives, sampled - 2},
		{"far", prefixes, representatives, 2},
	} {
		t.Run(fmt.Sprintf("%s=%d", tt.name, tt.more), func(t *testing.T) {
			each := 0
			for power, k := 1, 0; k <= tt.more; k++ {
				each += power
				power *= len(tt.alphabet)
			}
			var got atomic.Int64
			share(t, len(tt.prefixes), func(j *judge, i int) {
				prefix := []byte(tt.prefixes[i])
				got.Add(int64(j.walk(prefix, j.begin(prefix), tt.alphabet, len(prefix)+tt.more)))
			})
			if want := each * len(tt.prefixes); int(got.Load()) != want {
				t.Errorf("%d strings were judged, want %d", got.Load(), want)
			}
		})
	}
}

// representatives holds one byte of each class of the grammar: the first, and
// of the bytes that no rule admits NUL.
var representatives = func() (all []byte) {
	for _, class := range grammar.Classes("URI-reference") {
		all = append(all, class[0])
	}
	return all
}()

// text judges a line, with cuts at its borders.
func (j *judge) text(line string) {
	in := []byte(line)
	cuts := borders(in)
	if len(cuts) > 6 {
		cuts = append(cuts[:3], cuts[len(cuts)-3:]...)
	}
	j.line(in, cuts)
}

// Each component at each length around a power of two, whole, and with a byte
// that it may not hold at its end or before it.
func TestBorderLengths(t *testing.T) {
	j := newJudge(t)
	lengths := []int{1, 2, 3, 4, 5, 6, 255, 256, 257, 511, 512, 513}
	for _, n := range append(lengths, borderLengths...) {
		for _, c := range []struct{ head, unit, bad, tail string }{
			{"", "a", "_", ":b"},
			{"", "a", ":", "/b"},
			{"//", "u", "[", "@h"},
			{"//@", "h", "@", "/"},
			{"//", "h", "\\", ":1"},
			{"//h:", "8", "x", "/p"},
			{"//[v1.", "a", "%", "]"},
			{"//[v", "a", "g", ".a]"},
			{"a:", "p", " ", "?q"},
			{"/", "p", "\x80", "#f"},
			{"?", "q", "[", "#f"},
			{"#", "f", "#", ""},
		} {
			run := strings.Repeat(c.unit, n)
			j.text(c.head + run + c.tail)
			j.text(c.head + run + c.bad + c.tail)
			j.text(c.head + c.bad + run + c.tail)
			j.text(c.head + run[1:] + "%41" + c.tail)
			j.text(c.head + run[1:] + "%4" + c.tail)
		}
	}
}

// IP literals with every number of groups on each side of "::", 0 to 9, each
// way of ending, and each near miss of a group or a digit; and all short sequences of
// groups and colons.
func TestIPv6NearMisses(t *testing.T) {
	j := newJudge(t)
	for before := range 10 {
		for after := range 10 {
			left, right := groups(before), groups(after)
			for _, address := range []string{
				left + "::" + right,
				left + "::" + join(right, "1.2.3.4"),
				left + "::" + join(right, "1.2.3.256"),
				left + "::" + join(right, "1.2.3.4:5"),
				left + "::" + join(right, "12345"),
				left + ":::" + right,
				left + "::" + right + "::",
				left + "::" + right + ":",
				join(left, "1.2.3.4") + "::" + right,
			} {
				j.text("//[" + address + "]")
				j.text("a://u@[" + address + "]:1/")
			}
		}
		j.text("//[" + groups(before) + "]")
		j.text("//[" + join(groups(before), "1.2.3.4") + "]")
		j.text("//[" + groups(before) + "%25eth0]")
	}
	for n, unit := range map[int][]string{8: {"1:", ":"}, 4: {"1:", "::", "ffff", "1.2.3.4", "]"}} {
		for _, s := range cases.Sequences(n, unit...) {
			for _, end := range []string{"]", "1]", "12345]", "1.2.3.4]", "1.2.3.256]", "]:1"} {
				in := []byte("//[" + s + end)
				j.judge(in, j.begin(in), []int{}, new(hearing))
			}
		}
	}
}

// groups returns n groups of 1 to 4 digits.
func groups(n int) string {
	all := ""
	for i := range n {
		all = join(all, fmt.Sprintf("%0*x", i%4+1, i))
	}
	return all
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + ":" + b
}

// IPv4 addresses and what is almost one, as a host and at the end of an IPv6
// address: every byte of one to four digits of a few kinds.
func TestIPv4NearMisses(t *testing.T) {
	j := newJudge(t)
	bytes := []string{"", "0", "9", "00", "01", "10", "99", "100", "199", "200", "249", "250", "255", "256", "260", "300", "999", "0000", "1000", "1a", "a"}
	for _, o := range bytes {
		for _, format := range []string{"%s", "%s.2.3.4", "1.%s.3.4", "1.2.%s.4", "1.2.3.%s", "1.2.3.4.%s", "1.2.%s"} {
			host := fmt.Sprintf(format, o)
			j.text("//" + host)
			j.text("//@" + host + ":/")
			j.text("//" + host + ":1@" + host)
			j.text("//[::" + host + "]")
			j.text("//[1:2:3:4:5:6:" + host + "]")
		}
	}
}

// The neighbourhood of a line with every component: at each offset each byte of
// a class and each token inserted, each byte replaced, and the line ended.
func TestNeighbourhood(t *testing.T) {
	j := newJudge(t)
	for _, line := range []string{
		"a+b://u:p%41@h.1:8/p/%42?q%43#f%44",
		"//[1:2::3.4.5.6]:7/",
		"//[vF.a:b]?#",
		"a%41b/c:d",
		"x:y@z",
	} {
		for i := range len(line) + 1 {
			j.text(line[:i])
			for _, token := range append(strings.Split(string(representatives), ""), "%", "%4", "%41", "%zz", "%4g", "%g4", "%%41", "::", "//") {
				j.text(line[:i] + token + line[i:])
				if i < len(line) {
					j.text(line[:i] + token + line[i+1:])
				}
			}
		}
	}
}

// Long hostile lines: one byte or token again and again, after each head.
func TestRepeated(t *testing.T) {
	j := newJudge(t)
	const n = 700
	for _, unit := range []string{
		"\x00", "\x80", "\r", "a", "1", ":", "@", "/", "?", "#", "[", "]", "%", "%4", "%41", "1.", "1:", "[::1]", "a@", "//",
	} {
		for _, head := range []string{"", "a:", "//", "//u@", "//h:", "//[", "//[v1.", "?", "#"} {
			j.text(head + strings.Repeat(unit, n))
		}
	}
}
