//go:build !race

package normalize

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/fence"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A form of MaxLen+1 bytes, of input that is not too long.
func TestTooLong(t *testing.T) {
	// Every copy of the piece but the first is a part of the query.
	const piece = 1 << 20
	huge := fence.Repeated(t, "http://h?"+strings.Repeat("a", piece-9), scanner.MaxLen)
	dst := []byte("kept")
	out, r, err := Append(dst, huge, EmptyPath)
	var e scanner.Error
	if !errors.As(err, &e) || e.Kind() != scanner.TooLong || e.Offset() != scanner.MaxLen {
		t.Errorf("Append: %v, want %v at byte %d", err, scanner.TooLong, scanner.MaxLen)
	}
	if len(out) != len(dst) || r != (scanner.Ref{}) {
		t.Errorf("Append: %d bytes and Ref %v with an error, want %d bytes", len(out), r, len(dst))
	}
	if !errors.Is(Do(huge, EmptyPath, nil), scanner.TooLong) {
		t.Error("Do: want TooLong")
	}
	if short := huge[:len(huge)-1]; isTooLong(short, scanner.Split(short), EmptyPath) {
		t.Error("isTooLong of a form of MaxLen bytes = true, want false")
	}
	if isTooLong(huge[:100], scanner.Split(huge[:100]), EmptyPath) {
		t.Error("isTooLong of 100 bytes = true, want false")
	}
}

// What is resolved may be just short enough, and its form too long.
func TestResolvedTooLong(t *testing.T) {
	const piece = 1 << 20
	room := fence.Repeated(t, strings.Repeat("x", piece), 4+scanner.MaxLen+100)
	// What is written to one copy is in all: "http:" before each makes them agree.
	link := fence.Repeated(t, "//h?"+strings.Repeat("a", piece-9)+"http:", scanner.MaxLen-len("http:"))
	base, err := resolve.NewBase("http://h", 0)
	if err != nil {
		t.Fatal(err)
	}
	out, r, rungs, err := AppendResolved(room[:4], &base, link, EmptyPath)
	if !errors.Is(err, scanner.TooLong) || len(out) != 4 || r != (scanner.Ref{}) || rungs != 0 {
		t.Errorf("AppendResolved: %d bytes, %v, %v, %v, want TooLong and dst", len(out), r, rungs, err)
	}
}
