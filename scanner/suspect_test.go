package scanner

import (
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
)

// suspectCases are IP literals, which no fast path proves, and what looks like a suspect.
var suspectCases = []struct {
	in   string
	want bool
}{
	{"//[::1]/", true}, {"//[::1]", true}, {"//[v1.a]/", false}, {"//[v1.A]/", true}, {"//[V1.a]/b", true}, {"//[v1.a]", true}, {"//[v1.a]:/", true},
	{"//u@[v1.a]/b/.c", true}, {"//U@[v1.a]/b", true}, {"//[v1.a]/B?/.#/.", false}, {"a:b/.c", true}, {"a:.b", true}, {"A:b", true}, {"A/b", false},
	{"a/B:c", false}, {"//h/a/.b", true}, {"//h/a?/.", false}, {"http://h/x%20", false}, {"a%20/.b%20", true}, {"http://h#%20", true},
	{"//h/.a/b.c/D", true}, {"/.?a-query-that-makes-the-piece-long", true}, {"a:b./.?a-query-that-makes-the-piece-long", true}, {"http://h/a-long-path./b", false},
}

func TestSuspect(t *testing.T) {
	for _, tt := range suspectCases {
		want, fault := Locate(tt.in, URIReference)
		if got := want.w3&kernel.Suspect != 0; got != tt.want || fault != (Fault{}) {
			t.Errorf("Locate(%q) is suspect: %v, %v, want %v", tt.in, got, fault, tt.want)
		}
		if got := Split(tt.in); got != want {
			t.Errorf("Split(%q) = %v, want %v", tt.in, got, want)
		}
	}
}
