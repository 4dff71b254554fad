package answers

import (
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

var show = flag.String("answered", "", "print the texts and the answers of this function that sums.txt is made of: compare them with those of another revision")

// A function is asked about groups of texts, each with a checksum. Those of the last groups are long.
const (
	groups     = 16
	longGroups = 1
	groupSize  = 96
)

// checkSums compares the answers to many texts, which are put together from pieces of the inputs
// of known, with testdata/sums.txt.
func checkSums(t *testing.T, functions map[string]func(string) string, known []answer) {
	name := filepath.Join("testdata", "sums.txt")
	var fresh strings.Builder
	want := map[string]string{}
	if !*rewrite {
		for line := range strings.Lines(strings.ReplaceAll(testkit.Read(t, name), "\r\n", "\n")) {
			function, sums, _ := strings.Cut(strings.TrimSpace(line), " ")
			want[function] = sums
		}
	}
	var names []string
	for _, k := range known {
		if !slices.Contains(names, k.name) {
			names = append(names, k.name)
		}
	}
	for _, function := range names {
		s := splicer{}
		for _, k := range known {
			s.all = append(s.all, k.in)
			if k.name == function {
				s.own = append(s.own, k.in)
			}
		}
		size := groupSize
		switch {
		case strings.HasPrefix(function, "each"): // it asks about every byte
			size = 1
		case strings.HasPrefix(function, "made"): // it makes a policy for each text
			size /= 4
		}
		var sums []string
		for group := range groups + longGroups {
			sum, n := uint32(0), size
			if group >= groups {
				n = (size + 3) / 4
			}
			for range n {
				text := s.text()
				if group >= groups {
					text = s.stretched(text)
				}
				said := functions[function](text)
				if function == *show {
					fmt.Printf("%q %q\n", text, said)
				}
				sum = crc32.Update(sum, crc32.IEEETable, []byte(said+"\x00"))
			}
			sums = append(sums, fmt.Sprintf("%08x", sum))
		}
		got := strings.Join(sums, " ")
		fmt.Fprintf(&fresh, "%s %s\n", function, got)
		if got != want[function] && !*rewrite {
			t.Errorf("%s: %s answers other than before: %s, want %s", name, function, got, want[function])
		}
	}
	if *rewrite {
		testkit.Must(t, os.WriteFile(name, []byte(fresh.String()), 0o666))
	}
}

// Inputs returns the inputs of a file of answers.
func Inputs(file string) (all []string, err error) {
	lines, err := os.ReadFile(file)
	for line := range strings.Lines(string(lines)) {
		var function, in string
		if _, err := fmt.Sscanf(line, "%s %q", &function, &in); err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	return all, err
}

// Texts returns n texts that are put together from pieces of inputs, always the same ones.
func Texts(inputs []string, n int) (all []string) {
	s := splicer{own: inputs, all: inputs}
	for range n {
		all = append(all, s.text())
	}
	return all
}

// Stretched returns text with a part of it again and again, 100 to 6,000 bytes long.
func Stretched(text string) string {
	s := splicer{state: uint64(crc32.ChecksumIEEE([]byte(text)))}
	return s.stretched(text)
}

// A splicer puts texts together, always the same ones.
type splicer struct {
	own, all []string
	state    uint64
}

func (s *splicer) upTo(n int) int {
	s.state = s.state*6364136223846793005 + 1442695040888963407
	return int(s.state >> 33 % uint64(n))
}

// text returns one to three pieces of inputs, most of them of the function's own, sometimes with
// a byte changed.
func (s *splicer) text() string {
	var text []byte
	for range 1 + s.upTo(3) {
		from := s.own
		if s.upTo(4) == 0 {
			from = s.all
		}
		in := from[s.upTo(len(from))]
		start, end := 0, len(in)
		switch s.upTo(4) {
		case 0:
			start = s.upTo(len(in) + 1)
		case 1:
			end = s.upTo(len(in) + 1)
		case 2:
			start = s.upTo(len(in) + 1)
			end = start + s.upTo(len(in)-start+1)
		}
		text = append(text, in[start:end]...)
	}
	const odd = "/:@?#%&=;,.\\[]<>(){}*- \x00\"'0aA~\xff"
	if len(text) > 0 && s.upTo(3) == 0 {
		text[s.upTo(len(text))] = odd[s.upTo(len(odd))]
	}
	return string(text)
}

// stretched returns text with a part of it again and again.
func (s *splicer) stretched(text string) string {
	start := s.upTo(len(text) + 1)
	part := text[start : start+s.upTo(min(len(text)-start, 40)+1)]
	size := [...]int{100, 300, 1000, 5000}[s.upTo(4)]
	return text[:start] + strings.Repeat(part, (size+s.upTo(size/5))/max(len(part), 1)) + text[start+len(part):]
}
