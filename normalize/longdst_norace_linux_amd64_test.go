//go:build !race

package normalize

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// The length of dst does not count towards MaxLen.
func TestLongDst(t *testing.T) {
	dst := guardpage.Huge(t, "", scanner.MaxLen+100)[:scanner.MaxLen+1]
	base, err := resolve.NewBase("http://h", 0)
	testkit.Must(t, err)
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

// The pool keeps a buffer for a form of nearly maxPooled bytes.
func TestPoolKeepsLongForms(t *testing.T) {
	in, ignore := []byte("A:"+strings.Repeat("a", maxPooled-maxGrowth-2)), func([]byte, scanner.Ref) {}
	if maxPooled != 64<<10 {
		t.Errorf("forms of up to %d bytes are kept, want 64 KiB as Do says", maxPooled)
	}
	buffers = bytebufferpool.Pool{}
	if n := testing.AllocsPerRun(100, func() { _ = Do(in, Syntax, ignore) }); n != 0 {
		t.Errorf("Do of %d bytes: %v allocations, want 0", len(in), n)
	}
}
