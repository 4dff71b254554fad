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
	b = append(bytes.Clone(b), '\\', 0, 0)
	for last := len(b) - 3; i < last; i++ {
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
	return end, -1, false
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
			if len(b) < beforeQuote {
				continue
			}
			i, inTag := beforeQuote+r.IntN(len(b)-beforeQuote+1), r.IntN(2) == 0
			end, at, inValue := SkipMarkup(b, i, inTag, &signs)
			wantEnd, want, wantValue := skipMarkup(b, i, inTag)
			if at != want && len(b)-end > mostCopied && len(b)-at < leastMarkup {
				continue // less than a block is left
			}
			if end != wantEnd || at != want || at >= 0 && b[at] != '"' && inValue != wantValue {
				t.Fatalf("SkipMarkup(%q, %d, %v) = %d, %d, %v, want %d, %d, %v", b, i, inTag, end, at, inValue, wantEnd, want, wantValue)
			}
		}
	})
}

// In the first octets it may stop too early, but never too late.
func TestSkipMarkupFromTheBeginning(t *testing.T) {
	words := []string{"<p>", "</p>", "<b class=\"x:y\">", "<b id=\"a:b\">", "<!", "<script>", "text ", "xab:c", "://", "\"", "&#", " id=\"", strings.Repeat("long", 20)}
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(34, 256))
		for range 20_000 {
			var b []byte
			for range r.IntN(40) {
				b = append(b, words[r.IntN(len(words))]...)
			}
			i, inTag := r.IntN(min(len(b)+1, beforeQuote)), r.IntN(2) == 0
			end, at, _ := SkipMarkup(b, i, inTag, &signs)
			// Where names are looked for before a quote there is to be something.
			before := strings.Repeat("\x00", beforeQuote)
			wantEnd, want, _ := skipMarkup(append([]byte(before), b...), i+len(before), inTag)
			wantEnd -= len(before)
			if want -= len(before); want < 0 {
				want = len(b)
			}
			if end > wantEnd || at > want || at < 0 && end >= beforeQuote && want < len(b) {
				t.Fatalf("SkipMarkup(%q, %d, %v) = %d, %d, want %d, %d or less", b, i, inTag, end, at, wantEnd, want)
			}
		}
	})
}

func TestSkipMarkupOfLittle(t *testing.T) {
	b := bytes.Repeat([]byte{'a'}, beforeQuote+leastMarkup)
	b[7] = '\\'
	tests := []struct {
		name          string
		b             []byte
		i             int
		wantEnd, want int
	}{
		{"nothing", nil, 0, 0, -1},
		{"no octet left", b, len(b), len(b), -1},
		{"one", b, len(b) - 1, len(b) - 1, -1},
		{"in the first ones", b, 0, 0, 7},
		{"behind it", b, 8, 8, -1},
		{"a tag", []byte("<a>b"), 0, 3, -1},
		{"the beginning of one", []byte("<a><b"), 0, 3, -1},
		{"and nothing of it", []byte("<a><"), 0, 3, 3},
		{"a colon at the end", []byte("<a>b:"), 0, 3, 4},
	}
	eachLevel(t, func(t *testing.T) {
		for _, tt := range tests {
			if end, at, _ := SkipMarkup(tt.b, tt.i, false, &signs); end != tt.wantEnd || at != tt.want {
				t.Errorf("%s: SkipMarkup(%q, %d) = %d, %d, want %d, %d", tt.name, tt.b, tt.i, end, at, tt.wantEnd, tt.want)
			}
		}
	})
}
