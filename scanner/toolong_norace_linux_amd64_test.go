//go:build !race

package scanner

import (
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/fence"
	"github.com/uriscan/uriscan/internal/kernel"
)

// hugeInput returns a URI of 2 GiB. From MaxLen+1 on it can be written to.
func hugeInput(t *testing.T) []byte {
	t.Helper()
	const piece = 1 << 20
	return fence.Repeated(t, "a:"+strings.Repeat("a", piece-2), MaxLen+1+piece)
}

func TestLocateTooLong(t *testing.T) {
	huge := hugeInput(t)
	if _, fault := Locate(huge[:MaxLen+1], URIReference); fault.Kind() != TooLong || fault.Offset() != MaxLen {
		t.Errorf("Locate of MaxLen+1 octets: %v at %d, want %v at %d", fault.Kind(), fault.Offset(), TooLong, MaxLen)
	}
	if r, fault := Locate(huge[:MaxLen], URIReference); fault != (Fault{}) || r.Len() != MaxLen || r.Path() != (Span{2, MaxLen}) {
		t.Errorf("Locate of MaxLen octets: %v, %v at %d, want a path", r, fault.Kind(), fault.Offset())
	}
	if r := Split(huge[:MaxLen+1]); r != (Ref{}) {
		t.Errorf("Split of MaxLen+1 octets = %v, want the zero Ref", r)
	}
	if _, fault := Locate(huge[:MaxLen+1], URI); fault.Kind() != TooLong || fault.Offset() != MaxLen {
		t.Errorf("Locate of MaxLen+1 octets as a URI: %v at %d, want %v", fault.Kind(), fault.Offset(), TooLong)
	}
}

// A line over MaxLen is bad, and the lines behind it are not.
func TestAppendLinesTooLong(t *testing.T) {
	huge := hugeInput(t)
	copy(huge[MaxLen+1:], "\n/b\n")
	lines, n := AppendLines(nil, huge[:MaxLen+6], '\n')
	want := []Line{{0, MaxLen + 1, Ref{}, faultAt(MaxLen, kernel.TooLong)}, {MaxLen + 2, MaxLen + 4, Split("/b"), Fault{}}}
	if n != MaxLen+5 || !slices.Equal(lines, want) {
		t.Errorf("AppendLines of a line of MaxLen+1 octets = %v, %d, want %v, %d", lines, n, want, MaxLen+5)
	}
}
