package resolve

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

func TestErrors(t *testing.T) {
	for kind := Underflow; int(kind) < len(kinds); kind++ {
		for _, offset := range []int{0, 1, internedOffsets - 1, internedOffsets, scanner.MaxLen} {
			e := errorAt(offset, kind)
			if e.Kind() != kind || e.Offset() != offset {
				t.Errorf("errorAt(%d, %v) = %v at %d", offset, kind, e.Kind(), e.Offset())
			}
			if !errors.Is(e, kind) || errors.Is(e, Kind(0)) || errors.Is(e, scanner.BadPath) {
				t.Errorf("errors.Is(%v, ...) does not tell %v", e, kind)
			}
			if !errors.Is(e, errorAt(offset, kind)) || errors.Is(e, errorAt((offset+1)&scanner.MaxLen, kind)) {
				t.Errorf("errors.Is(%v, ...) does not tell its offset", e)
			}
		}
	}
}

func TestErrorTexts(t *testing.T) {
	if got, want := errorAt(6, Underflow).Error(), "uriscan: dot segment above the root at byte 6"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
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
	if got := Kind(200).String(); got != "" {
		t.Errorf("Kind(200).String() = %q, want none", got)
	}
	if got, want := Kind(200).Error(), "uriscan: unknown fault"; got != want {
		t.Errorf("Kind(200).Error() = %q, want %q", got, want)
	}
}
