//go:build !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/fence"
)

// skipMarkup is SkipMarkup, octet by octet.
func skipMarkup(b []byte, i int, inTag bool) (end, at int, inValue bool) {
	end = i
	for last := i + (len(b)-i-2)/64*64; i < last; i++ {
		next, before := b[i+1], b[i-1]
		switch c := b[i]; {
		case c == '\\', c == ':' && (inTag || next > ' ' && before >= 'A' || next == '/' || next == '\\'):
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
		case c == '\'', c == '&' && (next == '#' || next == 'c'):
			return end, i, inValue
		case c == '"' && inValue && (before == '=' || before <= ' '):
			return end, i, inValue
		case c == '"':
			inValue = !inValue
		}
	}
	return end, i, inValue
}

func mayBeRaw(name []byte) bool {
	seconds := map[byte]string{'s': "cdst", 't': "ei", 'x': "m", 'i': "f", 'n': "o", 'p': "l"}
	return isAlpha(name[0]) && isAlpha(name[1]) && strings.IndexByte(seconds[name[0]|0x20], name[1]|0x20) >= 0
}

func TestSkipMarkup(t *testing.T) {
	words := []string{"<", ">", "\"", "'", "=", ":", ": ", "\\", "&", "&#", "&c", "&lt;", " ", "a", "b", "é", "/", "\x00", "<p>", "</p>", "<b class=\"x\">", "<span ", "<script>", "<section>", "<sd", "<TE", "<st", "<if", "<xm", "<pl", "<no", "<Ti", "::", ":/", ":\\\\", "<img alt=\"a b\" id=\"",
		"\n", "plain text of some length ", "<td>", "</td>", "<i>", "</i>", "a=\"\" "}
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
			if len(b) < leastMarkup+1 {
				continue
			}
			i, inTag := 1+r.IntN(len(b)-leastMarkup), r.IntN(2) == 0
			end, at, inValue := SkipMarkup(b, i, inTag)
			wantEnd, want, wantValue := skipMarkup(b, i, inTag)
			if end != wantEnd || at != want || b[at] != '"' && inValue != wantValue {
				t.Fatalf("SkipMarkup(%q, %d, %v) = %d, %d, %v, want %d, %d, %v", b, i, inTag, end, at, inValue, wantEnd, want, wantValue)
			}
		}
	})
}

// What cannot be skipped is not read.
func TestSkipMarkupOfLittle(t *testing.T) {
	b := bytes.Repeat([]byte{'a'}, leastMarkup+1)
	for _, i := range []int{0, 2, len(b)} {
		if end, at, _ := SkipMarkup(b, i, false); end != i || at != -1 {
			t.Errorf("SkipMarkup(%d octets, %d) = %d, %d, want %d, -1", len(b), i, end, at, i)
		}
	}
}
