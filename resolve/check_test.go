package resolve

import (
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

func newBase(t testing.TB, src string, f Flags) *Base {
	t.Helper()
	b, err := NewBase(src, f)
	if err != nil {
		t.Fatalf("NewBase(%q, %d): %v", src, f, err)
	}
	return &b
}

// checkTarget checks what Append makes of ref, and that its Ref is that of the
// target.
func checkTarget(t testing.TB, b *Base, ref, want string) {
	t.Helper()
	out, r, err := b.Append(nil, []byte(ref))
	if string(out) != want || err != nil {
		t.Errorf("base %q, flags %d: Append(%q) = %q, %v, want %q", b.text, b.flags, ref, out, err, want)
		return
	}
	checkRef(t, "Append", ref, out, r)
}

// checkRef checks that r is what Parse says of out, which what made of in.
func checkRef(t testing.TB, what, in string, out []byte, r scanner.Ref) {
	if parsed, err := scanner.Parse(out); parsed != r || err != nil {
		t.Errorf("%s(%q) = %q with Ref %v, but Parse of it is %v, %v", what, in, out, r, parsed, err)
	}
}
