package normalize

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// checkAppend checks that Append adds want to dst and changes nothing before it.
func checkAppend(t *testing.T, dst, src []byte, f Flags, want string) {
	t.Helper()
	in, kept := string(src), string(dst)
	out, r, err := Append(dst, src, f)
	if string(out) != kept+want || err != nil {
		t.Fatalf("Append(%q, %q, %v) with room for %d = %q, %v, want %q", kept, in, f, cap(dst)-len(dst), out, err, kept+want)
	}
	if wantRef, _ := scanner.Parse(want); r != wantRef {
		t.Fatalf("Append(%q, %q, %v): Ref %v, want %v", kept, in, f, r, wantRef)
	}
}

// Append changes neither dst[:len(dst)] nor src, whatever room dst has.
func TestAppendKeepsWhatIsThere(t *testing.T) {
	m := cases.NewMaker(5)
	for range references() {
		in, f := m.Reference(), flagSets[m.IntN(len(flagSets))]
		want, _ := twinForm(in, f)
		src := []byte(in)
		prefix := []byte("prefix%41/../"[:m.IntN(14)])
		for _, room := range []int{0, 1, len(want) - 1, len(want), len(want) + 1, len(in) + 64} {
			buf := bytes.Repeat([]byte{'#'}, len(prefix)+max(room, 0)+8)
			dst := append(buf[:0], prefix...)[: len(prefix) : len(prefix)+max(room, 0)]
			checkAppend(t, dst, src, f, want)
			if string(src) != in || string(dst) != string(prefix) {
				t.Fatalf("Append(%q, %q, %v) changed its input", prefix, in, f)
			}
			if after := buf[len(buf)-8:]; string(after) != "########" {
				t.Fatalf("Append(%q, %q, %v) wrote beyond the capacity", prefix, in, f)
			}
		}
	}
}

// src is a part of the array of dst, and the form begins before, at, inside or after
// it.
func TestOverlap(t *testing.T) {
	const before = 12
	m := cases.NewMaker(6)
	for range references() {
		in, f := m.Reference(), flagSets[m.IntN(len(flagSets))]
		want, _ := twinForm(in, f)
		for start := 0; start <= before+len(in)+2; start += 1 + m.IntN(5) {
			buf := bytes.Repeat([]byte{'!'}, before+2*len(in)+16)
			src := buf[before : before+copy(buf[before:], in)]
			checkAppend(t, buf[:start], src, f, want)
		}
	}
}

// In place means in place: with dst = src[:0] only IPv6 and EmptyPath use a pooled
// buffer, and without room they do not allocate either.
func TestInPlace(t *testing.T) {
	const in = "HTTP://U@H%41:0080/%7e/a/..//../x?%2f#%41"
	src := []byte(in)
	want, _ := twinForm(in, allFlags)
	out, _, err := Append(src[:0:len(src)], src, allFlags)
	if string(out) != want || err != nil {
		t.Fatalf("Append(src[:0], %q) = %q, %v, want %q", in, out, err, want)
	}
	if &out[0] != &src[0] {
		t.Errorf("Append(src[:0], %q) is in another array, want in that of src", in)
	}
	for _, row := range []struct {
		name string
		a, b []byte
		want bool
	}{
		{"the same", src, src, true},
		{"one inside the other", src, src[2:4], true},
		{"the first byte", src[:5], src[4:], true},
		{"one after the other", src[:4], src[4:], false},
		{"elsewhere", make([]byte, 99), src, false},
		{"nothing at its begin", src[:0], src, false},
		{"nothing at its end", src, src[len(src):], false},
	} {
		if got, back := overlaps(row.a, row.b), overlaps(row.b, row.a); got != row.want || back != row.want {
			t.Errorf("%s: overlaps = %v and %v, want %v", row.name, got, back, row.want)
		}
	}
}

// For an invalid input dst is returned unchanged, with the scanner's error.
func TestAppendInvalid(t *testing.T) {
	for _, in := range []string{" ", "http://h/%", "http://h/%zz", "1:", "//[::1", "//h:8x", "a\x80", "http://h/\n"} {
		_, want := scanner.Parse(in)
		dst := append(make([]byte, 0, 64), "kept"...)
		out, r, err := Append(dst, in, SchemeBased)
		if string(out) != "kept" || r != (scanner.Ref{}) || err != want {
			t.Errorf("Append(%q) = %q, %v, %v, want dst and %v", in, out, r, err, want)
		}
		if s, err := String(in, SchemeBased); s != "" || err != want {
			t.Errorf("String(%q) = %q, %v, want %v", in, s, err, want)
		}
		called := false
		if err := Do([]byte(in), SchemeBased, func([]byte, scanner.Ref) { called = true }); called || err != want {
			t.Errorf("Do(%q) = %v, called %v, want %v", in, err, called, want)
		}
	}
}

// No Ref of Split makes a function panic, whatever the bytes, and all functions agree on
// the form.
func checkSplit(t testing.TB, in []byte, f Flags) {
	before := string(in)
	ref := scanner.Split(in)
	out, r := AppendRef(nil, in, ref, f)
	if r.Len() != len(out) {
		t.Errorf("AppendRef(%q, %v) = %q, Ref of %d bytes", in, f, out, r.Len())
	}
	if r.Has(scanner.Authority) != ref.Has(scanner.Authority) {
		t.Errorf("AppendRef(%q, %v) = %q with %v, want an authority as in %v", in, f, out, r, ref)
	}
	for c, end := scanner.Scheme, uint32(0); c != 0; c <<= 1 {
		if c == scanner.Authority || !r.Has(c) {
			continue
		}
		if r.Span(c).Start < end || r.Span(c).Start > r.Span(c).End {
			t.Errorf("AppendRef(%q, %v) = %q with %v: a component in another", in, f, out, r)
		}
		end = r.Span(c).End
	}
	const beyond = "41!!!!!!!!!!!!!!" // would make a triplet of a "%" at the end
	room := append([]byte(before), strings.Repeat(beyond, 2+len(in)/len(beyond))...)
	for what, dst := range map[string][]byte{"with room": make([]byte, 0, len(room)), "in place": room[:0:len(in)]} {
		if form, own := AppendRef(dst, room[:len(in)], ref, f); string(form) != string(out) || own != r {
			t.Errorf("AppendRef(%q, %v) %s = %q, %v, want %q, %v", before, f, what, form, own, out, r)
		}
		copy(room, before)
	}
	if !strings.HasSuffix(string(room), beyond) {
		t.Errorf("AppendRef(%q, %v) in place writes after it", before, f)
	}
	if n := Needed(in, ref, f); (n == 0) != (string(out) == before) {
		t.Errorf("Needed(%q, %v) = %v, but the form is %q", in, f, n, out)
	}
	if Hash(in, ref, f, 0) != sum(out, 0) {
		t.Errorf("Hash(%q, %v) is not that of %q", in, f, out)
	}
	if string(in) != before {
		t.Errorf("AppendRef(%q, %v) changed its input to %q", before, f, in)
	}
}

func TestSplit(t *testing.T) {
	for _, in := range []string{"%41b:c", "%2e://h", "//%7e%", "//%31\xff:1", "%%2e", "/%2%aa", "/%\"%41"} {
		checkSplit(t, []byte(in), SchemeBased)
	}
	m := cases.NewMaker(7)
	for range references() {
		in := []byte(m.Reference())
		for range m.IntN(4) {
			if len(in) > 0 {
				in[m.IntN(len(in))] = m.Pick("%", ":", "/", "@", "[", "]", "\x80", "\xff", " ", "?", "#", ".")[0]
			}
		}
		in = in[:m.IntN(len(in)+1)]
		checkSplit(t, in, flagSets[m.IntN(len(flagSets))])
	}
}

// Arguments do not move to the heap: arrays on the caller's stack stay there.
func TestBuffersOfTheStack(t *testing.T) {
	for _, in := range []string{"HTTP://h:80/%7e/../[", "HTTP://[::FFFF:0:0]:80/%7e/..//", "http://example.com/"} {
		n := testing.AllocsPerRun(20, func() {
			var src, dst [128]byte
			from := src[:copy(src[:], in)]
			out, r, err := Append(dst[:0], from, SchemeBased)
			if err != nil {
				return
			}
			if !Equal(from, out, SchemeBased) || Hash(from, r, 0, 0) == (Sum{}) {
				t.Errorf("Equal(%q, its form) = false, want true", in) // to print the form would move it to the heap
			}
		})
		if n != 0 {
			t.Errorf("%q: %v allocations, want 0", in, n)
		}
	}
}

// Every function that builds a form refuses an input whose form may be too long, and takes
// one that is a byte shorter, whatever room dst has.
func TestTooLong(t *testing.T) {
	const maxLen = 100
	defer func(n int) { longest = n }(longest)
	if longest -= scanner.MaxLen - maxLen; longest != maxLen-maxGrowth {
		t.Fatalf("forms of inputs over %d bytes may be too long, want %d", longest, maxLen-maxGrowth)
	}
	base, err := resolve.NewBase("s://h", 0)
	testkit.Must(t, err)
	for _, test := range []struct {
		begin  string
		f      Flags
		growth int // at most
	}{
		{"http://h?", EmptyPath, 1}, {"HTTP://h?", Case, 0}, {"s://[::FFFF:0:0]/?", SchemeBased, 6}, {"http://[::FFFF:0:0]?", SchemeBased, 7}, {"HTTP://h/?", SchemeBased, 0},
		{"s://u@%41?", SchemeBased, 0},
	} {
		for more := range 2 {
			in := test.begin + strings.Repeat("q", maxLen-test.growth+more-len(test.begin))
			for _, room := range []int{0, 200} {
				dst := append(make([]byte, 0, 4+room), "kept"...)
				out, _, err := Append(dst, in, test.f)
				checkTooLong(t, "Append of "+in, more > 0, out, err)
				out, ref, rungs, err := AppendResolved(dst, base, []byte(in), test.f)
				checkTooLong(t, "AppendResolved of "+in, more > 0, out, err)
				if err != nil && (rungs != 0 || ref != (scanner.Ref{}) || &out[0] != &dst[0]) {
					t.Errorf("AppendResolved of %s fails, with %v, %v and other memory than dst: %t", in, ref, rungs, &out[0] != &dst[0])
				}
			}
			out, err := String(in, test.f)
			checkTooLong(t, "String of "+in, more > 0, []byte("kept"+out), err)
			out = "kept"
			err = Do([]byte(in), test.f, func(normal []byte, _ scanner.Ref) { out = "kept" + string(normal) })
			checkTooLong(t, "Do of "+in, more > 0, []byte(out), err)
		}
	}
}

func checkTooLong(t *testing.T, what string, want bool, out []byte, err error) {
	t.Helper()
	var e scanner.Error
	switch {
	case !want && (err != nil || len(out) < len("kept")+90):
		t.Errorf("%s = %q, %v, want a form", what, out, err)
	case want && (!errors.As(err, &e) || e.Fault().Kind() != scanner.TooLong || e.Fault().Offset() != scanner.MaxLen):
		t.Errorf("%s: %v, want %v at byte %d", what, err, scanner.TooLong, scanner.MaxLen)
	case want && string(out) != "kept":
		t.Errorf("%s: dst is %q with an error, want kept", what, out)
	}
}
