package scanner

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
)

// One input for every rule that can be broken. The offsets are determined by hand: the
// length of the longest prefix that a member of the rule begins with.
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
	{"fragment of an absolute-URI in its query", AbsoluteURI, "a:?b#", BadFragment, 4},
	{"fragment of an absolute-URI in its path", AbsoluteURI, "a:b#", BadFragment, 3},
	{"fragment of an absolute-URI in its port", AbsoluteURI, "a://h:1#", BadFragment, 7},
	{"number sign in the literal of an absolute-URI", AbsoluteURI, "a://[#", BadIPv6, 5},
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
	for k := Underflow; int(k) < len(kinds); k++ {
		reached[k] = true // by packages resolve and target
	}
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
var offsets = []int{0, 1, 17, boxedOffsets - 1, boxedOffsets, boxedOffsets + 1, 70_000, 1 << 20}

// For the race detector: the first errors of a kind, all at once.
func TestFirstErrorsAtOnce(t *testing.T) {
	for range 20 {
		boxed[BadPath].Store(nil)
		var callers sync.WaitGroup
		for range 8 {
			callers.Go(func() {
				for offset := uint32(0); offset < boxedOffsets; offset += 100 {
					if f := faultAt(offset, automaton.BadPath); f.Err() != (Error{f}) {
						t.Errorf("the error of %v is %v", f, f.Err())
					}
				}
			})
		}
		callers.Wait()
	}
}

// Assertion libraries compare errors by reflect.DeepEqual.
func TestErrorsAreEqualIfTheirFaultsAre(t *testing.T) {
	var faults []Fault
	for _, offset := range offsets {
		faults = append(faults, faultAt(uint32(offset), automaton.BadPath), faultAt(uint32(offset), automaton.BadPercent))
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
		if i > 0 && (k.String() == "" || seen[k.String()] || k.Error() != k.String()) {
			t.Errorf("kind %d: String() = %q, Error() = %q, want one of its own", i, k.String(), k.Error())
		}
		if i > 0 && (!strings.Contains(k.Describe(), "(") || seen[k.Describe()]) {
			t.Errorf("%v.Describe() = %q, want a rule of its own and its section", k, k.Describe())
		}
		seen[k.String()], seen[k.Describe()] = true, true
		for _, offset := range offsets {
			f := faultAt(uint32(offset), automaton.Fault(i))
			err, ok := f.Err().(Error)
			if f == (Fault{}) {
				continue
			}
			if !ok || err.Fault() != f || !errors.Is(err, k) || errors.Is(err, k+1) {
				t.Errorf("the error of %v is %v", f, err)
			}
			if want := fmt.Sprintf("uriscan: %s at offset %d", k.String(), offset); err.Error() != want || "uriscan: "+f.String() != want {
				t.Errorf("Error() = %q, String() = %q, want %q", err.Error(), f.String(), want)
			}
		}
	}
	for k := len(kinds); k <= 255; k++ {
		if got := Kind(k); got.String() != "" || got.Describe() != "" {
			t.Errorf("Kind(%d) = %q, %q", k, got.String(), got.Describe())
		}
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
