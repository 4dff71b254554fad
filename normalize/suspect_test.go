package normalize

import (
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// A path is read for dot segments only if it has a "/." or a triplet that is
// decoded to a ".".
func TestSuspectDots(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     Flags
	}{
		{"a letter is decoded", "http://h/a%7Eb", PercentEncoding},
		{"as is a dot", "http://h/a/%2E/b", PercentEncoding | PathSegment},
		{"with digits of either case", "http://h/a/%2e%2E/b", PercentEncoding | PathSegment},
		{"after a letter", "http://h/a%7E/%2E", PercentEncoding | PathSegment},
		{"without a path before it", "urn:%2E/a", PercentEncoding | PathSegment},
		{"a dot segment beside a letter", "http://h/./%7E", PercentEncoding | PathSegment},
		{"a slash is not decoded", "http://h/a%2F..", 0},
		{"a digit changes case", "http://h/a%2f..", 0},
	} {
		ref, _ := scanner.Locate(row.in, scanner.URIReference)
		if got := suspect([]byte(row.in), ref, Syntax) & (PercentEncoding | PathSegment); got != row.want {
			t.Errorf("%s: suspect(%q) = %v, want %v", row.name, row.in, got, row.want)
		}
	}
}
