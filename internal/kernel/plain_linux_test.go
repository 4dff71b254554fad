package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// isPlainFor is the definition of Suspects.CopyPlain.
func isPlainFor(mayBe func(i int, c byte) bool, src string) bool {
	for i, c := range []byte(src) {
		if c <= ' ' || c >= 0x7f || c == '@' || c == '\\' {
			return false
		}
		if strings.IndexByte("&;?#", c) >= 0 && len(src) > i+3 &&
			mayBe(0, src[i+1]) && mayBe(1, src[i+2]) && mayBe(2, src[i+3]) {
			return false
		}
	}
	if strings.Contains(src, "#") && strings.Contains(src, "%") {
		return false
	}
	const ends = "/?"
	begin := strings.IndexAny(src, ends)
	if begin < 0 {
		return len(src) <= 64
	}
	host := strings.TrimLeft(src[begin:], ends)
	n := strings.IndexAny(host, ends)
	if n < 0 {
		n = len(host)
	}
	end := len(src) - len(host) + n
	return !strings.ContainsAny(host[:n], ":[%") && (end < 64 || len(src) <= 64)
}

// Wherever in a page, CopyPlain answers by its definition, reads no other page, and writes nothing
// outside dst. It returns false for plain bytes only where its documentation says so.
func TestCopyPlain(t *testing.T) {
	const page = 4096
	random := rand.New(rand.NewPCG(22, 6))
	from, to := guardpage.Pages(t), guardpage.Pages(t)
	for _, level := range Levels() {
		before := Use(level)
		plain, odd := 0, 0
		for range sizes.Of(3000, 100_000) {
			var sets [3]string
			for i := range sets {
				sets[i] = testkit.Mixed(random, random.IntN(4), "s", "S", "i", "g", "%", "=", "x", "0", "~", "&", ".")
			}
			mayBe := func(i int, c byte) bool { return strings.IndexByte(sets[i], c) >= 0 }
			s := NewSuspects(mayBe)
			text := testkit.Mixed(random, random.IntN(3), "http", ":", "//", "/", "a", "?") +
				testkit.Mixed(random, random.IntN(8<<random.IntN(4)), "host", "e", "f", "Z", "-", "path", "12345678", "/", "value", "sig", "s", "x", "g", "=", "~")
			for range random.IntN(5) {
				i := random.IntN(len(text) + 1)
				text = text[:i] + testkit.Mixed(random, 1+random.IntN(2), "&", ";", "?", "#", "/", "&sig", "&sxi", "?s=", "&s", ":", "%", "[", "@", "\\", "\x7f", "é", "\x00", " ", "!", "~", "`", "{") + text[i:]
			}
			want := isPlainFor(mayBe, text)
			for _, place := range []int{0, len(from) - len(text), random.IntN(1000), len(from)/2 - random.IntN(len(text)+70), len(from) - len(text) - random.IntN(70)} {
				src := guardpage.Put(from, place, []byte(text), testkit.Mixed(random, 1, ":", "s", "/", "&")[0])
				at := []int{0, 200, len(to) - len(text)}[random.IntN(3)]
				dst := guardpage.Put(to, at, make([]byte, len(text)), '!')
				odd, doubt := s.CopyPlain(dst[:0], src)
				got := odd|doubt == 0
				mayNot := len(text) == 0 || level != AVX512 && level != AVX2 || level == AVX2 && len(text) < 32 &&
					(place%page > page-32 || strings.ContainsAny(text[max(0, len(text)-3):], "&;?#"))
				if got != want && (got || !mayNot) {
					t.Fatalf("%v: CopyPlain(%q) with %q, at %d, is %v", level, text, sets, place, got)
				}
				never := func(int, byte) bool { return false }
				if odd == 0 && !isPlainFor(never, text) && !(strings.Contains(text, "#") && isPlainFor(never, strings.ReplaceAll(text, "%", "~"))) {
					t.Fatalf("%v: CopyPlain(%q) with %q finds nothing odd", level, text, sets)
				}
				if odd == 0 && string(dst) != text {
					t.Fatalf("%v: CopyPlain(%q) copies %q", level, text, dst)
				}
				for _, c := range append(to[max(0, at-100):at:at], to[at+len(text):min(len(to), at+len(text)+100)]...) {
					if c != '!' {
						t.Fatalf("%v: CopyPlain(%q) writes outside dst", level, text)
					}
				}
			}
			if want {
				plain++
			} else {
				odd++
			}
		}
		if plain < odd/9 || odd < plain/9 {
			t.Errorf("%d texts are plain and %d are not, want more of both", plain, odd)
		}
		Use(before)
	}
}
