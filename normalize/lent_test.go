package normalize

import (
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/scanner"
)

// Input that is already normal is handed out itself.
func TestNormalInputIsNotCopied(t *testing.T) {
	for _, in := range []string{"http://h/", "http://h/%2F?%C3%A9", "../a", "//[::1]:8080/#f"} {
		if s, err := String(in, Scheme); unsafe.StringData(s) != unsafe.StringData(in) || err != nil {
			t.Errorf("String(%q) = %q, %v, want the argument itself", in, s, err)
		}
		src := []byte(in)
		called := false
		err := Do(src, Scheme, func(normal []byte, r scanner.Ref) {
			called = true
			want, _ := scanner.Parse(in)
			if &normal[0] != &src[0] || len(normal) != len(src) || r != want {
				t.Errorf("Do(%q): %q, %v, want the argument itself and %v", in, normal, r, want)
			}
		})
		if !called || err != nil {
			t.Errorf("Do(%q) = %v, called %v", in, err, called)
		}
	}
}

func TestDo(t *testing.T) {
	m := newMaker(8)
	for range references() {
		in, f := m.reference(), flagSets[m.IntN(len(flagSets))]
		want, _ := twinForm(in, f)
		src := []byte(in)
		err := Do(src, f, func(normal []byte, r scanner.Ref) {
			if wantRef, _ := scanner.Parse(want); string(normal) != want || r != wantRef {
				t.Errorf("Do(%q, %v): %q, %v, want %q, %v", in, f, normal, r, want, wantRef)
			}
		})
		if err != nil || string(src) != in {
			t.Errorf("Do(%q, %v) = %v, its input is then %q", in, f, err, src)
		}
		if t.Failed() {
			return
		}
	}
}
