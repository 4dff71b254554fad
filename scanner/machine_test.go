package scanner

import (
	"strings"
	"testing"
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
	for _, c := range hintCases {
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

// Pieces on both sides of the length from which a Machine takes runs at once give what Locate
// does, wherever a delimiter or a dot is in them.
func TestMachineParts(t *testing.T) {
	parts := []string{"", "/", "/.", ".", "/a", "a", "?", "#", "aaaaaaaaaaaaaaaaaaaa"}
	for _, before := range []string{"", "a", "x:a", "//h", "http://example.com"} {
		for _, first := range parts {
			for _, second := range parts {
				for _, after := range []string{"", "?aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa/.", "/aaaaaaaaaaaaaaaaaaaa"} {
					src := before + first + second + after
					want, wantFault := Locate(src, URIReference)
					for cut := range len(src) + 1 {
						var m Machine
						if m.FeedString(src[:cut]) == cut {
							m.FeedString(src[cut:])
						}
						if got, fault := m.End(); got != want || fault != wantFault {
							t.Errorf("%q, cut at %d: End() = %v, %v, want %v, %v", src, cut, got, fault, want, wantFault)
						}
					}
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
		{"a fault on the last byte wins", 3, []string{"ab cdef"}, BadPath, MaxLen - 1},
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
				t.Errorf("%d bytes from %q: %v, %v, want %v, %v", len(in), in[:min(len(in), 8)], ref, fault, slowRef, slowFault)
			}
		}
	}
}

// A Machine that skips several bytes at the beginning of a piece ends in the same state
// as byte by byte.
func TestMachineBegins(t *testing.T) {
	for _, in := range []string{
		"http://example.com/a/b", "https://example.com/", "http://www.example.com", "https:////////////////", "http:/example.com/a/b", "HTTP://example.com/a/b",
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
				t.Errorf("Feed(%q) by rule %v = %d, leaves %+v, byte by byte %+v", in, rule, n, whole, single)
			}
		}
	}
}
