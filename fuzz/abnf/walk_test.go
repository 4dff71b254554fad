package abnf

import (
	"fmt"
	"testing"
)

// Walk visits every string once and answers like Match, the dead ones included.
func TestWalk(t *testing.T) {
	g := RFC3986()
	const alphabet, length = "a:/[]%1\xff", 4
	want, power := 0, 1
	for range length + 1 {
		want += power
		power *= len(alphabet)
	}
	seen := map[string]bool{}
	m := g.NewMatcher()
	g.NewMatcher().Walk("URI-reference", nil, []byte(alphabet), length, func(in []byte, got Answer) {
		seen[string(in)] = true
		if want := m.Match("URI-reference", in); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Walk(%q) = %v, want %v", in, got, want)
		}
	})
	if len(seen) != want {
		t.Errorf("Walk visits %d strings, want %d", len(seen), want)
	}
}
