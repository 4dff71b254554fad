//go:build !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/fence"
)

// signs are those of "class" and "href", and of "xab:" and "ayz:".
var signs = func() (s Signs) {
	s.Names['c'&31] = 1 << len("class")
	s.Names['h'&31] = 1 << len("href")
	s.Ends['a'&31] = 1 << ('b' & 31)
	s.Ends['y'&31] = 1 << ('z' & 31)
	s.Thirds['x'&31] = 1 << ('b' & 31)
	s.Thirds['a'&31] = 1 << ('z' & 31)
	return s
}()

// skipMarkup is SkipMarkup, octet by octet.
func skipMarkup(b []byte, i int, inTag bool) (end, at int, inValue bool) {
	end = i
	quote := 0 // which the value begins with
	for last := i + (len(b)-i-2)/64*64; i < last; i++ {
		next, before := b[i+1], b[i-1]
		isDoubtful := b[i] == ':' || b[i] == '&' && (next == '#' || next == 'c')
		switch c := b[i]; {
		case c == '\\', c == ':' && (next == '/' || next == '\\'):
			return end, i, inValue
		case c == ':' && next > ' ' && before >= 'A' && signs.Ends[b[i-2]&31]&signs.Thirds[b[i-3]&31]>>(before&31)&1 == 1:
			return end, i, inValue
		case c == '<' && (inTag || next != '/' && !isAlpha(next) || mayBeRaw(b[i+1:])):
			return end, i, inValue
		case c == '<':
			inTag = true
		case c == '>' && (!inTag || inValue):
			return end, i, inValue
		case c == '>':
			inTag, end = false, i+1
		case !inTag:
		case !inValue && (c == '\'' || isDoubtful), inValue && isDoubtful && mayRefer(b[quote-32:quote]):
			return end, i, inValue
		case c == '"' && inValue && (before == '=' || before <= ' '):
			return end, i, inValue
		case c == '"':
			inValue, quote = !inValue, i
		}
	}
	return end, i, inValue
}

// named is what values have before them whose attribute is known: a name, "=" and a
// blank.
var named = regexp.MustCompile(`[^=\x00-\x20][\x00-\x20]+([-?-\xff]+)=$`)

// mayRefer tells whether the attribute is not known of the value behind before, or is
// among those of signs.
func mayRefer(before []byte) bool {
	// Octets are to match that are no UTF-8: each becomes a character.
	chars := make([]rune, len(before))
	for i, c := range before {
		chars[i] = rune(c)
	}
	m := named.FindStringSubmatch(string(chars))
	if m == nil {
		return true
	}
	name := []rune(m[1])
	return signs.Names[name[0]&31]>>len(name)&1 == 1
}

func mayBeRaw(name []byte) bool {
	seconds := map[byte]string{'s': "cdst", 't': "ei", 'x': "m", 'i': "f", 'n': "o", 'p': "l"}
	return isAlpha(name[0]) && isAlpha(name[1]) && strings.IndexByte(seconds[name[0]|0x20], name[1]|0x20) >= 0
}

func TestSkipMarkup(t *testing.T) {
	words := []string{"<", ">", "\"", "'", "=", ":", ": ", "\\", "&", "&#", "&c", "&lt;", " ", "a", "b", "é", "/", "\x00", "<p>", "</p>", "<b class=\"x\">", "<span ", "<script>", "<section>", "<sd", "<TE", "<st", "<if", "<xm", "<pl", "<no", "<Ti", "::", ":/", ":\\\\", "<img alt=\"a b\" id=\"", "c:d", "&#3", "x:y", "b:/", "ab:c", "Yz:c", "xab:c", "XAb:c", "aYz:c", "ayz: ", "xyz:c", "zz:", " title=\"", " href=\"", " x=href=\"", " =\"", "= alt=\"", " a\u00ff-b=\"", " class=\"", "/alt=\"", "               ", "<a-very-long-name-of-some-element ", " a.b=\"", " \xff=\"", "a2:c",
		"\n", "plain text of some length ", "<td>", "</td>", "<i>", "</i>", "a=\"\" "}
	for n := 26; n < 32; n++ {
		words = append(words, "<i "+strings.Repeat("i", n)+"=\"c:d\"")
	}
	pages := fence.Pages(t)
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(64, 256))
		for range 20_000 {
			var b []byte
			kinds := 1 + r.IntN(len(words))
			from := r.IntN(len(words))
			for range r.IntN(150) {
				b = append(b, words[(from+r.IntN(kinds))%len(words)]...)
			}
			b = b[:min(len(b), len(pages))]
			b = fence.Put(pages, len(pages)-len(b), b, '"')
			if len(b) < beforeQuote+leastMarkup {
				continue
			}
			i, inTag := beforeQuote+r.IntN(len(b)-leastMarkup-beforeQuote+1), r.IntN(2) == 0
			end, at, inValue := SkipMarkup(b, i, inTag, &signs)
			wantEnd, want, wantValue := skipMarkup(b, i, inTag)
			if end != wantEnd || at != want || b[at] != '"' && inValue != wantValue {
				t.Fatalf("SkipMarkup(%q, %d, %v) = %d, %d, %v, want %d, %d, %v", b, i, inTag, end, at, inValue, wantEnd, want, wantValue)
			}
		}
	})
}

// What cannot be skipped is not read.
func TestSkipMarkupOfLittle(t *testing.T) {
	b := bytes.Repeat([]byte{'a'}, beforeQuote+leastMarkup)
	for _, i := range []int{0, beforeQuote - 1, beforeQuote + 1, len(b)} {
		if end, at, _ := SkipMarkup(b, i, false, &signs); end != i || at != -1 {
			t.Errorf("SkipMarkup(%d octets, %d) = %d, %d, want %d, -1", len(b), i, end, at, i)
		}
	}
}
