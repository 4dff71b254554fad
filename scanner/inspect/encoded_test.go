package inspect

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// encodedText returns text with every byte encoded, except "a".
func encodedText(text string) []byte { return lut.AppendPctEncoded(nil, text, lut.MakeSet("a")) }

// Every character beyond ASCII is plain, also at the end of what is read at a time.
func TestPlainCharacters(t *testing.T) {
	step := 3
	if testing.Short() {
		step = 11
	}
	for from := rune(utf8.RuneSelf); from <= unicode.MaxRune; from += 8 * rune(step) {
		text := strings.Repeat("a", int(from)/step%64) + string(from)
		for c := from + rune(step); c < from+8*rune(step) && c <= unicode.MaxRune; c += rune(step) {
			text += string(c)
		}
		if strings.ContainsRune(text, utf8.RuneError) {
			continue // it has a half of a pair
		}
		in := encodedText(text)
		if !arePlain(in, 0, len(in)) {
			t.Fatalf("%U and those after it are not plain", from)
		}
	}
}

// No two bytes begin what is plain and no character, with as many bytes after them as could be
// needed.
func TestOddCharacters(t *testing.T) {
	for lead := 0x80; lead < 0x100; lead++ {
		for second := range 0x100 {
			for more := range 4 {
				text := string([]byte{byte(lead), byte(second)}) + "\x80\x80\x80"[:more]
				in := append(encodedText(text), "/a"...)
				if got, want := arePlain(in, 0, 0), utf8.ValidString(text) && second >= 0x80; got != want {
					t.Errorf("%s: plain is %v, want %v", in, got, want)
				}
			}
		}
	}
}

// A character whose triplets have other bytes between them is not plain, wherever they are.
func TestCutCharacters(t *testing.T) {
	for _, c := range []string{"é", "€", "😀"} {
		for cut := 1; cut < len(c); cut++ {
			first, rest := encodedText(c[:cut]), encodedText(c[cut:])
			for start := 0; start < atOnce; start += 3 {
				for between := 1; between < 2*atOnce; between++ {
					in := slices.Concat(bytes.Repeat([]byte{'a'}, start), first, bytes.Repeat([]byte{'a'}, between), rest)
					if arePlain(in, 0, 0) {
						t.Errorf("%s is plain", in)
					}
				}
			}
		}
	}
}

// Only a "%" begins a triplet: with another byte before its digits, a character has no rest.
func TestOtherBytesThanPercent(t *testing.T) {
	for c := range 0x100 {
		in := []byte("%C3" + string([]byte{byte(c)}) + "A9" + strings.Repeat("a", atOnce))
		if got, want := arePlain(in, 0, 0), c == '%'; got != want {
			t.Errorf("%q: plain is %v, want %v", in, got, want)
		}
	}
}

// At each end of a range of characters, in each number of bytes, triplets have the remark that RFC
// 3629, section 3, asks for.
func TestRangesOfCharacters(t *testing.T) {
	for n, shortest := range map[int]int{2: 0x80, 3: 0x800, 4: 0x1_0000} {
		for _, edge := range []int{0, 0x80, 0x800, 0xd800, 0xe000, 0x1_0000, 0x11_0000, 0x1f_ffff} {
			for c := edge - 2; c < edge+2; c++ {
				if c < 0 || c >= 1<<[]int{2: 11, 3: 16, 4: 21}[n] {
					continue
				}
				text := []byte{byte(0xf00>>n | c>>(6*(n-1)))}
				for i := n - 2; i >= 0; i-- {
					text = append(text, byte(0x80|c>>(6*i)&0x3f))
				}
				want, end := Remark(0), 3*n
				switch {
				case c < shortest:
					want = OverlongUTF8
				case c > unicode.MaxRune || 0xd800 <= c && c < 0xe000:
					want, end = InvalidUTF8, 3
				}
				in := encodedText(string(text))
				if got, gotEnd := character(in, 0); got != want || gotEnd != end {
					t.Errorf("%s: character = %v, %d, want %v, %d", in, got, gotEnd, want, end)
				}
			}
		}
	}
}

// Each byte of ASCII is plain or not by what it is, and in a path by what is after it.
func TestPlainASCII(t *testing.T) {
	for c := range byte(utf8.RuneSelf) {
		if c == '%' || c == '|' {
			continue // on some levels they are plain, the "%" unless digits follow it
		}
		control := c < ' ' || c == 0x7f
		delimits := lut.ClassOf(c)&lut.Alpha != 0 && c != 'a' || strings.IndexByte(`#./:;?\`, c) >= 0
		for _, after := range []string{"", "/", "/b", "b", "?", "#/"} {
			for _, before := range []string{"/", "/" + strings.Repeat("a", 49), strings.Repeat("/abc", 15) + "abc"} {
				path := before + string(encodedText(string(rune(c))))
				in := path + after
				end := len(path) + len(after)
				if i := strings.IndexAny(after, "?#"); i >= 0 {
					end = len(path) + i
				}
				want := !control && !delimits && !(c == ' ' && !strings.HasPrefix(after, "b"))
				if got := arePlain([]byte(in), 0, end); got != want {
					t.Errorf("the path of %s: plain is %v, want %v", in, got, want)
				}
				in = "?" + in
				if got, want := arePlain([]byte(in), 0, 0), !control; got != want {
					t.Errorf("the query of %s: plain is %v, want %v", in, got, want)
				}
			}
		}
	}
}
