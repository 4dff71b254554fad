package resolve

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/boxed"
	"github.com/uriscan/uriscan/scanner"
)

func TestErrors(t *testing.T) {
	for kind := Underflow; int(kind) < len(kinds); kind++ {
		for _, offset := range []int{0, 1, boxed.Offsets - 1, boxed.Offsets, scanner.MaxLen} {
			err := errorAt(offset, kind)
			if e, ok := err.(Error); !ok || e.Kind() != kind || e.Offset() != offset {
				t.Errorf("errorAt(%d, %v) = %v", offset, kind, err)
			}
			if !errors.Is(err, kind) || errors.Is(err, Kind(0)) || errors.Is(err, scanner.BadPath) {
				t.Errorf("errors.Is(%v, ...) finds another kind than %v", err, kind)
			}
			for other, want := range map[error]bool{
				errorAt(offset, kind):                    true,
				errorAt((offset+1)&scanner.MaxLen, kind): false,
				errorAt(offset, kind%PathUnrooted+1):     false,
			} {
				if got := reflect.DeepEqual(err, other); got != want || (err == other) != want {
					t.Errorf("DeepEqual(%v, %v) = %v, want %v as by ==", err, other, got, want)
				}
			}
		}
	}
}

func TestErrorTexts(t *testing.T) {
	if got, want := errorAt(6, Underflow).Error(), "uriscan: dot segment above the root at byte 6"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	for k := len(kinds); k <= 255; k++ {
		if got := Kind(k); got.String() != "" || got.Error() != "uriscan: unknown fault" {
			t.Errorf("Kind(%d) = %q, %q", k, got.String(), got.Error())
		}
	}
	seen := map[string]bool{}
	for kind := Underflow; int(kind) < len(kinds); kind++ {
		spelling := kind.String()
		if spelling == "" || seen[spelling] || strings.ToLower(spelling) != spelling || strings.Contains(spelling, " ") {
			t.Errorf("Kind(%d).String() = %q", kind, spelling)
		}
		seen[spelling] = true
		if text := kind.Error(); !strings.HasPrefix(text, "uriscan: ") || len(text) < len("uriscan: path") {
			t.Errorf("%v.Error() = %q", kind, text)
		}
	}
}

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
