package idnahost_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) { suite.Run(m) }

func ExampleAppend() {
	out, _, fixes, err := repair.AppendHosts(nil, "http://Bücher。example/ä", 0, idnahost.Append)
	fmt.Printf("%s %v %v\n", out, fixes, err)
	// Output: http://xn--bcher-kva.example/%C3%A4 non-ascii|host <nil>
}

func TestAppend(t *testing.T) {
	for _, test := range []struct{ name, host, want string }{ // want "": refused
		{"umlaut", "bücher.example", "xn--bcher-kva.example"},
		{"capital", "BÜCHER.Example", "xn--bcher-kva.example"},
		{"ß is not ss", "faß.example", "xn--fa-hia.example"},
		{"U+3002", "a\u3002b", "a.b"},
		{"U+FF0E", "a\uff0eb", "a.b"},
		{"U+FF61", "a\uff61b", "a.b"},
		{"full width", "ｇｏ.com", "go.com"},
		{"underscore", "a_b.中", "a_b.xn--fiq"},
		{"hyphens", "-a--b-.中", "-a--b-.xn--fiq"},
		{"dot at the end", "中.", "xn--fiq."},
		{"ideographic dot at the end", "中。", "xn--fiq."},
		{"empty label", "a..中", "a..xn--fiq"},
		{"ignored label", "a.\u00ad\ufe0f.b", "a..b"},
		{"ignored label at the end", "a.\u00ad", "a."},
		{"quote", `"中`, `xn--"-lq6a`},
		{"A-label", "xn--fiq.com", "xn--fiq.com"},
		{"A-label in capitals", "XN--FIQ.com", "xn--fiq.com"},
		{"joiner after virama", "\u0915\u094d\u200d\u0937", "xn--11b2ezcw70k"},

		{"A-label of ASCII, CVE-2026-39821", "xn--example-.com", ""},
		{"empty A-label, CVE-2026-39821", "example.org.xn--", ""},
		{"empty A-label in front", "xn--.example.org", ""},
		{"A-label of what is mapped", "xn--9ca1619j", ""},
		{"A-label of a capital", "xn--wca", ""},
		{"A-label of a dot", "xn--r6j012g", ""},
		{"A-label of what is ignored", "xn--a-vca4360d", ""},
		{"A-label of nonsense", "xn--a", ""},
		{"A-label beyond ASCII, issue 81116", "xn--ü", ""},
		{"full-width xn--", "ｘｎ－－a", ""},
		{"full-width xn-- alone", "ｘｎ－－", ""},
		{"joiner without need", "a\u200db", ""},
		{"ignored", "\u00ad", ""},
		{"ignored, and an empty A-label", "a.\u00adxn--.b", ""},
		{"ellipsis", "a\u2026b", ""},
		{"mark in front", "\u0301a", ""},
		{"slash by mapping", "℀.com", ""},
		{"percent", "a%中", ""},
		{"slash", "a/中", ""},
		{"NUL", "a\x00中", ""},
		{"space by mapping", "a\u3000b", ""},
		{"question mark by mapping", "a？b", ""},
		{"right to left and digits", "0à.\u05d0", ""},
		{"not UTF-8", "a\xff", ""},
		{"replacement character", "a\ufffd", ""},
		{"private use", "\ue000", ""},
		{"empty", "", ""},
		{"long labels of ASCII", strings.Repeat("a", 300) + ".中", strings.Repeat("a", 300) + ".xn--fiq"},
		{"label of 255 bytes", strings.Repeat("é", 127) + "a.中", "xn--a-" + "9fa" + strings.Repeat("a", 126) + ".xn--fiq"},
		{"label of 256 bytes", "中." + strings.Repeat("é", 128), ""},
		{"A-label of 256 bytes", "xn--9c" + strings.Repeat("a", 250), ""},
	} {
		out, ok := idnahost.Append([]byte("//"), []byte(test.host))
		if want := "//" + test.want; string(out) != want || ok != (test.want != "") {
			t.Errorf("%s: Append(%q) = %q, %v, want %q", test.name, test.host, out, ok, want)
		}
	}
}

// Every byte of ASCII, and its full-width form, in a name beyond ASCII: forbidden domain code
// points (WHATWG URL, section 3.2) are refused, and "." and letters are what they are.
func TestEveryByte(t *testing.T) {
	for c := range rune(0x80) {
		forbidden := c <= ' ' || strings.ContainsRune("#/:<>?@[\\]^|%\x7f", c)
		for _, name := range []string{"é" + string(c) + "b", "a" + string(c) + "é", "é" + string(c+0xfee0) + "b"} {
			if (c < '!' || c == 0x7f) && strings.ContainsRune(name, c+0xfee0) {
				continue // only visible ones have a form
			}
			if out, ok := idnahost.Append(nil, []byte(name)); ok == forbidden {
				t.Errorf("Append(%q) = %q, %v", name, out, ok)
			}
		}
	}
}

func TestGrowth(t *testing.T) {
	shapes := []growth.Shape{
		{"//", "é"}, {"//", "é."}, {"//", "a", "é"}, {"//", "%C3%A9"}, {"//", "xn--fiq."}, {"//xn--", "9"}, {"//xn--", "a", "9"}, {"//", "\u4e2d\u4e2e\u4e2f\u4e30\u4e31\u4e32", "\u4e11\u4e12\u4e13"},
		{"//", "\u3002"}, {"//", "--"}, {"//", "\u0300"}, {"//é", "\u0301\u0300"}, {"//", "\u00ad"}, {"//", "\ufdfa"},
	}
	var dst []byte
	growth.CheckPortable(t, 1<<10, shapes, map[string]growth.Job{"AppendHosts and AllHosts": growth.Of(func(in string) {
		dst, _, _, _ = repair.AppendHosts(dst[:0], in, 0, idnahost.Append)
		for range repair.AllHosts(in, 0, idnahost.Append) {
		}
	})})
}

// Punycode of as many different characters as there can be takes quadratic time.
func TestDifferentCharactersGrow(t *testing.T) {
	growth.CheckAll(t, 1<<10, []growth.Shape{{"", "a"}}, "Append", func(in string) func() {
		var name []byte
		for c := '一'; len(name) < len(in); c++ {
			name = utf8.AppendRune(name, c)
		}
		return func() { idnahost.Append(nil, name) }
	})
}

// atoms are what names in random inputs consist of.
var atoms = strings.Split("a,b.example,xn--,xn-\t-,XN--,-,xn--fa-hia,%78n%2d-,faß,ẞ,é,e\u0301,\u00ad,\u200d,。,．,\xff,\xc3,\xa9,\t,\n,@,:,/,[,%,%c3%a9,%C3,%A9,.,1,0x,א,١,İ,_,\",{", ",")

// What is repaired is valid, and stays when it is repaired again. Without a HostFunc it is
// refused or the same, except for the host.
func TestRepairedTwice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range sizes.Times(20_000) {
		src := testkit.Mixed(random, random.IntN(7), atoms...)
		if random.IntN(4) > 0 {
			src = "http://" + src
		}
		f := repair.Flags(random.IntN(int(repair.NoBase) << 1))
		out, ref, fixes, err := repair.AppendHosts(nil, src, f, idnahost.Append)
		if err != nil {
			continue
		}
		if want, err := scanner.Parse(out); err != nil || ref != want {
			t.Fatalf("AppendHosts(%q, %d) = %q, %v, want %v, %v", src, f, out, ref, want, err)
		}
		again, _, more, err := repair.AppendHosts(nil, out, f, idnahost.Append)
		if string(again) != string(out) || more != 0 || err != nil {
			t.Fatalf("AppendHosts(%q, %d) = %q, %v, %v, want the same", out, f, again, more, err)
		}
		plain, _, _, err := repair.Append(nil, src, f)
		if err == nil && fixes&repair.Host == 0 && string(plain) != string(out) {
			t.Fatalf("Append(%q, %d) = %q, AppendHosts %q", src, f, plain, out)
		}
	}
}
