//go:build !race

package normalize

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/fence"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// What dst has does not count.
func TestLongDst(t *testing.T) {
	dst := fence.Huge(t, "", scanner.MaxLen+100)[:scanner.MaxLen+1]
	base, err := resolve.NewBase("http://h", 0)
	if err != nil {
		t.Fatal(err)
	}
	const in, want = "HTTP://h:80", "http://h/"
	for name, out := range map[string]func() []byte{
		"Append":         func() []byte { out, _, _ := Append(dst, in, SchemeBased); return out },
		"AppendRef":      func() []byte { out, _ := AppendRef(dst, in, scanner.Split(in), SchemeBased); return out },
		"AppendResolved": func() []byte { out, _, _, _ := AppendResolved(dst, base, []byte(in), SchemeBased); return out },
	} {
		if got := out(); string(got[len(dst):]) != want || &got[0] != &dst[0] {
			t.Errorf("%s(%q) after MaxLen+1 bytes = %q, want %q", name, in, got[len(dst):], want)
		}
	}
}
