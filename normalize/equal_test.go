package normalize

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

type (
	text string
	raw  []byte
)

// checkEquality checks that two references are equal if and only if their forms
// are, and their hashes.
func checkEquality(t testing.TB, a, b string, f Flags) bool {
	refA, err := scanner.Parse(a)
	testkit.Must(t, err)
	refB, err := scanner.Parse(b)
	testkit.Must(t, err)
	formA, _ := AppendRef(nil, a, refA, f)
	formB, _ := AppendRef(nil, b, refB, f)
	want := string(formA) == string(formB)
	if got := Equal(a, raw(b), f); got != want {
		t.Errorf("Equal(%q, %q, %v) = %v, want %v", a, b, f, got, want)
	}
	if got := Equal([]byte(b), text(a), f); got != want {
		t.Errorf("Equal(%q, %q, %v) = %v, want %v", b, a, f, got, want)
	}
	if got := Hash(a, refA, f, 1) == Hash([]byte(b), refB, f, 1); got != want {
		t.Errorf("hashes of %q and %q under %v are equal: %v, want %v", a, b, f, got, want)
	}
	return want
}

// A variant writes the same reference differently, or sometimes writes another reference.
func variant(m cases.Maker, in string) string {
	i := m.IntN(len(in) + 1)
	out := in
	switch m.IntN(6) {
	case 0:
		out = in[:i] + m.Pick("/.", "/..", "/a/..", "%2e", "./") + in[i:]
	case 1:
		out = strings.ToUpper(in[:i]) + in[i:]
	case 2:
		if i < len(in) {
			const hex = "0123456789abcdef"
			out = in[:i] + "%" + string(hex[in[i]>>4]) + string(hex[in[i]&15]) + in[i+1:]
		}
	case 3:
		out = strings.Replace(in, "%", m.Pick("%", "%2", "%25"), 1)
	case 4:
		if i < len(in) {
			out = in[:i] + in[i+1:]
		}
	case 5:
		out = strings.Replace(in, "/", m.Pick(":/", ":80/", "//", ""), 1+m.IntN(3))
	}
	if !scanner.Valid(out, scanner.URIReference) {
		return in
	}
	return out
}

func TestEquality(t *testing.T) {
	m := cases.NewMaker(4)
	same, different := 0, 0
	for range references() {
		a := m.Reference()
		b := variant(m, variant(m, a))
		for _, f := range flagSets {
			if equal := checkEquality(t, a, b, f); equal && a != b {
				same++
			} else if !equal {
				different++
			}
		}
		if t.Failed() {
			return
		}
	}
	if same < references() || different < references() {
		t.Errorf("%d pairs were equal and %d were not: the test no longer tests both", same, different)
	}
}

// An invalid input equals the same bytes and nothing else.
func TestEqualOfInvalid(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"http://h/ ", "http://h/ ", true},
		{"http://h/ ", "HTTP://h/ ", false},
		{"http://h/ ", "http://h/", false},
		{"http://h/", "http://h/%", false},
		{"HTTP://h/%zz", "http://h/%zz", false},
		{"\x00", "\x00", true},
		{"", "", true},
		{"", " ", false},
	} {
		if got := Equal(row.a, []byte(row.b), SchemeBased); got != row.want {
			t.Errorf("Equal(%q, %q) = %v, want %v", row.a, row.b, got, row.want)
		}
	}
}

// Long references that differ in one place, wherever it is.
func TestEqualOfLong(t *testing.T) {
	long := "HTTP://h/" + strings.Repeat("%7ex/../y", 100) + "?q"
	form, err := String(long, SchemeBased)
	testkit.Must(t, err)
	if !Equal(long, form, SchemeBased) {
		t.Errorf("Equal(%q, %q) = false, want true", long, form)
	}
	for i := len("http://h/"); i < len(form); i++ {
		other := form[:i] + "!" + form[i+1:]
		if form[i] != '/' && form[i] != '?' && Equal(long, other, SchemeBased) {
			t.Errorf("Equal(%q, %q) = true, want false", long, other)
		}
	}
}

// References whose forms fit a window, and longer ones, have the hash of their form and are
// equal to it.
func TestWindows(t *testing.T) {
	for _, head := range []string{"//[::FFFF:0:0]/b", "HTTP://H:80/b", "file://[::ffff:ffff:ffff]?", "FILE://[::FFFF:FFFF:FFFF]?"} {
		for _, piece := range []string{"a", "%7e", "%c3", "/..", "/./b"} {
			for _, end := range []int{narrow, wide} {
				for n := end - 2*maxGrowth; n <= end+2; n++ {
					rest := n - len(head)
					in := head + strings.Repeat("c", rest%len(piece)) + strings.Repeat(piece, rest/len(piece))
					checkWindow(t, in)
					checkWindow(t, in[:n-1]+"%")
				}
			}
		}
	}
}

func checkWindow(t *testing.T, in string) {
	ref := scanner.Split(in)
	out, _ := AppendRef(nil, in, ref, SchemeBased)
	if Hash(in, ref, SchemeBased, 7) != sum(out, 7) {
		t.Errorf("Hash(%.40q, of %d bytes) is not that of its form", in, len(in))
	}
	if !scanner.Valid(in, scanner.URIReference) {
		return
	}
	upper := strings.ToUpper(in[:8]) + in[8:]
	if !Equal(in, out, SchemeBased) || !Equal(upper, in, SchemeBased) {
		t.Errorf("Equal(%.40q, of %d bytes) = false, want true", in, len(in))
	}
	if Equal(in, string(out)+"x", SchemeBased) || Equal(upper, in+"x", SchemeBased) {
		t.Errorf("Equal(%.40q, of %d bytes), with one byte more = true, want false", in, len(in))
	}
}

// Two long references. The form of one begins or ends the form of the other, and none, one
// or both are normal.
func TestEqualOfParts(t *testing.T) {
	path := strings.Repeat("/a", wide)
	normal := map[string]string{ // of all spellings of a reference
		"s:" + path + "~b": "s:" + path + "~b", "S:" + path + "%7eb": "s:" + path + "~b", "s:/b/.." + path + "~b": "s:" + path + "~b",
		"s:" + path + "~": "s:" + path + "~", "S:" + path + "%7e": "s:" + path + "~", "s:/b/.." + path + "~": "s:" + path + "~",
		path + "~b": path + "~b", path + "%7eb": path + "~b", "/b/.." + path + "~b": path + "~b",
	}
	for a, formA := range normal {
		for b, formB := range normal {
			if got, want := Equal(a, b, Syntax), formA == formB; got != want {
				t.Errorf("Equal(%.9q and so on to %.3q, %.9q to %.3q) = %v, want %v", a, a[len(a)-3:], b, b[len(b)-3:], got, want)
			}
		}
	}
}

// The hash is stable for ever. Never fix a failure here with new values.
func TestHashGolden(t *testing.T) {
	for _, row := range []struct {
		in     string
		f      Flags
		seed   uint64
		hi, lo uint64
	}{
		{"", 0, 0, 0x18332a604ac961ee, 0x6b3df9ceaf6bb16d},
		{"a", 0, 0, 0x2f37c781faaa4985, 0x14c9322339478273},
		{"a", 0, 1, 0x839374d08bb37d29, 0x6d0272eeaead1015},
		{"abc", 0, 0, 0xdd9e6a305a23b8ac, 0x85685724233145fd},
		{"abcd", 0, 0, 0x646bf63a1c44c80e, 0x6dfc2700ef5fc5df},
		{"/bcdefg", 0, 0, 0x4a48e462cafc6bb2, 0xdd96f00a1271cb29},
		{"/bcdefgh", 0, 0, 0x597ae2655554a64f, 0xe394c22e38ca7f79},
		{"/bcdefghijklmn", 0, 0, 0xe1032c1ef588ec27, 0xfe087c2fe8f20639},
		{"/bcdefghijklmno", 0, 0, 0x984d621450c46499, 0xbe628b1d4f476712},
		{"http://h/?%2F#", SchemeBased, 0, 0xb5955857451b6330, 0x6341767ce67dd2e2},
		{"HTTP://H:80/x/../?%2f#", SchemeBased, 0, 0xb5955857451b6330, 0x6341767ce67dd2e2},
		{"HTTP://H:80/x/../?%2f#", 0, 0, 0xcb23718072b6575e, 0x84eb952dfed6b8f1},
		{"http://www.example.com/index.html", SchemeBased, 0, 0x54dfd5387429e8d2, 0x7345bcf530ff981a},
		{"http://www.example.com/index.html", SchemeBased, 1<<64 - 1, 0x63c4f09a02707414, 0x39d300f0984990b1},
		{"https://example.org/a/path/of/exactly/sixty-four/bytes/in/all/ok", SchemeBased, 42, 0xf76ba489c600651d, 0xb826aa854e880c7a},
		{"https://example.org/a/path/of/exactly/sixty-five/bytes/in/all/oka", SchemeBased, 42, 0x72b8e11c5d231554, 0xf80795755edac4a9},
		{"//[::FFFF:C000:201]:/" + strings.Repeat("%7e", 1000), SchemeBased, 1 << 63, 0x5d76a9cbcdcf8999, 0xb19049bd5cfe55c1},
	} {
		ref, err := scanner.Parse(row.in)
		testkit.Must(t, err)
		if got := Hash(row.in, ref, row.f, row.seed); got != (Sum{row.hi, row.lo}) {
			t.Errorf("{%q, %v, %#x, %#016x, %#016x},", row.in, row.f, row.seed, got.Hi, got.Lo)
		}
	}
}

// slowSum is the definition in hash128.go with numbers of unlimited size.
func slowSum(b []byte, seed uint64) Sum {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	low := func(x *big.Int) uint64 { return new(big.Int).Mod(x, two64).Uint64() }
	high := func(x *big.Int) uint64 { return low(new(big.Int).Rsh(x, 64)) }
	number := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	absorb := func(lane [2]uint64, x, y uint64) [2]uint64 {
		p, q := number(lane[0]^x), number(lane[1]^y)
		sum := new(big.Int).Mul(p, q)
		sum.Add(sum, q).Add(sum, p.Lsh(p, 64))
		return [2]uint64{low(sum), high(sum)}
	}
	at := func(i int) (word uint64) {
		for k := 7; k >= 0; k-- {
			if word <<= 8; i+k < len(b) {
				word |= uint64(b[i+k])
			}
		}
		return word
	}
	rotl := func(x uint64, n int) uint64 { return x<<n | x>>(64-n) }

	secret := new(big.Int).Mul(number(seed^seedKey), number(seedFactor))
	var lanes [4][2]uint64
	for i := range lanes {
		lanes[i] = [2]uint64{start[2*i] ^ low(secret), start[2*i+1] ^ high(secret)}
	}
	take := func(offsets ...int) {
		for i, at0 := range offsets {
			lanes[i] = absorb(lanes[i], at(at0), at(at0+8))
		}
	}
	left := len(b)
	for ; left > 64; left -= 64 {
		take(left-64, left-48, left-32, left-16)
	}
	switch {
	case left < len(b):
		take(0, 16, 32, 48)
	case left >= 16:
		take(0, min(16, left-16), max(32, left)-32, left-16)
	default:
		take(0)
	}
	p := lanes[0][0] ^ lanes[1][1] ^ rotl(lanes[2][0], 23) ^ rotl(lanes[3][1], 41)
	q := lanes[0][1] ^ lanes[1][0] ^ rotl(lanes[2][1], 23) ^ rotl(lanes[3][0], 41) ^ uint64(len(b))
	fold := func(x, key uint64) uint64 {
		product := new(big.Int).Mul(number(x), number(key))
		return low(product) ^ high(product)
	}
	one := absorb([2]uint64{p, q}, 0, 0)
	hi := one[1] ^ fold(one[0], key0)
	return Sum{hi, one[0] ^ fold(hi, key1)}
}

// Every length, with bytes of all values.
func TestSumIsAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3986))
	for n := range 400 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		seed := r.Uint64()
		if got, want := sum(b, seed), slowSum(b, seed); got != want {
			t.Errorf("sum of %d bytes = %#016x, want %#016x", n, got, want)
		}
	}
}

// Two lines have the same hash if and only if Equal says so, bad ones included.
func TestHashOfLinesIsOfEqual(t *testing.T) {
	src := []byte("http://h\nHTTP://H:80/\n\n//[::1\n//[::1\n//[::2\n/ %7e\n/ ~\n#\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	for _, f := range []Flags{SchemeBased, SchemeBased | DropFragment} {
		for _, a := range lines {
			for _, b := range lines {
				x, y := src[a.Start:a.End], src[b.Start:b.End]
				if got, want := Hash(x, a.Ref, f, 0) == Hash(y, b.Ref, f, 0), Equal(x, y, f); got != want {
					t.Errorf("%v: %q and %q have the same hash: %v, want %v", f, x, y, got, want)
				}
			}
		}
	}
}
