package column

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/fuzz/cases"
)

// The target is what is between the method and the version, however odd the request.
func TestRequestTargets(t *testing.T) {
	for _, request := range cases.Sequences(5, "G", " ", "/", "HTTP/1", "-", `\"`, `\\`) {
		want := ""
		if method, rest, ok := strings.Cut(request, " "); ok && method != "" {
			words := strings.Split(rest, " ")
			if strings.HasPrefix(words[len(words)-1], "HTTP/") {
				words = words[:len(words)-1]
			}
			want = strings.Join(words, " ")
		}
		c := &Cell{Column: &Log{Quoted: 1, Target: true}}
		c.Reset([]byte(`h - a [10/Oct "x] "` + request + `" 200 "-"`))
		f := c.Column.Find(c)
		if isMissing := want == "" || want == "-"; string(c.Value) != want && !isMissing || (f == diag.Flaw{}) == isMissing || !c.Whole {
			t.Fatalf("the target of %q is %q, %v, want %q", request, c.Value, f, want)
		}
	}
}
