package prose

import (
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/scanner"
)

// A variable is anywhere in the host or, if there is no host, begins the path; elsewhere it
// has capitals, or is a number that no letter or digit precedes.
var twinVariable = regexp.MustCompile(`^[^/]*\$[\w(]|^/\$[\w(]|\$\(|{|%s|\$[A-Z][A-Z0-9_]*(?:\W|$)|[^A-Za-z0-9]\$[0-9][A-Z0-9_]*(?:\W|$)`)

// twinOfVariables returns the URI that "s://" and rest are, "" without one, "…" if it is left out.
func twinOfVariables(rest string) string {
	rest, whole := strings.TrimRight(rest, ".:"), rest
	switch {
	case twinVariable.MatchString(whole), !scanner.Valid("s://"+rest, scanner.URI):
		return "…"
	case strings.Trim(rest, ".:-_$") == "":
		return ""
	}
	return "s://" + rest
}

// No URL with a variable in it is printed.
func TestVariablesTwin(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	for _, rest := range cases.Sequences(4, "a", ".", "-", "_", "$A", "$b", "$1", "$_", "${b}", "$(b)", "/", ":1", "%s", "{b}") {
		got := strings.Join(withoutPositions(f.find(t, "s://"+rest, 1000)), " ")
		if strings.HasSuffix(got, "…") {
			got = "…"
		}
		if want := twinOfVariables(rest); got != want {
			t.Fatalf("find(s://%s) = %q, want %q", rest, got, want)
		}
	}
}
