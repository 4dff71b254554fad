//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
)

func init() {
	judgeOpen = open
	mayLeave = func(text []byte, v verdict, w3 uint64) bool {
		far := w3 == AllOpen|farOpen
		if kind := automaton.Fault(v.fault >> automaton.FaultBits); kind == automaton.BadQuery || kind == automaton.BadFragment {
			return far || w3&Stopped != 0
		}
		switch h := v.words.Host(); {
		case h == automaton.IPv6Address:
			return w3 < FormHintOpen || far && v.words.Offsets().PathStart >= 62
		case h == automaton.IPvFuture && v.words.Offsets().PathStart < 62:
			return w3 < AllOpen
		case h == automaton.IPvFuture:
			return w3&HostOpen == 0 // the hint may be open
		}
		return w3&(FormHintOpen|HostOpen) == 0 && mayOpen(text, v, w3, far)
	}
}

// open checks that the vector kernels leave open only what they have to, since settling
// it in Go costs time. It takes the lines of j in whole batches, and single lines at the
// beginning of a batch.
func open(j *jury) {
	for at := 0; at < len(j.bounds); {
		at += max(j.openLines(at, len(j.src)), 1)
	}
	for at := 0; at < len(j.bounds); {
		at += max(j.openLines(at, j.bounds[at][1]+512)/2, 7)
	}
}

// openLines is open for the lines of one batch, from line first on, in src to end at most,
// and returns how many it takes. Lines without open flags are right, too.
func (j *jury) openLines(first, end int) (lines int) {
	src := j.src[j.bounds[first][0]:min(end, len(j.src))]
	lines, _ = openBatch.begin().lines(openDst[:], src, j.src[len(j.src)-1], 0)
	for i, l := range openDst[:min(lines, len(j.bounds)-first)] {
		text, v := j.src[j.bounds[first+i][0]:j.bounds[first+i][1]], j.judged[j.lines[first+i]]
		if level == AVX2 && l.Words.W3 == AllOpen && uncommon(text, v) {
			continue
		}
		if !mayOpen(text, v, l.Words.W3, true) || l.Words.W3&openBits == 0 && (verdict{words: l.Words}) != v {
			j.t.Fatalf("%v, lines: %q is %x, want %v", level, text, l.Words, v)
		}
	}
	return lines
}

// uncommon reports whether lines256 may leave all of text to the single call, which proves it.
func uncommon(text []byte, v verdict) bool {
	o := v.words.Offsets()
	return mayOpen(text, v, AllOpen, true) || o.SchemeEnd > 29 || o.PathStart-o.SchemeEnd > 32 || o.HostStart > 48 || bytes.HasPrefix(text, []byte("//.")) || bytes.Contains(text, []byte("://.")) ||
		o.PathStart == 0 && (o.PathEnd > 64 || bytes.Contains(text, []byte(":"))) && !bytes.Contains(text[:32], []byte("/"))
}

var (
	openBatch Batch
	openDst   [maxBatch]Line
)

// openBits are the flags of what is open.
const openBits = FormHintOpen | HostOpen | AllOpen | farOpen

// mayOpen reports whether a kernel may leave w3 open of text: all where it is not valid,
// where the host is an IP literal, and, if far, where scheme and authority are not in the
// first block; the hints, where something looks like one; and the kind of a host that a
// digit ends.
func mayOpen(text []byte, v verdict, w3 uint64, far bool) bool {
	if !v.valid() {
		return true
	}
	o := v.words.Offsets()
	switch host := text[o.HostStart:o.HostEnd]; {
	case w3 >= AllOpen:
		isLiteral := bytes.HasPrefix(host, []byte("["))
		noMark := len(text) >= 64 && !bytes.ContainsAny(text[:62], ":/?#")
		return isLiteral || far && (o.PathStart > 61 || o.SchemeEnd > 59 || noMark)
	case w3&HostOpen != 0 && (len(host) == 0 || bytes.IndexByte([]byte("0123456789."), host[len(host)-1]) < 0):
		return false
	}
	isDotted := bytes.Contains(text, []byte("/.")) || o.SchemeEnd > 0 && bytes.HasPrefix(text[o.PathStart:], []byte("."))
	return w3&FormHintOpen == 0 || isDotted || automaton.HasUpper(text[:o.PathStart])
}

// ordinary are references that no kernel takes a slow way for: of every length around
// those of blocks, with the parts that most have.
func ordinary() (texts []string) {
	for _, name := range []string{"", "//h", "http://h", "https://h", "//www.example.org", "http://www.example.org", "https://the-name.of-forty-letters.example.org", "HTTP://WWW.Example.ORG", "a+b.c-1://u:pw@h:80"} {
		for _, tail := range []string{"", "?", "?a=b", "#", "#c", "?a#c", "?" + strings.Repeat("q", 50) + "#" + strings.Repeat("f", 50)} {
			if name != "" {
				texts = append(texts, name+tail)
			}
			for n := range 140 {
				texts = append(texts, name+"/"+strings.Repeat("a", n)+tail, name+"/"+strings.Repeat("a/", n/2)+tail)
			}
		}
	}
	return texts
}

// Ordinary lines are taken the fastest way, with any triplet in them, and wherever they
// begin.
func TestOrdinaryLinesAreFast(t *testing.T) {
	const none = 0xffff
	dst, s := make([]Line, maxBatch), new(Batch).begin()
	eachLevel(t, func(t *testing.T) {
		for _, end := range []string{"\n", "\r\n", "\x00"} {
			var src []byte
			for i, text := range ordinary() {
				triplet := fmt.Sprintf("%%%02x%%%02X", i&255, i>>1&255)
				switch at := strings.LastIndex(text, "/a"); {
				case at >= 0 && i%3 == 0:
					text = text[:at+1] + triplet + text[at+1:]
				case at >= 0 && i%3 == 1:
					text += triplet
				}
				src = append(append(src, text...), end...)
			}
			src = append(src, bytes.Repeat([]byte("/after/all"+end), 20)...)
			for at := 0; ; {
				for i := range s.unproven {
					s.unproven[i] = none
				}
				lines, open := s.lines(dst, src[at:], src[len(src)-1], 0)
				if lines == 0 {
					break
				}
				if i := s.unproven[0]; i != none {
					l := dst[i]
					t.Fatalf("%d lines are open; %q is not taken the fastest way", open, src[at+l.Start:at+l.End])
				}
				at += int(s.pos[lines] & positionMask)
			}
		}
	})
}

// Lines of AVX2 whose host is an IPv6address are taken in the walk, with anything after it.
func TestLiteralsInLinesAreFast(t *testing.T) {
	var src []byte
	for _, scheme := range []string{"http", "https"} {
		for _, host := range []string{"::", "::1", "2001:DB8::a", "1:2:3:4:5:6:7:8", "2001:db8:0:0:0:0:1a2b:1"} {
			for _, tail := range []string{"/", "/a/b?c#d", "/%41/./%5A?e", "/" + strings.Repeat("a", 200)} {
				src = fmt.Appendf(src, "%s://[%s]%s\n", scheme, host, tail)
			}
		}
	}
	src = append(src, strings.Repeat("/after/all\n", 20)...)
	dst, s := make([]Line, maxBatch), new(Batch).begin()
	eachLevel(t, func(t *testing.T) {
		if level != AVX2 {
			return // the lanes leave all of these open
		}
		lines, open := s.lines(dst, src, '\n', 0)
		if lines < 40 || open > 0 {
			l := dst[s.unproven[0]]
			t.Errorf("of %d lines %d are open, %q if any", lines, open, src[l.Start:l.End])
		}
	})
}

// farther are references whose scheme, authority or first segment does not end in the first block.
func farther() (texts []string) {
	long := strings.Repeat("a", 130)
	for n := 50; n < 124; n++ {
		for _, tail := range []string{"", "/", "x", "//", "//h", "//u@h:80/a?b#c", "//10.0.0.1/", "?a/./b", "#c", "//h/" + long[:70], long[:70] + "?/."} {
			texts = append(texts, long[:n]+":"+tail, "A+-."+long[:n-4]+":"+tail)
		}
		texts = append(texts, long[:n]+"/:b/c", "http://"+long[:n]+".1", "//"+long[:n]+"@10.0.0.1/", "//u:"+long[:n]+"@10.0.0.1:80")
		texts = append(texts, "//u:"+long[:n]+"@[::1]", "A://%41"+long[:n]+"@[2001:DB8::10.0.0.1]:80/%42?a#b", long[:n]+"://[1:2:3:4:5:6:7:8]/./")
		texts = append(texts, long[:n]+"://"+long[:90]+":80/", "//u:"+long[:n]+"@[1111:2222:3333:4444:5555:6666:7777:8888]:8080/"+long)
	}
	return texts
}

// A single call answers for ordinary references, and for farther ones, with any triplet in
// them, and before what is wrong everywhere.
func TestOrdinaryCallsAreFast(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, text := range append(ordinary(), "http://h/"+strings.Repeat("a", 247), "http://h/"+strings.Repeat("a", 1000)) {
			if _, _, _, w3 := locate([]byte(text)); w3 >= FormHintOpen {
				t.Fatalf("%q is open: %x", text, w3)
			}
			if _, _, _, w3 := locate([]byte(text + "|/a")); w3>>32 != (AllOpen|Stopped)>>32|w3>>32&0xff || int(uint32(w3)) != len(text) {
				t.Fatalf("%q is open: %x", text+"|/a", w3)
			}
		}
		for _, text := range farther() {
			if _, _, _, w3 := locate([]byte(text)); w3 >= FormHintOpen {
				t.Fatalf("%q is open: %x", text, w3)
			}
		}
	})
}

// A single call finds where a scheme, a userinfo or a port turns out to be none, and so does one of
// what comes before another byte that is wrong.
func TestFaultsOfCallsAreFast(t *testing.T) {
	rows := []struct {
		text string
		at   int
		kind automaton.Fault
	}{
		{":a", 0, automaton.BadPath},
		{"1a:b", 2, automaton.BadPath},
		{"a_b://[::1]/", 3, automaton.BadPath},
		{"a@b:c", 3, automaton.BadPath},
		{"%41:b", 3, automaton.BadPath},
		{strings.Repeat("a", 70) + "_b:c/" + strings.Repeat("a", 70), 72, automaton.BadPath},
		{"http://h:8o80/a", 13, automaton.BadUserinfo},
		{"//h:8o80?" + strings.Repeat("a", 70), 8, automaton.BadUserinfo},
		{"http://h:80:80#", 14, automaton.BadUserinfo},
		{"http://:x", 9, automaton.UnexpectedEnd},
		{"http://u@h:8o80/a", 12, automaton.BadPort},
		{"http://u@h:8o", 12, automaton.BadPort},
		{"http://[::1]:8x/", 14, automaton.BadPort},
		{"http://u@[::1]:8x/", 16, automaton.BadPort},
		{"http://a@b@c/", 10, automaton.BadHost},
		{"http://a:b@@/", 11, automaton.BadHost},
		{"http://a@b:80@c", 13, automaton.BadPort},
		{"http://a@b:c@d", 11, automaton.BadPort},
		{"http://[12345::1]/", 12, automaton.BadIPv6},
		{"http://[::1.2.3.256]/x", 18, automaton.BadIPv6},
		{"//u@[1:2:3]/", 10, automaton.BadIPv6},
		{"http://[::1::2", 12, automaton.BadIPv6},
		{"//" + strings.Repeat("a", 60) + "|", 62, automaton.BadHost}, // after the bytes that the first block judges
		{"//u@" + strings.Repeat("a", 59) + "|/b", 63, automaton.BadHost},
		{"//u:" + strings.Repeat("a", 57) + "@:|", 63, automaton.BadPort},
		{strings.Repeat("a", 59) + "://|/b", 62, automaton.BadHost},
		{"x://[v1]/", 7, automaton.BadIPvFuture},
		{"http://[v.a]:80/", 9, automaton.BadIPvFuture},
	}
	eachLevel(t, func(t *testing.T) {
		for _, r := range rows {
			for _, text := range []string{r.text, r.text + "?|"} {
				if r.kind == automaton.UnexpectedEnd && text != r.text {
					continue
				}
				var w automaton.Words
				w.W0, w.W1, w.W2, w.W3 = Locate([]byte(text))
				if w.W3&(AllOpen|Stopped|literalOpen) != AllOpen|Stopped {
					t.Errorf("%q is open: %x", text, w.W3)
				}
				want := uint64(r.at) | uint64(r.kind)<<automaton.FaultBits
				if _, fault, ok := Settle([]byte(text), w); !ok || fault != want {
					t.Errorf("%q: fault %x, %v, want %x", text, fault, ok, want)
				}
			}
		}
	})
}
