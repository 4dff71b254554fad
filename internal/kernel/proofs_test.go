package kernel

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
)

// A jury compares what the kernels prove of texts with what the automaton says of them, on
// every level and in every form: single calls, and lines of a block. Each form is judged on
// every text that it proves, whatever the others do.
type jury struct {
	t      *testing.T
	text   []byte // the texts, one right after another
	ends   []int
	judged []verdict
	rounds int

	src    []byte // those that can be lines, as lines
	bounds [][2]int
	lines  []int // which text each line is
}

// What is known of how much the kernels of this architecture prove: what they may leave open
// of a text, and a judge of what they leave open of lines.
var (
	mayLeave  func(text []byte, v verdict, w3 uint64) bool
	judgeOpen func(j *jury)
)

// A verdict is what the automaton says of a text: its words, or its fault.
type verdict struct {
	words automaton.Words
	fault uint64
}

func (v verdict) valid() bool { return v.fault == 0 }

func (v verdict) String() string { return fmt.Sprintf("%x, fault %x", v.words, v.fault) }

// prove judges what the kernels prove of the texts that are added, each as the parts it
// consists of: one in seven with -short.
func prove(t *testing.T, texts func(add func(parts ...string))) {
	j, n := &jury{t: t}, 0
	texts(func(parts ...string) {
		if n++; testing.Short() && uint32(n)*0x9E3779B1>>16%7 > 0 {
			return
		}
		for _, p := range parts {
			j.text = append(j.text, p...)
		}
		j.ends = append(j.ends, len(j.text))
		if len(j.text) > 1<<15 {
			j.judge()
		}
	})
	j.judge()
}

// at returns text i, right before the next one.
func (j *jury) at(i int) []byte {
	start, end := 0, j.ends[i]
	if i > 0 {
		start = j.ends[i-1]
	}
	return j.text[start:end:end]
}

// judge judges the texts and forgets them.
func (j *jury) judge() {
	j.judged = j.judged[:0]
	for i := range j.ends {
		j.judged = append(j.judged, judge(j.at(i)))
	}
	end := []string{"\n", "\r\n", "\x00"}[j.rounds%3]
	j.makeLines(end)
	defer Use(level)
	for _, l := range Levels() {
		Use(l)
		for i := range j.ends {
			j.judgeCall(i)
		}
		if delim := end[len(end)-1]; TakesLines(delim) {
			judgeLines(j.t, j.src, delim, j.bounds, func(i int) verdict { return j.judged[j.lines[i]] })
		}
		if judgeOpen != nil && l != Portable {
			judgeOpen(j)
		}
	}
	j.text, j.ends = j.text[:0], j.ends[:0]
	j.rounds++
}

// judgeCall judges a call for text i. Where vectors prove nothing, the portable path is
// asked, as on its own level: one in eight is enough.
func (j *jury) judgeCall(i int) {
	text := j.at(i)
	_, _, _, w3 := Locate(text)
	if level != Portable && mayLeave != nil && !mayLeave(text, j.judged[i], w3) {
		j.t.Fatalf("%v leaves open %x of %q", level, w3, text)
	}
	if level != Portable && w3 >= AllOpen && w3&Stopped == 0 && i%8 > 0 {
		return
	}
	if v, ok := settled(text); ok && v != j.judged[i] {
		j.t.Fatalf("%v says of %q: %v, want %v", level, text, v, j.judged[i])
	}
}

// makeLines makes lines of the texts that end does not divide.
func (j *jury) makeLines(end string) {
	j.src, j.bounds, j.lines = j.src[:0], j.bounds[:0], j.lines[:0]
	delim := end[len(end)-1]
	for i := range j.ends {
		text := j.at(i)
		if bytes.IndexByte(text, delim) >= 0 || delim == '\n' && bytes.HasSuffix(text, []byte("\r")) {
			continue
		}
		j.bounds = append(j.bounds, [2]int{len(j.src), len(j.src) + len(text)})
		j.lines = append(j.lines, i)
		j.src = append(append(j.src, text...), end...)
	}
	// Batches may leave the last lines to the caller.
	j.src = append(j.src, bytes.Repeat([]byte("/beyond/all/the/texts"+end), 16)...)
}

// judgeLines compares what batches say of the lines of src with their bounds, and where
// they prove one with what is wanted. Only the last 64 bytes and lines beyond AVX2's maps are left.
func judgeLines(t *testing.T, src []byte, delim byte, bounds [][2]int, want func(i int) verdict) {
	const base = 1 << (strconv.IntSize - 24)
	var b Batch
	var lines [300]Line
	for first, n := 0, 0; ; {
		got, used := b.Lines(lines[:], src[n:], delim, base+n)
		if got == 0 {
			if end := bytes.IndexByte(src[n:], delim); level == AVX2 && end >= 0 && len(src)-n >= end+66 {
				if end < 1<<14-64 {
					t.Fatalf("%v: a line of %d bytes is left, of %d", level, end, len(src)-n)
				}
				first, n = first+1, n+end+1
				continue
			}
			if left := src[n:max(n, len(src)-64)]; bytes.Count(left, []byte{delim}) >= 8 {
				t.Fatalf("%v: %d bytes are left", level, len(left))
			}
			return
		}
		unproven := b.Unproven()
		if !slices.IsSorted(unproven) {
			t.Fatalf("%v: Unproven() = %d", level, unproven)
		}
		for i, l := range lines[:min(got, max(0, len(bounds)-first))] {
			line := bounds[first+i]
			if l.Start-base != line[0] || l.End-base != line[1] {
				t.Fatalf("%v: line %d is %d to %d, want %v", level, first+i, l.Start-base, l.End-base, line)
			}
			if len(unproven) > 0 && int(unproven[0]) == i {
				unproven = unproven[1:]
			} else if want := want(first + i); (verdict{l.Words, l.Fault}) != want {
				t.Fatalf("%v, lines: says of %q: %x, fault %x, want %v", level, src[line[0]:line[1]], l.Words, l.Fault, want)
			}
		}
		first += got
		n += used
	}
}

// judge is what the automaton alone says of b. It is the slow twin of all that proves
// anything.
func judge(b []byte) verdict {
	n, colon, host := uint32(len(b)), uint32(0), automaton.NoHost
	o := automaton.Offsets{PathEnd: n, QueryEnd: n, End: n}
	s := automaton.State(automaton.StartURIReference)
	stays := false
	for i, c := range b {
		if stays && c == b[i-1] {
			continue
		}
		next, at := automaton.Next(s, c), uint32(i)
		if stays = next == s && s != automaton.Dead; stays {
			continue // nothing begins or ends here
		}
		if next == automaton.Dead {
			return refusal(at, automaton.LabelOf(s).Fault())
		}
		from, to := automaton.LabelOf(s).Region(), automaton.LabelOf(next).Region()
		was, is := from == automaton.InAuthority || from == automaton.InLiteral, to == automaton.InAuthority || to == automaton.InLiteral
		switch {
		case c == ':' && from == automaton.InScheme:
			o.SchemeEnd = at
			o.HostStart, o.PathStart = at+1, at+1
		case is && !was:
			o.HostStart, o.PathStart = at+1, n
		case was && !is:
			o.PathStart, host = at, automaton.LabelOf(s).Host()
		case c == '@' && from == automaton.InAuthority:
			o.HostStart, colon = at+1, 0
		case c == ':' && from == automaton.InAuthority:
			colon = at
		}
		if to == automaton.InQuery || to == automaton.InFragment {
			o.PathEnd = min(o.PathEnd, at)
		}
		if to == automaton.InFragment {
			o.QueryEnd = min(o.QueryEnd, at)
		}
		s = next
	}
	if !automaton.LabelOf(s).Accepts() {
		return refusal(n, automaton.UnexpectedEnd)
	}
	if r := automaton.LabelOf(s).Region(); r == automaton.InAuthority || r == automaton.InLiteral {
		host = automaton.LabelOf(s).Host()
	}
	o.HostEnd = o.PathStart
	if colon > 0 {
		o.HostEnd = colon
	}
	first := byte(0)
	if o.PathStart < o.PathEnd {
		first = b[o.PathStart]
	}
	return verdict{words: o.Pack(host, first).WithHints(b)}
}

func refusal(at uint32, kind automaton.Fault) verdict {
	return verdict{fault: uint64(at) | uint64(kind)<<automaton.FaultBits}
}
