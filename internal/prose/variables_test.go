package prose

import (
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/scanner"
)

var (
	// A variable is before the host or a part of it, or more of the host follows it.
	twinTemplate = regexp.MustCompile(`^(?:/\$[\w(]|(?:[\w.:-]*[._-])?\$[\w({]|(?:[\w.:-]*[\w.-])?(?:%s|{)|[\w.:-]*\$[\w(][\w$()]*(?:[.:]+[\w$(%-]|[-%]))`)
	twinInHost   = regexp.MustCompile(`^([^/$]*)\$[\w(]`)
	twinVariable = regexp.MustCompile(`^(.*?)(?:\$\(|\$[A-Z][A-Z0-9_]*(?:\W|$))`)
	twinNumber   = regexp.MustCompile(`^(.*?[^A-Za-z0-9])\$[0-9][A-Z0-9_]*(?:\W|$)`)
	twinEnd      = regexp.MustCompile(`\$?{.*|%s.*`)
)

// twinOfVariables returns the URI that "s://" and rest begin with, "" without one.
func twinOfVariables(rest string) string {
	if twinTemplate.MatchString(rest) {
		return ""
	}
	rest = twinEnd.ReplaceAllString(rest, "")
	whole := rest
	for !scanner.Valid("s://"+rest, scanner.URI) {
		rest = rest[:len(rest)-1]
	}
	cut, _, _ := strings.Cut(whole[len(rest):], "/")
	if cut = strings.TrimLeft(cut, ".:"); cut != "" && cut[0] != '$' {
		return "…"
	}
	for _, variable := range []*regexp.Regexp{twinInHost, twinVariable, twinNumber} {
		if m := variable.FindStringSubmatch(rest); m != nil {
			rest = m[1]
		}
	}
	if rest = strings.TrimRight(rest, ".:"); strings.Trim(rest, ".:-_$") == "" {
		return ""
	}
	return "s://" + rest
}

// A URI ends before a variable, and none has a variable in its host.
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
