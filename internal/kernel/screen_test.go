package kernel

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit"
)

var (
	usualPort = regexp.MustCompile(`^:(80|81|443|591|3000|5000|8000|8008|8080|8081|8443|8888)$`)
	plainName = regexp.MustCompile(`^([0-9A-Za-z]+(-+[0-9A-Za-z]+)*\.)*(([0-9A-Za-z]+-+)*[0-9A-Za-z]*[A-Za-z]|[A-Za-z](-*[0-9A-Za-z])*)$`)
	oddName   = regexp.MustCompile(`(?i)(^|\.)0[^.-]*$|xn--|(host|back|main|rnal|goog|data)$|(^|\.)loca[^.]{5,}[0-9]$`)
	oddPaths  = regexp.MustCompile(`[./]/|[pPsS]:/|(^|/)(\.[.;]|[wW]{3}\.)|\.$`)

	// What else may keep a level from its proof.
	oddToo = map[Level]*regexp.Regexp{
		Portable: regexp.MustCompile(`-0|//[^/]*--`),
		AVX2:     regexp.MustCompile(`(//|\.)0[^./]*-[^./]*(/|$)|^(x:|http:)?[^/]/`),
		AVX512:   regexp.MustCompile(`(//|\.)0[^./]*-[^./]*(/|$)|^(x:|http:)?[^/]/`),
		NEON:     regexp.MustCompile(`-0|//[^/]*--`),
	}
)

// isPlain is the definition of Screen, without segments that repeat.
func isPlain(b []byte, w automaton.Words) bool {
	o := w.Offsets()
	host := b[o.HostStart:o.HostEnd]
	userStart := o.SchemeEnd + min(o.SchemeEnd, 1) + 2
	switch w.Host() {
	case automaton.RegName:
		if o.HostStart > userStart || o.PathStart > o.HostEnd && !usualPort.Match(b[o.HostEnd:o.PathStart]) || len(host) >= mapped ||
			len(host) > 0 && (!plainName.Match(host) || oddName.Match(host)) {
			return false
		}
	case automaton.IPv4Address, automaton.IPv6Address, automaton.IPvFuture:
		return false
	}
	return !oddPaths.Match(b[o.PathStart:o.PathEnd])
}

// repeats reports whether groups of segments of a path may repeat as far as the kernels look, and
// whether a group of up to eight comes three times in a row.
func repeats(path string) (mayRepeat, groups bool) {
	var keys []byte
	all := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for _, segment := range all {
		last := "/" + segment
		keys = append(keys, last[len(last)-1]+times29(last[max(len(last)-2, 0)]))
	}
	for n := 1; n <= 8 && 3*n <= len(keys); n++ {
		same := min(2*n, 4)
		for i := 0; i+n+same <= len(keys); i++ {
			mayRepeat = mayRepeat || slices.Equal(keys[i:i+same], keys[i+n:i+n+same])
			groups = groups || i+3*n <= len(all) && slices.Equal(all[i:i+n], all[i+n:i+2*n]) && slices.Equal(all[i:i+n], all[i+2*n:i+3*n])
		}
	}
	return mayRepeat, groups
}

// times29 is 29 times c, with AVX-512 as GFNI multiplies.
func times29(c byte) (product byte) {
	if level != AVX512 {
		return 29 * c
	}
	for i := 7; i >= 0; i-- {
		product = product<<1 ^ product>>7*0x1b ^ 29>>i&1*c
	}
	return product
}

// inPage returns a copy of text that begins at an offset of a page.
func inPage(text string, offset uintptr) []byte {
	b := make([]byte, len(text)+2*4096)
	at := (offset - uintptr(unsafe.Pointer(&b[0]))) % 4096
	return append(b[at:at], text...)
}

func scanned(b []byte, w automaton.Words) *Scanned { return &Scanned{First(b), len(b), w} }

// screened is what Screen and Rescreen say.
func screened(b []byte, w automaton.Words) Odd {
	s := scanned(b, w)
	return Rescreen(s, Screen(s))
}

// eachScreen runs test on every level that the machine has, the portable one, too.
func eachScreen(t *testing.T, test func(t *testing.T)) {
	for _, l := range Levels() {
		t.Run(l.String(), func(t *testing.T) {
			defer Use(Use(l))
			test(t)
		})
	}
}

// checkScreen compares what Screen says of text with its definition, and returns it.
func checkScreen(t *testing.T, text string) bool {
	b := inPage(text, 64) // at the ends of pages it is the answer of AVX2
	v := judge(b)
	if !v.valid() {
		return false
	}
	o := v.words.Offsets()
	path := text[o.PathStart:o.PathEnd]
	mayRepeat, groups := repeats(path)
	if level != AVX2 && level != AVX512 { // sizes alone
		mayRepeat = strings.Count(path, "/") >= 2
	}
	got, want := screened(b, v.words) != OddShape, isPlain(b, v.words)
	if got && (!want || groups) || !got && want && !mayRepeat && o.PathStart <= 62 && !oddToo[level].MatchString(text) {
		t.Fatalf("%v: Screen(%q) is %v", level, b, got)
	}
	return got
}

// What matters to Screen, at every place of hosts and paths of one block and of several.
func TestScreen(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	mixed := func(n int, all ...string) string { return testkit.Mixed(r, n, all...) }
	next := func() string {
		text := pick("", "", "x:", "http:")
		if r.IntN(3) > 0 {
			text += "//" + pick("", "", "", "", "", "u@") + pick(
				"", "h", "www.example.com", "1.2.3.4", "[::1]", "a.localhost", "localhost", "loopback", "ip6-loopback", "x.main", "domain", "x.internal", "journal", "metadata.goog", "goog", "metadata", "data", "web1", "a.b-2", "localhost4", "x.localdomain6", "local4", "4", "a.4", "0a4", "4a4", "a-", "a-4", "a.-4", strings.Repeat("a.", r.IntN(40))+"com",
				mixed(r.IntN(9), "a", "Z", "b", "0", "0x", "9", ".", ".", "-", "example", "com")) + pick("", "", "", "", ":80", ":81", ":443", ":3000", ":8088", ":8443", ":22", ":", ":08080", ":0", ":60443")
			text += pick("", "/", "/")
		}
		if r.IntN(2) == 0 {
			text += mixed(r.IntN(12), "/", "segment", "a", "w", "long-segment-of-a-path", ".", "b.html", ";", ":", "index", "/news", "/articles", "/x1")
		} else {
			text += mixed(r.IntN(40<<(3*r.IntN(2))), "a", "b", "cd", "/a", "/b", "/cd", "/efg", "/hi/jk", "item", "%2F", "w", "1")
		}
		return text + pick("", "", "?a", "?a/../b//c", "#w/ww")
	}
	var all []string
	for range 4000 {
		all = append(all, next())
	}
	eachScreen(t, func(t *testing.T) {
		plain := 0
		for _, text := range all {
			if checkScreen(t, text) {
				plain++
			}
		}
		if plain < len(all)/10 {
			t.Errorf("Screen is true for %d of %d", plain, len(all))
		}
	})
}

// One odd thing wherever it is in a path is seen, and nothing else is.
func TestScreenEverywhere(t *testing.T) {
	const filler = "/a1/b22/c333/d4444/e55555/f666666/g7777777/h88888888/i999999999/j1010101010/k11111111111/l121212121212/m1313131313131/n"
	eachScreen(t, func(t *testing.T) {
		for at := range len(filler) {
			for i, begin := range []string{"", "x:", "//", "http://www.example.com", "http://" + strings.Repeat("host.", 10) + "com"} {
				if (at+i)%3 > 0 && testing.Short() {
					continue
				}
				for _, odd := range []string{"", "//", "/./", "/..", "/..;", "x./", "x:/", "/www.", "/.x", "..", "x.y", ":", ";"} {
					text := begin + filler[:at] + odd + filler[at:]
					if !checkScreen(t, text) && odd == "" && begin != "//" {
						t.Errorf("%v: Screen(%q) is false", level, text)
					}
				}
				checkScreen(t, begin+filler[:at]+".")
				checkScreen(t, begin+filler[:at]+"/.;")
			}
		}
		others, letters := "", ""
		for n := range 200 { // groups, with other segments before and after them
			for _, group := range []string{"/a/a/a", "/ab/ab/ab", "/a/bc/a/bc/a/bc", "/a/b/c/d/e/a/b/c/d/e/a/b/c/d/e", "/a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h"} {
				if n%5 > 0 && testing.Short() {
					continue
				}
				checkScreen(t, "http://h/"+strings.Repeat("z", n)+group+filler[:n%len(filler)])
				checkScreen(t, "http://h/"+strings.Repeat("z", n)+group)
				checkScreen(t, others+group)
				checkScreen(t, "x:"+group[1:]+filler[:n%len(filler)])
				checkScreen(t, group[1:]+filler[:n%len(filler)])
				checkScreen(t, "http://h/"+strings.Repeat("z", 53)+letters+group)
			}
			letters += "/" + string("abcdefghijklmnopqrstuvxyz"[n%25])
			others += "/" + string(rune('a'+n*11%26)) + string(rune('a'+n%26))
		}
	})
}

// Any two bytes, within a segment, at its beginning and at its end, and within a name and its labels,
// are odd or not.
func TestScreenPairs(t *testing.T) {
	all := []string{"/vww.x", "/wvw.x", "/wwv.x"}
	for _, first := range testkit.EveryByte() {
		if name := "ab" + first; plainName.MatchString(name) {
			all = append(all, "//"+name+"/x")
		}
		for _, second := range testkit.EveryByte() {
			if pair := first + second; judge([]byte("/a"+pair)).valid() && !strings.ContainsAny(pair, "?#") {
				all = append(all, "/xy/1"+pair+"2/z", "/xyz/"+pair+"/z", "http://example.com/"+strings.Repeat("word-", 12)+pair)
			}
			if name := "a" + first + second + "b"; plainName.MatchString(name) || strings.ContainsAny(first+second, "-.") && judge([]byte("//"+name)).valid() {
				all = append(all, "http://"+name+"/x", "//www."+name, "http://"+strings.Repeat("label.", 8)+name+"/x")
			}
		}
	}
	eachScreen(t, func(t *testing.T) {
		for i, text := range all {
			if i%5 == 0 || !testing.Short() {
				checkScreen(t, text)
			}
		}
	})
}

// Most references are plain, or a kernel for it would not pay.
func TestScreenProvesMost(t *testing.T) {
	eachScreen(t, func(t *testing.T) {
		plain := 0
		for i := range 2000 {
			r := rand.New(rand.NewPCG(uint64(i), 21))
			text := "https://www.example.com"
			for range r.IntN(9) {
				text += "/" + testkit.Mixed(r, 1+r.IntN(3), "news", "item", "article", "-", "7", "42", "search", "en", "x.y", "map", "image", "top", "hotel", "q")
			}
			if checkScreen(t, text+strings.Repeat("/", i&1)) {
				plain++
			}
		}
		if plain < 1900 {
			t.Errorf("%v: Screen is true for %d of 2000", level, plain)
		}
	})
}

// Slashes are found among all bytes, since inspect may be asked about what is no reference.
func TestSlashes(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 23))
	for range 20_000 {
		b := make([]byte, 1+r.IntN(150))
		for i := range b {
			if b[i] = byte(r.IntN(256)); r.IntN(4) == 0 {
				b[i] = '/'
			}
		}
		at, want := r.IntN(len(b)+1), uint64(0)
		for i, c := range b[at:min(at+mapped, len(b))] {
			if c == '/' {
				want |= 1 << i
			}
		}
		if got := slashes(b, at); got != want {
			t.Fatalf("slashes(%q, %d) = %b, want %b", b, at, got, want)
		}
	}
}
