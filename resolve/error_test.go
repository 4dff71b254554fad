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
	if got := Kind(200).String(); got != "" {
		t.Errorf("Kind(200).String() = %q, want none", got)
	}
	if got, want := Kind(200).Error(), "uriscan: unknown fault"; got != want {
		t.Errorf("Kind(200).Error() = %q, want %q", got, want)
	}
}
