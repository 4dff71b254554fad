package scanner

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/boxed"
	"github.com/uriscan/uriscan/internal/kernel"
)

// inputs are the inputs of the other tables, each with its rule.
func inputs() map[string]Rule {
	all := map[string]Rule{}
	for _, c := range refCases {
		all[c.in] = URIReference
	}
	for _, c := range faultCases {
		all[c.in] = c.rule
	}
	for _, c := range suspectCases {
		all[c.in] = URIReference
	}
	return all
}

func TestMachineCutAnywhere(t *testing.T) {
	for in, rule := range inputs() {
		wantRef, wantFault := Locate(in, rule)
		var m Machine
		for i := range len(in) + 1 {
			for j := i; j <= len(in); j++ {
				m.Reset(rule)
				m.FeedString(in[:i])
				m.Feed([]byte(in[i:j]))
				before := m
				if m.End(); m != before {
					t.Errorf("%q cut at %d and %d: End leaves %+v, want %+v", in, i, j, m, before)
				}
				m.FeedString(in[j:])
				if ref, fault := m.End(); ref != wantRef || fault != wantFault {
					t.Errorf("%q cut at %d and %d: %v, %v, want %v, %v", in, i, j, ref, fault, wantRef, wantFault)
				}
			}
		}
	}
}

func TestZeroMachineIsReady(t *testing.T) {
	var m Machine
	if m.State() != Complete {
		t.Errorf("State of the zero Machine = %v, want %v: the empty reference is valid", m.State(), Complete)
	}
	in := "http://h:1/p"
	if n := m.FeedString(in); n != len(in) {
		t.Errorf("Feed(%q) = %d, want %d", in, n, len(in))
	}
	ref, fault := m.End()
	if want, _ := Parse(in); ref != want || fault != (Fault{}) {
		t.Errorf("End() = %v, %v, want %v", ref, fault, want)
	}
}

// The limit, reached by a Machine that believes it has read almost MaxLen.
func TestTooLong(t *testing.T) {
	nearly := func(room int) Machine {
		var m Machine
		m.FeedString("/")
		m.n = uint32(MaxLen - room)
		return m
	}
	for _, test := range []struct {
		name   string
		room   int
		pieces []string
		kind   Kind
		offset int
	}{
		{"just fits", 3, []string{"abc"}, 0, 0},
		{"one too many", 3, []string{"abcd"}, TooLong, MaxLen},
		{"one too many in pieces", 3, []string{"ab", "c", "", "d", "e"}, TooLong, MaxLen},
		{"a fault before the limit wins", 3, []string{"a bcdef"}, BadPath, MaxLen - 2},
		{"a fault on the last octet wins", 3, []string{"ab cdef"}, BadPath, MaxLen - 1},
		{"what is beyond the limit is not looked at", 3, []string{"abc def"}, TooLong, MaxLen},
		{"the end comes too early", 2, []string{"%4"}, UnexpectedEnd, MaxLen},
	} {
		m := nearly(test.room)
		for _, piece := range test.pieces {
			m.FeedString(piece)
		}
		_, fault := m.End()
		if fault.Kind() != test.kind || fault.Offset() != test.offset {
			t.Errorf("%s: fault %v at %d, want %v at %d", test.name, fault.Kind(), fault.Offset(), test.kind, test.offset)
		}
	}
}

func TestLongInputsTakeOnePath(t *testing.T) {
	for _, n := range []int{7, 8, 15, 16, 63, 64, 65, 4096, 70000} {
		for _, in := range []string{
			strings.Repeat("a", n), "/" + strings.Repeat("a/", n), "?" + strings.Repeat("%41", n), "//" + strings.Repeat("h.", n),
			"//h:" + strings.Repeat("8", n), "//" + strings.Repeat("u:", n) + "@h", "#" + strings.Repeat("?", n), strings.Repeat("s", n) + ":",
			strings.Repeat("a", n) + " ", strings.Repeat("@", n), "//" + strings.Repeat("@", n), strings.Repeat(":", n), "//" + strings.Repeat("[", n),
			"//[" + strings.Repeat(":", n) + "]", "//[v1." + strings.Repeat("x", n) + "]", strings.Repeat("\x00", n), strings.Repeat("%", n),
		} {
			ref, fault := Locate(in, URIReference)
			slowRef, slowFault := locateSlow([]byte(in), URIReference)
			if ref != slowRef || fault != slowFault {
				t.Errorf("%d octets from %q: %v, %v, want %v, %v", len(in), in[:min(len(in), 8)], ref, fault, slowRef, slowFault)
			}
		}
	}
}

// What a Machine takes at once at the beginning of a piece is what it takes
// octet by octet.
func TestMachineBegins(t *testing.T) {
	for _, in := range []string{
		"http://example.com/a/b", "https://example.com/", "https:////////////////", "http:/example.com/a/b", "HTTP://example.com/a/b",
		"/a/path/of/several/segments", "/%61/path/of/segments", "//example.com/a/path", "/?a=query&of=parameters", "/:a/path/of/segments#f",
	} {
		for rule := URIReference; rule <= RelativeRef; rule++ {
			var whole, single Machine
			whole.Reset(rule)
			single.Reset(rule)
			n := whole.FeedString(in)
			for i := range in {
				single.FeedString(in[i : i+1])
			}
			if whole != single {
				t.Errorf("Feed(%q) by rule %v = %d, leaves %+v, octet by octet %+v", in, rule, n, whole, single)
			}
		}
	}
}

// One input for every rule that can be broken, with its offset worked out by
// hand: the longest prefix that a member of the rule begins with.
var faultCases = []struct {
	name   string
	rule   Rule
	in     string
	kind   Kind
	offset int
}{
	{"no scheme", URI, "/a", BadScheme, 0},
	{"digit first", AbsoluteURI, "1a:", BadScheme, 0},
	{"underscore in a scheme", URI, "a_b:", BadScheme, 1},
	{"scheme that never ends", URI, "http", UnexpectedEnd, 4},
	{"colon in a first segment", URIReference, "1a:b", BadPath, 2},
	{"colon where no scheme may be", RelativeRef, "a:b", BadPath, 1},
	{"blank in a path", URIReference, "http://h/a b", BadPath, 10},
	{"bracket in a path", URIReference, "/a[0]", BadPath, 2},
	{"raw UTF-8", URIReference, "/é", BadPath, 1},
	{"quote in a query", URIReference, `?"`, BadQuery, 1},
	{"fragment of an absolute-URI in its query", AbsoluteURI, "a:?b#", BadQuery, 4},
	{"fragment of an absolute-URI in its path", AbsoluteURI, "a:b#", BadPath, 3},
	{"fragment of an absolute-URI in its port", AbsoluteURI, "a://h:1#", BadPort, 7},
	{"second number sign", URIReference, "a#b#c", BadFragment, 3},
	{"percent without hex", URIReference, "%zz", BadPercent, 1},
	{"percent with one hex", URIReference, "?%4z", BadPercent, 3},
	{"percent at the end", URIReference, "#%", UnexpectedEnd, 2},
	{"percent in a host", URIReference, "//%/", BadPercent, 3},
	{"backslash in a host", URIReference, `http://good.com\@evil.com/`, BadHost, 15},
	{"second at", URIReference, "//a@b@c", BadHost, 5},
	{"after a bracket", URIReference, "//[::1]x", BadHost, 7},
	{"letter in a port", URIReference, "//u@h:8x", BadPort, 7},
	{"letter in what may be userinfo", URIReference, "//h:8x/", BadUserinfo, 6},
	{"the same at the end", URIReference, "//h:8x", UnexpectedEnd, 6},
	{"empty literal", URIReference, "//[]", BadIPv6, 3},
	{"nine groups", URIReference, "//[1:2:3:4:5:6:7:8:9]", BadIPv6, 18},
	{"zone", URIReference, "//[fe80::1%25eth0]", BadIPv6, 10},
	{"literal that never ends", URIReference, "//[::1", UnexpectedEnd, 6},
	{"IPvFuture without text", URIReference, "//[v1.]", BadIPvFuture, 6},
	{"IPvFuture without version", URIReference, "//[v.a]", BadIPvFuture, 4},
}

func TestFaults(t *testing.T) {
	reached := map[Kind]bool{TooLong: true} // reached in TestTooLong
	for _, test := range faultCases {
		_, fault := Locate(test.in, test.rule)
		if fault.Kind() != test.kind || fault.Offset() != test.offset {
			t.Errorf("%s: Locate(%q, %v) = %v at %d, want %v at %d", test.name, test.in, test.rule, fault.Kind(), fault.Offset(), test.kind, test.offset)
		}
		reached[fault.Kind()] = true
	}
	for k := range kinds[1:] {
		if kind := Kind(k + 1); !reached[kind] {
			t.Errorf("no input reaches %v", kind)
		}
	}
}

// offsets are some below and above the limit up to which errors are kept.
var offsets = []int{0, 1, 17, boxed.Offsets - 1, boxed.Offsets, boxed.Offsets + 1, 70_000, 1 << 20}

func TestErrors(t *testing.T) {
	for _, offset := range offsets {
		in := strings.Repeat("a", offset) + "%zz"
		_, err := Parse(in)
		if !errors.Is(err, BadPercent) || errors.Is(err, BadPath) {
			t.Errorf("offset %d: errors.Is says %v is another kind", offset, err)
		}
		var e Error
		if !errors.As(err, &e) {
			t.Errorf("offset %d: %T is not an Error", offset, err)
			continue
		}
		if e.Kind() != BadPercent || e.Offset() != offset+1 {
			t.Errorf("offset %d: error is %v at %d, want %v at %d", offset, e.Kind(), e.Offset(), BadPercent, offset+1)
		}
		if want := fmt.Sprintf("uriscan: bad percent-encoding at byte %d", offset+1); err.Error() != want {
			t.Errorf("Error() = %q, want %q", err.Error(), want)
		}
	}
}

// Assertion libraries compare errors by reflect.DeepEqual.
func TestErrorsAreEqualIfTheirFaultsAre(t *testing.T) {
	var faults []Fault
	for _, offset := range offsets {
		faults = append(faults, faultAt(uint32(offset), kernel.BadPath), faultAt(uint32(offset), kernel.BadPercent))
	}
	for _, a := range faults {
		for _, b := range faults {
			errA, errB, want := a.Err(), b.Err(), a == b
			if got := errA == errB; got != want {
				t.Errorf("(%v == %v) = %v, want %v", errA, errB, got, want)
			}
			if got := reflect.DeepEqual(errA, errB); got != want {
				t.Errorf("DeepEqual(%v, %v) = %v, want %v", errA, errB, got, want)
			}
			if got := errors.Is(errA, errB); got != want {
				t.Errorf("errors.Is(%v, %v) = %v, want %v", errA, errB, got, want)
			}
		}
	}
}

func TestEveryKindHasNames(t *testing.T) {
	seen := map[string]bool{}
	for i := range kinds {
		k := Kind(i)
		if i > 0 && (k.String() == "" || seen[k.String()] || seen[k.Error()]) {
			t.Errorf("kind %d: String() = %q, Error() = %q, want ones of its own", i, k.String(), k.Error())
		}
		seen[k.String()], seen[k.Error()] = true, true
		for _, offset := range []uint32{0, boxed.Offsets - 1, boxed.Offsets} {
			f := Fault{uint64(offset) | uint64(i)<<32}
			if err, ok := f.Err().(Error); f != (Fault{}) && (!ok || err.Fault() != f) {
				t.Errorf("the error of %v is %v", f, err)
			}
		}
	}
	for k := len(kinds); k <= 255; k++ {
		if got := Kind(k); got.String() != "" || got.Error() != "uriscan: unknown fault" {
			t.Errorf("Kind(%d) = %q, %q", k, got.String(), got.Error())
		}
	}
	if got := faultAt(10, 7).String(); got != "bad-path at 10" {
		t.Errorf("String() = %q, want %q", got, "bad-path at 10")
	}
	if err := (Fault{}).Err(); err != nil || (Fault{}).String() != "" {
		t.Errorf("no fault is the error %v", err)
	}
}

// A URI can hold a password (7.5): no byte of the input is in the error.
func TestErrorsDoNotQuote(t *testing.T) {
	_, err := Parse("http://user:s3cr3t@host/ x")
	if text := fmt.Sprintf("%v %+v %s %q", err, err, err, err); strings.Contains(text, "s3cr3t") || strings.Contains(text, "host/") {
		t.Errorf("the error quotes its input: %s", text)
	}
}
